// Contract 4, the view state: which technologies are shown, the statistic, the scale, the bubble
// chart's cell, the runs, how the comparison table is sorted, which two technologies are compared. Reading and writing it are
// pure; the store only holds it and tells who asked.

import { valueIn } from "./results/dimensions.js";

/**
 * @typedef {object} Page what the page knows, and so what a link may say
 * @property {string[]} technologies ids, in order
 * @property {string[]} shown ids of those shown to begin with, in that order
 * @property {string[]} statistics ids; the first is the default
 * @property {object[]} cells combinations of dimensions that can be chosen, as `{rooms: 1, users: 10}`
 * @property {?object} cell the combination shown to begin with; null where nothing can be chosen
 * @property {string[]} runs ids of the runs that can be chosen, newest first; none where there is no choice
 * @property {string[]} columns that the comparison table can be sorted by
 * @property {string[]} [board] columns that the scoreboard can be sorted by; absent where there is none
 * @property {string[]} axes ids that a line chart's x axis can be, besides its own
 * @property {{dimensions: {id: string, words: object=}[], limits: string[]}} [needs] what a reader's own load is said in: dimensions, as in
 *   data/comparisons.yml, and ids of metrics that can be limited; absent where it can't be said
 *
 * @typedef {object} View
 * @property {string[]} shown ids of the technologies shown, in the page's order
 * @property {string} statistic
 * @property {"own"|"linear"|"log"} scale of the y axes: each the one that its metric opens with, or one for all
 * @property {?string} x id of the line charts' x axis; null for the one that each has of its own
 * @property {?string} relative id of the technology that the line charts' figures are relative to; null for none
 * @property {?number[]} zoom the first and the last x that line charts show; null for all
 * @property {"own"|"derived"} measure what line charts show: their own metric, or the one that is made of it and of the work done
 * @property {"own"|"same"} range of the line charts' y axes: each its own, or one for all of a metric
 * @property {?object} cell
 * @property {string[]} runs ids of the runs shown; `NEWEST`, if among them, comes first
 * @property {?string} course what is followed second by second; null while the section that does so is closed
 * @property {?{column: string, descending: boolean}} sort of the comparison table; null for the page's own order
 * @property {?{column: string, descending: boolean}} board how the scoreboard is sorted; null for as it was built
 * @property {?string[]} versus ids of the two technologies that are compared; null for none
 * @property {?import("./results/held.js").Need} need a reader's own load; null for none
 * @property {boolean} [apart] whether technologies of dropped files have charts of their own; no address says so
 */

/** How ids of technologies from dropped files begin. No address names them: a reload forgets them. */
export const YOURS = "yours.";

export function isYours(id) {
  return id.startsWith(YOURS);
}

export const SCALES = ["own", "linear", "log"];
export const MEASURES = ["own", "derived"];
export const RANGES = ["own", "same"];
export const COURSES = ["latency", "median", "broker", "page", "deliveries", "requests", "errors", "cpu", "memory"];

/** Among a view's runs: of each technology the run that the page shows unless others are asked for. */
export const NEWEST = "newest";

/** Behind a column in the address: from the largest to the smallest. */
const DESCENDING = "descending";

/** @returns {View} the view that an address without a query shows */
export function defaultView(page) {
  return {
    shown: [...page.shown],
    statistic: page.statistics[0],
    scale: SCALES[0],
    x: null,
    relative: null,
    measure: MEASURES[0],
    range: RANGES[0],
    zoom: null,
    cell: page.cell,
    runs: [NEWEST],
    course: null,
    sort: null,
    board: null,
    versus: null,
    need: null,
  };
}

/**
 * Reads a URL's query. A key or value that the page does not know counts as absent.
 * @param {string} search such as `?show=node-ws&stat=p99`
 * @param {Page} page
 * @returns {View}
 */
export function parseView(search, page) {
  const query = new URLSearchParams(search);
  const initial = defaultView(page);
  const oneOf = (known, key) => (known.includes(query.get(key)) ? query.get(key) : null);
  return {
    shown: parseShown(query.get("show"), page) ?? initial.shown,
    statistic: oneOf(page.statistics, "stat") ?? initial.statistic,
    scale: oneOf(SCALES, "scale") ?? initial.scale,
    x: oneOf(page.axes, "x"),
    relative: oneOf(page.technologies, "relative"),
    measure: oneOf(MEASURES, "measure") ?? initial.measure,
    range: oneOf(RANGES, "range") ?? initial.range,
    zoom: parseZoom(query.get("zoom")),
    cell: parseCell(query, page) ?? initial.cell,
    runs: parseRuns(query.get("runs"), page) ?? initial.runs,
    course: oneOf(COURSES, "course"),
    sort: parseSort(query.get("sort"), page.columns),
    board: parseSort(query.get("board"), page.board),
    versus: parseVersus(query.get("versus"), page),
    need: parseNeed(query.get("need"), page),
  };
}

/**
 * Writes the query of a view: what differs from the page's default, and nothing else.
 * @returns {string} empty, or starting with `?`
 */
export function serialiseView(view, page) {
  const initial = defaultView(page);
  const query = new URLSearchParams();
  const own = (ids) => ids.filter((id) => !isYours(id));
  const shown = own(view.shown);
  const isolatesYours = shown.length === 0 && view.shown.length > 0;
  if (!sameIds(shown, own(initial.shown)) && !isolatesYours) query.set("show", shown.join(",") || "none");
  if (view.statistic !== initial.statistic) query.set("stat", view.statistic);
  for (const key of ["scale", "x", "relative", "measure", "range"])
    if (view[key] !== initial[key]) query.set(key, view[key]);
  if (view.zoom) query.set("zoom", view.zoom.join(","));
  if (view.cell && !sameCell(view.cell, initial.cell)) {
    for (const [dimension, value] of Object.entries(view.cell)) query.set(dimension, value);
  }
  if (view.runs.join() !== initial.runs.join()) query.set("runs", view.runs.join(","));
  if (view.course) query.set("course", view.course);
  for (const key of ["sort", "board"]) if (view[key]) query.set(key, sortWords(view[key]));
  if (view.versus) query.set("versus", view.versus.join(","));
  if (view.need) query.set("need", needWords(view.need));
  const text = query.toString().replaceAll("%2C", ",").replaceAll("%3A", ":");
  return text && `?${text}`;
}

/** The technologies shown after some were switched together: hidden if all of them were shown, else shown. */
export function toggled(shown, ids, page) {
  const hide = ids.every((id) => shown.includes(id));
  return page.technologies.filter((id) => (ids.includes(id) ? !hide : shown.includes(id)));
}

/** The technologies shown after some were isolated: those, or the page's default if they were alone already. */
export function isolated(shown, ids, page) {
  return sameIds(shown, ids) ? [...page.shown] : [...ids];
}

/** Whether two lists of ids, both in the page's order, are the same. */
export function sameIds(a, b) {
  return a.length === b.length && a.every((id, i) => id === b[i]);
}

/** Whether a technology is shown; a series of a run that is named goes with the technology that it is of. */
export function isShown({ id, of = id }, { shown }) {
  return shown.includes(of);
}

/**
 * Whether a chart draws a technology. Where those of dropped files have charts of their own, these draw them alone, and all others the rest.
 * @param {{id: string, of: string=}} technology
 * @param {{yours: boolean=}} spec contract 3
 * @param {View} view
 */
export function isDrawn(technology, { yours = false }, view) {
  return isShown(technology, view) && (!view.apart || isYours(technology.id) === yours);
}

/** The technologies shown after all were switched, in the page's order. */
export function inverted(shown, page) {
  return page.technologies.filter((id) => !shown.includes(id));
}

/** Whether a technology steps back because another that is shown is lifted. */
export function isFaint({ id, of = id }, { shown, lifted }) {
  return Boolean(lifted?.some((other) => shown.includes(other))) && !lifted.includes(of);
}

/** The runs shown after one of them was switched: the newest where none is left. */
export function toggledRun(runs, id, page) {
  const left = [NEWEST, ...page.runs].filter((other) => (other === id ? !runs.includes(id) : runs.includes(other)));
  return left.length > 0 ? left : [NEWEST];
}

export function sameCell(a, b) {
  return Object.keys(a).every((dimension) => a[dimension] === b[dimension]);
}

/**
 * Holds a view. `update` merges a change and tells the subscribers `(view, {replace})`; `replace`
 * says that the change belongs to the one before it and is no step of its own in the history. What is
 * lifted for as long as the pointer or the focus is on it is no part of the view: `lift` tells those of `onLift`.
 */
export function createStore(view) {
  const subscribers = new Set();
  const lifters = new Set();
  let lifted = null;
  return {
    /** Ids of the technologies that stand out in every chart, or null. */
    get lifted() {
      return lifted;
    },
    lift(ids) {
      if (lifted === ids) return;
      lifted = ids;
      for (const tell of lifters) tell();
    },
    onLift(tell) {
      lifters.add(tell);
    },
    get view() {
      return view;
    },
    update(change, { replace = false, restored = false } = {}) {
      view = { ...view, ...change };
      for (const tell of subscribers) tell(view, { replace, restored });
    },
    subscribe(tell) {
      subscribers.add(tell);
    },
  };
}

function parseShown(value, page) {
  if (value === null) return null;
  const yours = page.shown.filter(isYours);
  if (value === "none") return yours;
  const wanted = value.split(",");
  const known = page.technologies.filter((id) => !isYours(id) && wanted.includes(id));
  return known.length > 0 ? [...known, ...yours] : null;
}

function parseCell(query, page) {
  if (!page.cell) return null;
  const wanted = Object.entries(page.cell).map(([dimension, initial]) => [dimension, query.get(dimension) ?? initial]);
  return page.cells.find((cell) => wanted.every(([dimension, value]) => String(cell[dimension]) === String(value)));
}

function parseRuns(value, page) {
  const wanted = value?.split(",") ?? [];
  const known = [NEWEST, ...page.runs].filter((id) => wanted.includes(id));
  return known.length > 0 ? known : null;
}

function parseZoom(value) {
  const ends = value?.split(",").map(Number) ?? [];
  return ends.length === 2 && ends[0] < ends[1] ? ends : null;
}

function sortWords({ column, descending }) {
  return column + (descending ? `,${DESCENDING}` : "");
}

function parseSort(value, columns = []) {
  const [column, order, ...rest] = value?.split(",") ?? [];
  if (!columns.includes(column) || rest.length > 0 || (order !== undefined && order !== DESCENDING)) return null;
  return { column, descending: order === DESCENDING };
}

function parseVersus(value, { technologies }) {
  const pair = value?.split(",") ?? [];
  return pair.length === 2 && pair[0] !== pair[1] && pair.every((id) => technologies.includes(id)) ? pair : null;
}

/** `rooms:2,users:30,latency:10,by:memory`: what a reader has, what he wants at most, and what first. */
function needWords({ load, limits, by }) {
  const words = Object.entries({ ...load, ...limits, by });
  return words.map((pair) => pair.join(":")).join(",");
}

function parseNeed(value, { needs }) {
  if (!value || !needs) return null;
  const words = new Map(value.split(",").map((pair) => pair.split(":")));
  const load = needs.dimensions.map((one) => [one.id, words.has(one.id) ? valueIn(one, words.get(one.id)) : null]);
  const limits = needs.limits.filter((id) => words.has(id)).map((id) => [id, Number(words.get(id))]);
  const by = words.get("by");
  const sound =
    load.every(([, value], i) => isLoad(needs.dimensions[i], value)) &&
    limits.every(([, most]) => most > 0) &&
    needs.limits.includes(by);
  return sound ? { load: Object.fromEntries(load), limits: Object.fromEntries(limits), by } : null;
}

function isLoad({ words }, value) {
  return words ? Object.hasOwn(words, value) : Number.isInteger(value) && value > 0;
}
