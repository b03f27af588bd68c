// dimple and the d3 that it was written for (3.5.17; newer ones break it), as a classic script: both look for `this`, which a
// module has not. The names are those of the npm packages; script/build-assets.mjs says which d3 is meant.

module.exports = { d3: require("d3"), dimple: require("dimple-js/dist/dimple.latest.js") };
