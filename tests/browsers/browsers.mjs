// npm test -- browsers: Chromium, Firefox and WebKit show the same words and digits, compute the same bits, and report no
// errors. scripts/test.mjs builds what is opened here, and installs browsers where it can.
import assert from 'node:assert/strict';
import fs from 'node:fs';
import { after, test } from 'node:test';
import { setTimeout as rest } from 'node:timers/promises';
import { inRoot } from '../../scripts/tools.mjs';
import { labs } from '../../web/elements/index.js';
import { host } from '../browser/host.js';
import { runs } from '../js/engine/curves.js';
import { names, open, readConsole } from './drivers.mjs';
import { soon } from '../links.js';
import { frameOf, testInteraction } from './interaction.mjs';
import { classicPage, copySite, programPage, removeAll, tourSite } from './places.mjs';

/** @typedef {import('./drivers.mjs').Browser} Browser */

// A failure before the first test is in no report, and browsers left open would keep the process alive.
process.on('uncaughtExceptionMonitor', (error) => {
  console.error(error);
  process.exit(1);
});

/** The first is the reference for the others. @type {Browser[]} */
const browsers = [];
for (const name of names) {
  const browser = await open(name);
  if (browser) browsers.push(browser);
  else if (process.env.CI !== 'true') test(name, { skip: 'there is none here' });
  else test(name, () => assert.fail('there is none here, and CI installs it'));
}
const site = await copySite('site');
after(async () => {
  for (const browser of browsers) await browser.close();
  site.close();
  removeAll();
});

/** Checks that nothing went wrong on the open pages. */
async function expectCalm() {
  for (const browser of browsers) {
    const errors = await browser.run(() => watch.errors);
    assert.deepEqual([...errors, ...(await browser.heard())], [], browser.name);
  }
}

/**
 * Opens an address in all browsers at once, and runs `act` there.
 * @template T
 * @param {string} url
 * @param {(browser: Browser) => Promise<T>} act
 */
const everywhere = (url, act) =>
  Promise.all(
    browsers.map(async (browser) => {
      await browser.open(url);
      return act(browser);
    }),
  );

/** Returns the first difference of two texts, with the text around it. @param {string} one @param {string} other */
function parting(one = '', other = '') {
  let at = 0;
  while (at < one.length && one[at] === other[at]) ++at;
  const near = (/** @type {string} */ text) => text.slice(Math.max(0, at - 80), at + 80);
  return [near(one), near(other)];
}

/** Returns the first lines that differ between browsers. @param {string[][]} read @returns {[string, string, string] | undefined} */
function differenceOf([first, ...others]) {
  for (const [i, lines] of others.entries()) {
    const at = first.findIndex((line, at) => line !== lines[at]);
    if (at >= 0 || lines.length !== first.length)
      return [
        browsers[i + 1].name,
        .../** @type {[string, string]} */ (parting(first[at], lines[at])),
      ];
  }
  return undefined;
}

/** How often a page is read again while browsers differ, because later numbers may still be pending. */
const patience = 40;

/**
 * Reads a page in all browsers. In the end all must read the same.
 * @param {string} url
 * @param {(browser: Browser) => Promise<string[]>} read  a line for each part of the page
 */
async function expectSame(url, read) {
  let found = await everywhere(url, read);
  for (let i = 0; differenceOf(found) && i < patience; ++i) {
    await rest(500);
    found = await Promise.all(browsers.map(read));
  }
  assert.equal(differenceOf(found), undefined);
  assert.match(found[0].join(''), /\d/);
  await expectCalm();
  return found[0];
}

const { SCALEDOT_LABS: only } = process.env; // while writing tests
for (const { lab } of labs.filter((each) => !only || only.includes(each.lab))) {
  test(`${lab}: every word and number, those of the tables too`, async () => {
    const lines = await expectSame(`${site.url}#${soon(lab)}`, (browser) =>
      browser.run((name) => watch.lab(name), lab),
    );
    assert.ok(lines.length > 1);
  });
}

test('terms, and numbers that may still change, have a dotted line below them', async () => {
  const lines = await everywhere(`${site.url}#lab=variance`, async (browser) =>
    browser.run(async () => {
      await watch.answer();
      const [term] = await watch.until(() => {
        const found = watch
          .all('[role="button"]')
          .filter((each) => each.getRootNode().host?.localName === 'sd-term');
        return found.length > 0 && found;
      }, 'a term');
      const [number] = watch.all('.answer [data-value]');
      number.setAttribute('data-provisional', '');
      const found = [term, number].map((each) => {
        const { textDecorationLine, textDecorationStyle } = getComputedStyle(each);
        return `${textDecorationLine} ${textDecorationStyle}`;
      });
      number.removeAttribute('data-provisional');
      return found;
    }),
  );
  for (const found of lines) assert.deepEqual(found, ['underline dotted', 'underline dotted']);
});

test("a frame in somebody's sandbox", async (t) => {
  const frame = `<iframe title="lab" sandbox="allow-scripts" width="700" height="700" src="${site.url}embed.html#lab=scoring&amp;lang=en"></iframe>`;
  const { url, close } = await host(`<script src="${site.url}watch.js"></script>${frame}`);
  t.after(close);
  const framed = await expectSame(url, async (browser) => {
    await frameOf(browser);
    const answer = await browser.inFrame(() => watch.answer());
    assert.deepEqual(await browser.inFrame(() => watch.errors), [], browser.name); // workers have started, too
    return [answer];
  });
  const open = (/** @type {Browser} */ browser) => browser.run(() => watch.answer());
  assert.deepEqual([...new Set(await everywhere(`${site.url}#lab=scoring`, open))], framed);
});

test('elements on a page with a strict policy', async (t) => {
  const { origin } = new URL(site.url);
  const { url, close } = await host(
    `<script src="${site.url}watch.js"></script>
    <scaledot-figure lab="softmax" picture="one" dk="32" lang="en"></scaledot-figure>
    <scaledot-heads lang="en"></scaledot-heads>
    <script type="module" src="${site.url}elements.js"></script>`,
    `default-src 'none'; script-src ${origin} 'wasm-unsafe-eval'; img-src data: blob:`,
  );
  t.after(close);
  await expectSame(url, (browser) =>
    browser.run(async () => {
      const [figure] = await watch.until(() => {
        const found = watch.all('sd-softmax-one');
        return found.length > 0 && found;
      }, 'the figure');
      return [await watch.answer(), await watch.read(figure)];
    }),
  );
});

test('the classic script, from a disk', async () => {
  const url = classicPage('<scaledot-variance dk="32" lang="en"></scaledot-variance>');
  await expectSame(url, async (browser) => [await browser.run(() => watch.answer())]);
});

test('without a network', async (t) => {
  const own = await copySite('offline');
  t.after(own.close);
  const kept = async () => {
    // Firefox may tell a page late or never that the state of its worker is "activated". All files are cached before the worker
    // controls any page.
    await navigator.serviceWorker.ready;
    await watch.until(() => navigator.serviceWorker.controller, 'the offline worker');
  };
  const online = await everywhere(`${own.url}#lab=heads`, async (browser) => {
    const answer = await browser.run(() => watch.answer());
    await browser.run(kept);
    return answer;
  });
  own.close();
  // The page is reloaded rather than left and reopened. A WebKit under a driver keeps its storage in memory, and once none of
  // the site's pages was open it has twice dropped the files, but not the worker.
  const offline = await Promise.all(
    browsers.map(async (browser) => {
      await browser.reload();
      return browser.run(() => watch.answer());
    }),
  );
  assert.deepEqual(offline, online);
  assert.equal(new Set(online).size, 1);
  await expectCalm();
});

test('the engine: bits of the corpus, and of a curve of training', async (t) => {
  const { url, close } = await programPage();
  t.after(close);
  const expected = JSON.parse(fs.readFileSync(inRoot('tests/corpus.json'), 'utf8'));
  const { options, curve } = runs.filter((run) => run.options.task === 'sort')[0];
  const found = await everywhere(url, (browser) =>
    browser.run(async (options) => {
      await watch.until(() => globalThis.program, 'the program');
      return { corpus: await program.corpus('simd'), curve: await program.curve(options) };
    }, options),
  );
  for (const each of found) assert.deepEqual(each, { corpus: expected, curve });
  await expectCalm();
});

const all = Boolean(process.env.SCALEDOT_ALL);

test("WebKit's own console has nothing to say", async (t) => {
  // The daily run scrolls through each lab. Opening its tables as well takes three times as long.
  const tour = labs.map(({ lab }) => soon(lab));
  const { url, close } = await tourSite(tour, all ? 'lab' : 'pass');
  t.after(close);
  const lines = await readConsole(`${url}#${tour[0]}`, 'tour: ended');
  if (!lines) return t.skip('there is none here');
  assert.equal(lines.filter((line) => line.includes('tour: lab=')).length, tour.length);
  // On a busy machine preloaded files may be used later than WebKit expects.
  const late = 'was preloaded using link preload but not used within a few seconds';
  assert.deepEqual(
    lines.filter((line) => !line.includes('CONSOLE LOG tour: ') && !line.includes(late)),
    [],
  );
});

testInteraction({ browsers, site, everywhere, expectSame, all });
