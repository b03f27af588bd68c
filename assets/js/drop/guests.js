// The dropped files that a page shows: they join its datasets, buttons, charts and tables, and leave them again.

import { connectTechnologies } from "../controls/technologies.js";
import { addButtons } from "./buttons.js";
import { guestOf, withGuests } from "./guest-dataset.js";
import { Twins } from "./twins.js";

export class Guests {
  /**
   * @param {object} context as `startDrop` takes it
   * @param {import("./comparison.js").Registry} registry
   */
  constructor({ store, page, datasets, figures, adopt }, { technologies, palette }) {
    Object.assign(this, { store, page, datasets, technologies, palette });
    this.twins = new Twins(figures, adopt);
    this.apart = false;
    this.present = [];
    this.count = 0;
  }

  /**
   * Lets a sound file join.
   * @param {import("./read-file.js").Outcome} outcome
   * @returns {?ReturnType<guestOf>} null where the page does not show the file's comparison
   */
  welcome(outcome) {
    if (!this.datasets.has(outcome.comparison)) return null;
    const guest = guestOf(++this.count, outcome, this.technologies, this.palette);
    this.present.push(guest);
    guest.buttons = addButtons(guest);
    const ids = guest.technologies.map(({ id }) => id);
    for (const list of this.idLists) list.push(...ids);
    this.refresh(guest.comparison, [...this.store.view.shown, ...ids]);
    connectTechnologies(guest.buttons, this.store, this.page);
    return guest;
  }

  leave(guest) {
    this.present = this.present.filter((one) => one !== guest);
    guest.buttons.remove();
    const ids = new Set(guest.technologies.map(({ id }) => id));
    const without = (list) => list.filter((id) => !ids.has(id));
    for (const list of this.idLists) list.splice(0, list.length, ...without(list));
    this.refresh(guest.comparison, without(this.store.view.shown));
  }

  /** The page's lists of ids: of all technologies, and of those shown at first where it tells them apart. */
  get idLists() {
    return [this.page.technologies, this.page.shown].filter(Boolean);
  }

  refresh(comparison, shown) {
    const dataset = this.datasets.get(comparison);
    const guests = this.present.filter((guest) => guest.comparison === comparison);
    dataset.join((own) => withGuests(own, guests));
    this.draw({ shown });
  }

  /** Draws the files' technologies in charts of their own from now on, or among the page's. */
  drawApart(apart) {
    this.apart = apart;
    this.draw({});
  }

  draw(change) {
    this.twins.show(this.apart ? this.present.map(({ comparison }) => comparison) : []);
    this.store.update({ ...change, apart: this.apart }, { replace: true });
  }
}
