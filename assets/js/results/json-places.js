// Finds where in a JSON text values lie, by their keys, in one walk for all that are asked for: JSON.parse keeps no places. The
// twin of _plugins/realtime_bench/json_places.rb; docs/decisions/own-json-places.md says why.

const BLANK = /[ \t\r\n]*/y;
const COMMA = /[ \t\r\n]*,?[ \t\r\n]*/y;
const COLON = /[ \t\r\n]*:[ \t\r\n]*/y;
const PLAIN = /[^"\\]*/y;
const SCALAR = /[^,\]} \t\r\n]+/y;
const CONTENT = /[^"{}[\]]*/y;

/**
 * @param {string} text JSON without a fault
 * @param {string[][]} paths of each value the keys and indexes that lead to it
 * @returns {number[]} of each its offset; where there is no such value, that of the innermost one around it
 */
export function findOffsets(text, paths) {
  const wanted = newBranch();
  for (const keys of paths) {
    let branch = wanted;
    for (const key of keys) {
      if (!branch.children.has(key)) branch.children.set(key, newBranch());
      branch = branch.children.get(key);
    }
  }
  new Walk(text).document(wanted);
  return paths.map((keys) => offsetOf(wanted, keys));
}

function newBranch() {
  return { offset: null, children: new Map() };
}

function offsetOf(wanted, keys) {
  let { offset } = wanted;
  let branch = wanted;
  for (const key of keys) {
    branch = branch.children.get(key);
    if (branch.offset === null) return offset;
    offset = branch.offset;
  }
  return offset;
}

class Walk {
  constructor(text) {
    this.text = text;
    this.at = 0;
  }

  document(branch) {
    this.over(BLANK);
    this.walk(branch);
  }

  walk(branch) {
    branch.offset = this.at;
    const first = this.text[this.at];
    if (branch.children.size > 0 && first === "{") this.members(branch);
    else if (branch.children.size > 0 && first === "[") this.elements(branch);
    else this.skip();
  }

  members(branch) {
    this.eachUntil("}", () => {
      const key = JSON.parse(this.string());
      this.over(COLON);
      this.step(branch.children.get(key));
    });
  }

  elements(branch) {
    let index = 0;
    this.eachUntil("]", () => this.step(branch.children.get(String(index++))));
  }

  eachUntil(bracket, step) {
    this.at++;
    this.over(BLANK);
    while (this.text[this.at] !== bracket) {
      step();
      this.over(COMMA);
    }
    this.at++;
  }

  step(branch) {
    if (branch) this.walk(branch);
    else this.skip();
  }

  skip() {
    let depth = 0;
    do {
      const next = this.text[this.at];
      if (next === '"') this.string();
      else if (next === "{" || next === "[") depth += this.bracket();
      else if (next === "}" || next === "]") depth -= this.bracket();
      else this.over(SCALAR);
      if (depth > 0) this.over(CONTENT);
    } while (depth > 0);
  }

  /** Moves on over a string, and returns it in its quotes. */
  string() {
    const start = this.at;
    this.at++;
    while (this.text[this.at] !== '"') {
      this.over(PLAIN);
      if (this.text[this.at] === "\\") this.at += 2;
    }
    this.at++;
    return this.text.slice(start, this.at);
  }

  bracket() {
    this.at++;
    return 1;
  }

  /** Moves on over what the sticky pattern matches, and returns it. */
  over(pattern) {
    pattern.lastIndex = this.at;
    const [matched] = pattern.exec(this.text) ?? [""];
    this.at += matched.length;
    return matched;
  }
}
