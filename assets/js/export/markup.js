// Writes XML.

const ENTITIES = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };

/** A text, safe as content and as an attribute. */
export function escaped(text) {
  return String(text).replace(/[&<>"]/g, (character) => ENTITIES[character]);
}

/**
 * @param {string} name
 * @param {Object<string, ?(string|number)>} attributes; those that are null or undefined are left out
 * @param {string[]} content markup
 */
export function element(name, attributes, ...content) {
  const written = Object.entries(attributes)
    .filter(([, value]) => value !== null && value !== undefined)
    .map(([key, value]) => ` ${key}="${escaped(typeof value === "number" ? rounded(value) : value)}"`);
  const inside = content.join("");
  return inside ? `<${name}${written.join("")}>${inside}</${name}>` : `<${name}${written.join("")}/>`;
}

/** Hundredths of a pixel are fine enough, and short. */
export function rounded(value) {
  return Math.round(value * 100) / 100;
}
