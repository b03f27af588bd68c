// Keeps the bar of controls at hand while a chart is in sight. Elsewhere it lies idle where it is stuck: taken out of its place
// it would move the page.

/**
 * @param {HTMLElement} bar `.controls`
 * @returns {function(HTMLElement[]): void} is told of figures that the bar controls
 */
export function keepAtHand(bar) {
  const inSight = new Set();
  let stuck = false;
  const look = (entries) => {
    for (const { target, isIntersecting, boundingClientRect } of entries) {
      if (target === bar) stuck = boundingClientRect.top < 1;
      else if (isIntersecting) inSight.add(target);
      else inSight.delete(target);
    }
    bar.toggleAttribute("data-idle", stuck && inSight.size === 0);
  };
  // A pixel of a stuck bar lies outside.
  const observer = new IntersectionObserver(look, { rootMargin: "-1px 0px 0px", threshold: [0, 1] });
  observer.observe(bar);
  closeFromOutside(bar.querySelector("details"), bar);
  return (figures) => {
    for (const figure of figures) observer.observe(figure);
  };
}

/** What lies open over the page closes by Escape and by a press beside the bar. */
function closeFromOutside(details, bar) {
  addEventListener("pointerdown", ({ target }) => {
    if (!bar.contains(target)) details.open = false;
  });
  details.addEventListener("keydown", ({ key }) => {
    if (key !== "Escape") return;
    details.open = false;
    details.firstElementChild.focus();
  });
}
