// Whose loads failed of what a chart draws, and why. Pure.

import { placeWords } from "../words.js";

/**
 * @param {import("../results/dataset.js").Dataset} dataset
 * @param {{technology: object, cells: number[]}[]} drawn the cells of each technology drawn, the heaviest last
 * @param {Object<string, number|string>} fixed the dimensions that all of them share
 * @returns {{technology: object, place: string, failure: string}[]} of each technology the heaviest cell that failed: its other dimensions
 *   in words, and the reason
 */
export function failedIn(dataset, drawn, fixed) {
  return drawn.flatMap(({ technology, cells }) => {
    const cell = cells.findLast((one) => dataset.failure(one) !== null);
    if (cell === undefined) return [];
    const place = Object.entries(dataset.place(cell)).filter(([id]) => !(id in fixed));
    const words = placeWords(dataset.comparison, Object.fromEntries(place)).join(", ");
    return [{ technology, place: words, failure: dataset.failure(cell) }];
  });
}
