// npm run soak [-- --minutes N --seed S --folder SITE]: a visitor who stays. One page of the built site in Chromium, never loaded anew; every
// 15 seconds what it holds, as a table and as build/reports/soak.csv: first in the middle of whatever is open, then its nodes where
// the visit begins anew, in a state that is the same each time. Ends with 1 where something was thrown, where the console shows an
// error, or where heap, WebAssembly's memory, objects outside the heap, workers or nodes grow (flat.mjs has the rule).
// Not a part of CI: an hour is what it is for.
import fs from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { chromium } from '@playwright/test';
import { buildSite } from '../../scripts/build.mjs';
import { findChromium } from '../../scripts/installs.mjs';
import { inRoot, installPackages, isRoot, runMain, say, Stop } from '../../scripts/tools.mjs';
import { autoWorkers } from '../../web/engine/host.js';
import { Source } from '../fuzz/source.mjs';
import { judge, warmUp, wordsOf } from './flat.mjs';
import { openNodes, openReadings, openStack, soon } from './readings.mjs';
import { serveWatched } from './site.mjs';
import { act, installFinder, rest, seeAll } from './visitor.mjs';

/** @typedef {Record<string, number>} Row */

/** Milliseconds between two rows. */
const rowEvery = 15_000;
/** A page that does not answer for so many milliseconds ends the hour as a failure. */
const patience = 120_000;
/** Milliseconds from one deed to the next, at least. */
const between = [200, 400];
/** What has to be flat, and what it may always grow by. */
const flat = {
  'heap MB': 2,
  // The page's own memory never shrinks; its largest experiments come first (seeAll).
  'page wasm MB': 4,
  // Each worker of the runs may keep 16 MiB while it rests (web/engine/workers/coordinator.js).
  'wasm MB': 17 * autoWorkers(),
  'malloc objects MB': 4,
  'blink objects MB': 4,
  workers: 1,
  'nodes at rest': 1000,
};
/**
 * Of these nothing beside that: counted in a state that is the same each time, they move by some ten from row to row. What they rise by
 * are Lit's templates, of each of which it keeps a tree from when it is first needed; 600 trees have 5000 nodes.
 */
const exact = ['nodes at rest'];
/**
 * What is only told: allocators keep what is free, so a process may grow though what it holds does not. Blink does not move its
 * objects, and a page of 128 kB stays while one of them lives: after 17 minutes 8 MB of them lay on 860 pages, on 518 of these less
 * than 4 kB. In an hour that came to 60 MB of the 110 by which the process grew; most of the rest was WebAssembly's memory.
 */
const told = { 'renderer MB': 20, 'own MB': 20 };

/** @param {string} name @param {string} text @param {number} least @param {number} most */
function numberOf(name, text, least, most) {
  const number = Number(text);
  if (text.trim() === '' || !(number >= least && number <= most))
    throw new Stop(`--${name}: got '${text}', expected a number from ${least} to ${most}`);
  return number;
}

const wide = 17;
/** @param {readonly unknown[]} cells */
const line = (cells) => cells.map((cell) => String(cell).padStart(wide)).join(' ');
/** @param {number} value */
const digits = (value) => (Number.isInteger(value) ? String(value) : value.toFixed(1));

/** Where the rows go: the terminal and a file, each as soon as it is there. @param {string} file */
function openTable(file) {
  fs.mkdirSync(path.dirname(file), { recursive: true });
  fs.writeFileSync(file, '');
  let begun = false;
  return (/** @type {Row} */ row) => {
    if (!begun) {
      fs.appendFileSync(file, `${Object.keys(row).join()}\n`);
      console.log(line(Object.keys(row)));
      begun = true;
    }
    fs.appendFileSync(file, `${Object.values(row).map(digits).join()}\n`);
    console.log(line(Object.values(row).map(digits)));
  };
}

/** What was thrown and what the console shows as an error: how often each. @param {import('@playwright/test').Page} page */
function watchErrors(page) {
  const counts = { thrown: 0, errors: 0 };
  /** @type {Map<string, number>} */
  const texts = new Map();
  const note = (/** @type {'thrown' | 'errors'} */ kind, /** @type {string} */ text) => {
    counts[kind]++;
    if (!texts.has(text)) say(`soak: ${kind}: ${text}`);
    texts.set(text, (texts.get(text) ?? 0) + 1);
  };
  // What is thrown without being an Error has no stack.
  page.on('pageerror', (error) => note('thrown', error.stack || `${error}`));
  page.on('crash', () => note('thrown', 'the page has crashed'));
  page.on('console', (message) => {
    if (message.type() === 'error') note('errors', message.text());
  });
  return counts;
}

/** @param {readonly Row[]} rows @returns {number} how many columns grow that must not */
function verdict(rows) {
  let growing = 0;
  for (const [column, least] of Object.entries({ ...flat, ...told })) {
    const judged = judge(rows, column, least, exact.includes(column) ? 0 : undefined);
    if (!judged) {
      console.log(`${column}: watched for too short a time to say (${warmUp} minutes come first)`);
      continue;
    }
    const isJudged = column in flat;
    if (isJudged && !judged.isFlat) growing++;
    const [grown, later, allowed, middle] = [
      judged.grown,
      judged.later,
      judged.allowed,
      judged.middle,
    ].map(digits);
    const words = wordsOf(judged);
    console.log(
      `${column}: ${isJudged ? words : `${words.toLowerCase()} (not judged)`}; after minute ${warmUp} a trend of ${grown} in ${digits(judged.minutes)} minutes, that of the second half ${later}, allowed ${allowed}, median ${middle}`,
    );
  }
  return growing;
}

await runMain(async () => {
  const { values } = parseArgs({
    options: {
      minutes: { type: 'string', default: '60' },
      seed: { type: 'string', default: '1' },
      folder: { type: 'string' },
      csv: { type: 'string', default: 'build/reports/soak.csv' },
      port: { type: 'string', default: '0' },
    },
  });
  const minutes = numberOf('minutes', values.minutes, 0.1, 1440);
  const seed = numberOf('seed', values.seed, 0, 2 ** 32 - 1);
  const port = numberOf('port', values.port, 0, 65535);
  await installPackages();
  if (values.folder === undefined) await buildSite();
  const site = await serveWatched(path.resolve(values.folder ?? inRoot('site')), port);
  const browser = await chromium.launch({
    executablePath: await findChromium(),
    args: isRoot ? ['--no-sandbox'] : [],
  });
  try {
    const context = await browser.newContext({
      viewport: { width: 1280, height: 800 },
      acceptDownloads: false,
      permissions: ['clipboard-read', 'clipboard-write'],
      serviceWorkers: 'block', // the scripts are not those that were built
    });
    const page = await context.newPage();
    await page.addInitScript(installFinder);
    const counts = watchErrors(page);
    await page.goto(`${site.url}#lab=variance`);
    await page.locator('.answer [data-value^="answer"]').first().waitFor();

    const read = await openReadings(browser, page);
    const countNodes = await openNodes(page);
    const stack = await openStack(page);
    const write = openTable(path.resolve(inRoot(), values.csv));
    const source = new Source({ seed });
    /** @type {Row[]} */
    const rows = [];
    const begun = performance.now();
    let done = 0;
    let missed = 0;
    let deed = '';
    const isSilent = async () => {
      counts.thrown++;
      say(`soak: no answer within ${patience / 1000} s at ${page.url()}; begun was ${deed}`);
      say(`soak: its scripts are in ${(await stack()) || 'nothing: they answer now'}`);
    };
    /** Whether the page has answered. */
    const tell = async () => {
      const minute = (performance.now() - begun) / 60_000;
      const found = await soon(read(), patience);
      if (!found) return false;
      deed = 'a rest';
      const nodes = (await soon(rest(page).then(countNodes), patience)) ?? NaN;
      rows.push({ minute, done, missed, ...found, 'nodes at rest': nodes, ...counts });
      write(rows[rows.length - 1]);
      return true;
    };
    if (!(await tell())) await isSilent();
    deed = 'the first look at everything';
    await seeAll(page);
    for (let next = performance.now() - begun; performance.now() - begun < 60_000 * minutes;) {
      const [least, most] = between;
      const pause = page.waitForTimeout(least + source.below(most - least));
      const isDone = await soon(
        act(page, source, (begun) => (deed = begun)),
        patience,
      );
      if (isDone === undefined) {
        await isSilent();
        break;
      }
      if (isDone) done++;
      else missed++;
      await pause;
      if (performance.now() - begun < next) continue;
      next += rowEvery;
      if (await tell()) continue;
      await isSilent();
      break;
    }
    const growing = verdict(rows);
    const { thrown, errors } = counts;
    console.log(
      `soak: ${done} deeds, seed ${seed}: ${thrown} thrown, ${errors} errors, ${growing} growing`,
    );
    return thrown + errors + growing > 0 ? 1 : 0;
  } finally {
    await browser.close();
    site.close();
  }
});
