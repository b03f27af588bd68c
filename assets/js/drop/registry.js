// The registries that the site publishes for the browser.

/**
 * @param {string} address
 * @returns {Promise<import("../results/comparison.js").Registry>}
 * @throws {Error} if it can't be had
 */
export async function fetchRegistry(address) {
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(`${address} is missing`);
  const { comparisons, ...rest } = await answer.json();
  return { ...rest, comparisons: comparisons.map(({ page, definition }) => ({ page, ...definition })) };
}
