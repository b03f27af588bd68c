// What a result file states of a run that was made from a foreign file (contract 1, `run.source`): what it was made from,
// when it was measured, and in notes what was assumed.

/** A message names no more of many. */
const MOST_NAMES = 5;

/**
 * @typedef {object} Origin what is known of a foreign file besides its text
 * @property {string} fileName
 * @property {string} [technology] the id that its figures are of; some files name it themselves
 * @property {string} [startedAt] when it was measured, as RFC 3339 has it
 * @property {string} [lastModified] when the file changed last, likewise, for want of anything better
 * @property {number} [concurrency] requests at once; some files state it themselves
 * @property {number} [users] users at once, likewise
 * @property {string} [sourceName] the file's name in `run.source`, where its own is that of others, too
 * @property {string} [comparison] whose rows are wanted, where an adapter can make those of several
 * @property {{text: string, label: string}} [graph] of a report of JMeter's: its graph.js, and whose curve there stands for all
 * @property {Study} [study] that published the file, where its format is not a study's own
 */

/**
 * @typedef {object} Study a published study whose figures are imported
 * @property {string} name
 * @property {string} [date] when it was published, as far as it is known: `2015-01-20`, `2017`
 * @property {string[]} [notes] what it says of all its figures, and the files don't
 */

/**
 * @param {{name: string}} format the adapter
 * @param {Origin} origin
 * @param {{command: string, client: string, study?: Study, notes: string[]}} facts `command` that made the foreign file, as far
 *   as it is known; `client`, the load generator's name; what was assumed of the figures
 * @returns {object} `run` of the result file
 */
export function importedRun(format, origin, { command, client, study, notes }) {
  const { startedAt, assumed } = dateOf(origin, study?.date);
  return {
    started_at: startedAt,
    command,
    client: { name: client, version: "unknown" },
    source: {
      format: format.name,
      files: [origin.sourceName ?? baseName(origin.fileName)],
      ...(study && { study: study.name }),
    },
    notes: [...assumed, ...(study?.notes ?? []), ...notes],
  };
}

function dateOf({ startedAt, lastModified }, published) {
  if (startedAt) return { startedAt, assumed: [] };
  if (published) {
    const [year, month = "01", day = "01"] = published.split("-");
    const assumed = [`The file states no date; ${published} is when the study was published.`];
    return { startedAt: `${year}-${month}-${day}T00:00:00Z`, assumed };
  }
  if (lastModified) {
    return { startedAt: lastModified, assumed: [`The file states no date; ${lastModified} is when it changed last.`] };
  }
  const now = new Date().toISOString();
  return { startedAt: now, assumed: [`The file states no date; ${now} is when it was imported.`] };
}

/**
 * The technology of a file that names none: the one given, or the file's own name.
 * @param {Origin} origin
 * @param {RegExp} [ending] what the tool's habit adds to a file's name
 * @returns {{technology: string, assumed: string[]}}
 */
export function technologyOf({ technology, fileName }, ending = /$/) {
  if (technology) return { technology, assumed: [] };
  const stem = baseName(fileName).replace(/(\.(json|js|txt|tsv|csv|jtl|log|md))+$/i, "");
  const id = technologyId(stem.replace(ending, "") || stem);
  return { technology: id, assumed: [`The file names no technology; ${id} is from the file's name.`] };
}

/**
 * The technologies that a file names, as ids; the only one can be given another.
 * @param {string[]} names as the file has them, perhaps repeated
 * @param {Origin} origin
 * @param {Map<string, string>} [ids] of names that stand for technologies of ours
 * @returns {Map<string, string>} ids by name
 * @throws {ForeignFault} where two names would be one technology
 */
export function technologiesOf(names, { technology }, ids = new Map()) {
  const distinct = [...new Set(names)];
  if (technology && distinct.length > 1) {
    const some = distinct.slice(0, MOST_NAMES).map(quoted).join(", ");
    const more = distinct.length > MOST_NAMES ? ` and ${distinct.length - MOST_NAMES} more` : "";
    throw new ForeignFault(`names several technologies: ${some}${more} (expected one, to be called ${technology})`);
  }
  const byName = new Map(distinct.map((name) => [name, technology ?? ids.get(name) ?? technologyId(name)]));
  const byId = new Map();
  for (const [name, id] of byName) {
    if (byId.has(id)) {
      throw new ForeignFault(
        `${quoted(byId.get(id))} and ${quoted(name)} would both be ${id} (expected one name each)`,
      );
    }
    byId.set(id, name);
  }
  return byName;
}

function quoted(name) {
  return JSON.stringify(name);
}

/**
 * A name as a technology's id: `SpringBoot-Undertow` as `springboot-undertow`, `C++` as `cpp` and `C#` as `csharp`.
 * @throws {ForeignFault} where nothing of it is left
 */
export function technologyId(name) {
  const id = String(name)
    .toLowerCase()
    .replace(/\+\+/g, "pp")
    .replace(/(?<=\b[cfj])#/g, "sharp")
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-|-$/g, "");
  if (id === "") throw new ForeignFault(`names the technology ${quoted(name)} (expected letters or digits)`);
  return id;
}

/** A file's name without its folders. */
export function baseName(fileName) {
  return fileName.replace(/^.*[/\\]/, "");
}

/** What keeps a file of a known format from becoming a result file. */
export class ForeignFault extends Error {}
