// What all adapters need to state a run that was made from a foreign file (contract 1, run.source): its date, its
// technology, and the notes that say what was assumed.

/** A foreign file that can't be turned into a result file, with the reason. */
export class ForeignFault extends Error {}

/**
 * @typedef {object} Origin what the caller knows of a foreign file
 * @property {string} fileName
 * @property {string} [technology] the id that its figures are of, where the file names none or another
 * @property {string} [startedAt] RFC 3339: when it was measured
 * @property {string} [lastModified] RFC 3339: when the file changed last, for want of anything better
 * @property {number} [concurrency] requests at once, which some tools don't write down
 */

/**
 * @param {object} format an adapter
 * @param {Origin} origin
 * @param {object} facts
 * @param {string} facts.command that made the foreign file, as far as it is known
 * @param {string} facts.client name of the load generator
 * @param {string[]} facts.notes what was assumed of the figures
 * @param {{name: string, date: string}} [facts.study] whose figures alone this format holds, and its day
 * @returns {object} `run` of the result file
 */
export function importedRun(format, origin, { command, client, study, notes }) {
  const { startedAt, note } = dateOf(origin, study);
  return {
    started_at: startedAt,
    command,
    client: { name: client, version: "not stated" },
    source: { format: format.name, files: [origin.fileName], ...(study ? { study: study.name } : {}) },
    notes: [...note, ...notes],
  };
}

function dateOf({ startedAt, lastModified }, study) {
  if (startedAt) return { startedAt, note: [] };
  if (study) {
    return { startedAt: `${study.date}T00:00:00Z`, note: [`The file states no date: ${study.date} is the study's.`] };
  }
  if (!lastModified) throw new ForeignFault("states no date (expected one to be given)");
  return {
    startedAt: lastModified,
    note: [`The file states no date: ${lastModified} is its last change.`],
  };
}

/**
 * The technology that a file of one technology is of.
 * @param {Origin} origin
 * @returns {{technology: string, notes: string[]}}
 */
export function technologyOf({ technology, fileName }, ending = /$/) {
  if (technology) return { technology, notes: [] };
  const stem = fileName.replace(/^.*[/\\]/, "").replace(/(\.(json|txt|tsv|csv))+$/i, "");
  const id = technologyId(stem.replace(ending, ""));
  return { technology: id, notes: [`The file names no technology: ${id} is from its own name.`] };
}

/** A name as a technology's id: `SpringBoot-Jetty` as `springboot-jetty`. */
export function technologyId(name) {
  const id = name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-|-$/g, "");
  if (id === "") throw new ForeignFault(`has the name ${JSON.stringify(name)} (expected one with letters or digits)`);
  return id;
}

/** A JSON text as a value; undefined where it is none. */
export function jsonOf(text) {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Whether a value is an object and no list. */
export function isObject(value) {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The fields whose value is a number; what a file does not know is left out. */
export function numbers(fields) {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => Number.isFinite(value)));
}

/** Seconds as milliseconds, to the nanosecond: beyond it are only the digits that the multiplication adds. */
export function milliseconds(seconds) {
  return typeof seconds === "number" ? Math.round(seconds * 1e9) / 1e6 : undefined;
}
