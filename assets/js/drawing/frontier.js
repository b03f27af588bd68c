// The efficient frontier of a cell: the technologies that one can't do better than in everything at once. Pure.

import { t } from "../language.js";

/**
 * Those than which no other is at least as good in every figure and better in one (Pareto's order).
 * @template T
 * @param {T[]} all
 * @param {(one: T) => number[]} figuresOf
 * @param {("lower"|"higher")[]} better of each figure
 * @returns {T[]}
 */
export function frontier(all, figuresOf, better) {
  const costs = all.map((one) => figuresOf(one).map((figure, i) => (better[i] === "higher" ? -figure : figure)));
  const beats = (a, b) => a.every((cost, i) => cost <= b[i]) && a.some((cost, i) => cost < b[i]);
  return all.filter((_, i) => !costs.some((other) => beats(other, costs[i])));
}

/** The frontier in words: `Efficient frontier (thick rims), where no other technology shown is better in …: Go, Node.js.` */
export function frontierWords(names, metrics) {
  if (names.length === 0) return "";
  const labels = metrics.map(({ label }) => (/^[A-Z]+$/.test(label) ? label : label.toLowerCase()));
  const all = labels.slice(0, -1).join(", ");
  return t`Efficient frontier (thick rims): ${names.join(", ")}. To each of the others, one of these is no worse in ${all} and ${labels.at(-1)}, and better in at least one.`;
}
