// Waits for the first file, and loads what reads it only then: until a file comes, this is all that a page carries.

import { HANDED_OVER } from "./handover-key.js";

/** Bundled apart: script/build-assets.mjs. */
const BUNDLE = new URL("./drop.js", import.meta.url).href;

/**
 * @param {() => object} context of the page, as `startDrop` takes it
 */
export function watchForFiles(context) {
  const zone = document.querySelector("[data-drop]");
  if (!zone) return;
  let started = null;
  const start = () => {
    started ??= import(BUNDLE).then(({ startDrop }) => startDrop(zone, context()));
    return started;
  };
  const take = async (files) => {
    if (files.length > 0) (await start()).take(files);
  };
  const input = zone.querySelector("[data-drop-input]");
  zone.querySelector("[data-drop-choose]").addEventListener("click", () => input.click());
  input.addEventListener("change", () => {
    take([...input.files]);
    input.value = "";
  });
  const carriesFiles = ({ dataTransfer }) => dataTransfer?.types.includes("Files");
  const root = document.documentElement;
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
  if (sessionStorage.getItem(HANDED_OVER)) start().then(({ takeHandedOver }) => takeHandedOver());
}
