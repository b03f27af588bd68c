// The build's one call for all that is drawn. Standard input has a JSON document a line: a site, then its pages, as
// assets/js/drawing/site.js describes them; a page is drawn while the next one is still being rendered, and one that is told again
// replaces what it was. Standard output has pictures and tables as one JSON document. What is wrong is one line on standard
// error, and the status is 1.

import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { renderAsync } from "@resvg/resvg-js";
import { SYMBOLS } from "../assets/js/drawing/picture.js";
import { drawerOf } from "../assets/js/drawing/site.js";

/** Of a card, in pixels. */
const CARD_WIDTH = 1200;

/** The only fonts there are, so that every machine draws the same card. */
const FONT_FILES = ["400Regular/Arimo_400Regular.ttf", "600SemiBold/Arimo_600SemiBold.ttf"].map((name) =>
  fileURLToPath(import.meta.resolve(`@expo-google-fonts/arimo/${name}`)),
);

try {
  const pages = await Promise.all([...(await drawn()).values()].map(withImage));
  process.stdout.write(JSON.stringify({ symbols: SYMBOLS, pages }));
} catch ({ message }) {
  process.stderr.write(`draw-charts: ${message.replace(/\s+/g, " ")}\n`);
  process.exitCode = 1;
}

/** @returns {Promise<Map<string, object>>} each page by its address */
async function drawn() {
  const pages = new Map();
  let draw = null;
  for await (const line of createInterface({ input: process.stdin })) {
    const told = JSON.parse(line);
    if (draw) pages.set(told.url, draw(told));
    else draw = drawerOf(told, toPng);
  }
  return pages;
}

/** Of other threads, which work while further pages are drawn. */
async function toPng(svg) {
  const font = { loadSystemFonts: false, fontFiles: FONT_FILES, defaultFontFamily: "Arimo" };
  const card = await renderAsync(svg, { font, fitTo: { mode: "width", value: CARD_WIDTH } });
  return card.asPng().toString("base64");
}

async function withImage(page) {
  return { ...page, image: await page.image };
}
