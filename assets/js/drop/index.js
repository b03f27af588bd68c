// Takes dropped files: has them read, one after the other, and tells what became of each. What a file holds joins the
// page until it is removed or the page is left.

import styles from "../../css/dropped.css";
import { adoptStyles } from "../adopt-styles.js";
import { t } from "../language.js";
import { ApartChoice } from "./apart-choice.js";
import { DroppedFiles } from "./dropped-files.js";
import { fetchFiles, leaveFiles } from "./handover.js";
import { LIMITS } from "./limits.js";
import { fileEntry, offerContribution, statusWords } from "./panel.js";
import { Progress } from "./progress.js";
import { Cancelled, Reader } from "./reader.js";
import { fetchRegistry } from "./registry.js";

adoptStyles(styles);

/**
 * @param {HTMLElement} zone `[data-drop]`, as docs/contracts.md describes it
 * @param {object} context
 * @param {ReturnType<import("../state.js").createStore>} context.store
 * @param {import("../state.js").Page} context.page
 * @param {Map<string, import("../results/dataset.js").Dataset>} context.datasets
 * @param {HTMLElement[]} context.figures of the page
 * @param {function(HTMLElement[]): void} context.adopt has further figures drawn
 * @returns {Promise<{take: function(File[]): Promise<void>, takeHandedOver: function(): Promise<void>}>}
 */
export async function startDrop(zone, context) {
  const registry = await fetchRegistry(zone.dataset.registry);
  const drop = new Drop(zone, new DroppedFiles(context, registry), registry);
  return {
    take: (files) => drop.take(files),
    takeHandedOver: async () => drop.take(await fetchFiles()),
  };
}

class Drop {
  constructor(zone, files, registry) {
    this.files = files;
    this.registry = registry;
    this.status = zone.querySelector("[data-drop-status]");
    this.list = zone.querySelector("[data-drop-files]");
    this.choose = zone.querySelector("[data-drop-choose]");
    this.apart = new ApartChoice(zone, files);
    this.reader = new Reader(registry);
    this.progress = new Progress(this.status, () => this.reader.cancel());
    this.waiting = [];
    this.reading = false;
  }

  /** Reads files, after those that still wait. */
  async take(files) {
    this.waiting.push(...files.slice(0, LIMITS.files));
    if (this.reading) return;
    this.reading = true;
    const told = [];
    if (files.length > LIMITS.files) told.push(t`The first ${LIMITS.files} of ${files.length} files are read.`);
    try {
      for (let file = this.waiting.shift(); file; file = this.waiting.shift()) told.push(await this.readOne(file));
    } catch (error) {
      this.waiting = [];
      told.push(error instanceof Cancelled ? t`Cancelled.` : t`Not read: ${error.message}.`);
    }
    this.status.textContent = told.join(" ");
    this.progress.end();
    this.reader.rest();
    this.reading = false;
  }

  /** @returns {Promise<string>} what became of the file, in words */
  async readOne(file) {
    this.status.textContent = t`Reading ${file.name} …`;
    this.progress.begin(file.size);
    const outcome = await this.reader.read(file, (bytes) => this.progress.reach(bytes));
    this.show(file, outcome);
    return statusWords(outcome);
  }

  show(file, outcome) {
    const dropped = outcome.cells && this.files.add(outcome);
    this.apart.follow();
    const other =
      outcome.cells && !dropped ? this.registry.comparisons.find(({ id }) => id === outcome.comparison) : null;
    const entry = fileEntry(
      outcome,
      { technologies: dropped?.technologies ?? null, elsewhere: other },
      {
        remove: () => {
          if (dropped) this.files.remove(dropped);
          this.apart.follow();
          entry.remove();
          this.status.textContent = t`${outcome.name} is removed.`;
          this.choose.focus();
        },
        contribute: (place) => this.attempt(async () => offerContribution(place, await this.reader.contribution(file))),
        go: () =>
          this.attempt(async () => {
            await leaveFiles([file]);
            location.assign(other.page);
          }),
      },
    );
    this.list.append(entry);
  }

  /** Does what may fail for want of memory or storage, and says so. */
  async attempt(act) {
    try {
      await act();
      if (!this.reading) this.reader.rest();
    } catch (error) {
      this.status.textContent = t`That failed: ${error.message}.`;
    }
  }
}
