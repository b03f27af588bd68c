// The load that a technology carries, by measured cells. Pure. The build's like, for sentences too: prose/capacity.rb.

/**
 * Load grows along the comparison's last dimension. A cell holds where the mean of each run is at most the limit, nothing was lost and every
 * iteration was complete; a load is carried where it holds and all smaller ones measured do.
 * @param {import("./dataset.js").Dataset} dataset
 * @param {string} technology its id
 * @param {object} place the other dimensions, as `{rooms: 1}`
 * @param {{field: string, limit: number}} criterion
 * @returns {?{most: ?number, least: number, open: boolean}} the greatest load carried, null where the smallest one measured, `least`,
 *   doesn't hold; whether it may carry more: all hold, or the client may have been the limit of the first that doesn't. Null where nothing
 *   is measured, or no cell states the figure and none failed
 */
export function carried(dataset, technology, place, { field, limit }) {
  const loads = dataset.cells[dataset.dimensions.at(-1)];
  const cells = dataset.cellsOf(technology, place).sort((a, b) => loads[a] - loads[b]);
  if (cells.every((cell) => isUnstated(dataset, cell, field))) return null;
  const failing = cells.findIndex((cell) => !holds(dataset, cell, field, limit));
  const held = failing === -1 ? cells.length : failing;
  return {
    most: loads[cells[held - 1]] ?? null,
    least: loads[cells[0]],
    open: failing === -1 || dataset.caveats(cells[failing]).saturated > 0,
  };
}

function isUnstated(dataset, cell, field) {
  return dataset.highest(cell, field) === null && dataset.caveats(cell).unfinished === 0;
}

function holds(dataset, cell, field, limit) {
  const highest = dataset.highest(cell, field);
  const { lost, unfinished } = dataset.caveats(cell);
  return highest !== null && highest <= limit && lost === 0 && unfinished === 0;
}
