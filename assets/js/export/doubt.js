// A doubt about a chart, as an issue of the site's repository that says which view, runs and files it is about. Pure.

/** More files would make an address longer than servers take. */
const MOST_FILES = 30;

/**
 * @param {string} repository its address
 * @param {{title: string, subtitle: string, source: string}} words as `chartWords` gives them
 * @param {{runs: string[], files: string[]}} shown as `provenance` gives it
 * @returns {string} the address that opens the issue, filled in
 */
export function doubtAddress(repository, { title, subtitle, source }, { runs, files }) {
  const more = files.length - MOST_FILES;
  const body = [
    "What I doubt, and why:",
    "",
    "",
    `View: ${source}`,
    `Chart: ${title} (${subtitle})`,
    `Run: ${runs.join("; ")}`,
    "Files:",
    ...files.slice(0, MOST_FILES).map((file) => `- ${file}`),
    ...(more > 0 ? [`- and ${more} more`] : []),
  ];
  return `${repository}/issues/new?${new URLSearchParams({ title: `Doubt: ${title}`, body: body.join("\n") })}`;
}
