// npm run soak [-- --minutes N --seed S --folder SITE]: a visitor who stays. Uses one page of the built site in Chromium and never
// reloads it. Every 15 seconds it records what the page uses, as a table and as build/reports/soak.csv: first in the middle of
// whatever is open, then the nodes in the state in which the visit starts again, which is always the same. Exits with 1 where
// something was thrown, where the console shows an error, or where heap, WebAssembly's memory, objects outside the heap, workers or
// nodes grow (see flat.mjs for the rule). Not part of CI, because it is meant to run for an hour.
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
/** A page that does not answer for this many milliseconds ends the run as a failure. */
const patience = 120_000;
/** Range of the shortest pause between two actions, in milliseconds. */
const between = [200, 400];
/** The columns that must be flat, and the growth that each may always have. */
const flat = {
  'heap MB': 2,
  // The page's own memory never shrinks. Its largest experiments come first (seeAll).
  'page wasm MB': 4,
  // Each worker of the runs may keep 16 MiB while it is idle (web/engine/workers/coordinator.js).
  'wasm MB': 17 * autoWorkers(),
  'malloc objects MB': 4,
  'blink objects MB': 4,
  workers: 1,
  'nodes at rest': 1000,
};
/**
 * Columns with no allowance beyond that. They are counted in a state that is always the same and vary by about ten from row to row.
 * They rise with Lit's templates: Lit keeps a tree of each from its first use. 600 trees have 5000 nodes.
 */
const exact = ['nodes at rest'];
/**
 * Columns that are only reported. Allocators keep free memory, so a process may grow while its content does not. Blink does not move
 * its objects, and a page of 128 kB stays while one of them lives: after 17 minutes, 8 MB of objects occupied 860 pages, 518 of which
 * held less than 4 kB. In an hour that caused 60 MB of the process's growth of 110 MB. Most of the rest was WebAssembly's memory.
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

/** Writes rows to the terminal and to a file, each as soon as it is complete. @param {string} file */
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

/** Counts thrown errors and errors on the console. @param {import('@playwright/test').Page} page */
function watchErrors(page) {
  const counts = { thrown: 0, errors: 0 };
  /** @type {Map<string, number>} */
  const texts = new Map();
  const note = (/** @type {'thrown' | 'errors'} */ kind, /** @type {string} */ text) => {
    counts[kind]++;
    if (!texts.has(text)) say(`soak: ${kind}: ${text}`);
    texts.set(text, (texts.get(text) ?? 0) + 1);
  };
  // A thrown value that is not an Error has no stack.
  page.on('pageerror', (error) => note('thrown', error.stack || `${error}`));
  page.on('crash', () => note('thrown', 'the page has crashed'));
  page.on('console', (message) => {
    if (message.type() === 'error') note('errors', message.text());
  });
  return counts;
}

/** @param {readonly Row[]} rows @returns {number} how many columns grow but must not */
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
      serviceWorkers: 'block', // the scripts differ from the built ones
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
    let action = '';
    const isSilent = async () => {
      counts.thrown++;
      say(`soak: no answer within ${patience / 1000} s at ${page.url()}; begun was ${action}`);
      say(`soak: its scripts are in ${(await stack()) || 'nothing: they answer now'}`);
    };
    /** Takes a row. Returns whether the page has answered. */
    const tell = async () => {
      const minute = (performance.now() - begun) / 60_000;
      const found = await soon(read(), patience);
      if (!found) return false;
      action = 'a rest';
      const nodes = (await soon(rest(page).then(countNodes), patience)) ?? NaN;
      rows.push({ minute, done, missed, ...found, 'nodes at rest': nodes, ...counts });
      write(rows[rows.length - 1]);
      return true;
    };
    if (!(await tell())) await isSilent();
    action = 'the first look at everything';
    await seeAll(page);
    for (let next = performance.now() - begun; performance.now() - begun < 60_000 * minutes;) {
      const [least, most] = between;
      const pause = page.waitForTimeout(least + source.below(most - least));
      const isDone = await soon(
        act(page, source, (begun) => (action = begun)),
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
      `soak: ${done} actions, seed ${seed}: ${thrown} thrown, ${errors} errors, ${growing} growing`,
    );
    return thrown + errors + growing > 0 ? 1 : 0;
  } finally {
    await browser.close();
    site.close();
  }
});
