// Waits for the first file, and loads what reads it only then: until a file comes, this is all that a page carries.

import { t } from "../language.js";
import { HANDED_OVER } from "./handover-key.js";

/** Bundled apart: script/build-assets.mjs. */
const BUNDLE = new URL("./drop.js", import.meta.url).href;

/**
 * @param {object} context of the page, as `startDrop` takes it
 */
export function watchForFiles(context) {
  const zone = document.querySelector("[data-drop]");
  if (!zone) return;
  let started = null;
  const start = () => {
    started ??= import(BUNDLE).then(({ startDrop }) => startDrop(zone, context));
    return started;
  };
  const act = async (how) => {
    try {
      how(await start());
    } catch (error) {
      started = null;
      zone.querySelector("[data-drop-status]").textContent = t`Files can't be read now: ${error.message}.`;
    }
  };
  const take = (files) => {
    if (files.length > 0) act((drop) => drop.take(files));
  };
  watchChoice(zone, take);
  watchDrops(take);
  if (sessionStorage.getItem(HANDED_OVER)) act((drop) => drop.takeHandedOver());
}

function watchChoice(zone, take) {
  const input = zone.querySelector("[data-drop-input]");
  zone.querySelector("[data-drop-choose]").addEventListener("click", () => input.click());
  input.addEventListener("change", () => {
    take([...input.files]);
    input.value = "";
  });
}

/** The whole page takes files, and shows while they hover over it that it does. */
function watchDrops(take) {
  const root = document.documentElement;
  const carriesFiles = ({ dataTransfer }) => dataTransfer?.types.includes("Files");
  addEventListener("dragover", (event) => {
    if (!carriesFiles(event)) return;
    event.preventDefault();
    event.dataTransfer.dropEffect = "copy";
    root.classList.add("dragging-files");
  });
  addEventListener("dragleave", ({ relatedTarget }) => {
    if (relatedTarget === null) root.classList.remove("dragging-files");
  });
  addEventListener("drop", (event) => {
    root.classList.remove("dragging-files");
    if (!carriesFiles(event)) return;
    event.preventDefault();
    take([...event.dataTransfer.files]);
  });
}
