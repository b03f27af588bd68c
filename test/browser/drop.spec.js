// Result files dropped onto the page: they join it, or are refused in plain words, and are forgotten.

import { readFileSync } from "node:fs";
import { mkdir, writeFile } from "node:fs/promises";
import { gzipSync } from "node:zlib";
import { accessibilityFaults, drawAll, expect, expectChanged, lookAtCharts, openTables, query, test } from "./page.js";

const HEADER = "technology\trooms\tusers\titeration\tmessages_per_user\tlatency_mean_ms\tcpu_percent\tmemory_mib";
const rows = (technology, rooms = [1, 2, 4], users = [10, 20, 30, 60]) =>
  rooms.flatMap((room) =>
    users.flatMap((user) =>
      [1, 2, 3].map(
        (i) => `${technology}\t${room}\t${user}\t${i}\t500\t${user / 10 + i / 100}\t${20 + user}\t${40 + user}`,
      ),
    ),
  );
const tsv = (...technologies) => [HEADER, ...technologies.flatMap((id) => rows(id)), ""].join("\n");
const file = (name, content) => ({ name, mimeType: "application/octet-stream", buffer: Buffer.from(content) });

const LARGE = 10e6;

const entries = (page) => page.locator(".dropped-file");
const yours = (page) => page.locator(".controls button[data-technology^='yours.']");
const status = (page) => page.locator("[data-drop-status]");

async function give(page, ...files) {
  const before = await entries(page).count();
  await page.locator("[data-drop-input]").setInputFiles(files);
  await expect(entries(page)).toHaveCount(before + files.length);
}

/** A file that Playwright would take its time to send: by a path. */
async function giveLarge(page, testInfo, { name, buffer }) {
  await mkdir(testInfo.outputDir, { recursive: true });
  await writeFile(testInfo.outputPath(name), buffer);
  await page.locator("[data-drop-input]").setInputFiles(testInfo.outputPath(name));
}

/** Drops files on an element as a mouse would. */
async function dropOn(page, selector, ...files) {
  const transfer = await page.evaluateHandle(
    (list) => {
      const data = new DataTransfer();
      for (const { name, bytes } of list) data.items.add(new File([Uint8Array.from(bytes)], name));
      return data;
    },
    files.map(({ name, buffer }) => ({ name, bytes: [...buffer] })),
  );
  for (const type of ["dragover", "drop"]) await page.dispatchEvent(selector, type, { dataTransfer: transfer });
}

test("a file dropped anywhere joins buttons, charts and tables at once, marked as the reader's", async ({
  page,
  open,
}) => {
  await open();
  await drawAll(page);
  const before = await lookAtCharts(page);
  await dropOn(page, "footer", file("mine.tsv", tsv("my-server")));
  await expect(yours(page)).toHaveText("my-server (yours)");
  await expectChanged(page, before);
  await openTables(page);
  for (const figure of await page.locator("figure[data-chart]").all()) {
    await expect(figure.locator("tr[data-yours]")).not.toHaveCount(0);
  }
  await expect(page.locator("[data-cell-summary] tr", { hasText: "my-server (yours)" })).toHaveCount(1);
  await expect(status(page)).toHaveText("mine.tsv: 36 rows of my-server.");
});

test("several files at once, packed or with commas or as JSON, are read; a broken one among them is told of", async ({
  page,
  open,
}) => {
  await open();
  await give(
    page,
    file("a.tsv.gz", gzipSync(tsv("a-server"))),
    file("b.csv", tsv("b-server").replaceAll("\t", ",")),
    file("c.json", readFileSync("test/fixtures/results/chat/node-ws.json")),
    file("d.tsv", tsv("d-server").replace("1.01", "fast")),
  );
  await expect(yours(page)).toHaveText(["a-server (yours)", "b-server (yours 2)", "Node.js (yours 3)"]);
  await expect(entries(page).last().locator("li")).toHaveText(
    /^d\.tsv:2: latency_mean_ms: "fast" is not a number \(expected milliseconds/,
  );
});

test("removing a file leaves the page as it was, and so does a reload", async ({ page, open }) => {
  await open();
  await drawAll(page);
  const before = (await lookAtCharts(page)).map(({ print }) => print);
  await openTables(page);
  await give(page, file("mine.tsv", tsv("my-server")));
  await expect(page.locator("tr[data-yours]")).not.toHaveCount(0);
  await page.getByRole("button", { name: "Remove mine.tsv" }).click();
  await expect(entries(page)).toHaveCount(0);
  await expect(async () => expect((await lookAtCharts(page)).map(({ print }) => print)).toEqual(before)).toPass();
  expect(await page.locator("tr[data-yours]").count()).toBe(0);
  await give(page, file("mine.tsv", tsv("my-server")));
  await expect.poll(() => query(page)).toBe("");
  await page.reload();
  await expect(entries(page)).toHaveCount(0);
});

test("its button hides and shows a dropped technology, and the address says nothing of it", async ({ page, open }) => {
  await open();
  await drawAll(page);
  const without = await lookAtCharts(page);
  await give(page, file("mine.tsv", tsv("my-server")));
  await expectChanged(page, without);
  const before = await lookAtCharts(page);
  await yours(page).click();
  await expect(yours(page)).toHaveAttribute("aria-pressed", "false");
  await expectChanged(page, before);
  await expect.poll(() => query(page)).toBe("");
});

test("dropped files can have charts of their own, each behind the page's, with all that a chart has", async ({
  page,
  open,
}) => {
  await open();
  await drawAll(page);
  const before = (await lookAtCharts(page)).map(({ print }) => print);
  await give(page, file("mine.tsv", tsv("my-server")), file("theirs.tsv", tsv("their-server")));
  await page.getByRole("checkbox", { name: "charts of their own" }).check();
  const besides = page.locator("figure[data-yours]");
  await expect(besides).toHaveCount(before.length);
  await drawAll(page);
  const prints = async (selector) => (await lookAtCharts(page, selector)).map(({ print }) => print);
  await expect(async () => expect(await prints("figure[data-chart]:not([data-yours])")).toEqual(before)).toPass();
  for (const { ink } of await lookAtCharts(page, "figure[data-yours]")) expect(ink).toBeGreaterThan(0);
  const first = besides.first();
  await expect(first.locator("xpath=preceding-sibling::figure[1]")).toHaveId("latency-1-room");
  await expect(first.getByRole("img")).toHaveAttribute(
    "aria-label",
    /my-server \(yours\): from .* their-server \(yours 2\): from/,
  );
  await first.locator("summary").click();
  await expect(first.locator("tbody tr")).toHaveCount(8);
  await first.locator("[data-export]").click();
  await expect(first.getByRole("button", { name: "SVG" })).toBeVisible();
  await expect(first.getByRole("button", { name: "Embed" })).toHaveCount(0);
  expect(await accessibilityFaults(page, "figure[data-yours]", "[data-drop]")).toEqual([]);
  await page.getByRole("button", { name: "Remove mine.tsv" }).click();
  await expect(first.getByRole("img")).toHaveAttribute("aria-label", /their-server \(yours 2\): from/);
  await page.getByRole("button", { name: "Remove theirs.tsv" }).click();
  await expect(besides.filter({ visible: true })).toHaveCount(0);
  await expect(page.getByRole("checkbox", { name: "charts of their own" })).toBeHidden();
});

test("nothing is uploaded, and nothing of it is loaded before the first file comes", async ({ page, open }) => {
  const requests = [];
  page.on("request", (request) => requests.push(`${request.method()} ${new URL(request.url()).pathname}`));
  await open();
  await page.waitForLoadState("networkidle");
  expect(requests.filter((one) => /build\/drop|registry/.test(one))).toEqual([]);
  requests.length = 0;
  await give(page, file("mine.tsv", tsv("my-server")));
  expect(requests.filter((one) => !one.startsWith("GET "))).toEqual([]);
  expect(requests).toContain("GET /assets/build/drop-worker.js");
});

test("with the keyboard alone: choose, hide, remove", async ({ page, open }) => {
  await open();
  const chooser = page.waitForEvent("filechooser");
  await page.getByRole("button", { name: "Choose files" }).press("Enter");
  await (await chooser).setFiles([file("mine.tsv", tsv("my-server"))]);
  await yours(page).press("Space");
  await expect(yours(page)).toHaveAttribute("aria-pressed", "false");
  await page.getByRole("button", { name: "Remove mine.tsv" }).press("Enter");
  await expect(entries(page)).toHaveCount(0);
  await expect(status(page)).toHaveText("mine.tsv is removed.");
});

test("axe finds no violation in the panel", async ({ page, open }) => {
  await open();
  await give(page, file("mine.tsv", tsv("my-server")), file("bad.tsv", tsv("x").replace("1.01", "fast")));
  expect(await accessibilityFaults(page, "[data-drop]", ".controls")).toEqual([]);
});

test("a contribution is the file in canonical form, with the path where it belongs", async ({ page, open }) => {
  await open();
  await give(page, file("My results.csv", tsv("my-server").replaceAll("\t", ",")));
  await page.getByRole("button", { name: "Prepare a contribution of My results.csv" }).click();
  const link = page.getByRole("link", { name: "Save the file" });
  await expect(page.locator(".contribution code")).toHaveText("data/chat/my-server.tsv");
  const download = page.waitForEvent("download");
  await link.click();
  expect(readFileSync(await (await download).path(), "utf8")).toBe(tsv("my-server"));
});

test("the dataset's figures, exported and dropped, come back the same", async ({ page, open }) => {
  await open();
  await drawAll(page);
  await openTables(page);
  const path = await page.locator(".result-files a").first().getAttribute("href");
  const bytes = await (await page.request.get(path)).body();
  await give(page, file(path.split("/").at(-1), bytes));
  const [id] = await yours(page).evaluateAll((buttons) =>
    buttons.map((button) => button.dataset.technology.split(".").at(-1)),
  );
  const name = (await page.locator(`.controls button[data-technology="${id}"]`).textContent()).trim();
  await expect(page.locator("figure[data-chart] table").last().locator("tr[data-yours]")).not.toHaveCount(0);
  for (const table of await page.locator("figure[data-chart] table").all()) {
    const texts = await table
      .locator("tbody tr")
      .evaluateAll((all) => all.map((row) => [...row.cells].map((cell) => cell.textContent.trim())));
    const of = (wanted) => texts.filter(([first]) => first === wanted).map(([, ...rest]) => rest);
    expect(of(`${name} (yours)`)).toEqual(of(name));
  }
});

test("a file of another comparison goes to that page with it, and is forgotten there as anywhere", async ({
  page,
  open,
}) => {
  const elsewhere = async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, body: (await response.text()).replaceAll('"id":"chat"', '"id":"elsewhere"') });
  };
  await page.route("**/assets/registry.json", elsewhere);
  await open();
  await give(page, file("mine.tsv", tsv("my-server")));
  await expect(yours(page)).toHaveCount(0);
  await page.unroute("**/assets/registry.json", elsewhere);
  await page.getByRole("button", { name: "Open its page with this file" }).click();
  await expect(yours(page)).toHaveText("my-server (yours)");
  await page.reload();
  await expect(entries(page)).toHaveCount(0);
  expect(await page.evaluate(async () => (await indexedDB.databases()).length)).toBe(0);
});

test("a large file shows its progress, and can be cancelled without a trace", async ({ page, open }, testInfo) => {
  await open();
  const long = Array.from({ length: 800_000 }, (_, i) => `my-server\t1\t10\t${i + 1}\t500\t0.5\t31.5\t48.2`);
  await giveLarge(page, testInfo, file("large.tsv", [HEADER, ...long, ""].join("\n")));
  await page.getByRole("button", { name: "Cancel" }).click();
  await expect(status(page)).toHaveText("Cancelled.");
  await expect(page.locator(".drop-progress")).toHaveCount(0);
  await expect(entries(page)).toHaveCount(0);
  await give(page, file("mine.tsv", tsv("my-server")));
  await expect(yours(page)).toHaveText("my-server (yours)");
});

test("without its bundle the zone says that it can't read, and the page goes on", async ({
  page,
  open,
  complaints,
}) => {
  await page.route("**/drop.js", (route) => route.abort());
  await open();
  await page.locator("[data-drop-input]").setInputFiles([file("mine.tsv", tsv("my-server"))]);
  await expect(status(page)).toContainText("Files can't be read now");
  complaints.splice(0);
});

const HOSTILE = {
  "markup in a name": () => file("<img src=x onerror=alert(1)>.tsv", tsv("my-server").replace("1.01", "<b>")),
  "markup in a value": () => file("a.tsv", tsv("<script>alert(1)</script>")),
  "a column named __proto__": () => file("a.tsv", tsv("my-server").replace("cpu_percent", "__proto__")),
  "a key named __proto__": () => file("a.json", '{"__proto__": {"polluted": true}, "results": []}'),
  "a formula": () => file("a.csv", 'technology,rooms\n"=HYPERLINK(""http://example.org"")",1\n'),
  "a million columns": () => file("a.tsv", `${new Array(1e6).fill("a").join("\t")}\n`),
  "200 MB": () => file("a.tsv", Buffer.alloc(200e6, "a\tb\n")),
  "a bomb": () => file("a.tsv.gz", gzipSync(Buffer.alloc(200 << 20, "x"))),
  "what is no gzip": () => file("a.tsv.gz", "text"),
  "invalid UTF-8": () => file("a.tsv", Uint8Array.of(0x61, 0x09, 0xff, 0x0a)),
  "deep JSON": () => file("a.json", "[".repeat(1e6) + "]".repeat(1e6)),
  "no result file": () => file("a.png", Uint8Array.of(0x89, 0x50, 0x4e, 0x47)),
};
for (const [what, make] of Object.entries(HOSTILE)) {
  test(`hostile: ${what} is refused, with nothing but text to show for it`, async ({ page, open }, testInfo) => {
    await open();
    const hostile = make();
    const { name, buffer } = hostile;
    if (buffer.length < LARGE) await page.locator("[data-drop-input]").setInputFiles([hostile]);
    else await giveLarge(page, testInfo, hostile);
    await expect(entries(page)).toHaveCount(1, { timeout: 20_000 });
    await expect(entries(page).locator("strong")).toHaveText(name);
    expect(await entries(page).locator(".findings li").count()).toBeGreaterThan(0);
    await expect(entries(page).locator("script, img, b")).toHaveCount(0);
    await expect(yours(page)).toHaveCount(0);
    expect(await page.evaluate(() => ({}).polluted)).toBe(undefined);
  });
}
