// Decodes a file that a user wrote as strict UTF-8.

import { placeInText } from "./lines.js";

const MARK = [0xef, 0xbb, 0xbf];

/**
 * @param {string} file its name in messages
 * @param {Uint8Array} bytes
 * @returns {{text: ?string, fault: ?{where: string, what: string}}} the text without a byte order mark, or what is wrong
 */
export function decode(file, bytes) {
  const [first, second] = bytes;
  if ((first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff)) {
    return refused(file, "is UTF-16 (expected UTF-8)");
  }
  try {
    const text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    if (/[^ \t\r\n\f\v]/.test(text)) return { text, fault: null };
    return refused(file, "is empty (expected a result file with at least one row)");
  } catch {
    return invalidByte(file, bytes);
  }
}

/** The first byte that is not UTF-8: the end of the longest start that decodes. */
function invalidByte(file, bytes) {
  let [sound, broken] = [0, bytes.length + 1];
  while (broken - sound > 1) {
    const middle = (sound + broken) >> 1;
    if (decodedStart(bytes, middle) === null) broken = middle;
    else sound = middle;
  }
  const before = decodedStart(bytes, sound);
  const mark = MARK.every((byte, i) => bytes[i] === byte) ? MARK.length : 0;
  const bad = bytes[mark + new TextEncoder().encode(before).length];
  const hex = bad.toString(16).toUpperCase().padStart(2, "0");
  return refused(placeInText(file, before, before.length), `the byte 0x${hex} is not UTF-8 (expected a UTF-8 file)`);
}

/** The whole characters of the first bytes; null if they are no start of UTF-8. */
function decodedStart(bytes, length) {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes.subarray(0, length), { stream: true });
  } catch {
    return null;
  }
}

function refused(where, what) {
  return { text: null, fault: { where, what } };
}
