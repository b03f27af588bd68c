// The page's entry: reads the page, connects the view state to the address and the controls, and
// loads the charts' bundle when the first chart comes near the viewport.

import { connectControls } from "./controls/index.js";
import { watchForFiles } from "./drop/watch.js";
import { connectExports } from "./export/open.js";
import { keepInAddress } from "./history.js";
import { describePage, findFigures, findRuns, readDatasets } from "./page.js";
import { createStore, parseView } from "./state.js";

/** How far outside the viewport a chart is drawn already. */
const NEAR = "300px 0px";

const datasets = readDatasets();
const figures = findFigures();
if (figures.length > 0) start();

function start() {
  const page = describePage(
    datasets,
    figures.map((figure) => JSON.parse(figure.dataset.chart)),
    findRuns(),
  );
  const store = createStore(parseView(location.search, page));
  keepInAddress(store, page);
  connectControls(store, page, datasets);
  connectExports(figures, datasets, { store, page });
  watchFigures(store);
  watchForFiles({ store, page, datasets });
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
