// The words of a picture that stands by itself: subtitle, what its marks mean, when it was measured and where it is from. Pure.

import { failedWords, statisticName } from "../words.js";
import { BAND_WORDS } from "./field-band.js";
import { pointsOf } from "./scene.js";

const MARKS = [
  ["Whiskers: 95 % confidence intervals.", ({ y, ci95 }) => y !== null && ci95],
  ["Hollow: the client may have been the limit.", ({ saturated }) => saturated],
  ["Ring: messages were lost.", ({ y, lost }) => y !== null && lost],
  ["Cross: an iteration failed or did not finish.", ({ unfinished }) => unfinished],
];
const FLOOR = "Dotted line: noise floor.";

/** A scene's title with the cell of a bubble chart, as nothing in a picture can choose another. */
export function pictureTitle({ kind, words }) {
  return kind === "bubble" ? `${words.title}, ${words.place}` : words.title;
}

/** `p99, ms; lower is better`, or what the areas of bubbles are. */
export function pictureSubtitle({ kind, words }) {
  if (kind === "bubble") return words.sizeKey.title;
  return `${statisticName(words.statistic)}, ${words.unit}; ${words.better} is better`;
}

/** The lines below a picture. */
export function noteLines(scene, { measured, publisher, source }) {
  const points = pointsOf(scene);
  const marks = MARKS.filter(([, has]) => points.some(has)).map(([meaning]) => meaning);
  const behind = [scene.field?.length > 0 && BAND_WORDS, scene.floors?.length > 0 && FLOOR].filter(Boolean);
  const legend = [...marks, ...behind];
  const from = `${measured}. Source: ${[publisher, source].filter(Boolean).join(", ")}`;
  return [legend.join(" "), failedWords(scene.words.failed), from].filter(Boolean);
}

/** Indexes of the cells that a scene draws. */
export function cellsOf(scene) {
  return pointsOf(scene)
    .map(({ cell }) => cell)
    .filter((cell) => cell !== null);
}

/** The days on which the cells' runs started, as `2026-11-21`, sorted. */
export function daysMeasured(dataset, cells) {
  const started = cells.flatMap((cell) => dataset.runsOf(cell).map((run) => run?.started_at)).filter(Boolean);
  return [...new Set(started.map((time) => time.slice(0, 10)))].sort();
}

/** `Measured 2026-11-20 to 2026-11-21` */
export function measuredWords(days) {
  if (days.length === 0) return "Date of measurement not stated";
  return `Measured ${days.length > 1 ? `${days[0]} to ${days.at(-1)}` : days[0]}`;
}
