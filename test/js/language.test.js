// What the interface says in other languages than English: every text, and nothing else; numbers as the language has them.

import assert from "node:assert/strict";
import { existsSync, readdirSync } from "node:fs";
import test, { afterEach } from "node:test";
import { fileURLToPath } from "node:url";
import { parse as parseYaml } from "yaml";
import { formatCount, formatFigure, formatInterval, formatTick } from "../../assets/js/format.js";
import { ENGLISH, plural, t, translated, useLanguage } from "../../assets/js/language.js";
import { readDataset } from "../../assets/js/results/dataset.js";
import { retold } from "../../assets/js/results/labels.js";
import { placeWords } from "../../assets/js/words.js";
import { chat, metrics, readJson } from "./sample.js";
import { readText, textsSaid } from "./texts.js";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const FILES = readdirSync(`${ROOT}data`).filter((name) => /^language-..\.yml$/.test(name));

afterEach(() => useLanguage(ENGLISH));

const speak = (id, texts = {}) => useLanguage({ id, texts });

test("a text without a translation is said in English", () => {
  const lost = 3;
  assert.equal(t`${lost} of ${8} lost`, "3 of 8 lost");
  speak("es");
  assert.equal(t`${lost} of ${8} lost`, "3 of 8 lost");
});

test("values stand where the translation wants them", () => {
  speak("es", { "%1 of %2 lost": "de %2 se perdieron %1", Latency: "Latencia" });
  assert.equal(t`${3} of ${8} lost`, "de 8 se perdieron 3");
  assert.equal(translated("Latency"), "Latencia");
});

test("plurals go by the language's categories", () => {
  assert.deepEqual(
    [1, 2].map((n) => plural(n, "%1 cell", "%1 cells")),
    ["1 cell", "2 cells"],
  );
  speak("pl", { "%1 cells": { one: "%1 komórka", few: "%1 komórki", other: "%1 komórek" } });
  assert.deepEqual(
    [1, 2, 5].map((n) => plural(n, "%1 cell", "%1 cells")),
    ["1 komórka", "2 komórki", "5 komórek"],
  );
});

test("a dataset has its labels, and its places, in the language", () => {
  speak("es", { "Users per room": "Usuarios por sala", "%d rooms": { one: "%d sala", other: "%d salas" } });
  const dataset = readDataset({
    comparison: chat,
    metrics,
    technologies: [],
    shown: [],
    runs: [],
    cells: { technology: [] },
  });
  assert.equal(dataset.comparison.dimensions[1].label, "Usuarios por sala");
  assert.deepEqual(placeWords(dataset.comparison, { rooms: 2 }), ["2 salas"]);
  assert.deepEqual(placeWords(dataset.comparison, { rooms: 1 }), ["1 sala"]);
});

test("why a load failed is said again, number by number", () => {
  const told = "34\u00a0% of requests timed out, <1\u00a0% were not sent; the server exited in 1 of 12,000 iterations";
  assert.equal(retold(told), told);
  speak("es", {
    "%1 of requests timed out": "el %1 agotó el tiempo",
    "%1 were not sent": "el %1 no se envió",
    "the server exited in %1 of %2 iterations": "el servidor terminó en %1 de %2",
  });
  const again = "el 34\u00a0% agotó el tiempo, el <1\u00a0% no se envió; el servidor terminó en 1 de 12.000";
  assert.equal(retold(told), again);
  assert.equal(retold(null), null);
});

for (const name of FILES) {
  const id = name.slice("language-".length, -".yml".length);
  const { number, texts } = parseYaml(readText(`data/${name}`));

  test(`${name} has every text that is said, and no other`, () => {
    const said = textsSaid();
    assert.ok(said.size > 400, `only ${said.size} texts are found`);
    assert.deepEqual(
      [...said].filter(([key]) => !(key in texts)).map(([key, path]) => `${path}: ${key}`),
      [],
    );
    assert.deepEqual(
      Object.keys(texts).filter((key) => !said.has(key)),
      [],
    );
  });

  test(`${name}: each translation has the values of its text`, () => {
    const values = (text) => (text.match(/%(?:[1-9]|d\b)/g) ?? []).sort().join();
    const forms = Object.entries(texts).flatMap(([key, text]) =>
      (typeof text === "string" ? [text] : Object.values(text)).map((form) => [key, form]),
    );
    assert.deepEqual(
      forms.filter(([key, form]) => values(key) !== values(form)),
      [],
    );
  });

  test(`${name}: the build writes numbers as Intl does`, () => {
    const parts = new Intl.NumberFormat(id).formatToParts(1234567.5);
    const part = (wanted) => parts.find(({ type }) => type === wanted).value;
    assert.equal(number.decimal, part("decimal"));
    assert.equal(number.group, part("group"));
    const isParted = (value) => /\D/.test(new Intl.NumberFormat(id).format(value));
    assert.ok(isParted(number.grouped_from) && !isParted(number.grouped_from - 1), String(number.grouped_from));
  });

  test(`${id}/: pages have the tags of those that they translate, in their order`, () => {
    for (const page of readdirSync(ROOT + id)) {
      const [own, english] = [`${id}/${page}`, englishOf(page)].map((path) => tagsOf(readText(path)));
      assert.deepEqual(own, english, page);
    }
  });
}

test("figures are written as the build writes them in Spanish", () => {
  speak("es");
  const { figure, count, interval, tick } = readJson("test/fixtures/format.json").es;
  for (const { value, text } of figure) assert.equal(formatFigure(value), text);
  for (const { value, text } of count) assert.equal(formatCount(value), text);
  for (const { mean, ci95, text } of interval) assert.equal(formatInterval(mean, ci95), text);
  for (const { value, largest, text } of tick) assert.equal(formatTick(value, largest), text);
});

/** The page of that name at the top, or the post. */
function englishOf(page) {
  if (existsSync(ROOT + page)) return page;
  return `_posts/${readdirSync(`${ROOT}_posts`).find((post) => post.endsWith(`-${page}`))}`;
}

/** Words that readers see differ, and so do the tags by which links and dates find their language. */
function tagsOf(text) {
  const tags = text.match(/\{%.*?%\}/gs).map((tag) => tag.replace(/\s+/g, " "));
  return tags
    .filter((tag) => !tag.startsWith("{% post_url"))
    .map((tag) => tag.replace(/ (?:title|says|primary|worker)="[^"]*"/g, ""));
}
