// The tooltip of bubble charts: the technology, then everything known of the cell under the pointer.

import { cellWords } from "../words.js";

/** Options of Chart.js' tooltip for cells of a dataset. */
export function tooltipOptions(dataset, measures, look) {
  return {
    displayColors: false,
    backgroundColor: look.text,
    titleColor: look.ground,
    bodyColor: look.ground,
    titleFont: { family: look.font, size: 13 },
    bodyFont: { family: look.font, size: 12 },
    padding: 10,
    callbacks: {
      title: ([item]) => item?.dataset.label,
      label: ({ raw }) => cellWords(dataset, raw.cell, measures),
    },
  };
}
