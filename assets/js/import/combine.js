// Several foreign files of one format as one result file: cells of a technology, iterations of a cell, technologies of a study.

import { numbered } from "./iterations.js";

/**
 * @param {object[]} files result files of one format, at least one
 * @param {string[]} dimensions ids of the comparison's dimensions
 * @returns {object} a result file of one run, which began when the first of them did
 */
export function combine(files, dimensions) {
  if (files.length === 1) return files[0];
  const runs = files.map(({ run }) => run).sort((a, b) => Date.parse(a.started_at) - Date.parse(b.started_at));
  const of = (list) => [...new Set(runs.flatMap(list))];
  return {
    run: {
      ...runs[0],
      command: of(({ command }) => command).join("\n"),
      source: { ...runs[0].source, files: of(({ source }) => source.files).sort() },
      notes: of(({ notes }) => notes),
    },
    results: numbered(
      files.flatMap(({ results }) => results),
      dimensions,
    ),
    ...coursesOf(files, dimensions),
  };
}

/** The courses of all of them; they are numbered as the rows are, of which some have none. */
function coursesOf(files, dimensions) {
  if (!files.some(({ series }) => series)) return {};
  const entries = files.flatMap(({ results, series = [] }) =>
    results.map((row) => ({ ...row, course: series.find((course) => isSameIteration(course, row, dimensions)) })),
  );
  const courses = numbered(entries, dimensions).filter(({ course }) => course);
  return { series: courses.map(({ course, iteration }) => ({ ...course, iteration })) };
}

function isSameIteration(course, row, dimensions) {
  return ["technology", ...dimensions, "iteration"].every((field) => course[field] === row[field]);
}
