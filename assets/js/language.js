// What the interface says, in the language of its page. The English stands where it is said and is the key by which a language's data file
// (data/language-*.yml) has its own words: docs/decisions/english-is-the-key.md. _plugins/realtime_bench/language.rb is the build's like.

/**
 * @typedef {object} Language
 * @property {string} id as `lang` of HTML has it
 * @property {Object<string, string|Object<string, string>>} texts by the English; where plurals differ, by the categories of Intl.PluralRules
 */

/** @type {Language} */
export const ENGLISH = { id: "en", texts: {} };

let used = null;
let formats = null;

/** Has everything said in a language from now on; in a page without it, that is the one that the page states. */
export function useLanguage(language) {
  if (language.id !== used?.id) formats = null;
  used = language;
}

/** Each bundle has this module for itself, so each asks the page. */
function language() {
  if (!used) useLanguage(ofPage(globalThis.document));
  return used;
}

function ofPage(document) {
  const stated = document?.querySelector("script[data-language]");
  return stated ? JSON.parse(stated.textContent) : ENGLISH;
}

/** A tag of templates: t`${lost} of ${all} lost` is looked up as `%1 of %2 lost`. */
export function t(parts, ...values) {
  return translated(
    parts.reduce((key, part, i) => `${key}%${i}${part}`),
    ...values,
  );
}

/** The same of a text that data has, such as a metric's label. */
export function translated(text, ...values) {
  return filled(language().texts[text] ?? text, values);
}

/**
 * A number of things: plural(3, "%1 cell", "%1 cells") is `3 cells`. Further values are %2 and so on.
 * @param {number} number by which the form is chosen
 * @param {string} one in English
 * @param {string} many likewise, and the key of a language that has both
 * @param {*[]} [values] `%1` and so on; the number itself unless given
 */
export function plural(number, one, many, values = [number]) {
  const forms = language().texts[many] ?? { one, other: many };
  return filled(forms[formatsOf().plurals.select(number)] ?? forms.other, values);
}

/** How its numbers are written, made once a language: making one costs more than drawing a chart's axis. */
export function formatsOf() {
  const { id } = language();
  formats ??= {
    plurals: new Intl.PluralRules(id),
    tick: new Intl.NumberFormat(id, { maximumSignificantDigits: 4 }),
    compact: new Intl.NumberFormat(id, { notation: "compact", maximumSignificantDigits: 4 }),
    whole: new Intl.NumberFormat(id, { maximumFractionDigits: 0 }),
    decimal: new Intl.NumberFormat(id).formatToParts(0.5).find(({ type }) => type === "decimal").value,
  };
  return formats;
}

function filled(text, values) {
  return text.replace(/%([1-9])/g, (_, place) => values[place - 1]);
}
