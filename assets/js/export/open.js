// Opens the panel by which a chart is taken away, and loads what fills it only then.

/** Bundled apart: script/build-assets.mjs. */
const BUNDLE = new URL("./export.js", import.meta.url).href;

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
    let filled = false;
    button.addEventListener("click", async () => {
      panel.hidden = !panel.hidden;
      button.setAttribute("aria-expanded", String(!panel.hidden));
      if (filled) return;
      filled = true;
      try {
        await fill(figure, panel, { ...context, dataset, embed: new URL(button.dataset.export, location).href });
      } catch ({ message }) {
        panel.textContent = `This can't be had now: ${message}.`;
        filled = false;
      }
    });
  }
}

async function fill(figure, panel, context) {
  const [{ startExport }, { layOut }] = await Promise.all([import(BUNDLE), import("../charts/index.js")]);
  startExport(figure, panel, { ...context, layOut });
}
