// Three browsers behind one face: Chromium and Firefox by WebDriver BiDi (Puppeteer), WebKit by classic WebDriver (Selenium).
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import net from 'node:net';
import { setTimeout as rest } from 'node:timers/promises';
import puppeteer from 'puppeteer-core';
import { Builder, By, Capabilities } from 'selenium-webdriver';

/**
 * @typedef {object} Browser
 * @property {string} name
 * @property {string} version
 * @property {(url: string, size?: {width: number, height: number}) => Promise<void>} open  an address, in a new page
 * @property {(run: Function, ...args: unknown[]) => Promise<any>} run  a function in the page; it sees no names of ours
 * @property {(run: Function, ...args: unknown[]) => Promise<any>} inFrame  the same in the page's one frame
 * @property {() => string[]} heard  what the browser itself said was wrong since the page was opened
 * @property {() => Promise<void>} close
 */

const firstOf = (/** @type {string[]} */ ...files) => files.find((file) => fs.existsSync(file));

/** Where each browser is; undefined for one that is not. @type {Record<string, () => string | undefined>} */
export const programs = {
  chromium: () => process.env.SCALEDOT_CHROMIUM ?? firstOf('/usr/bin/chromium', '/usr/bin/google-chrome'),
  firefox: () => process.env.SCALEDOT_FIREFOX ?? firstOf('/usr/bin/firefox-esr', '/usr/bin/firefox'),
  webkit: () =>
    firstOf('/usr/bin/WebKitWebDriver') &&
    firstOf('/usr/bin/Xvfb') &&
    firstOf(
      ...['4.1', '6.0'].map((version) => `/usr/lib/${machine}-linux-gnu/webkit2gtk-${version}/MiniBrowser`),
    ),
};
const machine = { x64: 'x86_64', arm64: 'aarch64' }[process.arch] ?? process.arch;

const isRoot = process.getuid?.() === 0;

/** @param {'chrome' | 'firefox'} browser @param {string} executablePath @returns {Promise<Browser>} */
async function byPuppeteer(browser, executablePath) {
  const own = await puppeteer.launch({
    browser,
    executablePath,
    headless: true,
    protocol: 'webDriverBiDi',
    protocolTimeout: 300_000,
    args: browser === 'chrome' && isRoot ? ['--no-sandbox'] : [],
  });
  /** @type {import('puppeteer-core').Page | undefined} */
  let page;
  /** @type {string[]} */
  let heard = [];
  const present = () => /** @type {import('puppeteer-core').Page} */ (page);
  return {
    name: browser === 'chrome' ? 'chromium' : browser,
    version: await own.version(),
    async open(url, { width, height } = { width: 1280, height: 800 }) {
      await page?.close();
      heard = [];
      page = await own.newPage();
      page.on('pageerror', (error) => heard.push(String(/** @type {Error} */ (error).message)));
      page.on('console', (message) => {
        if (['error', 'warn'].includes(message.type())) heard.push(message.text());
      });
      await page.setViewport({ width, height });
      await page.goto(url);
    },
    run: (run, ...args) => present().evaluate(/** @type {any} */ (run), ...args),
    inFrame: async (run, ...args) => {
      const frame = present().frames().find((each) => each.parentFrame());
      return frame?.evaluate(/** @type {any} */ (run), ...args);
    },
    heard: () => heard,
    close: () => own.close(),
  };
}

/** A port that nobody has now. @returns {Promise<number>} */
async function freePort() {
  const server = net.createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = /** @type {net.AddressInfo} */ (server.address());
  server.close();
  await once(server, 'close');
  return port;
}

/** A screen that nobody looks at: WebKit draws on nothing less. */
async function openScreen() {
  const screen = spawn('Xvfb', ['-displayfd', '1', '-screen', '0', '1400x1000x24', '-nolisten', 'tcp'], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const [number] = await once(screen.stdout, 'data');
  return { name: `:${String(number).trim()}`, close: () => screen.kill() };
}

/** Runs in the page: calls a function, and hands over what it gives or what it threw. */
const caller = (/** @type {Function} */ run) =>
  `const done = arguments[arguments.length - 1];
  Promise.resolve([].slice.call(arguments, 0, -1)).then((given) => (${run})(...given)).then(
    (value) => done({ value }), (error) => done({ error: String(error && error.message || error) }));`;

/** @param {string} binary @returns {Promise<Browser>} */
async function byWebDriver(binary) {
  const screen = await openScreen();
  const port = await freePort();
  const env = {
    ...process.env,
    DISPLAY: screen.name,
    GDK_BACKEND: 'x11',
    // Its sandbox needs rights that containers lack.
    WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1',
  };
  const service = spawn('WebKitWebDriver', [`--port=${port}`, '--host=127.0.0.1'], { env, stdio: 'ignore' });
  const capabilities = new Capabilities({
    browserName: 'MiniBrowser',
    'webkitgtk:browserOptions': { binary, args: ['--automation'] },
  });
  const begin = () =>
    new Builder().usingServer(`http://127.0.0.1:${port}`).withCapabilities(capabilities).build();
  /** The service may need a moment, and the first session once needed a second try. */
  const driver = await (async () => {
    for (let tries = 0; ; ++tries) {
      try {
        const one = await begin();
        await one.getSession();
        return one;
      } catch (error) {
        if (tries === 20) throw error;
        await rest(500);
      }
    }
  })();
  await driver.manage().setTimeouts({ script: 300_000, pageLoad: 120_000 });
  const version = (await driver.getCapabilities()).getBrowserVersion();
  const run = async (/** @type {Function} */ run, /** @type {unknown[]} */ ...args) => {
    const { value, error } = /** @type {any} */ (await driver.executeAsyncScript(caller(run), ...args));
    if (error) throw new Error(error);
    return value;
  };
  const window = driver.manage().window();
  /** Gives the page these pixels; the window has edges. */
  const fit = async (/** @type {number} */ width, /** @type {number} */ height) => {
    const inner = () => run(() => ({ width: innerWidth, height: innerHeight }));
    const [now, outer] = [await inner(), await window.getRect()];
    if (now.width === width && now.height === height) return;
    const rect = { width: outer.width + width - now.width, height: outer.height + height - now.height };
    await window.setRect({ x: 0, y: 0, ...rect });
  };
  return {
    name: 'webkit',
    version: `WebKitGTK ${version}`,
    async open(url, { width, height } = { width: 1280, height: 800 }) {
      await driver.get('about:blank'); // a new fragment alone would not load the page anew
      await fit(width, height);
      await driver.get(url);
    },
    run,
    async inFrame(code, ...args) {
      await driver.switchTo().frame(await driver.findElement(By.css('iframe')));
      try {
        return await run(code, ...args);
      } finally {
        await driver.switchTo().defaultContent();
      }
    },
    heard: () => [], // it has no way to tell; watch.js hears what scripts can
    async close() {
      await driver.quit();
      service.kill();
      screen.close();
    },
  };
}

/** @type {Record<string, (program: string) => Promise<Browser>>} */
export const openers = {
  chromium: (program) => byPuppeteer('chrome', program),
  firefox: (program) => byPuppeteer('firefox', program),
  webkit: byWebDriver,
};
