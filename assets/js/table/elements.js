// Elements of tables that scripts write.

/** @param {object} properties of the element, such as `{className: "number"}` */
export function element(name, properties, text = "") {
  const made = Object.assign(document.createElement(name), properties);
  made.append(text);
  return made;
}

export function row(cells) {
  const made = document.createElement("tr");
  made.append(...cells);
  return made;
}

/** A frame in which a wide table scrolls. */
export function scrolling(label, content) {
  const section = element("section", { className: "table-scroll", tabIndex: 0, ariaLabel: label });
  section.append(content);
  return section;
}
