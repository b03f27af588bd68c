// The cell that a page opens with where it names none: the heaviest that no technology shown at first saturates at. Pure.

import { newestRun } from "./runs-of-cell.js";

/** A server that uses this share of its cores, or more, is saturated. */
const BUSY = 0.9;

/**
 * @param {object} data contract 2, but for this
 * @param {?object[]} statements of its runs, in their order; null for one that states nothing
 * @returns {?object} dimensions, as `{rooms: 1, users: 30}`: the lightest cell where there is none that all carry, null without cells
 */
export function openingCell(data, statements) {
  const { comparison, shown, cells } = data;
  const ids = comparison.dimensions.map(({ id }) => id);
  const [{ id: load }] = comparison.axes;
  const places = new Map();
  cells.technology.forEach((_, cell) => {
    const place = Object.fromEntries(ids.map((id) => [id, cells[id][cell]]));
    const key = Object.values(place).join();
    const { carriedBy = new Set(), saturated = false } = places.get(key) ?? {};
    const { id } = data.technologies[cells.technology[cell]];
    if (isComplete(data, cell)) carriedBy.add(id);
    places.set(key, {
      place,
      load: cells[load][cell],
      carriedBy,
      saturated: saturated || (shown.includes(id) && isSaturated(cells, cell, statements[newestRun(cells.run[cell])])),
    });
  });
  const byLoad = [...places.values()].sort((a, b) => b.load - a.load);
  const isCarried = ({ carriedBy, saturated }) => !saturated && shown.every((id) => carriedBy.has(id));
  return (byLoad.find(isCarried) ?? byLoad.at(-1))?.place ?? null;
}

/** Whether a cell has a figure of every metric that any cell has one of. */
function isComplete({ metrics, cells }, cell) {
  const columns = metrics.map(({ statistics }) => cells[Object.values(statistics)[0]]).filter(Boolean);
  return columns.every(({ mean }) => mean[cell] !== null);
}

/** Whether the server was at its limit, or the client in half of the iterations or more, or an iteration did not finish. */
function isSaturated(cells, cell, statement) {
  const cpu = cells.cpu_percent?.mean[cell] ?? 0;
  const isBusy = cpu >= BUSY * 100 * coresOf(statement);
  const isClientsLimit = 2 * cells.saturated_iterations[cell] >= cells.n[cell];
  return isBusy || isClientsLimit || cells.unfinished_iterations[cell] > 0;
}

/** How many cores a run gave its servers: all of the machine's where it pinned them to none, endless where it doesn't say. */
function coresOf(statement) {
  const pinned = statement?.parameters?.server_cpus;
  return pinned ? coresIn(pinned) : (statement?.machine?.cpu_count ?? Number.POSITIVE_INFINITY);
}

/** Of a Linux CPU list: 3 in `0,2-3`. */
function coresIn(list) {
  const ends = list.split(",").map((part) => part.split("-").map(Number));
  return ends.reduce((sum, [first, last = first]) => sum + 1 + last - first, 0);
}
