// Leaves a frame to what is in sight: the rest is done once it is on screen.

/**
 * @param {function(): void} act
 * @returns {function(): void} to call as often as wanted; `act` is called once, after the next frame
 */
export function afterFrame(act) {
  let asked = false;
  const now = () => {
    asked = false;
    act();
  };
  return () => {
    if (asked) return;
    asked = true;
    requestAnimationFrame(() => setTimeout(now));
  };
}
