// JMeter's statistics.json, which its HTML report writes: an entry a label, and `Total` of all samples.

import { BOOKSTORE } from "./bookstore.js";
import { documentOfTotal } from "./jmeter-total.js";
import { isObject, jsonOf, jsonWith } from "./values.js";

const NOTES = [
  "Percentiles 1, 2 and 3 are taken as the 90th, 95th and 99th, which JMeter makes them unless it is told otherwise; the file does not say.",
];

export const jmeter = {
  id: "jmeter",
  name: "JMeter's statistics.json",
  comparison: "lookup",
  alsoFor: [BOOKSTORE],

  recognises(text) {
    const statistics = jsonWith("meanResTime", text);
    return isObject(statistics) && isObject(statistics.Total) && "meanResTime" in statistics.Total;
  },

  read(text, origin) {
    const { Total: total, ...others } = jsonOf(text);
    const labels = Object.values(others).filter(isObject);
    return documentOfTotal(jmeter, origin, { total, labels, ending: /-?statistics$/i, notes: NOTES });
  },
};
