// The iterations of a cell that have been read, and where each was. Those whose numbers and rows go on evenly are kept as one span, as
// nearly all of a file do.

export class Iterations {
  spans = [];
  length = 0;
  /** Where the one that was added first was read. */
  first = null;

  /**
   * Adds an iteration unless it is there already.
   * @param {number} number
   * @param {string} path of the file
   * @param {number} row
   * @returns {?{path: string, row: number}} where it was read before
   */
  add(number, path, row) {
    const earlier = this.find(number);
    if (earlier) return earlier;
    this.first ??= { path, row };
    this.length++;
    if (!this.goesOn(number, path, row)) {
      this.spans.push({ from: number, to: number, path, row, step: 0 });
      if (this.spans.at(-2)?.to > number) this.spans.sort((one, other) => one.from - other.from);
    }
    return null;
  }

  /** Whether the last span takes it. */
  goesOn(number, path, row) {
    const last = this.spans.at(-1);
    if (last?.path !== path || number !== last.to + 1) return false;
    const isSecond = last.from === last.to;
    if (isSecond) last.step = row - last.row;
    else if (row !== last.row + (number - last.from) * last.step) return false;
    last.to = number;
    return true;
  }

  /** @returns {?{path: string, row: number}} where an iteration was read; null where it was not */
  find(number) {
    let [low, high] = [0, this.spans.length];
    if (high === 0 || this.spans[high - 1].to < number) return null;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.spans[middle].to < number) low = middle + 1;
      else high = middle;
    }
    const { from, path, row, step } = this.spans[low];
    return from > number ? null : { path, row: row + (number - from) * step };
  }
}
