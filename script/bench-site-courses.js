// Runs in the browser for script/bench-site-charts.mjs: draws a long course as the page does, and by uPlot.

import uPlot from "uplot";
import { courseChart } from "../assets/js/cell-views/course.js";
import { drawChart } from "../assets/js/charts/draw.js";
import { readLook } from "../assets/js/charts/look.js";

const SERIES = 10;
const SECONDS = 100_000;
const SIZE = { width: 640, height: 360 };

/** Latencies that wander, with a peak now and then; the same each time. */
function latencies(series) {
  let state = series + 1;
  const random = () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
  return Array.from({ length: SECONDS }, () => 1 + series + random() + (random() < 0.001 ? 50 * random() : 0));
}

const courses = Array.from({ length: SERIES }, (_, series) => ({
  technology: { id: `t${series}`, name: `Technology ${series}`, color: "#0072b2", shape: "circle", dash: [] },
  iteration: 1,
  columns: { latency_p99_ms: latencies(series) },
}));

/** @returns {Promise<object>} milliseconds of each, until the frame is done */
window.courseTimes = async () => {
  const ours = await drawByPage();
  const uplots = await drawByUplot();
  return { drawMs: ours[0], toggleMs: ours[1], uplotDrawMs: uplots[0], uplotToggleMs: uplots[1] };
};

async function drawByPage() {
  const area = document.createElement("div");
  Object.assign(area.style, { width: `${SIZE.width}px`, height: `${SIZE.height}px` });
  const canvas = area.appendChild(document.createElement("canvas"));
  document.body.prepend(area);
  const look = readLook();
  const metrics = new Map([["latency", { id: "latency" }]]);
  const view = { course: "latency", scale: "linear", lifted: null };
  let chart;
  const first = await timed(() => {
    chart = drawChart(canvas, courseChart(courses, metrics, view, look).config, null);
  });
  const toggle = await timed(() => {
    drawChart(canvas, courseChart(courses.slice(1), metrics, view, look).config, chart);
  });
  return [first, toggle];
}

async function drawByUplot() {
  const seconds = Array.from({ length: SECONDS }, (_, second) => second + 1);
  const series = courses.map(({ technology }) => ({ label: technology.name, stroke: technology.color, points: { show: false } }));
  const options = { ...SIZE, scales: { x: { time: false } }, legend: { show: false }, series: [{}, ...series] };
  let plot;
  const first = await timed(() => {
    plot = new uPlot(options, [seconds, ...courses.map(({ columns }) => columns.latency_p99_ms)], document.body);
  });
  const toggle = await timed(() => plot.setSeries(1, { show: false }));
  return [first, toggle];
}

/** Within a frame; a message comes once that frame is done. */
function timed(act) {
  return new Promise((resolve) => {
    requestAnimationFrame(() => {
      const begun = performance.now();
      act();
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => resolve(performance.now() - begun);
      port2.postMessage(null);
    });
  });
}
