// Numbers, names and guesses in messages.

import assert from "node:assert/strict";
import test from "node:test";
import { insteadOf, printable, quote } from "../../assets/js/results/words.js";
import { readJson } from "./sample.js";

const { numbers, quotes, names, known, guesses } = readJson("test/fixtures/words.json");

test("numbers are written as JavaScript writes them", () => {
  for (const [json, text] of numbers) assert.equal(quote(JSON.parse(json)), text, json);
});

test("values are quoted as JSON, cut to a length that fits a line", () => {
  for (const [value, text] of quotes) assert.equal(quote(value), text);
});

test("names that would disturb a line are quoted", () => {
  for (const [name, text] of names) assert.equal(printable(name), text);
});

test("a misspelt name is guessed, swapped letters too; of another, those that begin alike are named", () => {
  for (const [name, text] of guesses) assert.equal(insteadOf(name, known), text);
});
