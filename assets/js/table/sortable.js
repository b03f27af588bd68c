// What tables that a reader sorts have in common.

/** Turns a header's content into a button. */
export function makeSortable(header, press) {
  const button = document.createElement("button");
  button.type = "button";
  button.className = "sort";
  button.append(...header.childNodes);
  button.addEventListener("click", press);
  header.append(button);
}

/** Orders two figures or words; what is missing comes last either way. */
export function inOrder(a, b, descending) {
  if (a === null || b === null) return (a === null) - (b === null);
  const order = typeof a === "string" ? a.localeCompare(b, "en") : a - b;
  return descending ? -order : order;
}
