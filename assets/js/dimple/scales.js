// dimple's scales as the rest of the page asks for places: pixels of values, and values of pixels.

/**
 * A category axis, whose values stand in the middles of equal bands.
 * @param {number[]} places its values in order
 * @param {{left: number, right: number}} area in pixels
 */
export function bandScale(places, { left, right }) {
  const band = (right - left) / Math.max(1, places.length);
  return {
    min: places[0],
    max: places.at(-1),
    getPixelForValue: (value) => left + (places.indexOf(value) + 0.5) * band,
    getValueForPixel: (pixel) => places[Math.min(Math.max(Math.floor((pixel - left) / band), 0), places.length - 1)],
  };
}

/**
 * A measure axis; what a logarithmic one has no place for is at its lower end.
 * @param {function(number): number} pixelOf dimple's own scale
 * @param {{top: number, bottom: number}} area in pixels
 */
export function measureScale(pixelOf, { top, bottom }) {
  const getPixelForValue = (value) => (Number.isFinite(pixelOf(value)) ? pixelOf(value) : bottom);
  return { top, bottom, getPixelForValue };
}
