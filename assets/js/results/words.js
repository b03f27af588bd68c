// Small pieces of wording that several messages share.

import editDistance from "damerau-levenshtein";

const LONGEST = 60;

/** `a, b or c` */
export function alternatives(words) {
  return words.length < 2 ? words.join("") : `${words.slice(0, -1).join(", ")} or ${words.at(-1)}`;
}

/** A found value as JSON writes it, cut to a length that fits a line; of lists and objects only the brackets. */
export function quote(value) {
  if (typeof value === "number") return String(value);
  if (Array.isArray(value)) return value.length === 0 ? "[]" : "[…]";
  if (typeof value === "object" && value !== null) return Object.keys(value).length === 0 ? "{}" : "{…}";
  return cut(JSON.stringify(value));
}

/** A text as it is, or as much of it as fits a line. */
export function cut(text) {
  const letters = lettersOf(text);
  return letters.length > LONGEST ? `${letters.slice(0, LONGEST - 3).join("")}...` : text;
}

/** A name from a file, fit for a message: as it is, or quoted where it would disturb the line. */
export function printable(name) {
  const plain = /^[^\p{White_Space}\p{Cc}\p{Cn}\p{Cs}]+$/u.test(name) && lettersOf(name).length <= LONGEST;
  return plain ? name : quote(name);
}

/** What to use in place of an unknown name: the nearest known ones, or those to choose from. */
export function insteadOf(name, known) {
  const near = nearest(name, known, lettersOf(name).length < 4 ? 1 : 2);
  if (near.length > 0) return `did you mean ${alternatives(near)}?`;
  return `expected one of ${akin(name, known).join(", ")}`;
}

/** The known names that are fewest letters away, and at most `limit`. */
export function nearest(name, known, limit) {
  const letters = lettersOf(name);
  const distances = known.map((word) =>
    Math.abs(word.length - letters.length) > limit ? limit + 1 : editDistance(letters, word).steps,
  );
  const least = Math.min(...distances);
  return known.filter((_, i) => distances[i] <= limit && distances[i] === least);
}

/** The known names that begin with the same word, if any do; else all of them. */
function akin(name, known) {
  const first = (word) => word.split("_")[0];
  const same = known.filter((word) => first(word) === first(name));
  return same.length > 0 ? same : known;
}

/** The characters that a text begins with: all of them, or more than fit a line. */
function lettersOf(text) {
  return [...text.slice(0, 2 * LONGEST + 2)];
}
