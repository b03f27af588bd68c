// A reader's own load: he says what he has and wants, and is told which technologies held that in a measured cell at least as heavy.

import { formatInterval } from "../format.js";
import { t } from "../language.js";
import { judge } from "../results/held.js";
import { limitedField, limitedMetrics } from "../results/limited.js";
import { element, row, scrolling } from "../table/elements.js";
import { refigure } from "../table/refigure.js";
import { remarkWords, valueWords } from "../words.js";
import { failingWords, placesWords, titleOf, verdictWords } from "./words.js";

/**
 * @param {HTMLElement} section `[data-your-load]` as docs/contracts.md describes it
 * @param {import("../results/dataset.js").Dataset} dataset of its comparison
 * @param {ReturnType<import("../state.js").createStore>} store
 */
export function connect(section, dataset, store) {
  const fields = [...section.querySelectorAll("input, select")];
  const said = section.querySelector("[data-your-load-verdict]");
  const figures = section.querySelector("[data-your-load-figures]");
  let shown = null;
  let { cells } = dataset;

  const take = () => {
    if (!isSaid(fields)) return;
    const need = needOf(fields);
    const [cell = store.view.cell] = judge(dataset, need).places;
    store.update({ need, ...(store.view.cell && { cell }) }, { replace: store.view.need !== null });
  };
  const follow = ({ need }) => {
    const wanted = JSON.stringify(need);
    if (wanted === shown && cells === dataset.cells) return;
    if (need && wanted !== JSON.stringify(needOf(fields))) fill(fields, need);
    shown = wanted;
    cells = dataset.cells;
    const judged = need && judge(dataset, need);
    said.textContent = judged ? verdictWords(dataset, need, judged) : "";
    figures.replaceChildren(...(judged && judged.places.length > 0 ? answer(dataset, judged) : []));
    showOnBoard(dataset, judged?.places[0] ?? null);
  };
  for (const field of fields) field.addEventListener("input", take);
  store.subscribe(follow);
  follow(store.view);
  // What was said while this was being loaded.
  if (!store.view.need) take();
  section.dataset.state = "ready";
}

/** The scoreboard takes a load as its own, in the lightest cell at least as heavy; null for the one that it was built with. */
function showOnBoard(dataset, place) {
  const table = document.querySelector(`[data-scoreboard="${dataset.comparison.id}"]`);
  if (!table) return;
  if (place) table.dataset.place = new URLSearchParams(place);
  else delete table.dataset.place;
  refigure(table, dataset);
}

/** Whether all that a load needs is there, and every figure one. */
function isSaid(fields) {
  return fields.every((field) => field.checkValidity());
}

/** @returns {import("../results/held.js").Need} */
function needOf(fields) {
  const saidOf = (kind) => {
    const said = fields.filter(({ dataset, value }) => kind in dataset && value !== "");
    return Object.fromEntries(said.map((field) => [field.dataset[kind], saidIn(field)]));
  };
  return { load: saidOf("load"), limits: saidOf("limit"), by: fields.find(({ dataset }) => "by" in dataset).value };
}

/** A number in the unit of what it is of, or a word that was chosen. */
function saidIn(field) {
  return field.type === "number" ? exact(Number(field.value) * factorOf(field)) : field.value;
}

function fill(fields, { load, limits, by }) {
  for (const field of fields) {
    const limit = limits[field.dataset.limit];
    field.value =
      load[field.dataset.load] ?? (limit && exact(limit / factorOf(field))) ?? ("by" in field.dataset ? by : "");
  }
}

/** Without the last digits that a product of decimals has too many. */
function exact(value) {
  return Number(value.toPrecision(12));
}

/** What one of the unit that a field is filled in with is in the metric's own, as 100 % are one core. */
function factorOf({ dataset }) {
  return Number(dataset.factor ?? 1);
}

function answer(dataset, { places, held, failed, unmeasured }) {
  const made = [];
  if (held.length > 0) made.push(scrolling(t`Held your load`, heldTable(dataset, held)));
  if (failed.length > 0) made.push(failures(dataset, failed));
  const words = [placesWords(dataset, places)];
  if (unmeasured.length > 0) words.push(t`Not measured there: ${unmeasured.map(({ name }) => name).join(", ")}.`);
  made.push(element("p", { className: "chart-note" }, words.join(" ")));
  return made;
}

/** Those that held the load, each in the lightest cell in which it did. */
function heldTable(dataset, held) {
  const metrics = limitedMetrics(dataset);
  const remarks = held.map(({ cell }) => remarkWords(dataset.caveats(cell)).join("; "));
  const remarked = remarks.some(Boolean);
  const table = document.createElement("table");
  const heads = [
    [t`Held by`, ""],
    ...metrics.map((metric) => [`${titleOf(metric)} (${metric.unit})`, "number"]),
    ...dataset.comparison.dimensions.map(({ label }) => [label, "number"]),
    ...(remarked ? [[t`Remarks`, ""]] : []),
  ];
  table.createTHead().append(row(heads.map(([text, className]) => element("th", { scope: "col", className }, text))));
  const rows = held.map(({ technology, cell }, i) =>
    row([
      element("th", { scope: "row" }, technology.name),
      ...metrics.map((metric) => {
        const { mean, ci95 } = dataset.figure(cell, limitedField(metric));
        return element("td", { className: "number" }, formatInterval(mean, ci95));
      }),
      ...dataset.comparison.dimensions.map((dimension) =>
        element("td", { className: "number" }, valueWords(dimension, dataset.cells[dimension.id][cell])),
      ),
      ...(remarked ? [element("td", {}, remarks[i])] : []),
    ]),
  );
  table.createTBody().append(...rows);
  return table;
}

function failures(dataset, failed) {
  const fold = document.createElement("details");
  const list = document.createElement("ul");
  list.append(
    ...failed.map((one) => {
      const there = dataset.comparison.dimensions.map((dimension) =>
        valueWords(dimension, dataset.cells[dimension.id][one.cell]),
      );
      return element("li", {}, `${one.technology.name}: ${failingWords(one)} (${there.join(" × ")})`);
    }),
  );
  fold.append(element("summary", {}, t`Did not hold it: ${failed.length}`), list);
  return fold;
}
