// What a dropped file may cost a reader's browser. docs/decisions/limits-of-dropped-files.md says why so much.

const MIB = 1 << 20;

export const LIMITS = {
  /** Files of one drop. */
  files: 50,
  /** Bytes of a file's text, unpacked: of rows, which are read as a stream, and of what is read as a whole. */
  streamed_bytes: 128 * MIB,
  whole_bytes: 32 * MIB,
  /** Fields of a TSV or CSV file. */
  columns: 200,
  /** Cells and technologies of a file, all of which the page draws. */
  cells: 5000,
  technologies: 40,
  /** Faults of a file that are told one by one. */
  faults: 100,
};

/** `128 MiB` */
export function mebibytes(bytes) {
  return `${Math.round(bytes / MIB)} MiB`;
}
