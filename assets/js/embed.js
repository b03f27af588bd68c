// The page of one chart alone: `/embed/?chart=ID` and the words of a view, perhaps `page=` where the chart isn't on the
// site's first page. It takes the chart over from the page that it is on, so the two never differ.

import { describePage } from "./describe-page.js";
import { findFigures, readDatasets } from "./page.js";
import { carries } from "./results/carries.js";
import { shownApart } from "./results/looks.js";
import { wholeOf } from "./results/whole.js";
import { createStore, parseView, serialiseView } from "./state.js";
import { swatch } from "./swatch.js";
import { connectFigureTables } from "./table/figures.js";

const BUNDLES = { canvas: "./charts.js", "[data-drawing]": "./dimple.js" };

const place = document.querySelector("[data-embed]");
const status = place.querySelector("[data-embed-status]");
start().catch(({ message }) => {
  status.textContent = message;
});

async function start() {
  const query = new URLSearchParams(location.search);
  const address = pageAddress(query.get("page"));
  const source = await fetchPage(address);
  speakLike(source);
  const figures = findFigures(source);
  const figure = figures.find(({ id }) => id === query.get("chart"));
  if (!figure) throw new Error(unknownChart(query.get("chart"), address, figures));
  const specs = figures.map((one) => JSON.parse(one.dataset.chart));
  const datasets = readDatasets(source);
  const page = describePage(datasets, specs);
  const view = parseView(location.search, page);
  const dataset = datasets.get(JSON.parse(figure.dataset.chart).comparison);
  if (!carries(dataset, view)) dataset.show(await wholeOf(dataset));
  show(figure, legend(dataset, view));
  nameSource(`${address.pathname}${serialiseView(view, page)}#${figure.id}`, JSON.parse(figure.dataset.chart).title);
  const store = createStore(view);
  connectFigureTables([figure], datasets, store);
  const { startCharts } = await import(bundleOf(figure));
  const { near } = await startCharts([figure], datasets, store);
  near(figure, true);
}

/** In the language of the page that it is from. */
function speakLike({ documentElement, head }) {
  const stated = head.querySelector("script[data-language]");
  if (!stated) return;
  document.documentElement.lang = documentElement.lang;
  document.head.append(document.adoptNode(stated));
}

/** What draws a figure, by what it draws in. */
function bundleOf(figure) {
  const [, bundle] = Object.entries(BUNDLES).find(([place]) => figure.querySelector(place));
  return new URL(bundle, import.meta.url).href;
}

/** The page of this site that a path names; the first one where it names none or another site's. */
function pageAddress(path) {
  const first = new URL(place.dataset.embed, location);
  const wanted = new URL(path ?? first, first);
  return wanted.origin === location.origin ? wanted : first;
}

async function fetchPage(address) {
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(`${address.pathname} can't be loaded (${answer.status}).`);
  return new DOMParser().parseFromString(await answer.text(), "text/html");
}

function unknownChart(id, { pathname }, figures) {
  const known = figures.map((figure) => figure.id).join(", ") || "none";
  return `${pathname} has no chart “${id ?? ""}” (its charts: ${known}).`;
}

/** In place of the words that stood here until now. */
function show(figure, key) {
  figure.querySelector(".export")?.remove();
  status.remove();
  place.append(key, document.adoptNode(figure));
}

/** The technologies shown with their looks. */
function legend(dataset, view) {
  const list = document.createElement("ul");
  list.className = "embed-legend";
  for (const technology of shownApart(dataset, view)) {
    const entry = document.createElement("li");
    entry.append(swatch(technology), technology.name);
    list.append(entry);
  }
  return list;
}

function nameSource(address, title) {
  document.querySelector("[data-embed-source]").href = address;
  document.querySelector("h1").textContent = title;
  document.title = `${title} | ${document.title.split(" | ").at(-1)}`;
}
