// Charts of dropped files alone: behind each of the page's figures one like it, so that two pictures stand side by side where one
// would hold all lines.

import { connectFullscreen } from "../controls/fullscreen.js";
import { yoursTitle } from "../drawing/scope.js";
import { t } from "../language.js";

/** What scripts and the build put into a figure that one apart starts without. */
const LEFT_OUT = ".plot, .readout, .range-drag, .without-js, .export-panel > *, .chart-figures > :not(summary)";

export class ChartsApart {
  /**
   * @param {HTMLElement[]} figures of the page
   * @param {function(HTMLElement[]): void} adopt has further figures drawn
   */
  constructor(figures, adopt) {
    Object.assign(this, { figures, adopt });
    this.made = new Map();
  }

  /** Shows the charts apart of these comparisons' figures, and no others. */
  show(comparisons) {
    const wanted = this.figures.filter((figure) => comparisons.includes(specOf(figure).comparison));
    const missing = wanted.filter((figure) => !this.made.has(figure));
    for (const figure of missing) this.made.set(figure, figureApart(figure));
    for (const [figure, apart] of this.made) apart.hidden = !wanted.includes(figure);
    if (missing.length > 0) this.adopt(missing.map((figure) => this.made.get(figure)));
  }
}

/** A figure like another, for dropped files alone, put behind it. */
function figureApart(figure) {
  const spec = { ...specOf(figure), yours: true };
  spec.title = yoursTitle(spec.title);
  const apart = figure.cloneNode(true);
  for (const one of apart.querySelectorAll(LEFT_OUT)) one.remove();
  apart.querySelector("[data-drawing]")?.replaceChildren();
  for (const name of ["width", "height", "style"]) apart.querySelector("canvas")?.removeAttribute(name);
  apart.querySelector("details").open = false;
  delete apart.dataset.state;
  apart.dataset.chart = JSON.stringify(spec);
  apart.dataset.yours = "";
  apart.id = `${figure.id}-yours`;
  rename(apart, spec.title);
  figure.after(apart);
  return apart;
}

/** Gives caption and buttons the title of the chart apart. */
function rename(apart, title) {
  apart.querySelector("figcaption > span").textContent = title;
  for (const words of apart.querySelectorAll(".visually-hidden")) words.textContent = `: ${title}`;
  const panel = apart.querySelector(".export-panel");
  Object.assign(panel, { id: `${apart.id}-export`, ariaLabel: t`Export or cite: ${title}`, hidden: true });
  const opener = apart.querySelector("[data-export]");
  opener.setAttribute("aria-controls", panel.id);
  opener.setAttribute("aria-expanded", "false");
  connectFullscreen(apart.querySelector("[data-fullscreen]"));
}

function specOf(figure) {
  return JSON.parse(figure.dataset.chart);
}
