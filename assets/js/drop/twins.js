// Charts of dropped files alone: behind each of the page's figures a twin, so that two pictures stand side by side where one
// would hold all lines.

import { yoursTitle } from "../charts/scope.js";
import { connectFullscreen } from "../controls/fullscreen.js";

/** What scripts and the build put into a figure that its twin starts without. */
const LEFT_OUT = ".plot, .readout, .range-drag, .without-js, .export-panel > *, .chart-figures > :not(summary)";

export class Twins {
  /**
   * @param {HTMLElement[]} figures of the page
   * @param {function(HTMLElement[]): void} adopt has further figures drawn
   */
  constructor(figures, adopt) {
    Object.assign(this, { figures, adopt });
    this.made = new Map();
  }

  /** Shows the twins of these comparisons' figures, and no others. */
  show(comparisons) {
    const wanted = this.figures.filter((figure) => comparisons.includes(specOf(figure).comparison));
    const missing = wanted.filter((figure) => !this.made.has(figure));
    for (const figure of missing) this.made.set(figure, twinOf(figure));
    for (const [figure, twin] of this.made) twin.hidden = !wanted.includes(figure);
    if (missing.length > 0) this.adopt(missing.map((figure) => this.made.get(figure)));
  }
}

/** A figure like another, for dropped files alone, put behind it. */
function twinOf(figure) {
  const spec = { ...specOf(figure), yours: true };
  spec.title = yoursTitle(spec.title);
  const twin = figure.cloneNode(true);
  for (const one of twin.querySelectorAll(LEFT_OUT)) one.remove();
  twin.querySelector("[data-drawing]")?.replaceChildren();
  for (const name of ["width", "height", "style"]) twin.querySelector("canvas")?.removeAttribute(name);
  twin.querySelector("details").open = false;
  delete twin.dataset.state;
  twin.dataset.chart = JSON.stringify(spec);
  twin.dataset.yours = "";
  twin.id = `${figure.id}-yours`;
  rename(twin, spec.title);
  figure.after(twin);
  return twin;
}

/** Gives caption and buttons the twin's title. */
function rename(twin, title) {
  twin.querySelector("figcaption > span").textContent = title;
  for (const words of twin.querySelectorAll(".visually-hidden")) words.textContent = `: ${title}`;
  const panel = twin.querySelector(".export-panel");
  Object.assign(panel, { id: `${twin.id}-export`, ariaLabel: `Export or cite: ${title}`, hidden: true });
  const opener = twin.querySelector("[data-export]");
  opener.setAttribute("aria-controls", panel.id);
  opener.setAttribute("aria-expanded", "false");
  connectFullscreen(twin.querySelector("[data-fullscreen]"));
}

function specOf(figure) {
  return JSON.parse(figure.dataset.chart);
}
