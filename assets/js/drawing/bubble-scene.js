// What a bubble chart shows: one cell, one bubble a technology, its area (not its radius) proportional to a third metric. Pure, as
// line-scene.js.

import { formatFigure, withUnit } from "../format.js";
import { t } from "../language.js";
import { shownApart } from "../results/looks.js";
import { isDrawn, isFaint } from "../state.js";
import { bubbleSummary, failedWords, metricTitle, placeWords } from "../words.js";
import { axisOf, roundDown } from "./axis.js";
import { failedIn } from "./failed.js";
import { frontier, frontierWords } from "./frontier.js";
import { doubtsOf } from "./line-scene.js";
import { scaleOf } from "./scope.js";

/** Radius, in CSS pixels, of the largest bubble of a cell. */
export const LARGEST_RADIUS = 36;

/** By which shares of half their ranges the axes reach beyond the bubbles' centres. */
const GRACE = { x: 0.12, y: 0.2 };

/** Around a size key's circle, for its stroke. */
const KEY_ROOM = 3;

/**
 * @typedef {object} BubbleScene
 * @property {"bubble"} kind
 * @property {Bubble[]} bubbles
 * @property {import("./axis.js").Axis & {title: string}} x
 * @property {import("./axis.js").Axis & {title: string}} y
 * @property {{metric: object, statistic: {id: string, field: string}}[]} measures of x, y and area
 * @property {string} heading what it is of
 * @property {object} words around a chart: `summary`, `title`, `statistic` (its id, of the area), `place` (the cell), `missing`
 *   (technologies that it has no figures of), `failed` (those whose load failed, as `failedIn` gives them), `frontier` (who can't be
 *   bettered in everything at once, in a sentence) and `sizeKey` (what the areas mean)
 *
 * @typedef {object} Bubble
 * @property {object} technology
 * @property {boolean} faint
 * @property {boolean} unbeaten whether it is of the efficient frontier, which nobody is whose load failed
 * @property {{x: number, y: number, size: number, r: number, cell: number, saturated: boolean, lost: boolean, unfinished: boolean}} point
 *   `r` in pixels
 */

/**
 * @param {import("../results/dataset.js").Dataset} dataset
 * @param {object} spec contract 3, of kind `bubble`
 * @param {import("../state.js").View} view
 * @returns {BubbleScene}
 */
export function bubbleScene(dataset, spec, view) {
  const measures = ["x", "y", "size"].map((role) => ({
    metric: dataset.metrics.get(spec[role]),
    statistic: dataset.statistic(spec[role], view.statistic),
  }));
  const { drawn, largest, missing } = bubbles(dataset, spec, view);
  const metrics = measures.map(({ metric }) => metric);
  const [xTitle, yTitle, areaTitle] = measures.map(({ metric, statistic }) => metricTitle(metric, statistic.id));
  const best = frontier(
    drawn.filter(({ point }) => dataset.failure(point.cell) === null),
    ({ point }) => [point.x, point.y, point.size],
    metrics.map(({ better }) => better),
  );
  const axis = (role, metric, title) => {
    const values = drawn.map(({ point }) => point[role]);
    return { ...axisOf(scaleOf(metric, view), values, { grace: GRACE[role] }), title };
  };
  const cell = view.cell ?? spec.fixed;
  const failed = failedInCell(dataset, [...drawn.map(({ technology }) => technology), ...missing], cell);
  const told = failed.map(({ technology }) => technology);
  const place = placeWords(dataset.comparison, cell).join(", ");
  const heading = t`${place}: ${xTitle} against ${yTitle}, area ${areaTitle}`;
  const [x, y, size] = metrics;
  return {
    kind: "bubble",
    bubbles: drawn.map((one) => ({ ...one, unbeaten: best.includes(one) })),
    x: axis("x", x, xTitle),
    y: axis("y", y, yTitle),
    measures,
    heading,
    words: {
      summary: [bubbleSummary(drawn, { title: heading, x, y, size }), failedWords(failed)].filter(Boolean).join(" "),
      title: spec.title,
      statistic: measures[2].statistic.id,
      place,
      missing: missing.filter((technology) => !told.includes(technology)),
      failed,
      frontier: frontierWords(
        best.map(({ technology }) => technology.name),
        metrics,
      ),
      sizeKey: { title: t`Area: ${areaTitle}`, entries: sizeKeyEntries(largest, size.unit) },
    },
  };
}

function failedInCell(dataset, technologies, place) {
  const cells = technologies.map((technology) => ({ technology, cells: dataset.cellsOf(technology.id, place) }));
  return failedIn(dataset, cells, place);
}

/** Radius of a bubble whose area is to `LARGEST_RADIUS`'s as `value` is to `largest`. */
export function bubbleRadius(value, largest) {
  return largest > 0 ? LARGEST_RADIUS * Math.sqrt(value / largest) : 0;
}

/**
 * The bubbles of the technologies shown, in the view's cell. The largest of the cell sets the size of
 * all, shown or not, so that hiding one leaves the others as they are.
 */
export function bubbles(dataset, spec, view) {
  const fields = Object.fromEntries(
    ["x", "y", "size"].map((role) => [role, dataset.statistic(spec[role], view.statistic).field]),
  );
  const points = new Map(
    dataset.technologies.map(({ id }) => {
      const [cell] = dataset.cellsOf(id, view.cell ?? spec.fixed);
      return [id, cell === undefined ? null : bubblePoint(dataset, cell, fields)];
    }),
  );
  const sizes = [...points.values()].map((point) => point?.size ?? 0);
  const largest = Math.max(largestElsewhere(dataset, fields.size, view.cell ?? spec.fixed), ...sizes);
  const shown = shownApart(dataset, view)
    .filter((technology) => isDrawn(technology, spec, view))
    .map((technology) => ({ technology, point: points.get(technology.id) }));
  return {
    largest,
    drawn: shown
      .filter(({ point }) => point !== null)
      .map(({ technology, point }) => ({
        technology,
        faint: isFaint(technology, view),
        point: { ...point, r: bubbleRadius(point.size, largest) },
      })),
    missing: shown.filter(({ point }) => point === null).map(({ technology }) => technology),
  };
}

/** Of all technologies in a cell, where the page carries some only. */
function largestElsewhere({ own: { field } }, name, place) {
  if (!field?.[name]) return 0;
  const isThere = (_, i) => Object.entries(place).every(([id, value]) => field.cell[id][i] === value);
  return field[name].max.find(isThere) ?? 0;
}

function bubblePoint(dataset, cell, fields) {
  const figures = Object.entries(fields).map(([role, field]) => [role, dataset.figure(cell, field).mean]);
  if (figures.some(([, mean]) => mean === null)) return null;
  return { ...Object.fromEntries(figures), cell, ...doubtsOf(dataset, cell) };
}

/**
 * Of round values what the size key says: the largest bubble's, about a quarter, about a sixteenth.
 * @returns {{text: string, radius: number, side: number}[]} `side` of the square that holds the circle; pixels
 */
export function sizeKeyEntries(largest, unit) {
  if (!(largest > 0)) return [];
  const values = [1, 1 / 4, 1 / 16].map((share) => roundDown(largest * share));
  return values.map((value) => {
    const radius = bubbleRadius(value, largest);
    return { text: withUnit(formatFigure(value), unit), radius, side: Math.ceil(2 * radius + KEY_ROOM) };
  });
}
