// The page's entry: reads the page, connects the view state to the address and the controls, and
// loads the charts' bundle when the first chart comes near the viewport.

import { connectControls } from "./controls/index.js";
import { connectExports } from "./export/open.js";
import { keepInAddress } from "./history.js";
import { describePage, findFigures, findTables, readDatasets } from "./page.js";
import { createStore, parseView } from "./state.js";

/** How far outside the viewport a chart is drawn already. */
const NEAR = "300px 0px";
/** Bundled apart: script/build-assets.mjs. */
const TABLES = new URL("./table.js", import.meta.url).href;

const datasets = readDatasets();
const figures = findFigures();
if (figures.length > 0) start();

function start() {
  const page = describePage(
    datasets,
    figures.map((figure) => JSON.parse(figure.dataset.chart)),
  );
  const store = createStore(parseView(location.search, page));
  keepInAddress(store, page);
  connectControls(store, page, datasets);
  connectExports(figures, datasets, { store, page });
  watchFigures(store);
  watchTables(store);
}

function watchFigures(store) {
  let charts = null;
  const giveUp = () => {
    observer.disconnect();
    for (const figure of figures) figure.dataset.state = "failed";
    return { near() {} };
  };
  const load = () => {
    charts ??= import("./charts/index.js").then(({ startCharts }) => startCharts(figures, datasets, store), giveUp);
    return charts;
  };
  const observer = new IntersectionObserver(
    async (entries) => {
      if (charts === null && !entries.some(({ isIntersecting }) => isIntersecting)) return;
      const { near } = await load();
      for (const { target, isIntersecting } of entries) near(target, isIntersecting);
    },
    { rootMargin: NEAR },
  );
  for (const figure of figures) observer.observe(figure);
  addEventListener("beforeprint", load);
}

function watchTables(store) {
  const tables = findTables();
  let started = false;
  const load = () => {
    if (started) return;
    started = true;
    observer.disconnect();
    import(TABLES).then(({ startTables }) => startTables(tables, datasets, store), showEveryRow);
  };
  const observer = new IntersectionObserver(
    (entries) => {
      if (entries.some(({ isIntersecting }) => isIntersecting)) load();
    },
    { rootMargin: NEAR },
  );
  for (const table of tables) observer.observe(table);
  addEventListener("beforeprint", load);
}

function showEveryRow() {
  for (const row of document.querySelectorAll("[data-unshown]")) row.removeAttribute("data-unshown");
}
