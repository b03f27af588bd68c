// The values of a comparison's dimensions: whole numbers, or words, which data/comparisons.yml lists in their order with their names
// (`words`). What they are called is in ../words.js. The build's like: figures/dimension.rb. Every page needs this at once.

/** From one word to another: further than any numbers are apart. */
const FURTHER = 1000;

/** Compares two lists of values, one of each dimension, the first first: numbers by size, words by their places in the list. */
export function inOrder(dimensions, one, other) {
  return dimensions.reduce((order, { words }, i) => order || rank(words, one[i]) - rank(words, other[i]), 0);
}

function rank(words, value) {
  return words ? Object.keys(words).indexOf(value) : value;
}

/** How far apart two values of a dimension are: numbers by their ratio, 0 counting as a half. */
export function distance(one, other) {
  if (one === other) return 0;
  return typeof one === "string" ? FURTHER : Math.abs(Math.log((one || 0.5) / (other || 0.5)));
}

/** A value that an address or an attribute says: `10`, `nats`. */
export function valueIn({ words }, text) {
  return words ? text : Number(text);
}
