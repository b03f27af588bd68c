// A canvas for Chart.js outside of a browser: it has a size, a letter's width, and takes every stroke without drawing it.

const LETTER = 6.7;

/** A canvas of a chart's size on the page, 1280 px wide. */
export function canvas(width = 378, height = 304) {
  const element = { width, height, style: {} };
  const context = new Proxy(
    { canvas: element, measureText: (text) => ({ width: LETTER * text.length }) },
    { get: (target, name) => (name in target ? target[name] : () => {}), set: () => true },
  );
  return Object.assign(element, { getContext: () => context });
}
