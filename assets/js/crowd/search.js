// Finds technologies by what a reader types. Pure.

import { t } from "../language.js";

/** A family or language of so many is offered as one. */
const FEWEST = 2;

/** What is searched of a technology: its names, and what it has in common with others. */
const words = ({ id, name, family = "", language = "" }) => [name, id, family, language].join(" ").toLowerCase();

/**
 * Whether a technology has every word that is typed.
 * @param {{id: string, name: string, family: string=, language: string=}} technology
 * @param {string} typed
 */
export function isFound(technology, typed) {
  const text = words(technology);
  return typed
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
}

/**
 * What is offered for what is typed: families and languages of several, then technologies, first those whose name begins so.
 * @param {object[]} technologies
 * @param {string} typed
 * @returns {{label: string, ids: string[], technology: ?object}[]} `technology` is null of several together
 */
export function found(technologies, typed) {
  const query = typed.trim().toLowerCase();
  const hits = technologies.filter((technology) => isFound(technology, query));
  const begins = ({ name, id }) => name.toLowerCase().startsWith(query) || id.startsWith(query);
  const ordered = [...hits.filter(begins), ...hits.filter((one) => !begins(one))];
  const groups = query ? groupsOf(technologies).filter(({ label }) => label.toLowerCase().includes(query)) : [];
  return [
    ...groups.map(({ label, ids }) => ({ label: t`${label}, all ${ids.length}`, ids, technology: null })),
    ...ordered.map((technology) => ({ label: technology.name, ids: [technology.id], technology })),
  ];
}

function groupsOf(technologies) {
  const groups = new Map();
  for (const { id, family, language } of technologies) {
    for (const label of new Set([family, language].filter(Boolean)))
      groups.set(label, [...(groups.get(label) ?? []), id]);
  }
  return [...groups].filter(([, ids]) => ids.length >= FEWEST).map(([label, ids]) => ({ label, ids }));
}
