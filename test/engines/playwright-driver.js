// What a reader does (reader.js), done by Playwright.

/** @param {import("@playwright/test").Page} page */
export function playwrightDriver(page) {
  const nth = (css, index) => page.locator(css).nth(index);
  return {
    resize: (size) => page.setViewportSize(size),
    goto: (url) => page.goto(url),
    evaluate: (does, argument) => page.evaluate(does, argument),
    click: (css, index) => nth(css, index).click(),
    async fill(css, index, value) {
      const field = nth(css, index);
      if (await field.evaluate(({ localName }) => localName === "select")) await field.selectOption(value);
      else await field.fill(value);
    },
    give: (css, index, path) => nth(css, index).setInputFiles(path),
  };
}
