// The choice of the bubble chart's cell: one select a dimension, and a slider along all cells. Not every combination was
// measured: a choice moves the other dimensions to the nearest one that was.

import { afterFrame } from "../after-frame.js";
import { distance } from "../results/dimensions.js";
import { sameCell } from "../state.js";

/**
 * @param {ReturnType<import("../state.js").createStore>} store
 * @param {import("../state.js").Page} page
 */
export function connectCell(store, page) {
  const selects = Object.keys(page.cell).flatMap((dimension) => [
    ...document.querySelectorAll(`select[name="${dimension}"]`),
  ]);
  const sliders = [...document.querySelectorAll("input[data-cell-slider]")];
  const follow = () => {
    const { cell } = store.view;
    for (const select of selects) {
      const open = choices(page.cells, cell, select.name);
      for (const option of select.options) option.disabled = !open.has(option.value);
      select.value = cell[select.name];
    }
    for (const slider of sliders) {
      slider.value = page.cells.findIndex((other) => sameCell(other, cell));
      slider.ariaValueText = selects
        .map(({ labels, selectedOptions }) => `${labels[0].firstChild.data.trim()} ${selectedOptions[0].text}`)
        .join(", ");
    }
  };
  for (const slider of sliders) connectSlider(slider, store, page);
  for (const select of selects) {
    select.addEventListener("change", () => {
      store.update({ cell: nearestCell(page.cells, store.view.cell, select.name, select.value) });
    });
  }
  store.subscribe(afterFrame(follow));
  follow();
}

/** Dragging it is one step of the history. */
function connectSlider(slider, store, page) {
  let dragging = false;
  slider.max = page.cells.length - 1;
  slider.addEventListener("input", () => {
    store.update({ cell: page.cells[slider.value] }, { replace: dragging });
    dragging = true;
  });
  slider.addEventListener("change", () => {
    dragging = false;
  });
}

/**
 * The values of a dimension that were measured, given the dimensions before it.
 * @returns {Set<string>}
 */
export function choices(cells, current, dimension) {
  const order = Object.keys(current);
  const before = order.slice(0, order.indexOf(dimension));
  const open = cells.filter((cell) => before.every((other) => cell[other] === current[other]));
  return new Set(open.map((cell) => String(cell[dimension])));
}

/**
 * The cell that has `value` in `dimension` and is nearest to `current` in the others.
 * @param {object[]} cells combinations of dimensions
 */
export function nearestCell(cells, current, dimension, value) {
  const farness = (cell) =>
    Object.keys(cell)
      .filter((other) => other !== dimension)
      .reduce((sum, other) => sum + distance(cell[other], current[other]), 0);
  return cells
    .filter((cell) => String(cell[dimension]) === String(value))
    .reduce((nearest, cell) => (farness(cell) < farness(nearest) ? cell : nearest));
}
