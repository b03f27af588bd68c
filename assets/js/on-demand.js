// Loads what is bundled apart (script/build-assets.mjs), once it is wanted.

import { t } from "./language.js";

/**
 * @param {string} bundle its address beside the scripts, such as `./versus.js`
 * @param {function(object): (void|Promise<void>)} connect is handed what the bundle exports, once
 * @param {function(string): void} tell is told, in words, that it can't be had; it may be wanted again then
 * @returns {function(): Promise<void>} to call whenever it is wanted
 */
export function onDemand(bundle, connect, tell) {
  let started = false;
  return async () => {
    if (started) return;
    started = true;
    try {
      await connect(await import(new URL(bundle, import.meta.url).href));
    } catch ({ message }) {
      tell(t`This can't be had now: ${message}.`);
      started = false;
    }
  };
}

/**
 * Keeps events until somebody listens.
 * @param {HTMLElement} element where they arrive, or pass on their way
 * @param {string[]} types
 * @returns {function(): void} to call once: has them arrive anew, in their order
 */
export function keepEvents(element, types) {
  const kept = [];
  const keep = (event) => kept.push(event);
  for (const type of types) element.addEventListener(type, keep, true);
  return () => {
    for (const type of types) element.removeEventListener(type, keep, true);
    for (const event of kept) event.target.dispatchEvent(new event.constructor(event.type, event));
  };
}
