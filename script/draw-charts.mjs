// The build's one call for all that is drawn: a site as assets/js/drawing/site.js describes it on standard input, its pictures and
// tables on standard output, each as one JSON document. What is wrong is one line on standard error, and the status is 1.

import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { renderAsync } from "@resvg/resvg-js";
import { drawSite } from "../assets/js/drawing/site.js";

/** Of a card, in pixels. */
const CARD_WIDTH = 1200;

/** The only fonts there are, so that every machine draws the same card. */
const FONT_FILES = ["400Regular/Arimo_400Regular.ttf", "600SemiBold/Arimo_600SemiBold.ttf"].map((name) =>
  fileURLToPath(import.meta.resolve(`@expo-google-fonts/arimo/${name}`)),
);

try {
  const { symbols, pages } = drawSite(JSON.parse(await text(process.stdin)), toPng);
  process.stdout.write(JSON.stringify({ symbols, pages: await Promise.all(pages.map(withImage)) }));
} catch ({ message }) {
  process.stderr.write(`draw-charts: ${message.replace(/\s+/g, " ")}\n`);
  process.exitCode = 1;
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
