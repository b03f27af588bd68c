// Where a reader chooses whether dropped files join the page's charts or have their own: there once a file is.

import { element } from "./element.js";

export class ApartChoice {
  /**
   * @param {HTMLElement} zone `[data-drop]`; with `data-apart`, files have charts of their own unless the reader wants otherwise
   * @param {import("./guests.js").Guests} guests
   */
  constructor(zone, guests) {
    this.guests = guests;
    const box = element("input", { type: "checkbox" });
    box.checked = "apart" in zone.dataset;
    box.addEventListener("change", () => guests.drawApart(box.checked));
    this.line = element(
      "p",
      { class: "drop-apart" },
      element("label", {}, box, " Draw yours in charts of their own, beside the others"),
    );
    zone.querySelector("[data-drop-files]").before(this.line);
    if (box.checked) guests.drawApart(true);
    this.follow();
  }

  follow() {
    this.line.hidden = this.guests.present.length === 0;
  }
}
