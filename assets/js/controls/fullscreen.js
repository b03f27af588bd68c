// The buttons that give a chart the whole screen, and take it back. Without such a screen they stay hidden.

/** @param {HTMLButtonElement} button `[data-fullscreen]` within its figure */
export function connectFullscreen(button) {
  const figure = button.closest("figure");
  button.hidden = !document.fullscreenEnabled;
  button.addEventListener("click", () => {
    if (document.fullscreenElement === figure) document.exitFullscreen();
    else figure.requestFullscreen();
  });
  figure.addEventListener("fullscreenchange", () => {
    button.setAttribute("aria-pressed", document.fullscreenElement === figure);
  });
}
