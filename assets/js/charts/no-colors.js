// Stands in for @kurkle/color in the bundles (script/build-assets.mjs). Chart.js blends colours with it in animations, and makes
// those of what is hovered over: the charts have neither, and the readers needn't load it.

export class Color {
  constructor(value) {
    throw new Error(`${value}: no chart animates colours or has any of its own where the pointer is`);
  }
}
