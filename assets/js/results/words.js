// Small pieces of wording that several messages share, as _plugins/realtime_bench/words.rb has them.

import { editDistance } from "./edit-distance.js";

const LONGEST_QUOTE = 60;

/** `a, b or c` */
export function alternatives(words) {
  return words.length < 2 ? words.join("") : `${words.slice(0, -1).join(", ")} or ${words.at(-1)}`;
}

/** A found value as JSON writes it, cut to a length that fits a line; of lists and objects only the brackets. */
export function quote(value) {
  if (typeof value === "number") return String(value);
  if (Array.isArray(value)) return value.length === 0 ? "[]" : "[…]";
  if (typeof value === "object" && value !== null) return Object.keys(value).length === 0 ? "{}" : "{…}";
  const text = [...JSON.stringify(value)];
  return text.length > LONGEST_QUOTE ? `${text.slice(0, LONGEST_QUOTE - 3).join("")}...` : text.join("");
}

/** A name from a file, fit for a message: as it is, or quoted where it would disturb the line. */
export function printable(name) {
  return /^[^\p{White_Space}\p{Cc}\p{Cn}\p{Cs}]+$/u.test(name) ? name : quote(name);
}

/** What to use in place of an unknown name: the nearest known ones, or those to choose from. */
export function insteadOf(name, known) {
  const near = nearest(name, known, name.length < 4 ? 1 : 2);
  if (near.length > 0) return `did you mean ${alternatives(near)}?`;
  return `expected one of ${akin(name, known).join(", ")}`;
}

/** The known names that are fewest letters away, and at most `limit`. */
export function nearest(name, known, limit) {
  const distances = known.map((word) =>
    Math.abs(word.length - name.length) > limit ? limit + 1 : editDistance(name, word),
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
