// The panel beside a chart's crosshair, which says what all lines say there, or one bubble. It follows pointer and arrow keys; a
// click, a tap or Enter pins it, so that it can be scrolled and copied; Escape or another click lets it go. Dragging across
// a line chart, or a pinned readout's buttons, zoom in.

import styles from "../../css/readout.css";
import { adoptStyles } from "../adopt-styles.js";
import { t } from "../language.js";
import { connectRangeDrag } from "./range-drag.js";
import { readoutOf, readoutText } from "./readout.js";

adoptStyles(styles);

const GAP = 8;
const STEPS = { ArrowLeft: -1, ArrowRight: 1, Home: -Infinity, End: Infinity };

/**
 * What a chart has to say, and where.
 * @typedef {object} Reading
 * @property {number[]} places in the order of the arrow keys: x of a line chart, cells of a bubble chart
 * @property {string} title of the chart, for a copy
 * @property {import("../results/dataset.js").Dataset} dataset
 * @property {object[]} [series] of a line chart, as `lineSeries` gives it, with `words` of its axes; else `measures` of a bubble
 * @property {function(number): {x: number, y: number=}} valueAt a place, on the chart's scales: for the crosshair
 * @property {function(object, {x: number, y: number}): ?number} placeUnder a point of the drawn chart, in pixels
 */

export class ReadoutPanel {
  /**
   * @param {HTMLCanvasElement} canvas whose place the panel shares
   * @param {?function(number[]): void} zoom shows a range of the x axis; null of a chart without one
   */
  constructor(canvas, zoom) {
    this.canvas = canvas;
    this.zoom = zoom;
    this.chart = null;
    this.at = null;
    this.pinned = false;
    this.rows = document.createElement("div");
    this.rows.role = "status";
    this.status = element("span", "readout-status");
    this.tools = element(
      "p",
      "readout-tools",
      button(t`Copy`, () => this.copy()),
      ...(zoom ? this.zoomButtons() : []),
      button(t`Close`, () => this.close()),
      this.status,
    );
    this.panel = element("div", "readout", this.rows, this.tools);
    this.panel.hidden = true;
    canvas.after(this.panel);
    this.listen();
  }

  zoomButtons() {
    return [
      button(t`From here`, () => this.zoomTo([this.at, this.reading.places.at(-1)])),
      button(t`To here`, () => this.zoomTo([this.reading.places[0], this.at])),
    ];
  }

  listen() {
    const { canvas, panel } = this;
    canvas.addEventListener("pointermove", (event) => {
      if (!this.pinned) this.read(this.placeUnder(event));
    });
    canvas.addEventListener("pointerleave", () => {
      if (!this.pinned && document.activeElement !== canvas) this.close();
    });
    canvas.addEventListener("blur", () => {
      if (!this.pinned) this.close();
    });
    canvas.addEventListener("click", (event) => (this.pinned ? this.close() : this.pin(this.placeUnder(event))));
    canvas.addEventListener("keydown", (event) => this.press(event));
    if (this.zoom) {
      connectRangeDrag(canvas, {
        valueAt: (pixel) => this.chart.scales.x.getValueForPixel(pixel),
        select: (range) => this.zoomTo(this.reading.places.filter((x) => x >= range[0] && x <= range[1])),
      });
    }
    panel.addEventListener("keydown", ({ key }) => {
      if (key !== "Escape") return;
      this.close();
      canvas.focus();
    });
  }

  /**
   * Follows what is drawn now.
   * @param {import("chart.js").Chart} chart
   * @param {Reading} reading
   */
  follow(chart, reading) {
    Object.assign(this, { chart, reading });
    if (this.at === null) return;
    if (reading.places.includes(this.at)) this.read(this.at);
    else this.close();
  }

  placeUnder({ clientX, clientY }) {
    const { left, top } = this.canvas.getBoundingClientRect();
    return this.reading.placeUnder(this.chart, { x: clientX - left, y: clientY - top });
  }

  press(event) {
    const { places } = this.reading;
    if (event.key === "Escape") this.close();
    else if (event.key === "Enter" && this.at !== null) this.pin(this.at);
    else if (event.key in STEPS && places.length > 0) this.read(this.step(STEPS[event.key], places));
    else return;
    event.preventDefault();
  }

  step(by, places) {
    const from = this.at === null ? (by > 0 ? -1 : places.length) : places.indexOf(this.at);
    return places[Math.min(Math.max(from + by, 0), places.length - 1)];
  }

  read(place) {
    if (place === null) return;
    this.at = place;
    const { heading, rows } = readoutOf(this.reading, place);
    this.rows.replaceChildren(element("p", "readout-heading", heading), table(rows));
    this.panel.hidden = false;
    this.placePanel();
    this.drawCrosshair();
  }

  pin(place) {
    if (place === null) return;
    this.pinned = true;
    this.panel.dataset.pinned = "";
    this.status.textContent = "";
    this.read(place);
  }

  close() {
    this.at = null;
    this.pinned = false;
    delete this.panel.dataset.pinned;
    this.panel.hidden = true;
    if (this.chart) this.drawCrosshair();
  }

  /** On the side of the crosshair that has more room. */
  placePanel() {
    const { chartArea, scales, width } = this.chart;
    const isRight = scales.x.getPixelForValue(this.reading.valueAt(this.at).x) > (chartArea.left + chartArea.right) / 2;
    this.panel.style.left = isRight ? `${chartArea.left + GAP}px` : "auto";
    this.panel.style.right = isRight ? "auto" : `${width - chartArea.right + GAP}px`;
    this.panel.style.maxWidth = `${chartArea.right - chartArea.left - 2 * GAP}px`;
  }

  drawCrosshair() {
    this.chart.crosshairAt = this.at === null ? null : this.reading.valueAt(this.at);
    this.chart.draw();
  }

  /** Shows the x axis from the first to the last of some values; one alone is no range. */
  zoomTo(xs) {
    const range = [xs[0], xs.at(-1)];
    if (!(range[0] < range[1])) return;
    this.close();
    this.zoom(range);
  }

  async copy() {
    try {
      await navigator.clipboard.writeText(readoutText(this.reading.title, readoutOf(this.reading, this.at)));
      this.status.textContent = t`Copied.`;
    } catch {
      this.status.textContent = t`The browser doesn’t let it be copied.`;
    }
  }
}

function table(rows) {
  const made = document.createElement("table");
  made.append(
    ...rows.map(({ name, figure, more }) => {
      const line = document.createElement("tr");
      const head = element("th", "", name);
      head.scope = "row";
      line.append(head, element("td", "number", figure), ...more.map((text) => element("td", "readout-more", text)));
      return line;
    }),
  );
  return made;
}

function button(text, press) {
  const made = element("button", "", text);
  made.type = "button";
  made.addEventListener("click", press);
  return made;
}

function element(name, className, ...content) {
  const made = document.createElement(name);
  made.className = className;
  made.append(...content);
  return made;
}
