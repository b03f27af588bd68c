// Loads dimple and its d3, once.

/** Bundled apart, as a classic script: script/build-assets.mjs. */
const LIBRARY = new URL("./dimple-library.js", import.meta.url).href;

let loading = null;

/**
 * @returns {Promise<{d3: object, dimple: object}>}
 * @throws {Error} if it can't be had
 */
export function loadLibrary() {
  loading ??= new Promise((resolve, reject) => {
    const script = document.createElement("script");
    script.src = LIBRARY;
    script.addEventListener("load", () => resolve(globalThis.dimpleLibrary));
    script.addEventListener("error", () => reject(new Error(`${LIBRARY} can't be loaded`)));
    document.head.append(script);
  });
  return loading;
}
