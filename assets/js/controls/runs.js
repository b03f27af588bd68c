// The run picker: which runs the charts show. All runs but the page's own are loaded when the first of them is asked for; likewise all
// technologies, where the page carries some only.

import { t } from "../language.js";
import { carries } from "../results/carries.js";
import { machineKey } from "../results/machine.js";
import { dashOfRun, selectRuns } from "../results/runs.js";
import { newestRun } from "../results/runs-of-cell.js";
import { fetchDataset } from "../results/whole.js";
import { NEWEST, toggledRun } from "../state.js";

/**
 * @param {object} where
 * @param {?HTMLElement} where.picker `[data-runs]`, as docs/contracts.md describes it
 * @param {import("../results/dataset.js").Dataset} where.dataset of its comparison
 * @param {function(string): void} where.tell is told that something is being loaded, or what is to be known of it
 * @param {ReturnType<import("../state.js").createStore>} store
 * @param {import("../state.js").Page} page
 */
export function connectRuns({ picker, dataset, tell }, store, page) {
  const boxes = [...(picker?.querySelectorAll("input") ?? [])];
  const { own } = dataset;
  let loading = null;
  let shown = NEWEST;
  let isWhole = false;

  /** The dataset of all runs, asked for once; null where it can't be had, until it is asked for again. */
  const load = () => {
    loading ??= fetchDataset(own.whole ?? picker.dataset.merged).catch(() => {
      loading = null;
      return null;
    });
    return loading;
  };
  const show = (data) => {
    dataset.show(data);
    const mixed = machinesOf(data) > 1;
    tell(mixed ? t`These runs are from different machines: what differs may be the machine.` : "");
    store.update({}, { replace: true });
  };
  const follow = async (view) => {
    const { runs } = view;
    for (const box of boxes) {
      box.checked = runs.includes(box.value);
      drawDash(box, dashOfRun(runs.indexOf(box.value)));
    }
    isWhole ||= !carries(dataset, view);
    const wanted = runs.join() + (isWhole ? ALL : "");
    if (wanted === shown) return;
    shown = wanted;
    if (wanted === NEWEST) return show(own);
    const [waiting, failed] =
      runs.join() === NEWEST
        ? [t`Loading the technologies …`, t`The technologies can't be loaded.`]
        : [t`Loading the runs …`, t`The runs can't be loaded.`];
    tell(waiting);
    const all = await load();
    if (wanted !== shown) return;
    if (all) show(selectRuns(own, all, runs));
    else tell(failed);
  };
  for (const box of boxes) {
    box.addEventListener("change", () => store.update({ runs: toggledRun(store.view.runs, box.value, page) }));
  }
  store.subscribe(follow);
  follow(store.view);
}

/** Behind the runs wanted: of all technologies. */
const ALL = " all";

/** Beside a run that has a dash of its own, a line of that dash. */
function drawDash(box, dash) {
  const line = box.parentElement.querySelector("path");
  if (dash) line.setAttribute("stroke-dasharray", dash.join(" "));
  else line?.removeAttribute("stroke-dasharray");
}

/** How many machines the cells are from; of runs that are shown together, whose machines are of one kind, the newest counts. */
function machinesOf({ cells, runs }) {
  return new Set([...new Set(cells.run.map(newestRun))].map((run) => machineKey(runs[run].machine) ?? "")).size;
}
