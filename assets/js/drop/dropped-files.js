// The dropped files that a page shows: they join its datasets, buttons, charts and tables, and leave them again.

import { connectTechnologies } from "../controls/technologies.js";
import { keepPainted } from "../crowd/paint.js";
import { bestFirst } from "../results/best.js";
import { MOST_SHOWN } from "../results/make-dataset.js";
import { addRows } from "./board-rows.js";
import { addButtons } from "./buttons.js";
import { ChartsApart } from "./charts-apart.js";
import { droppedTechnologies, withDropped } from "./dropped-dataset.js";

/** Of more technologies, a page's row of buttons has those shown, and a box finds the others. */
const MOST_BUTTONS = 15;

const CROWD = new URL("./crowd.js", import.meta.url).href;

export class DroppedFiles {
  /**
   * @param {object} context as `startDrop` takes it
   * @param {import("../results/comparison.js").Registry} registry
   */
  constructor({ store, page, datasets, figures, adopt }, { comparisons, technologies, palette }) {
    Object.assign(this, { store, page, datasets, comparisons, technologies, palette });
    this.chartsApart = new ChartsApart(figures, adopt);
    this.apart = false;
    this.present = [];
    this.count = 0;
  }

  /**
   * Lets a sound file join.
   * @param {import("./read-file.js").Outcome} outcome
   * @returns {?ReturnType<droppedTechnologies>} null where the page does not show the file's comparison
   */
  add(outcome) {
    if (!this.datasets.has(outcome.comparison)) return null;
    const dropped = droppedTechnologies(++this.count, outcome, this.technologies, this.palette);
    this.present.push(dropped);
    const dataset = this.join(dropped.comparison);
    const shown = this.shownOf(dropped, dataset);
    dropped.buttons = addButtons(dropped, shown);
    this.page.technologies.push(...dropped.technologies.map(({ id }) => id));
    this.page.shown?.push(...shown);
    dropped.rows = addRows(dropped, shown, dataset, this.store);
    this.draw({ shown: [...this.store.view.shown, ...shown] });
    for (const group of [dropped.buttons, ...dropped.rows]) connectTechnologies(group, this.store, this.page);
    keepPainted(dataset, this.store);
    if (dataset.technologies.length > MOST_BUTTONS) this.findInCrowd(dataset);
    return dropped;
  }

  /** A file's technologies, or the best of many. */
  shownOf({ comparison, technologies }, dataset) {
    const ids = technologies.map(({ id }) => id);
    if (ids.length <= MOST_SHOWN) return ids;
    const { scoreboard } = this.comparisons.find(({ id }) => id === comparison);
    const best = bestFirst(dataset, scoreboard).filter((id) => ids.includes(id));
    const shown = best.slice(0, MOST_SHOWN);
    return ids.filter((id) => shown.includes(id));
  }

  async findInCrowd(dataset) {
    const { connectCrowd } = await import(CROWD);
    connectCrowd(dataset, this.store, this.page);
  }

  remove(dropped) {
    this.present = this.present.filter((one) => one !== dropped);
    for (const one of [dropped.buttons, ...dropped.rows]) one.remove();
    const ids = new Set(dropped.technologies.map(({ id }) => id));
    const without = (list) => list.filter((id) => !ids.has(id));
    for (const list of this.idLists) list.splice(0, list.length, ...without(list));
    this.join(dropped.comparison);
    this.draw({ shown: without(this.store.view.shown) });
  }

  /** The page's lists of ids: of all technologies, and of those shown at first where it tells them apart. */
  get idLists() {
    return [this.page.technologies, this.page.shown].filter(Boolean);
  }

  /** Has the files of a comparison stand beside the page's own. */
  join(comparison) {
    const dataset = this.datasets.get(comparison);
    const files = this.present.filter((file) => file.comparison === comparison);
    dataset.palette ??= this.palette;
    dataset.join((own) => withDropped(own, files));
    return dataset;
  }

  /** Draws the files' technologies in charts of their own from now on, or among the page's. */
  drawApart(apart) {
    this.apart = apart;
    this.draw({});
  }

  draw(change) {
    this.chartsApart.show(this.apart ? this.present.map(({ comparison }) => comparison) : []);
    this.store.update({ ...change, apart: this.apart }, { replace: true });
  }
}
