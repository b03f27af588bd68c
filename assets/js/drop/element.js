// Elements with attributes and children; text stays text.

/**
 * @param {string} name
 * @param {Object<string, string>} attributes
 * @param {...(Node|string)} children
 */
export function element(name, attributes, ...children) {
  const one = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) one.setAttribute(key, value);
  one.append(...children);
  return one;
}

/** A button that acts; `label` is what it is called where its text alone would not tell enough. */
export function button(text, act, label = text) {
  const one = element("button", { type: "button", "aria-label": label }, text);
  one.addEventListener("click", act);
  return one;
}
