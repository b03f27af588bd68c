// One figure of the page: draws its chart, keeps it and the words around it to the view. What the
// chart shows is decided in line.js and bubble.js; this is the part that touches the document.

import { afterFrame } from "../after-frame.js";
import { bubbleChart } from "./bubble.js";
import { drawChart } from "./draw.js";
import { lineChart } from "./line.js";
import { Readout } from "./open-readout.js";
import { writeWords } from "./words-around.js";

const KINDS = { line: lineChart, bubble: bubbleChart };

export class ChartFigure {
  /**
   * @param {HTMLElement} element a `<figure data-chart>` as contract 3 describes it
   * @param {import("../results/dataset.js").Dataset} dataset of the spec's comparison
   * @param {function(number[]): void} zoom shows a range of the line charts' x axes
   */
  constructor(element, dataset, zoom) {
    this.element = element;
    this.zoom = zoom;
    this.dataset = dataset;
    this.spec = JSON.parse(element.dataset.chart);
    this.canvas = element.querySelector("canvas");
    this.chart = null;
    this.readout = null;
    this.words = null;
    this.writeWords = afterFrame(() => writeWords(this.element, this.canvas, this.words));
  }

  /** Draws the chart for a view, or redraws it. */
  draw(view, look) {
    const { config, reading, ...words } = KINDS[this.spec.kind](this.dataset, this.spec, view, look);
    this.chart = drawChart(this.canvas, config, this.chart);
    this.readout ??= new Readout(this.canvas, this.spec.kind === "line" ? this.zoom : null);
    this.readout.follow(this.chart, reading);
    this.words = words;
    this.writeWords();
    this.element.dataset.state = "drawn";
  }
}
