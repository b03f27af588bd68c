// The course of one cell, second by second: a line an iteration, in the technology's colour. Pure.

import { scaleOptions } from "../charts/axes.js";
import { axisOf, linearAxis } from "../drawing/axis.js";
import { colorOf } from "../drawing/look.js";
import { scaleOf } from "../drawing/scope.js";
import { isFaint } from "../state.js";
import { rangeWords } from "../words.js";
import { pointsOf } from "./points.js";

/** What can be followed, by the metric that it is of: the column of a result file's `series`, its name and unit. */
export const COURSES = {
  latency: { field: "latency_p99_ms", label: "Latency, p99", unit: "ms" },
  deliveries: { field: "deliveries", label: "Deliveries a second", unit: "" },
  cpu: { field: "cpu_percent", label: "CPU", unit: "%" },
  memory: { field: "memory_mib", label: "Memory", unit: "MiB" },
};

/**
 * @param {{technology: object, iteration: number, columns: object}[]} courses of the cell, of the technologies shown
 * @param {object} metric that is followed, whose axis it opens with
 * @param {import("../state.js").View} view whose `course` is drawn
 * @param {object} look as `readLook` gives it
 * @returns {{config: object, summary: string}}
 */
export function courseChart(courses, metric, view, look) {
  const { field, label, unit } = COURSES[view.course];
  const drawn = courses.filter(({ columns }) => columns[field]);
  const title = unit ? `${label} (${unit})` : label;
  const seconds = drawn.map(({ columns }) => columns[field].length);
  const highest = drawn.map(({ technology, columns }) => ({ technology, value: greatest(pointsOf(columns[field])) }));
  return {
    config: {
      type: "line",
      data: { datasets: drawn.map((one) => courseDataset(one, field, view, look)) },
      options: {
        parsing: false,
        // Its points have nothing to mark, and there may be many.
        plugins: { marks: false },
        scales: {
          x: scaleOptions({ ...linearAxis(seconds), title: "Seconds since the load began" }, look),
          y: scaleOptions(
            {
              ...axisOf(
                scaleOf(metric, view),
                highest.map(({ value }) => value),
              ),
              title,
            },
            look,
          ),
        },
      },
    },
    summary: `Line chart. ${title}, by second. ${drawn.length > 0 ? `Highest: ${rangeWords(highest, { unit })}.` : "No file tells it."}`,
  };
}

function courseDataset({ technology, iteration, columns }, field, view, look) {
  return {
    label: `${technology.name}, iteration ${iteration}`,
    data: pointsOf(columns[field]),
    indexAxis: "x",
    borderColor: colorOf(technology, look, isFaint(technology, view)),
    borderDash: technology.dash,
    // Of long courses, wider lines, mitres and a clip (nothing lies outside) would take most of the time of drawing.
    borderWidth: 1,
    borderJoinStyle: "round",
    clip: false,
    pointRadius: columns[field].length === 1 ? 3 : 0,
  };
}

function greatest(points) {
  return points.reduce((most, { y }) => Math.max(most, y ?? 0), 0);
}
