// A visitor who does a little of everything, in an order determined by a seed. An element that has disappeared meanwhile is not an
// error: the visitor does something else.
/* global document, location, history, scrollTo, DataTransfer, DragEvent, Element */
import { labNames } from '../../web/tables/params.js';
import { bytesOf, floats, npy, safetensors, zip } from '../js/files/files.js';

/** @typedef {import('@playwright/test').Page} Page */
/** @typedef {import('../fuzz/source.mjs').Source} Source */

/** Milliseconds that one search or one click may take before the visitor does something else. */
const patience = 1500;

/** @param {number} rows */
const table = (rows) =>
  Array.from({ length: rows }, (_, i) => `${i + 1},${rows - i},0.5,-0.25`).join('\n');
/** @param {number} rows @param {number} columns */
const numbers = (rows, columns) =>
  floats(Array.from({ length: rows * columns }, (_, i) => Math.sin(i)));

/** The files that are dropped: short ones, which the page reads itself, long ones, which a worker reads, and one that is refused. */
const files = [
  ['short.csv', bytesOf('Q\n1,2\nK\n1,0\n0,1\nV\n1\n2\n')],
  ['long.csv', bytesOf(['Q', 'K', 'V'].map((name) => `${name}\n${table(90)}\n`).join('\n'))],
  [
    'three.npz',
    zip(
      ['q', 'k', 'v'].map((name) => ({
        name: `${name}.npy`,
        content: npy('<f4', [60, 64], numbers(60, 64)),
      })),
    ),
  ],
  [
    'three.safetensors',
    safetensors(
      Object.fromEntries(
        ['q', 'k', 'v'].map((name, i) => [
          name,
          { dtype: 'F32', shape: [40, 32], data_offsets: [i * 5120, (i + 1) * 5120] },
        ]),
      ),
      bytesOf(numbers(40, 32), numbers(40, 32), numbers(40, 32)),
    ),
  ],
  ['wrong.npz', bytesOf('PK\x03\x04 and nothing more')],
];

/**
 * Runs in the page before everything else. Finds elements by selectors whose parts may be in different shadow trees, as Playwright
 * does. It uses no handles, because a handle that Playwright loses keeps its whole lab in memory.
 */
export function installFinder() {
  /** @param {Element} element @param {readonly string[]} way  selectors of its ancestors and of itself */
  const fits = (element, way) => {
    if (!element.matches(way[way.length - 1])) return false;
    let left = way.length - 1;
    for (let at = /** @type {any} */ (element); left > 0;) {
      at = at.parentNode ?? at.host;
      if (!at) return false;
      if (at instanceof Element && at.matches(way[left - 1])) --left;
    }
    return true;
  };
  /** @param {ParentNode} root @param {readonly string[][]} ways @returns {Element[]} */
  const allIn = (root, ways) =>
    [...root.querySelectorAll('*')].flatMap((element) => [
      ...(ways.some((way) => fits(element, way)) ? [element] : []),
      ...(element.shadowRoot ? allIn(element.shadowRoot, ways) : []),
    ]);
  Object(globalThis).findAll = (/** @type {string} */ selector) =>
    allIn(
      document,
      selector.split(',').map((part) => part.trim().split(/\s+/)),
    );
  Object(globalThis).findSeen = (/** @type {string} */ selector) =>
    Object(globalThis)
      .findAll(selector)
      .filter((/** @type {Element} */ element) => {
        const { width, height } = element.getBoundingClientRect();
        return width > 0 && height > 0 && element.checkVisibility({ visibilityProperty: true });
      });
}

/** Counts the visible matches. @param {Page} page @param {string} selector @returns {Promise<number>} */
const countOf = (page, selector) =>
  page.evaluate((wanted) => Object(globalThis).findSeen(wanted).length, selector);

/** Picks one of the visible matches and scrolls to it. @param {Page} page @param {Source} source @param {string} selector */
async function one(page, source, selector) {
  const count = await countOf(page, selector);
  if (count === 0) return undefined;
  const index = source.below(count);
  const box = await page.evaluate(([wanted, at]) => {
    const element = Object(globalThis).findSeen(wanted)[at];
    element?.scrollIntoView({ block: 'center' });
    const { x, y, width, height } = element?.getBoundingClientRect() ?? {};
    return element && { x, y, width, height };
  }, /** @type {const} */ ([selector, index]));
  return box && { index, box };
}

/** @param {Page} page @param {Source} source @param {string} selector */
async function press(page, source, selector) {
  const found = await one(page, source, selector);
  if (!found) return;
  const { x, y, width, height } = found.box;
  await page.mouse.click(x + width / 2, y + height / 2);
}

/** Drags with the pointer, in several moves. @param {Page} page @param {Source} source @param {string} selector */
async function drag(page, source, selector) {
  const found = await one(page, source, selector);
  if (!found) return;
  const { x, y, width, height } = found.box;
  const place = () => [
    x + (width * source.below(101)) / 100,
    y + (height * source.below(101)) / 100,
  ];
  const [fromX, fromY] = place();
  const [toX, toY] = place();
  await page.mouse.move(fromX, fromY);
  await page.mouse.down();
  await page.mouse.move(toX, toY, { steps: 4 + source.below(8) });
  await page.mouse.up();
}

/** @param {Page} page @param {Source} source @param {string} selector */
async function choose(page, source, selector) {
  const found = await one(page, source, selector);
  if (!found) return;
  await page.evaluate(
    ([wanted, at, chosen]) => {
      const select = Object(globalThis).findSeen(wanted)[at];
      if (!select?.options.length) return;
      select.selectedIndex = chosen % select.options.length;
      for (const type of ['input', 'change'])
        select.dispatchEvent(new Event(type, { bubbles: true, composed: true }));
    },
    /** @type {const} */ ([selector, found.index, source.below(1000)]),
  );
}

/** Goes to another lab, by its link. @param {Page} page @param {Source} source */
async function visitLab(page, source) {
  const lab = source.of(labNames);
  await page.evaluate((name) => {
    const link = [...document.querySelectorAll('header nav a')].find((each) =>
      new RegExp(`lab=${name}\\b`).test(String(each.getAttribute('href'))),
    );
    if (link) /** @type {HTMLElement} */ (link).click();
    else location.hash = `#lab=${name}`; // the story has no link of its own
  }, lab);
}

/** Drops a file, as if from the visitor's folder. @param {Page} page @param {Source} source */
async function dropFile(page, source) {
  if (!(await countOf(page, 'scaledot-attention')))
    await page.evaluate(() => void (location.hash = '#lab=attention'));
  const [name, bytes] = /** @type {[string, Uint8Array]} */ (source.of(files));
  await page.evaluate(
    async ({ called, content, until }) => {
      const { findAll } = Object(globalThis);
      const end = performance.now() + until;
      let [place] = findAll('sd-attention-data .drop');
      for (; !place && performance.now() < end; [place] = findAll('sd-attention-data .drop')) {
        findAll('.lazy, sd-attention-data').pop()?.scrollIntoView({ block: 'start' });
        await new Promise((resolve) => setTimeout(resolve, 100));
      }
      if (!place) throw new Error('no place for files');
      place.scrollIntoView({ block: 'start' });
      const dataTransfer = new DataTransfer();
      const [...codes] = atob(content);
      dataTransfer.items.add(
        new File([Uint8Array.from(codes, (each) => each.charCodeAt(0))], called),
      );
      for (const type of ['dragover', 'drop'])
        place.dispatchEvent(
          new DragEvent(type, { dataTransfer, bubbles: true, composed: true, cancelable: true }),
        );
    },
    { called: name, content: Buffer.from(bytes).toString('base64'), until: 2 * patience },
  );
}

/** @param {Page} page @param {Source} source */
async function train(page, source) {
  if (!(await countOf(page, 'sd-training-curves')))
    return page.evaluate(() => void (location.hash = '#lab=training&steps=400'));
  return press(page, source, 'sd-training-curves [data-action]');
}

/** Opens the share dialog, looks at it, closes it. @param {Page} page @param {Source} source */
async function share(page, source) {
  await press(page, source, 'button.share');
  await page.waitForTimeout(300);
  await press(page, source, 'dialog[open] [role=tab], dialog[open] summary');
  await page.keyboard.press('Escape');
}

/** @param {Page} page @param {Source} source */
const key = (page, source) =>
  page.keyboard.press(
    source.of(['ArrowRight', 'ArrowUp', 'ArrowLeft', 'Tab', 'PageDown', 'End', 'Home', 'Escape']),
  );

/** Moves every slider of a lab to its right end, where it stays. @param {Page} page */
async function slideAll(page) {
  for (let i = 0; i < (await countOf(page, '#lab input[type=range]')); i++) {
    await page.evaluate((at) => {
      const slider = Object(globalThis).findSeen('#lab input[type=range]')[at];
      if (!slider) return;
      slider.value = slider.max;
      for (const type of ['input', 'change'])
        slider.dispatchEvent(new Event(type, { bubbles: true, composed: true }));
    }, i);
    await page.waitForTimeout(300);
  }
  await page.waitForTimeout(2000); // for the work that all of them start
}

/**
 * Opens every lab, scrolls through it, unfolds everything and slides every slider to its end. After that the page has loaded what it
 * loads once and has the memory of its largest experiments, which WebAssembly does not give back. Later growth has another cause.
 * @param {Page} page
 */
export async function seeAll(page) {
  for (const lab of labNames) {
    await page.evaluate((name) => void (location.hash = `#lab=${name}`), lab);
    await page.waitForTimeout(2000);
    await page.evaluate(async () => {
      const { findAll } = Object(globalThis);
      // The page grows as parts are unfolded.
      for (let y = 0; y < document.documentElement.scrollHeight; y += 600) {
        scrollTo(0, y);
        await new Promise((resolve) => setTimeout(resolve, 400));
        for (const details of findAll('#lab details')) details.open = true;
      }
    });
    await slideAll(page);
  }
}

/**
 * Leaves whatever is open for the smallest lab, in English and in its initial state, in which every count can be compared with an
 * earlier one. Goes through another lab first, because a lab that is requested again keeps what is unfolded in it.
 * @param {Page} page
 */
export async function rest(page) {
  for (let i = 0; i < 3; i++) await page.keyboard.press('Escape');
  await page.mouse.move(1, 1);
  for (const lab of ['variance', 'playground']) {
    await page.evaluate((name) => {
      location.hash = `#lab=${name}&lang=en`;
      scrollTo(0, 0);
    }, lab);
    await page.locator(`scaledot-${lab}#lab`).waitFor();
  }
}

/** All actions, each with its frequency. @type {readonly [number, (page: Page, source: Source) => Promise<unknown>][]} */
const actions = [
  [6, visitLab],
  [12, (page, source) => drag(page, source, 'input[type=range]')],
  [10, (page, source) => drag(page, source, '[role=slider]')],
  [4, (page, source) => press(page, source, '.chip')],
  [4, (page, source) => press(page, source, '.choices button')],
  [10, (page, source) => press(page, source, 'button.quiet:not(.reset), [data-action]')],
  [3, (page, source) => press(page, source, 'summary')],
  [3, (page, source) => choose(page, source, '#lab select')],
  [2, (page, source) => press(page, source, 'input[type=checkbox], input[type=radio]')],
  [1, (page, source) => press(page, source, 'button.reset, button.new-seed')],
  [5, train],
  [3, dropFile],
  [2, (page, source) => press(page, source, 'header .switch button')],
  [2, (page, source) => choose(page, source, 'header label.theme select')],
  [4, (page) => page.evaluate(() => Object(globalThis).navigation.canGoBack && history.back())],
  [2, (page) => page.evaluate(() => history.forward())],
  [2, share],
  [1, (page, source) => press(page, source, 'button.present')],
  [4, key],
  [6, (page, source) => page.mouse.wheel(0, 300 * (source.below(9) - 3))],
];
const often = actions.flatMap(([times, action]) => Array(times).fill(action));

/**
 * Does one thing, or finds that its element has disappeared.
 * @param {Page} page
 * @param {Source} source
 * @param {(action: string) => void} begin  receives the action that starts
 * @returns {Promise<boolean>}  whether it was done
 */
export async function act(page, source, begin) {
  try {
    const action = source.of(often);
    begin(String(action));
    await action(page, source);
    // Closes whatever covers the page.
    if (source.oneIn(6)) await page.keyboard.press('Escape');
    return true;
  } catch (error) {
    if (page.isClosed()) throw error;
    return false;
  }
}
