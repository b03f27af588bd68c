// The whole of a comparison, where a page carries some technologies' cells only.

import { NEWEST } from "../state.js";
import { selectRuns } from "./runs.js";

/** A published dataset: all runs of all technologies. */
export async function fetchDataset(address) {
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(`${address}: ${answer.status}`);
  return answer.json();
}

/** What a page would carry with all technologies. */
export async function wholeOf({ own }) {
  return selectRuns(own, await fetchDataset(own.whole), [NEWEST]);
}
