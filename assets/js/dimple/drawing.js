// Draws a line chart with dimple: axes, grid and lines are its own; points in the technologies' shapes, whiskers, marks and
// noise floors, which it has not, are laid over them from the same places.

import { fixed, translated } from "../drawing/frame.js";
import { isInSight } from "../drawing/line-scene.js";
import {
  floorsMarkup,
  marksMarkup,
  pointsMarkup,
  referencesMarkup,
  referenceWordsMarkup,
  seriesAttributes,
  strokeOf,
  whiskersMarkup,
} from "../drawing/lines.js";
import { colorOf, dashOf } from "../drawing/look.js";
import { element } from "../drawing/markup.js";
import { formatTick } from "../format.js";
import { placesOf, rowsOf } from "./rows.js";
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
 * @param {import("../drawing/line-scene.js").LineScene} scene
 * @param {{width: number, height: number}} size in pixels
 * @param {object} look as `readLook` gives it
 * @returns {Drawing}
 */
export function drawLines({ d3, dimple }, place, scene, size, look) {
  place.replaceChildren();
  const svg = dimple.newSvg(place, size.width, size.height);
  svg.attr("aria-hidden", "true");
  const area = areaOf(size);
  const rows = rowsOf(scene);
  const x = bandScale(placesOf(scene), area);
  if (rows.length === 0) return new Drawing(svg, { x, area, ...size }, look);
  const chart = dimpleChart(dimple, svg, rows, scene);
  chart.draw();
  dressAxis(d3, chart.axes[1], area);
  dressLines(d3, svg, scene, look);
  const y = measureScale(chart.axes[1]._scale, area);
  const series = scene.series.map((one) => ({
    ...one,
    points: one.points.filter((point) => isInSight(point, scene.x)),
  }));
  layOver(svg, { ...scene, series }, groundOf({ x, y }, area, look), area);
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

function dimpleChart(dimple, svg, rows, scene) {
  const chart = new dimple.chart(svg, rows);
  // Its own colours and fonts stay away; the page's style sheet has them.
  chart.noFormats = true;
  chart.setMargins(MARGINS.left, MARGINS.top, MARGINS.right, MARGINS.bottom);
  const x = chart.addCategoryAxis("x", "x");
  x.addOrderRule((row) => Number(row.x));
  x.title = scene.x.title;
  const y = scene.y.scale === "log" ? chart.addLogAxis("y", "y") : chart.addMeasureAxis("y", "y");
  y.title = scene.y.title;
  y.ticks = TICKS;
  y.overrideMin = scene.y.min;
  y.overrideMax = scene.y.max;
  chart.addSeries(["stretch", "technology"], dimple.plot.line);
  return chart;
}

/**
 * The y axis's labels as the other charts write them, beside the axis and not, as dimple has them, across it. Where it leaves one
 * empty, as between the decades of a logarithmic axis, tick and grid line go. The title goes to the left of all of them.
 */
function dressAxis(d3, { shapes, gridlineShapes, titleShape, _scale }, { top, bottom }) {
  const largest = _scale.ticks(TICKS).at(-1);
  const middle = (top + bottom) / 2;
  titleShape.attr({ x: TITLE, y: middle, transform: `rotate(270, ${TITLE}, ${middle})` });
  const labels = shapes.selectAll(".tick text").style("text-anchor", "end");
  const labelled = new Set();
  labels.each(function label(value) {
    if (this.textContent === "") return;
    labelled.add(value);
    d3.select(this).text(formatTick(value, largest));
  });
  for (const lines of [shapes, gridlineShapes])
    lines
      .selectAll(".tick")
      .filter((value) => !labelled.has(value))
      .remove();
}

/** A line knows its technology as the last part of its key. */
function dressLines(d3, svg, { series, fine }, look) {
  const known = new Map(series.map((one) => [one.technology.name, one]));
  svg.selectAll("path.dimple-line").each(function dress({ key }) {
    const { technology, faint } = known.get(key.at(-1));
    d3.select(this)
      .attr("stroke", colorOf(technology, look, faint))
      .attr("stroke-width", strokeOf(fine))
      .attr("stroke-dasharray", dashOf(technology));
  });
}

/**
 * Whiskers and floors go behind the lines; points, marks and reference lines, which the grid would hide, before them; the first
 * technology on top.
 */
function layOver(svg, { series, fine, floors, references }, ground, { left, top }) {
  const fromBehind = [...series].reverse();
  const dressed = (one, content) => element("g", seriesAttributes(one, fine, ground), content);
  const behind = [floorsMarkup(floors, ground), ...fromBehind.map((one) => dressed(one, whiskersMarkup(one, ground)))];
  const before = [
    referencesMarkup(references, ground),
    ...fromBehind.map((one) => dressed(one, pointsMarkup(one, fine, ground))),
    marksMarkup(
      series.flatMap(({ points }) => points),
      ground,
    ),
    referenceWordsMarkup(references, ground),
  ];
  svg.insert("g", ":first-child").node().innerHTML = translated(left, top, behind.join(""));
  svg.append("g").node().innerHTML = translated(left, top, before.join(""));
}

/** The scene's points in sight, at the places that dimple's axes have for them. */
function groundOf({ x, y }, { left, right, top, bottom }, look) {
  const [width, height] = [right - left, bottom - top];
  return {
    x: { min: x.min, max: x.max, at: (value) => (x.getPixelForValue(value) - left) / width },
    y: { at: (value) => (bottom - y.getPixelForValue(value)) / height },
    frame: fixed({ width, height }, look),
    look,
  };
}
