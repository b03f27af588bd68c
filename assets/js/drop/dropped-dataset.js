// The technologies of dropped files in a page's dataset: their own names, a spare look with dashed lines, their cells beside the
// page's. Pure: what the page has of its own is never changed, so that files can be removed again.

import { t } from "../language.js";
import { spareLook } from "../results/looks.js";
import { roundedColumns } from "../results/rounding.js";
import { YOURS } from "../state.js";
import { unpacked, unpackedFigures } from "./pack.js";

const DASH = [7, 4];

/**
 * What a dropped file adds to a page.
 * @param {number} number of the file, from 1; its technologies are known as `yours.1.node-ws`
 * @param {import("./read-file.js").Outcome} outcome
 * @param {object[]} registered technologies, as in data/technologies.yml
 * @param {object[]} palette as in data/palette.yml
 */
export function droppedTechnologies(number, { name, comparison, cells, run }, registered, palette) {
  const technologies = cells.technologies.map((id, i) => {
    const known = registered.find((technology) => technology.id === id);
    const look = known ?? { name: id, ...spareLook(number - 1 + i, palette) };
    return {
      id: `${YOURS}${number}.${id}`,
      name: number > 1 ? t`${look.name} (yours ${number})` : t`${look.name} (yours)`,
      family: "yours",
      color: look.color,
      shape: look.shape,
      dash: DASH,
      ...(known && { like: id }),
    };
  });
  return { name, comparison, technologies, cells, run: runOf(name, run) };
}

function runOf(name, run) {
  const { name: client, version } = run?.client ?? {};
  return {
    files: [name],
    started_at: run?.started_at ?? null,
    client: run ? { name: client, version } : null,
    commit: run?.client?.commit ?? null,
    command: run?.command ?? null,
    machine: run?.machine ?? null,
    source: run?.source ?? null,
    noise_floor: run?.noise_floor ?? null,
  };
}

/**
 * A dataset (contract 2) with dropped files behind its own technologies, runs and cells.
 * @param {{technologies: object[], runs: object[], cells: object}} own
 * @param {ReturnType<droppedTechnologies>[]} files
 */
export function withDropped(own, files) {
  const size = own.cells.technology.length;
  const technologies = [...own.technologies];
  const runs = [...own.runs];
  const cells = Object.fromEntries(Object.entries(own.cells).map(([key, column]) => [key, copied(column)]));
  let filled = size;
  for (const file of files) {
    const count = file.cells.technology.length;
    append(
      cells,
      "technology",
      [...file.cells.technology].map((number) => technologies.length + number),
      filled,
    );
    append(cells, "run", new Array(count).fill(runs.length), filled);
    append(cells, "file", new Array(count).fill(file.name), filled);
    for (const [key, column] of Object.entries(file.cells.counts)) append(cells, key, unpacked(column), filled);
    for (const [key, words] of Object.entries(file.cells.words)) append(cells, key, words, filled);
    for (const [field, { mean, ci95 }] of Object.entries(roundedColumns(unpackedFigures(file.cells)))) {
      cells[field] ??= { mean: [], ci95: [] };
      append(cells[field], "mean", mean, filled);
      append(cells[field], "ci95", ci95, filled);
    }
    technologies.push(...file.technologies);
    runs.push(file.run);
    filled += count;
    for (const column of Object.values(cells)) fill(column, filled);
  }
  return { technologies, runs, cells };
}

function copied(column) {
  if (Array.isArray(column)) return [...column];
  return Object.fromEntries(Object.entries(column).map(([part, figures]) => [part, [...figures]]));
}

function append(columns, key, values, from) {
  columns[key] ??= [];
  fillTo(columns[key], from);
  for (const value of values) columns[key].push(value);
}

function fill(column, length) {
  if (Array.isArray(column)) fillTo(column, length);
  else for (const part of Object.values(column)) fillTo(part, length);
}

/** A cell without a value in a column has null there. */
function fillTo(column, length) {
  while (column.length < length) column.push(null);
}
