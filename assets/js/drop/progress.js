// How far the reading of a file is, with a button that cancels it; to be seen only of files that take their time.

import { t } from "../language.js";
import { button, element } from "./element.js";

export class Progress {
  /**
   * @param {HTMLElement} place after which it appears
   * @param {function(): void} cancel
   */
  constructor(place, cancel) {
    this.place = place;
    this.bar = element("progress", { max: "1", "aria-label": t`Reading` });
    this.element = element("p", { class: "drop-progress" }, this.bar, button(t`Cancel`, cancel));
  }

  /** @param {number} size bytes of the file that is being read now */
  begin(size) {
    this.size = size;
    this.bar.value = 0;
  }

  /** @param {number} bytes read so far. Once it is all, the file is still to be judged: how long that takes is not known. */
  reach(bytes) {
    if (!this.element.isConnected) this.place.after(this.element);
    if (bytes < this.size) this.bar.value = bytes / this.size;
    else this.bar.removeAttribute("value");
  }

  end() {
    this.element.remove();
  }
}
