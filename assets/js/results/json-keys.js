// Finds keys that an object of a JSON text has twice, which JSON.parse lets pass in silence.

const TOKEN = /"(?:[^"\\]|\\.)*"|[{}[\],:]|\n/g;

/**
 * @param {string} text valid JSON
 * @returns {{key: string, line: number}[]} each key that repeats an earlier one of its object
 */
export function repeatedKeys(text) {
  const repeated = [];
  const open = [];
  let line = 1;
  let string = null;
  for (const [token] of text.matchAll(TOKEN)) {
    if (token === "\n") line++;
    else if (token === "{") open.push(new Set());
    else if (token === "[") open.push(null);
    else if (token === "}" || token === "]") open.pop();
    else if (token === ":") {
      const key = JSON.parse(string);
      if (open.at(-1).has(key)) repeated.push({ key, line });
      open.at(-1).add(key);
    } else if (token !== ",") string = token;
  }
  return repeated;
}
