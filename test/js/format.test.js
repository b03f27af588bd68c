// Figures are written as the build writes them: the examples are those of the Ruby tests.

import assert from "node:assert/strict";
import test from "node:test";
import { formatCount, formatFigure, formatInterval, formatTick, withUnit } from "../../assets/js/format.js";
import { readJson } from "./sample.js";

const examples = readJson("test/fixtures/format.json");

test("a figure has three significant digits and all of its whole digits", () => {
  for (const { value, text } of examples.figure) assert.equal(formatFigure(value), text, String(value));
});

test("a count is written whole, its thousands apart", () => {
  for (const { value, text } of examples.count) assert.equal(formatCount(value), text, String(value));
});

test("an interval has the decimals of its mean", () => {
  for (const { mean, ci95, text } of examples.interval)
    assert.equal(formatInterval(mean, ci95), text, `${mean} ${ci95}`);
});

test("a unit stays with its figure, and nothing measured has none", () => {
  for (const { text, unit, result } of examples.unit) assert.equal(withUnit(text, unit), result);
});

test("axis labels are short, and of one kind along an axis", () => {
  for (const { value, largest, text } of examples.tick)
    assert.equal(formatTick(value, largest), text, `${value} of ${largest}`);
});
