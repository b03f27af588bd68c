// The page's entry: reads the page, connects the view state to the address and the controls, and
// loads the charts' bundle when the first chart comes near the viewport.

import { afterFrame } from "./after-frame.js";
import { keepAtHand } from "./controls/at-hand.js";
import { connectControls } from "./controls/index.js";
import { describePage } from "./describe-page.js";
import { watchForFiles } from "./drop/watch.js";
import { connectExports } from "./export/open.js";
import { keepInAddress } from "./history.js";
import { t } from "./language.js";
import { findBoard, findFigures, findRuns, findShown, findSummary, readDatasets } from "./page.js";
import { createStore, parseView } from "./state.js";
import { connectFigureTables } from "./table/figures.js";

/** How far outside the viewport a chart is drawn already. */
const NEAR = "300px 0px";

/** Bundled apart: script/build-assets.mjs. */
const DIMPLE = new URL("./dimple.js", import.meta.url).href;
const CROWD = new URL("./crowd.js", import.meta.url).href;

const datasets = readDatasets();
const figures = findFigures();
if (figures.length > 0) start();

function start() {
  const page = describePage(
    datasets,
    figures.map((figure) => JSON.parse(figure.dataset.chart)),
    findRuns(),
    findShown(),
    findBoard(),
    findSummary(),
  );
  const store = createStore(parseView(location.search, page));
  keepInAddress(store, page);
  connectControls(store, page, datasets);
  const watch = watchFigures(store);
  const bars = [...document.querySelectorAll(".controls")].map(keepAtHand);
  const adopt = (some) => {
    connectFigureTables(some, datasets, store);
    connectExports(some, datasets, { store, page });
    for (const tellBar of bars) tellBar(some);
    watch(some);
  };
  adopt(figures);
  for (const dataset of datasets.values()) if (dataset.own.whole) findInCrowd(dataset, store, page);
  watchForFiles({ store, page, datasets, figures, adopt });
  afterFrame(layOutTheRest)();
}

/** Of more technologies than a row of buttons holds. */
async function findInCrowd(dataset, store, page) {
  const { connectCrowd } = await import(CROWD);
  connectCrowd(dataset, store, page);
}

/** What charts.css leaves out of the page's first frame. */
function layOutTheRest() {
  document.documentElement.dataset.begun = "";
}

/** @returns {function(HTMLElement[]): void} has figures drawn, each by what it draws in */
function watchFigures(store) {
  const byCanvas = watchBundle(() => import("./charts/index.js"), store);
  const byDimple = watchBundle(() => import(DIMPLE), store);
  return (some) => {
    for (const figure of some) (figure.querySelector("canvas") ? byCanvas : byDimple)(figure);
  };
}

/**
 * @param {function(): Promise<{startCharts: function}>} bundle loaded when the first of its figures comes near the viewport
 * @returns {function(HTMLElement): void} watches a figure that the bundle draws
 */
function watchBundle(bundle, store) {
  const figures = [];
  let charts = null;
  const giveUp = ({ message }) => {
    observer.disconnect();
    for (const figure of figures) fail(figure, message);
    return { near() {} };
  };
  const load = () => {
    charts ??= bundle()
      .then(({ startCharts }) => startCharts(figures, datasets, store))
      .catch(giveUp);
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
  addEventListener("beforeprint", () => figures.length > 0 && load());
  return (figure) => {
    figures.push(figure);
    observer.observe(figure);
  };
}

/** The caption says so, over what the build drew; of a figure whose file can't be read, its place says what is wrong. */
function fail(figure, message) {
  const place = figure.querySelector("[data-drawing]");
  figure.dataset.state = place ? "unread" : "failed";
  figure.querySelector("figcaption").dataset.fault =
    t`The interactive chart could not be loaded. This is its picture; the table below has its figures.`;
  if (!place) return;
  place.removeAttribute("role");
  place.replaceChildren(Object.assign(document.createElement("p"), { className: "chart-fault", textContent: message }));
  place.firstChild.role = "alert";
}
