// A file's text, a piece at a time: unpacked where it is gzip, strictly UTF-8, and never more than is allowed.

import { mebibytes } from "./limits.js";

/** What is wrong with a file as a whole, in the words that follow its name. */
export class Refused extends Error {}

/**
 * @param {Blob} file
 * @param {object} options
 * @param {boolean} options.packed whether it is gzip
 * @param {number} options.most bytes of text, unpacked
 * @param {function(number): void} [options.onRead] is told the bytes read of the file so far
 * @returns {AsyncGenerator<Uint8Array>}
 * @throws {Refused}
 */
export async function* byteChunks(file, { packed, most, onRead = () => {} }) {
  const size = `${mebibytes(most)} of text at most`;
  if (!packed && file.size > most) throw new Refused(`has ${mebibytes(file.size)} (expected ${size})`);
  let read = 0;
  const counted = file.stream().pipeThrough(
    new TransformStream({
      transform(chunk, controller) {
        read += chunk.byteLength;
        onRead(read);
        controller.enqueue(chunk);
      },
    }),
  );
  const reader = (packed ? counted.pipeThrough(new DecompressionStream("gzip")) : counted).getReader();
  let length = 0;
  try {
    for (;;) {
      const { value, done } = await next(reader, packed);
      if (done) return;
      length += value.byteLength;
      if (length > most) throw new Refused(`unpacks to more than ${mebibytes(most)} (expected ${size})`);
      yield value;
    }
  } finally {
    reader.cancel().catch(() => {});
  }
}

async function next(reader, packed) {
  try {
    return await reader.read();
  } catch (error) {
    throw new Refused(
      packed ? "is not gzip, or cut off (expected a whole .gz file)" : `can't be read: ${error.message}`,
    );
  }
}

/** All bytes of a file; the same options as `byteChunks`. */
export async function allBytes(file, options) {
  const chunks = [];
  for await (const chunk of byteChunks(file, options)) chunks.push(chunk);
  return new Uint8Array(await new Blob(chunks).arrayBuffer());
}

/**
 * The lines of a file in pieces of whole lines, each with its line end; a line without an end comes last.
 * @param {Blob} file
 * @param {object} options as of `byteChunks`
 * @returns {AsyncGenerator<string>}
 * @throws {TypeError} where it is not UTF-8
 */
export async function* wholeLines(file, options) {
  const decoder = new TextDecoder("utf-8", { fatal: true });
  let rest = "";
  for await (const chunk of byteChunks(file, options)) {
    const text = decoder.decode(chunk, { stream: true });
    const end = text.lastIndexOf("\n") + 1;
    if (end > 0) {
      yield rest + text.slice(0, end);
      rest = "";
    }
    rest += text.slice(end);
  }
  rest += decoder.decode();
  if (rest !== "") yield rest;
}
