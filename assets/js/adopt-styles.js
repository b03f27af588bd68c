// Style sheets that come with a bundle loaded on demand.

/** @param {string} css joins the page's own sheets */
export function adoptStyles(css) {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(css);
  document.adoptedStyleSheets.push(sheet);
}
