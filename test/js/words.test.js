// Numbers, names and guesses in messages read as they do in the build; test/ruby/words_test.rb expects the same ones.

import assert from "node:assert/strict";
import test from "node:test";
import { editDistance } from "../../assets/js/results/edit-distance.js";
import { insteadOf, printable, quote } from "../../assets/js/results/words.js";
import { readJson } from "./sample.js";

const { numbers, quotes, names, known, guesses, distances } = readJson("test/fixtures/words.json");

test("numbers are written alike", () => {
  for (const [json, text] of numbers) assert.equal(quote(JSON.parse(json)), text, json);
});

test("values are quoted alike", () => {
  for (const [value, text] of quotes) assert.equal(quote(value), text);
});

test("names are printed alike", () => {
  for (const [name, text] of names) assert.equal(printable(name), text);
});

test("guesses are alike", () => {
  for (const [name, text] of guesses) assert.equal(insteadOf(name, known), text);
});

test("distances are alike", () => {
  for (const [one, other, distance] of distances) assert.equal(editDistance(one, other), distance, `${one}, ${other}`);
});
