// Finds where in a JSON text values lie, by their keys: JSON.parse keeps no places.

import { findNodeAtLocation, parseTree } from "jsonc-parser";

/**
 * @param {string} text JSON without a fault
 * @param {(string|number)[][]} paths of each value the keys and indexes that lead to it
 * @returns {number[]} of each its offset; where there is no such value, that of the innermost one around it
 */
export function findOffsets(text, paths) {
  const root = parseTree(text);
  return paths.map((keys) => innermost(root, keys).offset);
}

function innermost(root, keys) {
  for (let length = keys.length; length > 0; length--) {
    const found = findNodeAtLocation(root, keys.slice(0, length).map(indexOrKey));
    if (found) return found;
  }
  return root;
}

/** Indexes of lists are numbers to jsonc-parser. No object of ours has a key that is a number. */
function indexOrKey(key) {
  return /^\d+$/.test(key) ? Number(key) : key;
}
