/* global Services, Ci */
// One interface to three browsers: Chromium and Firefox by WebDriver BiDi (Puppeteer), WebKit by classic WebDriver (Selenium).
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import net from 'node:net';
import { createInterface } from 'node:readline';
import { setTimeout as rest } from 'node:timers/promises';
import puppeteer from 'puppeteer-core';
import { Builder, By, Capabilities } from 'selenium-webdriver';
import { Command, Name } from 'selenium-webdriver/lib/command.js';
import { browserPrograms } from '../../scripts/installs.mjs';
import { isRoot } from '../../scripts/tools.mjs';

/** @typedef {{x: number, y: number}} Point  in the window, CSS pixels */

/**
 * @typedef {object} Browser
 * @property {string} name
 * @property {string} version
 * @property {(url: string, size?: {width: number, height: number}) => Promise<void>} open  an address, in a new page
 * @property {() => Promise<void>} reload  the open page
 * @property {(run: Function, ...args: unknown[]) => Promise<any>} run  a function in the page; it sees no names of ours
 * @property {(run: Function, ...args: unknown[]) => Promise<any>} inFrame  the same in the page's one frame
 * @property {(key: 'ArrowUp' | 'ArrowRight' | 'Enter') => Promise<void>} press
 * @property {(from: Point, to: Point, type?: 'mouse' | 'touch') => Promise<void>} drag
 * @property {(file: string) => Promise<void>} shoot  what the window shows, as PNG
 * @property {() => Promise<string[]>} heard  what the browser itself said was wrong since the page was opened
 * @property {() => Promise<void>} close
 */

/** Returns a path in whole pixels. @param {Point} from @param {Point} to @returns {Point[]} */
const stepsOf = (from, to) =>
  [1, 2, 3, 4].map((step) => ({
    x: Math.round(from.x + ((to.x - from.x) * step) / 4),
    y: Math.round(from.y + ((to.y - from.y) * step) / 4),
  }));

/** The keys' code points in WebDriver. */
const keyCodes = { ArrowUp: '\uE013', ArrowRight: '\uE014', Enter: '\uE007' };

/**
 * Opens Firefox's own console. BiDi reports only errors, and only code that is part of the browser can read warnings.
 * @param {import('puppeteer-core').Browser} browser
 */
async function openConsole(browser) {
  const { connection } = /** @type {any} */ (browser);
  const { result } = await connection.send('browsingContext.getTree', { 'moz:scope': 'chrome' });
  const target = { context: result.contexts[0].context };
  /** @param {Function} run */
  const call = async (run) => {
    const given = { functionDeclaration: String(run), awaitPromise: false, target };
    const answer = (await connection.send('script.callFunction', given)).result;
    if (answer.type !== 'success') throw new Error(JSON.stringify(answer));
    return answer.result.value;
  };
  return {
    clear: () => call(() => Services.console.reset()),
    /** Messages about pages, without those about the browser's own windows. @returns {Promise<string[]>} */
    read: async () => JSON.parse(await call(readMessages)),
  };
}

/** Runs in the browser itself. */
function readMessages() {
  // Closing a page terminates its scripts and aborts its service worker's responses. Firefox reports both after the next
  // page has opened, and does not say which page they belong to. For whatever a service worker itself does wrong, Firefox
  // gives a reason. These messages have none.
  const mayBeOfClosedPage =
    /^Script terminated by timeout|A ServiceWorker intercepted .* unexpected error/;
  const isOurs = ({ sourceName, category, errorMessage }) =>
    !/^(chrome|resource):|^chrome /.test(sourceName || category) &&
    !mayBeOfClosedPage.test(errorMessage);
  const lines = Services.console
    .getMessageArray()
    .filter((message) => message instanceof Ci.nsIScriptError && isOurs(message))
    .map(
      ({ category, errorMessage, sourceName }) => `${category}: ${errorMessage} (${sourceName})`,
    );
  return JSON.stringify(lines);
}

/** @param {'chrome' | 'firefox'} browser @param {string} executablePath @returns {Promise<Browser>} */
async function byPuppeteer(browser, executablePath) {
  const own = await puppeteer.launch({
    browser,
    executablePath,
    headless: true,
    protocol: 'webDriverBiDi',
    protocolTimeout: 300_000,
    args: browser === 'firefox' ? ['--remote-allow-system-access'] : isRoot ? ['--no-sandbox'] : [],
  });
  const console = browser === 'firefox' ? await openConsole(own) : undefined;
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
      await console?.clear();
      heard = [];
      page = await own.newPage();
      page.on('pageerror', (error) => heard.push(String(/** @type {Error} */ (error).message)));
      page.on('console', (message) => {
        if (['error', 'warn'].includes(message.type())) heard.push(message.text());
      });
      await page.setViewport({ width, height });
      await page.goto(url);
    },
    reload: async () => void (await present().reload()),
    run: (run, ...args) => present().evaluate(/** @type {any} */ (run), ...args),
    inFrame: async (run, ...args) => {
      const frame = present()
        .frames()
        .find((each) => each.parentFrame());
      return frame?.evaluate(/** @type {any} */ (run), ...args);
    },
    press: (key) => present().keyboard.press(key),
    async drag(from, to, type = 'mouse') {
      const { mouse, touchscreen } = present();
      const way = stepsOf(from, to);
      if (type === 'touch') {
        const touch = await touchscreen.touchStart(from.x, from.y);
        for (const { x, y } of way) await touch.move(x, y);
        await touch.end();
        return;
      }
      await mouse.move(from.x, from.y);
      await mouse.down();
      for (const { x, y } of way) await mouse.move(x, y);
      await mouse.up();
    },
    shoot: async (file) =>
      void (await present().screenshot({ path: /** @type {`${string}.png`} */ (file) })),
    heard: async () => [...heard, ...((await console?.read()) ?? [])],
    close: () => own.close(),
  };
}

/** Returns a free port. @returns {Promise<number>} */
async function freePort() {
  const server = net.createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = /** @type {net.AddressInfo} */ (server.address());
  server.close();
  await once(server, 'close');
  return port;
}

/** Opens a virtual screen, because WebKit cannot draw without one. */
async function openScreen() {
  const screen = spawn(
    'Xvfb',
    ['-displayfd', '1', '-screen', '0', '1400x1000x24', '-nolisten', 'tcp'],
    {
      stdio: ['ignore', 'pipe', 'ignore'],
    },
  );
  const [number] = await once(screen.stdout, 'data');
  const env = {
    ...process.env,
    DISPLAY: `:${String(number).trim()}`,
    GDK_BACKEND: 'x11',
    // WebKit's sandbox needs rights that containers lack.
    WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1',
  };
  return { env, kill: () => screen.kill() };
}

/** Runs in the page: calls a function and returns its result or its error. */
const caller = (/** @type {Function} */ run) =>
  `const done = arguments[arguments.length - 1];
  Promise.resolve([].slice.call(arguments, 0, -1)).then((given) => (${run})(...given)).then(
    (value) => done({ value }), (error) => done({ error: String(error && error.message || error) }));`;

/** @param {string} binary @returns {Promise<Browser>} */
async function byWebDriver(binary) {
  const screen = await openScreen();
  const port = await freePort();
  // Both processes end however the tests end.
  process.on('exit', () => [service, screen].forEach((each) => void each.kill()));
  const service = spawn('WebKitWebDriver', [`--port=${port}`, '--host=127.0.0.1'], {
    env: screen.env,
    stdio: 'ignore',
  });
  const capabilities = new Capabilities({
    browserName: 'MiniBrowser',
    'webkitgtk:browserOptions': { binary, args: ['--automation'] },
  });
  const begin = () =>
    new Builder().usingServer(`http://127.0.0.1:${port}`).withCapabilities(capabilities).build();
  /** The service may need a moment. The first session once needed a second try. */
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
    const { value, error } = /** @type {any} */ (
      await driver.executeAsyncScript(caller(run), ...args)
    );
    if (error) throw new Error(`${error}, at ${await where()}`);
    return value;
  };
  /** Returns the address and text of the page, which may be the browser's own error page. */
  const where = () =>
    driver.executeScript(
      'return location.href + ": " + document.documentElement.innerText.slice(0, 500)',
    );
  const act = (/** @type {object} */ ...actions) =>
    driver.execute(new Command(Name.ACTIONS).setParameter('actions', actions));
  const window = driver.manage().window();
  /** Gives the page this size. The window is larger by its borders. */
  const fit = async (/** @type {number} */ width, /** @type {number} */ height) => {
    const inner = () => run(() => ({ width: innerWidth, height: innerHeight }));
    const [now, outer] = [await inner(), await window.getRect()];
    if (now.width === width && now.height === height) return;
    const rect = {
      width: outer.width + width - now.width,
      height: outer.height + height - now.height,
    };
    await window.setRect({ x: 0, y: 0, ...rect });
  };
  return {
    name: 'webkit',
    version: `WebKitGTK ${version}`,
    async open(url, { width, height } = { width: 1280, height: 800 }) {
      await driver.get('about:blank'); // a new fragment alone would not reload the page
      await fit(width, height);
      await driver.get(url);
    },
    reload: () => driver.navigate().refresh(),
    run,
    async inFrame(code, ...args) {
      await driver.switchTo().frame(await driver.findElement(By.css('iframe')));
      try {
        return await run(code, ...args);
      } finally {
        await driver.switchTo().defaultContent();
      }
    },
    async press(key) {
      const value = keyCodes[key];
      const actions = ['keyDown', 'keyUp'].map((type) => ({ type, value }));
      await act({ type: 'key', id: 'keys', actions });
    },
    async drag(from, to, pointerType = 'mouse') {
      const move = ({ x, y }) => ({ type: 'pointerMove', origin: 'viewport', duration: 0, x, y });
      const actions = [
        ...[move(from), { type: 'pointerDown', button: 0 }],
        ...[...stepsOf(from, to).map(move), { type: 'pointerUp', button: 0 }],
      ];
      await act({ type: 'pointer', id: pointerType, parameters: { pointerType }, actions });
    },
    async shoot(file) {
      fs.writeFileSync(file, await driver.takeScreenshot(), 'base64');
    },
    heard: async () => [], // the driver cannot report it, see readConsole; watch.js records what scripts can see
    async close() {
      await driver.quit();
      service.kill();
      screen.kill();
    },
  };
}

const places = {
  chromium: () => process.env.SCALEDOT_CHROMIUM ?? '/usr/bin/chromium',
  ...browserPrograms,
};
const openers = {
  chromium: (/** @type {string} */ program) => byPuppeteer('chrome', program),
  firefox: (/** @type {string} */ program) => byPuppeteer('firefox', program),
  webkit: byWebDriver,
};
export const names = /** @type {(keyof typeof openers)[]} */ (Object.keys(openers));

/** Opens a browser. Returns undefined where it is not installed. @param {keyof typeof openers} name @returns {Promise<Browser | undefined>} */
export async function open(name) {
  const place = places[name]();
  return place ? openers[name](place) : undefined;
}

/**
 * Returns WebKit's own console, which only a browser without a driver prints.
 * @param {string} url  of a page that ends with a line in its console
 * @param {string} last  the end of that line
 * @returns {Promise<string[] | undefined>} undefined where there is no WebKit
 */
export async function readConsole(url, last) {
  const binary = places.webkit();
  if (!binary) return undefined;
  const screen = await openScreen();
  const browser = spawn(binary, ['--enable-write-console-messages-to-stdout=true', url], {
    env: screen.env,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const end = () => [browser, screen].forEach((each) => void each.kill());
  process.on('exit', end);
  const deadline = setTimeout(end, 600_000); // a page that never finishes must not keep the run going
  try {
    /** @type {string[]} */
    const lines = [];
    for await (const line of createInterface({ input: browser.stderr })) {
      if (line.includes('CONSOLE')) lines.push(line);
      if (line.endsWith(last)) return lines;
    }
    throw new Error(`WebKit did not come to "${last}"; its console: ${lines.join('; ')}`);
  } finally {
    clearTimeout(deadline);
    process.off('exit', end);
    end();
  }
}
