// Technologies can be told apart: by colour, also with the common colour deficiencies, and by shape and dash.

import assert from "node:assert/strict";
import test from "node:test";
import { pointShape } from "../../assets/js/charts/look.js";
import { palette, protocolsOf, technologies } from "./sample.js";

/** Linear-RGB matrices of full deficiency: Machado, Oliveira and Fernandes, IEEE TVCG 15 (2009). */
const VISION = {
  normal: [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ],
  protanopia: [
    [0.152286, 1.052583, -0.204868],
    [0.114503, 0.786281, 0.099216],
    [-0.003882, -0.048116, 1.051998],
  ],
  deuteranopia: [
    [0.367322, 0.860646, -0.227968],
    [0.280085, 0.672501, 0.047413],
    [-0.01182, 0.04294, 0.968881],
  ],
  tritanopia: [
    [1.255528, -0.076749, -0.178779],
    [-0.078411, 0.930809, 0.147602],
    [0.004733, 0.691367, 0.3039],
  ],
};

/**
 * CIE76: what people just notice is about 2.3. There are fewer shapes than technologies, and a point of the same shape
 * is told apart by its colour alone.
 */
const TOLD_APART = { shapesDiffer: 8, sameShape: 20 };
/** Degrees of hue in CIELAB around which the colours of a platform's technologies lie. */
const FAMILY_HUE = 40;
const GROUNDS = { light: "#ffffff", dark: "#14171c" };
const NON_TEXT_CONTRAST = 3;

/** Technologies that pages show together. */
const pages = ["chat", "lookup", "shootout", "bookstore", "relay"].map((protocol) =>
  technologies.filter((one) => protocolsOf(one).includes(protocol)),
);
const onAnotherRuntime = technologies.filter(({ like }) => like);
const looks = [...technologies, ...palette];
const pairs = (all) => all.flatMap((one, i) => all.slice(i + 1).map((other) => [one, other]));
const pairsOnPages = pages.flatMap((shown) => pairs([...shown, ...palette]));

function linear(hex) {
  return [1, 3, 5].map((at) => {
    const channel = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
  });
}

function seen(hex, matrix) {
  const rgb = linear(hex);
  return matrix.map((row) =>
    Math.min(
      1,
      Math.max(
        0,
        row.reduce((sum, factor, i) => sum + factor * rgb[i], 0),
      ),
    ),
  );
}

function lab([r, g, b]) {
  const xyz = [
    (0.4124564 * r + 0.3575761 * g + 0.1804375 * b) / 0.95047,
    0.2126729 * r + 0.7151522 * g + 0.072175 * b,
    (0.0193339 * r + 0.119192 * g + 0.9503041 * b) / 1.08883,
  ];
  const [x, y, z] = xyz.map((t) => (t > 0.008856 ? Math.cbrt(t) : 7.787 * t + 16 / 116));
  return [116 * y - 16, 500 * (x - y), 200 * (y - z)];
}

function distance(a, b, matrix) {
  const [one, other] = [a, b].map((hex) => lab(seen(hex, matrix)));
  return Math.hypot(...one.map((value, i) => value - other[i]));
}

function contrast(a, b) {
  const [low, high] = [a, b]
    .map(linear)
    .map(([r, g, blue]) => 0.2126 * r + 0.7152 * g + 0.0722 * blue)
    .sort((one, other) => one - other);
  return (high + 0.05) / (low + 0.05);
}

for (const [vision, matrix] of Object.entries(VISION)) {
  for (const scheme of ["light", "dark"]) {
    test(`colours differ on ${scheme} ground, more so where the shape is the same, vision: ${vision}`, () => {
      for (const [a, b] of pairsOnPages) {
        const wanted = a.shape === b.shape ? TOLD_APART.sameShape : TOLD_APART.shapesDiffer;
        const apart = distance(a.color[scheme], b.color[scheme], matrix);
        assert.ok(apart >= wanted, `${a.id ?? a.color[scheme]} and ${b.id ?? b.color[scheme]}: ${apart.toFixed(1)}`);
      }
    });
  }
}

test("technologies of a platform are of one hue", () => {
  const hue = (hex) => {
    const [, a, b] = lab(linear(hex));
    return (Math.atan2(b, a) * 180) / Math.PI;
  };
  for (const [a, b] of pairs(technologies).filter(([one, other]) => one.family === other.family)) {
    for (const scheme of ["light", "dark"]) {
      const turn = Math.abs(hue(a.color[scheme]) - hue(b.color[scheme]));
      const apart = Math.min(turn, 360 - turn);
      assert.ok(apart <= FAMILY_HUE, `${a.id} and ${b.id} on ${scheme} ground: ${apart.toFixed(0)}°`);
    }
  }
});

test("every colour stands out from its ground as WCAG asks of graphics", () => {
  for (const { color } of looks) {
    for (const scheme of ["light", "dark"]) {
      const ratio = contrast(color[scheme], GROUNDS[scheme]);
      assert.ok(ratio >= NON_TEXT_CONTRAST, `${color[scheme]} on ${scheme} ground: ${ratio.toFixed(2)}`);
    }
  }
});

test("no two looks share shape and dash, so that colour is never needed", () => {
  for (const [a, b] of pairsOnPages) {
    assert.notDeepEqual([a.shape, a.dash], [b.shape, b.dash], `${a.id} and ${b.id}`);
  }
});

test("a server on another runtime has its own look, but for the dash", () => {
  assert.notEqual(onAnotherRuntime.length, 0);
  for (const { id, like, color, shape, dash } of onAnotherRuntime) {
    const base = technologies.find((one) => one.id === like);
    assert.deepEqual([color, shape], [base.color, base.shape], id);
    assert.notDeepEqual(dash, base.dash, id);
  }
});

test("every shape has an inside, so that a point can be hollow", () => {
  const closed = ["circle", "rect", "rectRot", "rectRounded", "triangle"];
  for (const { shape } of looks) assert.ok(closed.includes(pointShape(shape).pointStyle), shape);
});
