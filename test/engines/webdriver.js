// What a reader does (reader.js), done by WebKitGTK's own small browser over WebDriver. Its window is on the display that DISPLAY names.

import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import webdriver from "selenium-webdriver";
import { until } from "./reader.js";

const { Builder, By, Capabilities } = webdriver;

/** The tool bar is as wide as its buttons, and the window no narrower than a phone only with them made small. */
const SMALL_TOOL_BAR = "* { min-width: 0; margin: 0; border: 0; padding: 0; }";

/** @param {string} browser MiniBrowser's path */
export async function startWebkit(browser) {
  const config = await mkdtemp(join(tmpdir(), "webkit-"));
  await mkdir(join(config, "gtk-3.0"));
  await writeFile(join(config, "gtk-3.0", "gtk.css"), SMALL_TOOL_BAR);
  const port = await freePort();
  const server = spawn("WebKitWebDriver", [`--port=${port}`], {
    env: { ...process.env, XDG_CONFIG_HOME: config },
    stdio: "inherit",
  });
  const session = await until(() => open(`http://127.0.0.1:${port}`, browser));
  return {
    driver: webkitDriver(session),
    async close() {
      await session.quit();
      server.kill();
      await once(server, "exit");
      await rm(config, { recursive: true });
    },
  };
}

function open(server, binary) {
  const options = { binary, args: ["--automation"] };
  const capabilities = new Capabilities({ browserName: "MiniBrowser", "webkitgtk:browserOptions": options });
  return new Builder().usingServer(server).withCapabilities(capabilities).build();
}

function webkitDriver(session) {
  const nth = async (css, index) => (await session.findElements(By.css(css)))[index];
  const evaluate = (does, argument) => session.executeScript(`return (${does})(...arguments)`, argument);
  return {
    /** The window's size, by what the page then has of it. */
    async resize({ width, height }) {
      const window = session.manage().window();
      await window.setRect({ width, height });
      await until(async () => {
        const inner = await evaluate(() => ({ width: innerWidth, height: innerHeight }));
        if (inner.width === width && inner.height === height) return;
        const outer = await window.getRect();
        await window.setRect({
          width: outer.width + width - inner.width,
          height: outer.height + height - inner.height,
        });
        throw new Error(`the page has ${inner.width} × ${inner.height}`);
      });
    },
    goto: (url) => session.get(url),
    evaluate,
    async click(css, index) {
      await (await nth(css, index)).click();
    },
    async fill(css, index, value) {
      const field = await nth(css, index);
      if ((await field.getTagName()) === "select") {
        await field.findElement(By.xpath(`option[normalize-space()="${value}"]`)).click();
        return;
      }
      await field.clear();
      await field.sendKeys(value);
    },
    async give(css, index, path) {
      await (await nth(css, index)).sendKeys(path);
    },
  };
}

async function freePort() {
  const probe = createServer().listen(0, "127.0.0.1");
  await once(probe, "listening");
  const { port } = probe.address();
  await new Promise((resolve) => probe.close(resolve));
  return port;
}
