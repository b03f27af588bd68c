// A versus B: two technologies, and of every cell that both have the difference with its interval, in words too.

import styles from "../../css/versus.css";
import { adoptStyles } from "../adopt-styles.js";
import { formatFigure } from "../format.js";
import { t } from "../language.js";
import { differences } from "../results/versus.js";
import { metricTitle, remarkWords, valueWords } from "../words.js";
import { element, row, scrolling } from "./elements.js";
import { differenceWords, intervalWords, verdictSummary } from "./versus-words.js";

adoptStyles(styles);

/**
 * @param {HTMLElement} section `[data-versus]` as docs/contracts.md describes it
 * @param {import("../results/dataset.js").Dataset} dataset of its comparison
 * @param {ReturnType<import("../state.js").createStore>} store
 */
export function connect(section, dataset, store) {
  const selects = [...section.querySelectorAll("select")];
  const place = section.querySelector("[data-versus-figures]");
  let shown = null;
  let { cells } = dataset;

  for (const select of selects) {
    select.addEventListener("change", () => store.update({ versus: pairOf(selects) }));
  }
  section.querySelector("[data-versus-swap]").addEventListener("click", () => {
    choose(selects, selects.map(({ value }) => value).reverse());
    if (store.view.versus) store.update({ versus: pairOf(selects) });
  });
  const follow = ({ versus, statistic }) => {
    const pair = isThere(versus, dataset) ? versus : null;
    if (pair) choose(selects, pair);
    else if (pairOf(selects)) choose(selects, ["", ""]);
    const wanted = JSON.stringify([pair, statistic]);
    if (wanted === shown && cells === dataset.cells) return;
    shown = wanted;
    cells = dataset.cells;
    place.replaceChildren(...(pair ? comparison(dataset, pair, statistic, place) : []));
  };
  // What was chosen while this was being loaded.
  const early = pairOf(selects);
  if (early && !store.view.versus) store.update({ versus: early });
  store.subscribe(follow);
  follow(store.view);
  section.dataset.state = "ready";
}

/** @returns {?string[]} the two technologies chosen; null where there are not two */
function pairOf(selects) {
  const pair = selects.map(({ value }) => value);
  return pair.includes("") || pair[0] === pair[1] ? null : pair;
}

function choose(selects, pair) {
  selects.forEach((select, i) => {
    select.value = pair[i];
  });
}

/** Whether the dataset has both; the page may have others. */
function isThere(pair, { technologies }) {
  return pair?.every((id) => technologies.some((technology) => technology.id === id)) ?? false;
}

/** A fold a metric: what can be said of all cells, and behind it each. The folds stay as they were. */
function comparison(dataset, pair, wanted, before) {
  const names = pair.map((id) => dataset.technologies.find((technology) => technology.id === id).name);
  const open = [...before.querySelectorAll("details")].map((fold) => fold.open);
  return [...dataset.metrics.values()].map((metric, i) => {
    const statistic = dataset.statistic(metric.id, wanted);
    const title = metricTitle(metric, statistic.id);
    const all = differences(dataset, pair, statistic.field);
    const fold = element("details", { open: open[i] ?? i === 0 });
    fold.append(
      element("summary", {}, `${title}: ${verdictSummary(all, names)}`),
      scrolling(t`${title}, differences`, table(dataset, metric, all, names)),
    );
    return fold;
  });
}

function table(dataset, metric, all, names) {
  const { dimensions } = dataset.comparison;
  const unit = `(${metric.unit})`;
  const heads = [
    ...dimensions.map(({ label }) => [label, "number"]),
    ...names.map((name) => [`${name} ${unit}`, "number"]),
    [t`In words`, "in-words"],
    [`${t`${names[0]} minus ${names[1]}`} ${unit}`, "number"],
    [`${t`95 % interval`} ${unit}`, "number"],
    [t`Remarks`, ""],
  ];
  const made = element("table", { className: "versus" });
  made.createTHead().append(row(heads.map(([text, className]) => element("th", { scope: "col", className }, text))));
  const rows = all.map((one) =>
    row([
      ...dimensions.map((dimension, i) =>
        element(
          i === 0 ? "th" : "td",
          { className: "number", ...(i === 0 && { scope: "row" }) },
          valueWords(dimension, one.place[dimension.id]),
        ),
      ),
      ...one.means.map((value) => element("td", { className: "number" }, formatFigure(value))),
      element("td", { className: "in-words" }, differenceWords(one, names, metric.unit)),
      element("td", { className: "number" }, formatFigure(one.difference)),
      element("td", { className: "number" }, intervalWords(one)),
      element("td", {}, remarks(dataset, one.cells, names)),
    ]),
  );
  made.createTBody().append(...rows);
  return made;
}

function remarks(dataset, cells, names) {
  return cells
    .flatMap((cell, i) => remarkWords(dataset.caveats(cell)).map((remark) => `${names[i]}: ${remark}`))
    .join("; ");
}
