// What the two formats of the study java-solace have in common: its trials (solace-trials.js) and its tables (solace-tables.js).

/** Of a run that is made from one. */
export const SOLACE = {
  study: { name: "Java and Node.js behind Solace, 2018", date: "2018-12-03" },
  command: "the page of java-solace",
  client: "java-solace",
};

/** Its servers, as technologies of their own: none of ours is one of them. */
export const SOLACE_TECHNOLOGIES = new Map([
  ["Java", "2018-java-solace"],
  ["NodeJS", "2018-node-solace"],
]);

/** Of every trial, in the names of our rows' fields. */
export const SOLACE_LOAD = { broker: "solace", pages: 1, messages: 1000 };
