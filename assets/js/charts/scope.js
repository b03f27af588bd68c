// What drop/twins.js asks of a chart's words.

export { yoursTitle } from "../drawing/scope.js";
