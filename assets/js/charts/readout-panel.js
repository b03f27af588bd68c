// The panel beside a line chart's crosshair, which says what all lines say there. It follows pointer and arrow keys; a
// click, a tap or Enter pins it, so that it can be scrolled and copied; Escape or another click lets it go. Dragging across
// the chart, or a pinned readout's buttons, zoom in.

import { connectRangeDrag } from "./range-drag.js";
import { nearest, readoutText } from "./readout.js";

const GAP = 8;
const STEPS = { ArrowLeft: -1, ArrowRight: 1, Home: -Infinity, End: Infinity };

export class ReadoutPanel {
  /**
   * @param {HTMLCanvasElement} canvas whose place the panel shares
   * @param {function(number[]): void} zoom shows a range of the x axis
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
      button("Copy", () => this.copy()),
      button("From here", () => this.zoomTo([this.at, this.reading.xs.at(-1)])),
      button("To here", () => this.zoomTo([this.reading.xs[0], this.at])),
      button("Close", () => this.close()),
      this.status,
    );
    this.panel = element("div", "readout", this.rows, this.tools);
    this.panel.hidden = true;
    canvas.after(this.panel);
    this.listen();
  }

  listen() {
    const { canvas, panel } = this;
    canvas.tabIndex = 0;
    canvas.ariaDescription = "Left and right arrow keys read the figures, Enter pins them.";
    canvas.addEventListener("pointermove", (event) => {
      if (!this.pinned) this.read(this.xUnder(event));
    });
    canvas.addEventListener("pointerleave", () => {
      if (!this.pinned && document.activeElement !== canvas) this.close();
    });
    canvas.addEventListener("blur", () => {
      if (!this.pinned) this.close();
    });
    canvas.addEventListener("click", (event) => (this.pinned ? this.close() : this.pin(this.xUnder(event))));
    canvas.addEventListener("keydown", (event) => this.press(event));
    connectRangeDrag(canvas, {
      valueAt: (pixel) => this.chart.scales.x.getValueForPixel(pixel),
      select: (range) => this.zoomTo(this.reading.xs.filter((x) => x >= range[0] && x <= range[1])),
    });
    panel.addEventListener("keydown", ({ key }) => {
      if (key !== "Escape") return;
      this.close();
      canvas.focus();
    });
  }

  /**
   * Follows what is drawn now.
   * @param {import("chart.js").Chart} chart
   * @param {{xs: number[], title: string, readoutAt: function(number): object}} reading
   */
  follow(chart, reading) {
    Object.assign(this, { chart, reading });
    if (this.at === null) return;
    const at = nearest(reading.xs, this.at);
    if (at === null) this.close();
    else this.read(at);
  }

  xUnder({ clientX }) {
    const { left } = this.canvas.getBoundingClientRect();
    return nearest(this.reading.xs, this.chart.scales.x.getValueForPixel(clientX - left));
  }

  press(event) {
    const { xs } = this.reading ?? { xs: [] };
    if (event.key === "Escape") this.close();
    else if (event.key === "Enter" && this.at !== null) this.pin(this.at);
    else if (event.key in STEPS && xs.length > 0) this.read(this.step(STEPS[event.key], xs));
    else return;
    event.preventDefault();
  }

  step(by, xs) {
    const from = this.at === null ? (by > 0 ? -1 : xs.length) : xs.indexOf(this.at);
    return xs[Math.min(Math.max(from + by, 0), xs.length - 1)];
  }

  read(x) {
    if (x === null) return;
    this.at = x;
    const { heading, rows } = this.reading.readoutAt(x);
    this.rows.replaceChildren(element("p", "readout-heading", heading), table(rows));
    this.panel.hidden = false;
    this.placePanel();
    this.drawCrosshair();
  }

  pin(x) {
    if (x === null) return;
    this.pinned = true;
    this.panel.dataset.pinned = "";
    this.status.textContent = "";
    this.read(x);
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
    const isRight = scales.x.getPixelForValue(this.at) > (chartArea.left + chartArea.right) / 2;
    this.panel.style.left = isRight ? `${chartArea.left + GAP}px` : "auto";
    this.panel.style.right = isRight ? "auto" : `${width - chartArea.right + GAP}px`;
    this.panel.style.maxWidth = `${chartArea.right - chartArea.left - 2 * GAP}px`;
  }

  drawCrosshair() {
    this.chart.crosshairAt = this.at;
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
      await navigator.clipboard.writeText(readoutText(this.reading.title, this.reading.readoutAt(this.at)));
      this.status.textContent = "Copied.";
    } catch {
      this.status.textContent = "The browser doesn’t let it be copied.";
    }
  }
}

function table(rows) {
  const made = document.createElement("table");
  made.append(
    ...rows.map(({ technology, figure, iterations, remarks, run, file }) => {
      const line = document.createElement("tr");
      const name = element("th", "", technology.name);
      name.scope = "row";
      line.append(name, element("td", "number", figure), element("td", "readout-more", iterations));
      line.append(element("td", "readout-more", [remarks, run, file].filter(Boolean).join(", ")));
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
