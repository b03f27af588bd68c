// What a dropped file may cost a reader's browser. docs/decisions/limits-of-dropped-files.md says why so much.

const MIB = 1 << 20;

export const LIMITS = {
  /** Files of one drop. */
  files: 50,
  /** Bytes of a file's text, unpacked: of TSV, and of any other, which is held in memory several times over. */
  tsv_bytes: 128 * MIB,
  other_bytes: 32 * MIB,
  /** Fields of a TSV or CSV file. */
  columns: 200,
  /** Values of a file that is held in memory as a whole: of any but TSV. */
  values: 2_000_000,
  /** Cells and technologies of a file, all of which the page holds; it draws those shown. */
  cells: 10_000,
  technologies: 400,
  /** Faults and doubts of a file that are told, and characters of each. */
  faults: 100,
  /** Faults after which nothing more of a TSV is read. */
  faults_counted: 10_000,
  fault_characters: 1000,
};

/** `128 MiB` */
export function mebibytes(bytes) {
  return `${Math.round(bytes / MIB)} MiB`;
}
