// The dropped files that a page shows: they join its datasets, buttons, charts and tables, and leave them again.

import { connectTechnologies } from "../controls/technologies.js";
import { addButtons } from "./buttons.js";
import { ChartsApart } from "./charts-apart.js";
import { droppedTechnologies, withDropped } from "./dropped-dataset.js";

export class DroppedFiles {
  /**
   * @param {object} context as `startDrop` takes it
   * @param {import("../results/comparison.js").Registry} registry
   */
  constructor({ store, page, datasets, figures, adopt }, { technologies, palette }) {
    Object.assign(this, { store, page, datasets, technologies, palette });
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
    dropped.buttons = addButtons(dropped);
    const ids = dropped.technologies.map(({ id }) => id);
    for (const list of this.idLists) list.push(...ids);
    this.refresh(dropped.comparison, [...this.store.view.shown, ...ids]);
    connectTechnologies(dropped.buttons, this.store, this.page);
    return dropped;
  }

  remove(dropped) {
    this.present = this.present.filter((one) => one !== dropped);
    dropped.buttons.remove();
    const ids = new Set(dropped.technologies.map(({ id }) => id));
    const without = (list) => list.filter((id) => !ids.has(id));
    for (const list of this.idLists) list.splice(0, list.length, ...without(list));
    this.refresh(dropped.comparison, without(this.store.view.shown));
  }

  /** The page's lists of ids: of all technologies, and of those shown at first where it tells them apart. */
  get idLists() {
    return [this.page.technologies, this.page.shown].filter(Boolean);
  }

  refresh(comparison, shown) {
    const dataset = this.datasets.get(comparison);
    const files = this.present.filter((file) => file.comparison === comparison);
    dataset.join((own) => withDropped(own, files));
    this.draw({ shown });
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
