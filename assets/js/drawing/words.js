// The words of a picture that stands by itself: subtitle, what its marks mean, when it was measured and where it is from. Pure.

import { t } from "../language.js";
import { betterWords, failedWords, statisticName } from "../words.js";
import { bandWords } from "./field-band.js";
import { pointsOf } from "./scene.js";

const marks = () => [
  [t`Whiskers: 95 % confidence intervals.`, ({ y, ci95 }) => y !== null && ci95],
  [t`Hollow: the client may have been the limit.`, ({ saturated }) => saturated],
  [t`Ring: messages were lost.`, ({ y, lost }) => y !== null && lost],
  [t`Cross: an iteration failed or did not finish.`, ({ unfinished }) => unfinished],
];

/** A scene's title with the cell of a bubble chart, as nothing in a picture can choose another. */
export function pictureTitle({ kind, words }) {
  return kind === "bubble" ? `${words.title}, ${words.place}` : words.title;
}

/** `p99, ms; lower is better`, or what the areas of bubbles are. */
export function pictureSubtitle({ kind, words }) {
  if (kind === "bubble") return words.sizeKey.title;
  return t`${statisticName(words.statistic)}, ${words.unit}; ${betterWords(words.better)} is better`;
}

/** The lines below a picture. */
export function noteLines(scene, { measured, publisher, source }) {
  const points = pointsOf(scene);
  const seen = marks().filter(([, has]) => points.some(has));
  const behind = [scene.field?.length > 0 && bandWords(), scene.floors?.length > 0 && t`Dotted line: noise floor.`];
  const legend = [...seen.map(([meaning]) => meaning), ...behind.filter(Boolean)];
  const from = t`${measured}. Source: ${[publisher, source].filter(Boolean).join(", ")}`;
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
  if (days.length === 0) return t`Date of measurement not stated`;
  return days.length > 1 ? t`Measured ${days[0]} to ${days.at(-1)}` : t`Measured ${days[0]}`;
}
