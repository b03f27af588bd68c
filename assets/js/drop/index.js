// Takes dropped files: has them read, one after the other, and lets their technologies join the page's charts and
// tables until they are removed or the page is left.

import { connectTechnologies } from "../controls/technologies.js";
import { guestOf, withGuests } from "./guests.js";
import { fetchFiles, leaveFiles } from "./handover.js";
import { LIMITS } from "./limits.js";
import { fileEntry, offerContribution, statusWords } from "./panel.js";
import { Cancelled, Reader } from "./reader.js";
import { showGuestRows } from "./tables.js";

/**
 * @param {HTMLElement} zone `[data-drop]`, as docs/contracts.md describes it
 * @param {object} context
 * @param {ReturnType<import("../state.js").createStore>} context.store
 * @param {import("../state.js").Page} context.page
 * @param {Map<string, import("../results/dataset.js").Dataset>} context.datasets
 */
export async function startDrop(zone, context) {
  const answer = await fetch(zone.dataset.registry);
  const drop = new Drop(zone, context, readRegistry(await answer.json()));
  return {
    take: (files) => drop.take(files),
    takeHandedOver: async () => drop.take(await fetchFiles()),
  };
}

function readRegistry({ comparisons, ...rest }) {
  return { ...rest, comparisons: comparisons.map(({ page, definition }) => ({ page, ...definition })) };
}

class Drop {
  constructor(zone, { store, page, datasets }, registry) {
    Object.assign(this, { store, page, datasets, registry });
    const find = (name) => zone.querySelector(`[data-drop-${name}]`);
    this.status = find("status");
    this.progress = find("progress");
    this.list = find("files");
    this.reader = new Reader(registry);
    this.guests = new Map([...datasets.keys()].map((id) => [id, []]));
    this.count = 0;
    this.waiting = [];
    this.reading = false;
    find("cancel").addEventListener("click", () => {
      this.waiting = [];
      this.reader.cancel();
    });
  }

  /** Reads files, after those that still wait. */
  async take(files) {
    this.waiting.push(...files.slice(0, LIMITS.files));
    const passedOver = files.length - LIMITS.files;
    if (this.reading) return;
    this.reading = true;
    this.progress.hidden = false;
    const told = passedOver > 0 ? [`${passedOver} files passed over (${LIMITS.files} at a time).`] : [];
    try {
      for (let file = this.waiting.shift(); file; file = this.waiting.shift()) told.push(await this.readOne(file));
    } catch (error) {
      told.push(error instanceof Cancelled ? "Cancelled." : `The files can't be read: ${error.message}.`);
    }
    this.status.textContent = told.join(" ");
    this.progress.hidden = true;
    this.reading = false;
  }

  /** @returns {Promise<string>} what became of the file, in words */
  async readOne(file) {
    this.status.textContent = `Reading ${file.name} …`;
    const bar = this.progress.querySelector("progress");
    bar.value = 0;
    const outcome = await this.reader.read(file, (bytes) => {
      bar.value = bytes / file.size;
    });
    this.show(file, outcome);
    return statusWords(outcome);
  }

  show(file, outcome) {
    const here = outcome.cells && this.datasets.has(outcome.comparison);
    const guest = here ? this.join(outcome) : null;
    const other = this.registry.comparisons.find(({ id }) => id === outcome.comparison);
    const entry = fileEntry(
      outcome,
      { technologies: guest?.technologies ?? null, elsewhere: outcome.cells && !here ? other : null },
      {
        remove: () => {
          if (guest) this.leave(outcome.comparison, guest);
          entry.remove();
          this.status.textContent = `${outcome.name} is removed.`;
        },
        contribute: async (place) => offerContribution(place, await this.reader.contribution(file)),
        go: async () => {
          await leaveFiles([file]);
          location.assign(other.page);
        },
      },
    );
    this.list.append(entry);
    const group = entry.querySelector("[data-technologies]");
    if (group) connectTechnologies(group, this.store, this.page);
  }

  join(outcome) {
    const { technologies, palette } = this.registry;
    const guest = guestOf(++this.count, outcome, technologies, palette);
    this.guests.get(outcome.comparison).push(guest);
    const ids = guest.technologies.map(({ id }) => id);
    this.page.technologies.push(...ids);
    this.refresh(outcome.comparison, [...this.store.view.shown, ...ids]);
    return guest;
  }

  leave(comparison, guest) {
    this.guests.set(comparison, this.guests.get(comparison).filter((one) => one !== guest));
    const ids = new Set(guest.technologies.map(({ id }) => id));
    const without = (list) => list.filter((id) => !ids.has(id));
    this.page.technologies.splice(0, Infinity, ...without(this.page.technologies));
    this.refresh(comparison, without(this.store.view.shown));
  }

  refresh(comparison, shown) {
    const dataset = this.datasets.get(comparison);
    dataset.hold(withGuests(dataset.own, this.guests.get(comparison)));
    this.store.update({ shown }, { replace: true });
    showGuestRows(dataset);
  }
}
