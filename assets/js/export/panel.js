// The panel of a chart that can be taken away: buttons that download a file, buttons that show a text to copy, and links that are of
// the view at the moment.

import { t } from "../language.js";

/**
 * @param {HTMLElement} panel
 * @param {ReturnType<import("../state.js").createStore>} store
 * @param {object} offers
 * @param {function(): string} offers.name of files, without ending
 * @param {{label: string, ending: string, make: function(): (Blob|Promise<Blob>)}[]} offers.files
 * @param {{label: string, make: function(): string}[]} offers.texts
 * @param {{label: string, address: function(): string}[]} offers.links
 */
export function buildPanel(panel, store, { name, files, texts, links }) {
  const status = Object.assign(document.createElement("p"), { role: "status", className: "export-status" });
  const field = Object.assign(document.createElement("textarea"), { readOnly: true, rows: 6, hidden: true });
  const act = async (what) => {
    try {
      status.textContent = await what();
    } catch (error) {
      status.textContent = t`That failed: ${error.message}.`;
    }
  };
  const download = async ({ ending, make }) => {
    const file = `${name()}.${ending}`;
    save(await make(), file);
    return t`${file} is downloaded.`;
  };
  const show = ({ label, make }) => {
    field.value = make();
    field.hidden = false;
    field.ariaLabel = label;
    return copy(field, label);
  };
  panel.replaceChildren(
    group(t`Download`, files, (file) => act(() => download(file))),
    group(t`Copy`, texts, (text) => act(() => show(text))),
    ...links.map((link) => linkTo(link, store)),
    status,
    field,
  );
  // A text is of the view it was made of.
  store.subscribe(() => {
    field.hidden = true;
    status.textContent = "";
  });
}

function group(name, offers, press) {
  const made = document.createElement("div");
  made.className = "export-group";
  made.role = "group";
  made.ariaLabel = name;
  const title = Object.assign(document.createElement("span"), { textContent: name });
  const buttons = offers.map((offer) => {
    const button = Object.assign(document.createElement("button"), { type: "button", textContent: offer.label });
    button.addEventListener("click", () => press(offer));
    return button;
  });
  made.append(title, ...buttons);
  return made;
}

/** A link that leads where the view at the moment says. */
function linkTo({ label, address }, store) {
  const link = Object.assign(document.createElement("a"), { textContent: label, rel: "nofollow" });
  const point = () => {
    link.href = address();
  };
  point();
  store.subscribe(point);
  return link;
}

function save(blob, name) {
  const address = URL.createObjectURL(blob);
  Object.assign(document.createElement("a"), { href: address, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}

/** @returns {Promise<string>} what became of it, in words */
async function copy(field, label) {
  field.select();
  try {
    await navigator.clipboard.writeText(field.value);
    return t`${label} is copied.`;
  } catch {
    return t`Copy it from the field below.`;
  }
}
