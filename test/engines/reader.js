// A reader at a screen: what isn't in sight can't be read or clicked, and after two actions he has given up. What browser he has, a driver knows
// (playwright-driver.js, webdriver.js): `resize(size)`, `goto(url)`, `evaluate(fn, argument)`, and on the nth element of a selector
// `click(css, nth)`, `fill(css, nth, value)`, `give(css, nth, path)`.

import assert from "node:assert/strict";

export const SIZES = [
  { width: 1280, height: 800 },
  { width: 390, height: 844 },
];

const MOST_ACTIONS = 2;
const PATIENCE_MS = 20_000;

/** Repeats a check until it holds; then its result. After PATIENCE_MS, its last error. */
export async function until(check) {
  const end = Date.now() + PATIENCE_MS;
  for (;;) {
    try {
      return await check();
    } catch (error) {
      if (Date.now() > end) throw error;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }
}

export class Reader {
  #driver;
  #actions = 0;

  constructor(driver) {
    this.#driver = driver;
  }

  /** Of each element its text, or null where it isn't in sight; of a table's row an array of its cells'. */
  look(css) {
    return this.#driver.evaluate(lookAt, css);
  }

  /** The texts of those in sight. */
  async read(css) {
    return (await this.look(css)).flat().filter((text) => text !== null);
  }

  /** One action: clicks the first in sight with such a text. */
  async click(css, text) {
    this.#act(`click ${text}`);
    await this.#driver.click(css, await this.#find(css, text));
  }

  /** One action: a form filled in asks one thing, however many fields it has. By the words of their labels. */
  async fillIn(form, values) {
    this.#act(`fill in ${form}`);
    for (const [label, value] of Object.entries(values)) {
      await this.#driver.fill(`${form} label :is(input, select)`, await this.#find(`${form} label`, label), value);
    }
  }

  /** One action: scrolls what a selector names sideways, by what it shows at once. */
  async swipe(css) {
    this.#act(`swipe ${css}`);
    await this.#driver.evaluate((selector) => {
      const element = document.querySelector(selector);
      element.scrollBy({ left: element.clientWidth, behavior: "instant" });
    }, css);
  }

  #act(words) {
    assert.ok(++this.#actions <= MOST_ACTIONS, `a third action would be needed: ${words}`);
  }

  /** The index, among all of the selector, of the first in sight with such a text. */
  #find(css, text) {
    return until(async () => {
      const index = (await this.look(css)).findIndex((one) => one?.includes(text));
      assert.ok(index >= 0, `"${text}" is not in sight (${css})`);
      return index;
    });
  }
}

/** Runs in the page. In sight is what has every line of its text within the viewport, and neither covered nor cut off. */
function lookAt(css) {
  // Boxes of neighbours meet at fractions of a pixel.
  const EDGE = 3;
  const linesOf = (element) => {
    const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT, ({ data, parentElement }) =>
      data.trim() === "" || parentElement.closest(".visually-hidden, option")
        ? NodeFilter.FILTER_REJECT
        : NodeFilter.FILTER_ACCEPT,
    );
    const range = document.createRange();
    const lines = [];
    while (texts.nextNode()) {
      range.selectNodeContents(texts.currentNode);
      lines.push(...range.getClientRects());
    }
    return lines.filter(({ width }) => width > 2 * EDGE);
  };
  // What is hit in its stead may be the bar, not seen until it is used, of the table that scrolls.
  const isHit = (element, x, y) => {
    const hit = document.elementFromPoint(x, y);
    return hit !== null && (element.contains(hit) || hit === element.closest(".table-scroll"));
  };
  const isInSight = (element) => {
    const lines = linesOf(element);
    return (
      lines.length > 0 &&
      element.checkVisibility() &&
      lines.every(({ left, top, right, bottom }) =>
        [left + EDGE, right - EDGE].every((x) => isHit(element, x, (top + bottom) / 2)),
      )
    );
  };
  const read = (element) => (isInSight(element) ? element.innerText.replace(/\s+/g, " ").trim() : null);
  return [...document.querySelectorAll(css)].map((element) =>
    element.localName === "tr" ? [...element.cells].map(read) : read(element),
  );
}
