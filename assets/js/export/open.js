// Opens the panel by which a chart is taken away, and loads what fills it only then.

import { onDemand } from "../on-demand.js";

/**
 * @param {HTMLElement[]} figures of the page
 * @param {Map<string, import("../results/dataset.js").Dataset>} datasets by comparison
 * @param {{store: object, page: object}} context
 */
export function connectExports(figures, datasets, context) {
  for (const figure of figures) {
    const button = figure.querySelector("[data-export]");
    if (!button) continue;
    const panel = document.getElementById(button.getAttribute("aria-controls"));
    const dataset = datasets.get(JSON.parse(figure.dataset.chart).comparison);
    const embed = new URL(button.dataset.export, location).href;
    const fill = onDemand(
      "./export.js",
      ({ startExport }) => startExport(figure, panel, { ...context, dataset, embed }),
      (fault) => {
        panel.textContent = fault;
      },
    );
    button.addEventListener("click", () => {
      panel.hidden = !panel.hidden;
      button.setAttribute("aria-expanded", String(!panel.hidden));
      fill();
    });
  }
}
