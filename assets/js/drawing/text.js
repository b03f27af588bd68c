// Texts measured without a font. Widths are those of the Helvetica family (Arial, Arimo, Liberation Sans), in thousandths of the
// font's size, as in Adobe's metrics of its core fonts; a reader's own sans serif is near.

/** From the space to the tilde. */
const WIDTHS = [
  278, 278, 355, 556, 556, 889, 667, 191, 333, 333, 389, 584, 278, 333, 278, 278, 556, 556, 556, 556, 556, 556, 556,
  556, 556, 556, 278, 278, 584, 584, 584, 556, 1015, 667, 667, 722, 722, 667, 611, 778, 722, 278, 500, 667, 556, 833,
  722, 778, 667, 778, 722, 667, 611, 722, 667, 944, 667, 667, 611, 278, 278, 278, 469, 556, 333, 556, 556, 500, 556,
  556, 278, 556, 556, 222, 222, 500, 222, 833, 556, 556, 556, 556, 333, 500, 278, 556, 500, 722, 500, 500, 500, 334,
  260, 334, 584,
];
const FIRST = " ".codePointAt(0);
/** Of characters that the table lacks. */
const USUAL = 556;
/** Semibold letters are wider, and so are some sans serifs: enough that names keep apart in these. */
const BOLD = 1.2;

/** From a text's middle down to its baseline, in its size: SVG readers differ in what else they know. */
export const TO_BASELINE = 0.35;

/** The width of a text in pixels, about. */
export function textWidth(text, size, { bold = false } = {}) {
  const thousandths = [...text].reduce((sum, one) => sum + (WIDTHS[one.codePointAt(0) - FIRST] ?? USUAL), 0);
  return (thousandths * size * (bold ? BOLD : 1)) / 1000;
}

/** A text in lines of at most a width; a word that is longer keeps a line to itself. */
export function wrapped(text, width, size) {
  const lines = [];
  for (const word of text.split(" ")) {
    const longer = lines.length > 0 ? `${lines.at(-1)} ${word}` : word;
    if (lines.length > 0 && textWidth(longer, size) <= width) lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  return lines;
}
