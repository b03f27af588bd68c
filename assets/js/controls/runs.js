// The run picker: which runs the charts show. All runs but the page's own are loaded when the first of them is asked for.

import { machineKey } from "../results/machine.js";
import { dashOfRun, selectRuns } from "../results/runs.js";
import { NEWEST, toggledRun } from "../state.js";
import { statusOf } from "./open-runs.js";

/**
 * @param {HTMLElement} picker `[data-runs]`, as docs/contracts.md describes it
 * @param {import("../results/dataset.js").Dataset} dataset of its comparison
 * @param {ReturnType<import("../state.js").createStore>} store
 * @param {import("../state.js").Page} page
 */
export function connectRuns(picker, dataset, store, page) {
  const boxes = [...picker.querySelectorAll("input")];
  const status = statusOf(picker);
  const { own } = dataset;
  let loading = null;
  let shown = NEWEST;

  /** The dataset of all runs, asked for once; null where it can't be had, until it is asked for again. */
  const load = () => {
    loading ??= fetchAll(picker.dataset.merged).catch(() => {
      loading = null;
      return null;
    });
    return loading;
  };
  const show = (data) => {
    dataset.show(data);
    const mixed = machinesOf(data) > 1;
    status.textContent = mixed ? "These runs are from different machines: what differs may be the machine." : "";
    store.update({}, { replace: true });
  };
  const follow = async ({ runs }) => {
    for (const box of boxes) {
      box.checked = runs.includes(box.value);
      drawDash(box, dashOfRun(runs.indexOf(box.value)));
    }
    const wanted = runs.join();
    if (wanted === shown) return;
    shown = wanted;
    if (wanted === NEWEST) return show(own);
    status.textContent = "Loading the runs …";
    const all = await load();
    if (wanted !== shown) return;
    if (all) show(selectRuns(own, all, runs));
    else status.textContent = "The runs can't be loaded.";
  };
  for (const box of boxes) {
    box.addEventListener("change", () => store.update({ runs: toggledRun(store.view.runs, box.value, page) }));
  }
  store.subscribe(follow);
  follow(store.view);
}

async function fetchAll(address) {
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(`${address}: ${answer.status}`);
  return answer.json();
}

/** Beside a run that has a dash of its own, a line of that dash. */
function drawDash(box, dash) {
  const line = box.parentElement.querySelector("path");
  if (dash) line.setAttribute("stroke-dasharray", dash.join(" "));
  else line?.removeAttribute("stroke-dasharray");
}

/** How many machines the cells are from. */
function machinesOf({ cells, runs }) {
  return new Set([...new Set(cells.run)].map((run) => machineKey(runs[run].machine) ?? "")).size;
}
