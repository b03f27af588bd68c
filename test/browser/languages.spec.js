// The published pages in Spanish: nothing on them is left in English, whatever a reader does.

import { drawAll, expect, figures, test } from "./page.js";

const PAGES = ["/", "/method/", "/2026/bookstore/", "/2026/websocket-shootout/", "/2026/relay/"];

/** Texts that readers see or hear, of what is on the page: of elements by themselves, and of attributes. */
function textsOf(page) {
  return page.evaluate(() => {
    // Names, commands and file names are the same in all languages; of imported files and runs it is their own words that stand there.
    const kept =
      "code, script, style, .run, .result-files, [lang], [hreflang], .site-title, cite, time, option[value*='-']";
    const found = new Set();
    const walker = document.createTreeWalker(document.documentElement, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT);
    const take = (text) => found.add(text.trim().replace(/\s+/g, " "));
    for (let node = walker.currentNode; node; node = walker.nextNode()) {
      const element = node.nodeType === Node.TEXT_NODE ? node.parentElement : node;
      const root = element.closest(kept);
      if (root && root !== document.documentElement) continue;
      if (node.nodeType === Node.TEXT_NODE) take(node.data);
      else
        for (const name of ["aria-label", "aria-description", "title", "placeholder", "alt", "data-fault"])
          if (node.hasAttribute(name)) take(node.getAttribute(name));
    }
    return [...found];
  });
}

/** English words that Spanish lacks, and that are no one's name here. */
const ENGLISH =
  /(?:^|[\s(“«])(?:the|of|and|or|is|are|was|were|not|with|which|that|this|its|each|all|by|for|from|at|on|in|to|than|how|what|where|rooms?|users?|deliveries|latency|memory|lower|higher|better|measured|figures?|seconds?|requests|messages|clients|pages|lost|failed|show|shown)(?=$|[\s.,;:)”»])/i;

/** Of those that a Spanish page may share with the English one, or that name a thing. */
function isName(text, names) {
  const rest = names.reduce((left, name) => left.replaceAll(name, ""), text);
  return !ENGLISH.test(rest);
}

async function leftInEnglish(page) {
  const names = await page.evaluate(() => {
    const ofData = [...document.querySelectorAll("script[data-dataset]")].map(({ textContent }) =>
      JSON.parse(textContent),
    );
    const all = ofData.flatMap(({ technologies, runs }) => [
      ...technologies.map(({ name }) => name),
      ...runs.flatMap((run) => [run.name, run.source?.study, ...(run.notes ?? [])]),
    ]);
    return all.filter(Boolean).sort((a, b) => b.length - a.length);
  });
  return (await textsOf(page)).filter((text) => !isName(text, names));
}

for (const path of PAGES) {
  test(`nothing on /es${path} is in English, and the two pages lead to each other`, async ({ page }) => {
    await page.goto(`/es${path}`);
    await drawAll(page);
    await page.locator("main details").evaluateAll((all) => {
      for (const fold of all) fold.open = true;
    });
    await expect.poll(() => leftInEnglish(page)).toEqual([]);
    await page.locator(".other-language").click();
    await expect(page).toHaveURL(new RegExp(`[^s]${path}$`));
    await page.locator(".other-language").click();
    await expect(page).toHaveURL(new RegExp(`/es${path}$`));
  });
}

test("what a reader opens and asks for speaks Spanish too", async ({ page }) => {
  await page.goto("/es/?versus=node-ws,go-coder&need=rooms:1,users:20");
  await drawAll(page);
  const figure = figures(page).first();
  await figure.locator("[data-export]").click();
  await expect(figure.getByRole("button", { name: "Cita", exact: true })).toBeVisible();
  await figure.locator("canvas").focus();
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("Enter");
  await expect(figure.locator(".readout").getByRole("button", { name: "Copiar" })).toBeVisible();
  await page.locator("[data-drop-input]").setInputFiles({
    name: "propio.tsv",
    mimeType: "text/tab-separated-values",
    buffer: Buffer.from(
      "technology\trooms\tusers\titeration\tmessages_per_user\tlatency_mean_ms\npropio\t1\t10\t1\t500\t1.5\n",
    ),
  });
  await expect(page.locator("[data-drop-files] li")).toContainText("1 fila, 1 celda de propio (propio).");
  await expect(page.locator("[data-versus-figures]")).toContainText("de 14 celdas");
  // What a file may be doubted for is said as rtbench says it.
  await page.locator(".findings").evaluateAll((all) => {
    for (const one of all) one.lang = "en";
  });
  await expect.poll(() => leftInEnglish(page)).toEqual([]);
});

test("figures and axes are written as in Spain", async ({ page }) => {
  await page.goto("/es/");
  await drawAll(page);
  const figure = figures(page).first();
  await figure.locator("details[data-figures] > summary").click();
  await expect(figure.locator("details[data-figures] table")).toContainText(/\d,\d+ ± \d/);
});

test("a chart of a Spanish page is embedded in Spanish", async ({ page }) => {
  await page.goto("/embed/?chart=latency-1-room&page=/es/");
  await expect(page.locator("html")).toHaveAttribute("lang", "es");
  await expect(page.locator("figcaption")).toContainText("es mejor");
  await expect(page.locator("canvas")).toHaveAttribute(
    "aria-label",
    /^Gráfico de líneas\. .* según mensajes entregados\./,
  );
});
