// Takes RFC 8259 at its word: no comments, no trailing commas, no NaN, no key twice, no half characters. JSON.parse passes some of
// these, and its messages differ between engines; docs/decisions/own-strict-json.md says why this is ours.

import { cut, printable, quote } from "./words.js";

const MAX_DEPTH = 64;
const BLANK = /[ \t\r\n]*/y;
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what no string holds.
const PLAIN = /[^"\\\u0000-\u001f]*/y;
const ESCAPED = /\\(?:["\\/bfnrt]|u[\da-fA-F]{4})/y;
const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?(?![\w.+-])/y;
const WORD = /(?:true|false|null)(?!\w)/y;
const TOKEN = /[^ \t\r\n\f\v,[\]{}":]+|./suy;
const UNICODE_ESCAPE = /\\(?:u[dD][89abAB][\da-fA-F]{2}\\u[dD][c-fC-F][\da-fA-F]{2}|u([\da-fA-F]{4})|.)/g;

/**
 * @param {string} text
 * @returns {?{offset: number, what: string}} the first fault; null in JSON that is sound, which JSON.parse then takes
 */
export function jsonFault(text) {
  try {
    new Walk(text).document();
    return null;
  } catch (fault) {
    if (fault instanceof Error) throw fault;
    return fault;
  }
}

class Walk {
  constructor(text) {
    this.text = text;
    this.at = 0;
    this.depth = 0;
  }

  document() {
    this.skip(BLANK);
    this.value();
    this.skip(BLANK);
    if (this.at < this.text.length) this.fail(`${this.found()} after the end of the document`, "the end of the file");
  }

  value() {
    const first = this.text[this.at];
    if (first === "{") this.nested(() => this.object());
    else if (first === "[") this.nested(() => this.array());
    else if (first === '"') this.string();
    else this.scalar();
  }

  nested(walk) {
    this.depth++;
    if (this.depth > MAX_DEPTH) this.fail(`brackets nested more than ${MAX_DEPTH} deep`, "a result file");
    walk();
    this.depth--;
  }

  object() {
    const keys = new Set();
    this.at++;
    if (this.closed("}")) return;
    do {
      keys.add(this.key(keys));
      this.value();
    } while (this.commaBefore("}"));
  }

  key(keys) {
    const start = this.at;
    if (this.text[start] !== '"') this.fail(`${this.found()} where a key should be`, "a key in double quotes");
    const key = this.string();
    if (keys.has(key)) this.fail(`the key ${quote(key)} a second time`, "each key once in an object", start);
    this.skip(BLANK);
    if (this.text[this.at] !== ":") this.fail(`${this.found()} after the key ${quote(key)}`, "a colon");
    this.at++;
    this.skip(BLANK);
    return key;
  }

  array() {
    this.at++;
    if (this.closed("]")) return;
    do this.value();
    while (this.commaBefore("]"));
  }

  closed(bracket) {
    this.skip(BLANK);
    if (this.text[this.at] !== bracket) return false;
    this.at++;
    return true;
  }

  /** Steps over the comma before the next element; false at the closing bracket. */
  commaBefore(bracket) {
    this.skip(BLANK);
    const comma = this.at;
    if (this.text[comma] === ",") {
      this.at++;
      this.skip(BLANK);
      if (this.text[this.at] === bracket)
        this.fail(`a trailing comma before ${bracket}`, "no comma after the last element", comma);
      return true;
    }
    if (!this.closed(bracket)) this.fail(`${this.found()} after an element`, `a comma or ${bracket}`);
    return false;
  }

  scalar() {
    const start = this.at;
    if (this.skip(WORD)) return;
    if (!this.skip(NUMBER)) this.fail(`${this.found()} where a value should be`, "a value as JSON writes it");
    const number = this.text.slice(start, this.at);
    if (!Number.isFinite(Number(number)))
      this.fail(`${cut(number)} is too large a number`, "a number below 1.8e308", start);
  }

  /** @returns {string} what the string says */
  string() {
    const start = this.at;
    this.at++;
    this.skipContent();
    if (this.text[this.at] !== '"') this.failString(start);
    this.at++;
    const raw = this.text.slice(start, this.at);
    if (!raw.includes("\\")) return raw.slice(1, -1);
    for (const [, code] of raw.matchAll(UNICODE_ESCAPE)) {
      if (code && /^[dD][89a-fA-F]/.test(code))
        this.fail(`half a surrogate pair, \\u${code}`, "whole characters", this.at - 1);
    }
    return JSON.parse(raw);
  }

  /** A loop rather than one pattern, whose repetition would keep each of a long string's escapes to go back to. */
  skipContent() {
    let more = true;
    while (more) more = this.skip(PLAIN) || this.skip(ESCAPED);
  }

  failString(start) {
    const next = this.text[this.at];
    if (next === undefined) this.fail("a string that does not end", "a closing double quote", start);
    if (next !== "\\") this.fail("a line break or control character in a string", "\\n, \\t or \\u00XX in its place");
    const sequence = [...this.text.slice(this.at, this.at + 3)].slice(0, 2).join("");
    this.fail(`${printable(sequence)} in a string`, "an escape that JSON knows");
  }

  found() {
    const rest = this.text[this.at];
    if (rest === undefined) return "the end of the file";
    if (rest === '"') return "a string";
    if (rest === "/" && /[/*]/.test(this.text[this.at + 1] ?? "")) return "a comment";
    TOKEN.lastIndex = this.at;
    return quote(TOKEN.exec(this.text)[0]).replaceAll(/^"|"$/g, "`");
  }

  /** Moves on over what the sticky pattern matches; false where that is nothing. */
  skip(pattern) {
    pattern.lastIndex = this.at;
    if (!pattern.test(this.text) || pattern.lastIndex === this.at) return false;
    this.at = pattern.lastIndex;
    return true;
  }

  fail(found, expected, offset = this.at) {
    throw { offset, what: `${found} (expected ${expected})` };
  }
}
