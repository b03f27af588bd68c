// Draws the page's figures and keeps them to the view: those in sight at once, the others one a task, so that the page stays
// responsive, those near the viewport first.

import { afterFrame } from "../after-frame.js";
import { isPrinting, onLookChange, readLook } from "./look.js";

/** How long charts in sight are redrawn in one task, in milliseconds; the others of them follow one a task. */
const AT_ONCE = 16;

/**
 * @param {HTMLElement[]} elements the page's figures; others may come near later
 * @param {Map<string, import("../results/dataset.js").Dataset>} datasets by comparison
 * @param {ReturnType<import("../state.js").createStore>} store
 * @param {function(HTMLElement, object, function): {element: HTMLElement, draw: function(object, object): void, chart: ?object}}
 *   figureOf makes of an element, its dataset and what zooms in a figure, whose `chart` is null until it is drawn
 * @returns {{near: function(HTMLElement, boolean): void}} to be told which figures come near the viewport and which leave
 */
export function keepDrawn(elements, datasets, store, figureOf) {
  const zoom = (range) => store.update({ zoom: range });
  const figures = new Map();
  const inSight = new Set();
  const sight = new IntersectionObserver((entries) => {
    for (const { target, isIntersecting } of entries) inSight[isIntersecting ? "add" : "delete"](figures.get(target));
  });
  const adopt = (element) => {
    const { comparison } = JSON.parse(element.dataset.chart);
    figures.set(element, figureOf(element, datasets.get(comparison), zoom));
    sight.observe(element);
  };
  for (const element of elements) adopt(element);
  const near = new Set();
  const stale = new Set();
  let look = readLook();
  let scheduled = false;

  const draw = (figure) => {
    stale.delete(figure);
    if (!figure.element.hidden) figure.draw({ ...store.view, lifted: store.lifted }, look);
  };
  const drawNext = () => {
    scheduled = false;
    const next = [...stale].find((figure) => near.has(figure)) ?? [...stale][0];
    if (next) draw(next);
    schedule();
  };
  const schedule = () => {
    if (scheduled || stale.size === 0) return;
    scheduled = true;
    setTimeout(drawNext);
  };
  const scheduleRest = afterFrame(schedule);
  const redraw = () => {
    for (const figure of figures.values()) if (figure.chart) stale.add(figure);
    const begun = performance.now();
    for (const figure of inSight) if (figure.chart && performance.now() - begun < AT_ONCE) draw(figure);
    scheduleRest();
  };

  store.subscribe(redraw);
  store.onLift(redraw);
  const drawAll = () => {
    for (const figure of figures.values()) draw(figure);
  };

  onLookChange(() => {
    look = readLook();
    if (isPrinting()) drawAll();
    else redraw();
  });
  addEventListener("beforeprint", drawAll);
  if (isPrinting()) drawAll();

  return {
    near(element, isNear) {
      if (!figures.has(element)) adopt(element);
      const figure = figures.get(element);
      if (!isNear) {
        near.delete(figure);
        return;
      }
      near.add(figure);
      if (!figure.chart) stale.add(figure);
      schedule();
    },
  };
}
