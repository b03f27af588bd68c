// Writes XML.

const ENTITIES = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };

/** A text, safe as content and as an attribute. */
export function escaped(text) {
  const plain = String(text);
  return /[&<>"]/.test(plain) ? plain.replace(/[&<>"]/g, (character) => ENTITIES[character]) : plain;
}

/**
 * @param {string} name
 * @param {Object<string, ?(string|number)>} attributes; those that are null or undefined are left out
 * @param {string[]} content markup
 */
export function element(name, attributes, ...content) {
  const inside = content.join("");
  return inside ? `<${opening(name, attributes)}>${inside}</${name}>` : `<${opening(name, attributes)}/>`;
}

/** The same in HTML, which knows no short form of what is empty. */
export function htmlElement(name, attributes, ...content) {
  return `<${opening(name, attributes)}>${content.join("")}</${name}>`;
}

function opening(name, attributes) {
  let written = name;
  for (const key in attributes) {
    const value = attributes[key] ?? null;
    if (value !== null) written += ` ${key}="${escaped(typeof value === "number" ? short(value) : value)}"`;
  }
  return written;
}

/** A coordinate or length to a tenth, which is fine enough. */
export function rounded(value) {
  return Math.round(value * 10) / 10 || 0;
}

/** A share of a whole as a percentage to a tenth: `12.5%`. */
export function percent(share) {
  return `${rounded(100 * share)}%`;
}

/** What is less than one, opacities and widths of strokes, has its own digits. */
function short(value) {
  return Math.abs(value) < 2 ? Math.round(value * 100) / 100 : rounded(value);
}
