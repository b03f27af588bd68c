// The course of one cell, second by second: a line an iteration, in the technology's colour. Pure.

import { scaleOptions } from "../charts/axes.js";
import { axisOf, linearAxis } from "../drawing/axis.js";
import { colorOf } from "../drawing/look.js";
import { scaleOf } from "../drawing/scope.js";
import { t } from "../language.js";
import { isFaint } from "../state.js";
import { rangeWords } from "../words.js";
import { pointsOf } from "./points.js";

/** What can be followed: the column of a result file's `series`, its name and unit, and what it is of: metrics, of which a comparison has one. */
const courses = () => ({
  latency: { field: "latency_p99_ms", label: t`Latency, p99`, unit: "ms", of: ["latency", "relay_latency"] },
  median: { field: "latency_p50_ms", label: t`Latency, p50`, unit: "ms", of: ["latency", "relay_latency"] },
  broker: {
    field: "broker_latency_p99_ms",
    label: t`Latency, broker to relay, p99`,
    unit: "ms",
    of: ["broker_latency"],
  },
  page: { field: "page_latency_p99_ms", label: t`Latency, relay to page, p99`, unit: "ms", of: ["page_latency"] },
  deliveries: { field: "deliveries", label: t`Deliveries a second`, unit: "", of: ["deliveries", "losses"] },
  requests: { field: "requests", label: t`Requests a second`, unit: "", of: ["throughput"] },
  errors: { field: "failed_requests", label: t`Errors a second`, unit: "", of: ["failures"] },
  cpu: { field: "cpu_percent", label: t`CPU`, unit: "%", of: ["cpu"] },
  memory: { field: "memory_mib", label: t`Memory`, unit: "MiB", of: ["memory"] },
});

/**
 * What is followed: of a comparison without its metric, as a link to another page may say, the latency.
 * @param {Map<string, object>} metrics of the comparison, by id
 * @param {import("../state.js").View} view
 * @returns {{field: string, label: string, unit: string, metric: object}} with the metric that it is of
 */
export function followed(metrics, { course }) {
  const all = courses();
  const id = all[course].of.some((one) => metrics.has(one)) ? course : "latency";
  return { ...all[id], metric: metrics.get(all[id].of.find((one) => metrics.has(one))) };
}

/**
 * @param {{technology: object, iteration: number, columns: object}[]} courses of the cell, of the technologies shown
 * @param {Map<string, object>} metrics of the comparison, by id: what is followed opens with the axis of its own
 * @param {import("../state.js").View} view whose `course` is drawn
 * @param {object} look as `readLook` gives it
 * @returns {{config: object, summary: string}}
 */
export function courseChart(courses, metrics, view, look) {
  const { field, label, unit, metric } = followed(metrics, view);
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
          x: scaleOptions({ ...linearAxis(seconds), title: t`Seconds since the load began` }, look),
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
    summary: t`Line chart. ${title}, by second. ${drawn.length > 0 ? t`Highest: ${rangeWords(highest, { unit })}.` : t`No file tells it.`}`,
  };
}

function courseDataset({ technology, iteration, columns }, field, view, look) {
  return {
    label: t`${technology.name}, iteration ${iteration}`,
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
