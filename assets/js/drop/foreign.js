// What other tools wrote, as result files: the adapters of script/import, behind one call.

/**
 * @param {{identify: function(string, string): ?object}} adapters assets/js/import/adapters.js
 * @returns {import("./result-file.js").Convert}
 */
export function converterOf({ identify }) {
  return async (text, origin) => {
    const adapter = identify(text, origin.fileName);
    return adapter ? { document: adapter.read(text, origin), format: adapter.name } : null;
  };
}
