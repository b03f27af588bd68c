// The bundle that looks into one cell, loaded when a reader opens the section: the distribution of its latency, by percentile and as a
// histogram, and its course second by second. All follow the view as the other charts do.

import { drawChart } from "../charts/draw.js";
import { onLookChange, readLook } from "../charts/look.js";
import { t } from "../language.js";
import { placeWords } from "../words.js";
import { courseChart, followed } from "./course.js";
import { CourseFiles } from "./course-files.js";
import { distributionChart, quantilesOf } from "./distribution.js";
import { histogramChart } from "./histogram.js";

/**
 * @param {HTMLDetailsElement} section `[data-cell-views]` as docs/contracts.md describes it
 * @param {import("../results/dataset.js").Dataset} dataset of its comparison
 * @param {ReturnType<import("../state.js").createStore>} store
 */
export function startCellViews(section, dataset, store) {
  const [distribution, histogram, course] = ["distribution", "histogram", "course"].map((name) =>
    section.querySelector(`[data-view="${name}"]`),
  );
  const status = course.querySelector("[role='status']");
  const files = new CourseFiles(section.dataset.root);
  const isDistributed = (metric) => quantilesOf(metric).length > 1;
  const first = [...dataset.metrics.values()].find(isDistributed);
  const charts = new Map();
  let look = readLook();
  let wanted = null;

  const draw = (figure, { config, summary }) => {
    const canvas = figure.querySelector("canvas");
    canvas.setAttribute("aria-label", summary);
    charts.set(figure, drawChart(canvas, config, charts.get(figure)));
    figure.dataset.state = "drawn";
  };
  /** It is there where a file tells it. */
  const drawHistogram = (chart) => {
    histogram.hidden = !chart;
    if (chart) draw(histogram, chart);
  };
  const follow = async () => {
    const view = { ...store.view, lifted: store.lifted };
    if (!view.course) return;
    wanted = view;
    const place = placeWords(dataset.comparison, view.cell).join(", ");
    for (const words of section.querySelectorAll("[data-cell-place]")) words.textContent = place;
    const { metric: chosen } = followed(dataset.metrics, view);
    const metric = isDistributed(chosen) ? chosen : first;
    draw(distribution, distributionChart(dataset, metric, view, look));
    const courses = await files.of(dataset, view);
    if (wanted !== view) return;
    status.textContent = courses.length > 0 ? "" : t`No file of these technologies tells the course of this cell.`;
    drawHistogram(histogramChart(courses, metric, view, look));
    draw(course, courseChart(courses, dataset.metrics, view, look));
  };
  store.subscribe(follow);
  store.onLift(follow);
  onLookChange(() => {
    look = readLook();
    follow();
  });
  follow();
}
