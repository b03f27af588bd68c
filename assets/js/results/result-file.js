// A result file (contract 1) that has been read and keeps the schema: its run, its rows as columns.

/** What an iteration is a cell's by, besides the comparison's dimensions. */
const TECHNOLOGY = "technology";

export class ResultFile {
  /**
   * @param {string} path as messages and links have it
   * @param {import("./columns.js").Columns} columns of its rows, at least one
   * @param {{run?: ?object, processes?: object[]}} [stated] what it says besides, as in schema/result.json
   */
  constructor(path, columns, { run = null, processes = [] } = {}) {
    Object.assign(this, { path, columns, run, processes });
    this.groups = null;
  }

  get rowCount() {
    return this.columns.count;
  }

  /**
   * The rows by cell.
   * @param {string[]} dimensions fields that make a cell, besides the technology; every row has them
   * @returns {{of: Uint32Array, cells: {technology: string, dimensions: (number|string)[], first: number}[]}} `of`: the cell of each
   *   row; `first`: the first row of each cell
   */
  cells(dimensions) {
    this.groups ??= groupedRows(this.columns, dimensions);
    return this.groups;
  }
}

function groupedRows(columns, dimensions) {
  const { codes, words } = columns.words(TECHNOLOGY);
  const places = dimensions.map((id) => columns.codes(id));
  const of = new Uint32Array(columns.count);
  const cells = [];
  const known = new Map();
  const isLike = (row, other) => codes[row] === codes[other] && places.every((place) => place[row] === place[other]);
  for (let row = 0; row < of.length; row++) {
    if (row > 0 && isLike(row, row - 1)) {
      of[row] = of[row - 1];
      continue;
    }
    const key = `${codes[row]} ${places.map((place) => place[row]).join(" ")}`;
    if (!known.has(key)) {
      known.set(key, cells.length);
      const values = dimensions.map((id) => columns.valueAt(id, row));
      cells.push({ technology: words[codes[row]], dimensions: values, first: row });
    }
    of[row] = known.get(key);
  }
  return { of, cells };
}

/** `technology node-ws, rooms 1, users 10` */
export function cellInWords(technology, dimensions, values) {
  return [`technology ${technology}`, ...dimensions.map((id, i) => `${id} ${values[i]}`)].join(", ");
}
