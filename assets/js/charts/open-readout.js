// Reads a chart out when a reader points at it or focuses it, and loads what does so only then.

import { t } from "../language.js";
import { keepEvents, onDemand } from "../on-demand.js";

/** What a reader begins with, by pointer, finger or keyboard. */
const BEGINNINGS = ["pointerenter", "focus"];

/** What the panel acts on. */
const ACTS = ["pointermove", "pointerdown", "pointerup", "pointercancel", "pointerleave", "click", "keydown", "blur"];

export class Readout {
  /**
   * @param {HTMLElement} picture the canvas, or what stands for it
   * @param {?function(number[]): void} zoom as ReadoutPanel takes it
   */
  constructor(picture, zoom) {
    this.panel = null;
    picture.tabIndex = 0;
    picture.ariaDescription = t`Left and right arrow keys read the figures, Enter pins them.`;
    const release = keepEvents(picture, ACTS);
    const start = onDemand(
      "./readout.js",
      ({ ReadoutPanel }) => {
        this.panel = new ReadoutPanel(picture, zoom);
        this.panel.follow(...this.drawn);
        release();
      },
      (fault) => {
        picture.ariaDescription = fault;
      },
    );
    for (const beginning of BEGINNINGS) picture.addEventListener(beginning, start);
  }

  /** Follows what is drawn now, as ReadoutPanel does. */
  follow(...drawn) {
    this.drawn = drawn;
    this.panel?.follow(...drawn);
  }
}
