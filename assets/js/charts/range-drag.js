// Dragging across a chart marks a range of its x axis. Fingers still scroll the page up and down.

/** Shorter movements are clicks. */
const SHORTEST = 8;

/**
 * @param {HTMLCanvasElement} canvas
 * @param {object} range
 * @param {function(number): number} range.valueAt the x at a pixel from the canvas's left edge
 * @param {function(number[]): void} range.select takes what was marked, ascending
 */
export function connectRangeDrag(canvas, { valueAt, select }) {
  const mark = Object.assign(document.createElement("div"), { className: "range-drag", hidden: true });
  let from = null;
  canvas.after(mark);
  canvas.style.touchAction = "pan-y";

  const at = ({ clientX }) => clientX - canvas.getBoundingClientRect().left;
  const stop = () => {
    from = null;
    mark.hidden = true;
  };
  canvas.addEventListener("pointerdown", (event) => {
    if (event.button === 0) from = at(event);
  });
  canvas.addEventListener("pointermove", (event) => {
    if (from === null || (mark.hidden && Math.abs(at(event) - from) < SHORTEST)) return;
    // An event that was kept and handed on (open-readout.js) may be of a finger that has left.
    if (event.isTrusted) canvas.setPointerCapture(event.pointerId);
    mark.hidden = false;
    mark.style.left = `${Math.min(from, at(event))}px`;
    mark.style.width = `${Math.abs(at(event) - from)}px`;
  });
  canvas.addEventListener("pointerup", (event) => {
    if (!mark.hidden) {
      select([from, at(event)].map(valueAt).sort((a, b) => a - b));
      canvas.addEventListener("click", swallow, { capture: true, once: true });
      setTimeout(() => canvas.removeEventListener("click", swallow, { capture: true }));
    }
    stop();
  });
  canvas.addEventListener("pointercancel", stop);
}

/** The click that ends a drag is none. */
function swallow(event) {
  event.stopImmediatePropagation();
}
