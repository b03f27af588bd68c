// One figure of the page that dimple draws: as ChartFigure, but with an SVG that is drawn anew each time.

import { lineReading } from "../charts/line.js";
import { Readout } from "../charts/open-readout.js";
import { writeWords } from "../charts/words-around.js";
import { lineScene } from "../drawing/line-scene.js";
import { drawLines } from "./drawing.js";

/** How long a size has to last before the chart is drawn in it, in milliseconds. */
const SETTLED = 100;

export class DimpleFigure {
  /**
   * @param {{d3: object, dimple: object}} library
   * @param {HTMLElement} element a `<figure data-chart>` as contract 3 describes it, with a `[data-drawing]`
   * @param {import("../results/dataset.js").Dataset} dataset of the spec's comparison
   * @param {function(number[]): void} zoom shows a range of the line charts' x axes
   */
  constructor(library, element, dataset, zoom) {
    Object.assign(this, { library, element, dataset, zoom });
    this.spec = JSON.parse(element.dataset.chart);
    this.place = element.querySelector("[data-drawing]");
    this.svg = this.place.appendChild(document.createElement("div"));
    this.chart = null;
    this.readout = null;
    this.followSize();
  }

  followSize() {
    let settling = null;
    new ResizeObserver(() => {
      clearTimeout(settling);
      settling = setTimeout(
        () => this.chart && ![0, this.width].includes(this.place.clientWidth) && this.draw(...this.last),
        SETTLED,
      );
    }).observe(this.place);
  }

  /** Draws the chart for a view. */
  draw(view, look) {
    this.last = [view, look];
    const { clientWidth: width, clientHeight: height } = this.place;
    this.width = width;
    const scene = lineScene(this.dataset, this.spec, view);
    this.chart = drawLines(this.library, this.svg, scene, { width, height }, look);
    this.readout ??= new Readout(this.place, this.zoom);
    this.readout.follow(this.chart, lineReading(this.dataset, scene));
    writeWords(this.element, this.place, scene.words);
    this.element.dataset.state = "drawn";
  }
}
