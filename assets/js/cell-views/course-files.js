// The courses that result files hold in their `series`, fetched when a reader first asks for a cell of theirs.

import { shownApart } from "../results/looks.js";

export class CourseFiles {
  /** @param {string} root the address below which result files are published under their paths */
  constructor(root) {
    this.root = root;
    this.files = new Map();
  }

  /**
   * The courses of a cell, of the technologies shown. A file that can't be had, or has none, gives none.
   * @param {import("../results/dataset.js").Dataset} dataset
   * @param {import("../state.js").View} view
   * @returns {Promise<{technology: object, iteration: number, columns: object}[]>}
   */
  async of(dataset, view) {
    const found = await Promise.all(
      shownApart(dataset, view).map((technology) => this.ofTechnology(dataset, technology, view.cell)),
    );
    return found.flat();
  }

  async ofTechnology(dataset, technology, place) {
    const [cell] = dataset.cellsOf(technology.id, place);
    if (cell === undefined) return [];
    const all = await Promise.all(dataset.filesOf(cell).map((path) => this.read(path)));
    return coursesAt(all.flat(), technology, place);
  }

  read(path) {
    if (!this.files.has(path)) this.files.set(path, path.endsWith(".json") ? this.fetch(path) : []);
    return this.files.get(path);
  }

  async fetch(path) {
    try {
      const answer = await fetch(this.root + path);
      return (answer.ok && (await answer.json()).series) || [];
    } catch {
      this.files.delete(path);
      return [];
    }
  }
}

/** Those of a file's courses that are of a technology in one cell. The probes of a search are no course by second. */
export function coursesAt(all, technology, place) {
  const id = technology.of ?? technology.id;
  const isThere = (entry) =>
    entry.technology === id &&
    !entry.held &&
    Object.entries(place).every(([dimension, value]) => entry[dimension] === value);
  return all.filter(isThere).map(({ iteration, ...columns }) => ({ technology, iteration, columns }));
}
