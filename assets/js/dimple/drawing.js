// Draws a line chart with dimple: axes, grid and lines are its own; points in the technologies' shapes, whiskers, marks and
// noise floors, which it has not, are laid over them from the same places.

import { floorPixels, whisker } from "../charts/marks.js";
import { floorMarkup, marksMarkup, pointsMarkup, whiskersMarkup } from "../export/plot.js";
import { formatTick } from "../format.js";
import { placesOf, rangeOf, rowsOf } from "./rows.js";
import { bandScale, measureScale } from "./scales.js";

/** Room for ticks and titles, in pixels. */
const MARGINS = { left: 72, top: 12, right: 14, bottom: 52 };
/** From the left edge to the y title's baseline. */
const TITLE = 13;
/** About as many has a y axis. */
const TICKS = 8;

/**
 * @param {{d3: object, dimple: object}} library
 * @param {HTMLElement} place that it fills
 * @param {object} config of a line chart, as `lineChart` gives it
 * @param {{width: number, height: number}} size in pixels
 * @param {object} look as `readLook` gives it
 * @returns {Drawing}
 */
export function drawLines({ d3, dimple }, place, config, size, look) {
  place.replaceChildren();
  const svg = dimple.newSvg(place, size.width, size.height);
  svg.attr("aria-hidden", "true");
  const area = areaOf(size);
  const places = placesOf(config);
  const rows = rowsOf(config);
  const x = bandScale(places, area);
  if (rows.length === 0) return new Drawing(svg, { x, area, ...size }, look);
  const chart = dimpleChart(dimple, svg, rows, config.options.scales, rangeOf(config));
  chart.draw();
  dressAxis(d3, chart.axes[1], area);
  dressLines(d3, svg, config.data.datasets);
  const y = measureScale(chart.axes[1]._scale, area);
  const series = config.data.datasets.map((dataset) => readSeries(dataset, places, { x, y }));
  layOver(svg, series, { area, floors: floorPixels(config.options.plugins.marks.floors, y) }, look);
  return new Drawing(svg, { x, area, ...size }, look);
}

/** What the readout asks of a chart, and a line across it at the x that is read. */
class Drawing {
  constructor(svg, { x, area, width }, look) {
    this.scales = { x };
    this.chartArea = area;
    this.width = width;
    this.crosshairAt = null;
    this.line = svg.append("line").attr("stroke", look.muted).attr("y1", area.top).attr("y2", area.bottom);
    this.draw();
  }

  draw() {
    const reads = this.crosshairAt !== null;
    const at = reads ? this.scales.x.getPixelForValue(this.crosshairAt.x) : 0;
    this.line
      .attr("x1", at)
      .attr("x2", at)
      .attr("display", reads ? null : "none");
  }
}

function areaOf({ width, height }) {
  return {
    left: MARGINS.left,
    top: MARGINS.top,
    right: width - MARGINS.right,
    bottom: height - MARGINS.bottom,
  };
}

function dimpleChart(dimple, svg, rows, scales, { isLog, min, max }) {
  const chart = new dimple.chart(svg, rows);
  // Its own colours and fonts stay away; the page's style sheet has them.
  chart.noFormats = true;
  chart.setMargins(MARGINS.left, MARGINS.top, MARGINS.right, MARGINS.bottom);
  const x = chart.addCategoryAxis("x", "x");
  x.addOrderRule((row) => Number(row.x));
  x.title = scales.x.title.text;
  const y = isLog ? chart.addLogAxis("y", "y") : chart.addMeasureAxis("y", "y");
  y.title = scales.y.title.text;
  y.ticks = TICKS;
  y.overrideMin = min;
  y.overrideMax = max;
  chart.addSeries(["stretch", "technology"], dimple.plot.line);
  return chart;
}

/**
 * The y axis's labels as the other charts write them, beside the axis and not, as dimple has them, across it; one that it leaves
 * empty stays so. The title goes to the left of all of them.
 */
function dressAxis(d3, { shapes, titleShape, _scale }, { top, bottom }) {
  const largest = _scale.ticks(TICKS).at(-1);
  const middle = (top + bottom) / 2;
  titleShape.attr({ x: TITLE, y: middle, transform: `rotate(270, ${TITLE}, ${middle})` });
  const labels = shapes.selectAll(".tick text").style("text-anchor", "end");
  labels.each(function label(value) {
    if (this.textContent !== "") d3.select(this).text(formatTick(value, largest));
  });
}

/** A line knows its technology as the last part of its key. */
function dressLines(d3, svg, datasets) {
  const looks = new Map(datasets.map((dataset) => [dataset.label, dataset]));
  svg.selectAll("path.dimple-line").each(function dress({ key }) {
    const { borderColor, borderWidth, borderDash } = looks.get(key.at(-1));
    d3.select(this)
      .attr("stroke", borderColor)
      .attr("stroke-width", borderWidth)
      .attr("stroke-dasharray", borderDash?.length > 0 ? borderDash.join(" ") : null);
  });
}

/** A technology's points as export/plot.js draws them. */
function readSeries({ data, ...dataset }, places, { x, y }) {
  return {
    color: dataset.borderColor,
    width: dataset.borderWidth,
    shape: { style: dataset.pointStyle, rotation: dataset.pointRotation, radius: dataset.pointRadius },
    points: data.filter((point) => places.includes(point.x)).map((point) => readPoint(point, { x, y })),
  };
}

function readPoint(point, { x, y }) {
  const across = x.getPixelForValue(point.x);
  const at = point.y === null ? null : { x: across, y: y.getPixelForValue(point.y) };
  return {
    at,
    hollow: point.saturated,
    whisker: at && point.ci95 ? whisker(point, y) : null,
    ring: point.lost && at !== null,
    cross: point.unfinished ? { x: across, y: at?.y ?? y.bottom } : null,
  };
}

/** Whiskers and floors go behind the lines, points and marks before them; the first technology on top. */
function layOver(svg, series, { area, floors }, look) {
  const fromBehind = [...series].reverse();
  const behind = [...floors.map((floor) => floorMarkup(floor, area, look)), ...fromBehind.map(whiskersMarkup)];
  const before = [
    ...fromBehind.map((one) => pointsMarkup(one, look)),
    ...series.flatMap(({ points }) => points.map((point) => marksMarkup(point, look))),
  ];
  svg.insert("g", ":first-child").node().innerHTML = behind.join("");
  svg.append("g").node().innerHTML = before.join("");
}
