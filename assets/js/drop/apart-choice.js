// Where a reader chooses whether dropped files join the page's charts or have their own: there once a file is.

import { t } from "../language.js";
import { element } from "./element.js";

export class ApartChoice {
  /**
   * @param {HTMLElement} zone `[data-drop]`; with `data-apart`, files have charts of their own unless the reader wants otherwise
   * @param {import("./dropped-files.js").DroppedFiles} files
   */
  constructor(zone, files) {
    this.files = files;
    const box = element("input", { type: "checkbox" });
    box.checked = "apart" in zone.dataset;
    box.addEventListener("change", () => files.drawApart(box.checked));
    this.line = element(
      "p",
      { class: "drop-apart" },
      element("label", {}, box, " ", t`Draw yours in charts of their own, beside the others`),
    );
    zone.querySelector("[data-drop-files]").before(this.line);
    if (box.checked) files.drawApart(true);
    this.follow();
  }

  follow() {
    this.line.hidden = this.files.present.length === 0;
  }
}
