// A post's comments. Those of giscus are loaded from its host once a reader asks for them; the link to an issue is of the view at the
// moment.

const button = document.querySelector("[data-giscus]");
const link = document.querySelector("[data-comment]");

button?.addEventListener("click", () => button.replaceWith(giscus(JSON.parse(button.dataset.giscus))));
link?.addEventListener("click", () => {
  const issue = new URL(link.href);
  issue.searchParams.set("body", `${location.href}\n\n`);
  link.href = issue;
});

/** Its script, with its settings as attributes, as https://giscus.app describes them; it puts a frame behind itself. */
function giscus({ host, ...settings }) {
  const script = Object.assign(document.createElement("script"), {
    src: `${host}/client.js`,
    crossOrigin: "anonymous",
  });
  const own = {
    mapping: "pathname",
    theme: "preferred_color_scheme",
    lang: document.documentElement.lang,
    ...settings,
  };
  const given = Object.entries(own).filter(([, value]) => value !== null);
  for (const [name, value] of given) script.setAttribute(`data-${name.replaceAll("_", "-")}`, value);
  return script;
}
