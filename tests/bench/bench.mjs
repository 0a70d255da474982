// npm run bench [-- NAME...] [--json FILE] [--only ENTRANT...] [--site FOLDER...] [--brief]
//
// Speed, relative to what the same machine does in the same run. Names (all by default):
//   scores, normals   the engine's statistics beside NumPy
//   draws             random queries through softmax, beside the generation of their normals
//   plane             a frame of a drag in the plane of the Scoring lab: the engine's share, and the whole page's
//   page              what a visitor notices: a move of d_k, the longest task of a load, ten figures and 200 labs on one page; --site FOLDER adds other builds of the page
//   start             from the navigation to the first computed picture of each lab, and the bytes until then
//   attention         forward and gradient, beside other libraries, NumPy and PyTorch; or one of its parts:
//                     forward, gradient, memory, first (first call of a page, beside later ones), workers
//   training          steps per second of a small transformer (forward, gradient, Adam), beside TensorFlow.js, jax-js and PyTorch
//   models            a checkpoint of GPT-2's size: opened, its first layer, all of them, and the memory
//   native            the same in the native build (Google Benchmark), beside Eigen
// Uses one thread of Chromium and pages without isolation headers. Figures are best and median of many repetitions. On a
// shared machine trust the ratios and the best rather than one absolute time. --only limits the entrants: relaxed simd fallback
// litert onnxruntime tfjs jax plain numpy torch, of training simd page worker tfjs jax torch native. --brief takes a few ms each,
// to show that the bench works.
import fs from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { chromium } from '@playwright/test';
import { buildEngine, buildSite } from '../../scripts/build.mjs';
import { findChromium } from '../../scripts/installs.mjs';
import { serve } from '../../scripts/serve.mjs';
import { cmakeEnv, inRoot, mustRun, root, runMain, Stop } from '../../scripts/tools.mjs';
import { attention } from './attention.mjs';
import { entrantNames } from './entrants.mjs';
import { manyLabs } from './many-labs.mjs';
import { models } from './models.mjs';
import { native } from './native.mjs';
import { page as pageRow } from './page.mjs';
import { preparePeers } from './peers.mjs';
import { drag, plane } from './plane.mjs';
import { figures } from './report.mjs';
import { first, memory, workers } from './resources.mjs';
import { start } from './start.mjs';
import { draws, normals, scores } from './statistics.mjs';
import { figuresAlone } from './ten-figures.mjs';
import { training, trainingEntrants } from './training.mjs';

const NAMES = [
  ...['scores', 'normals', 'draws', 'plane', 'page', 'start', 'attention', 'training', 'models'],
  'native',
];
/** The benches for which the engine is linked with probes. */
const PROBED = ['scores', 'normals', 'draws', 'plane', 'models'];
const PARTS = ['forward', 'gradient', 'memory', 'first', 'workers'];

function parse() {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      json: { type: 'string' },
      only: { type: 'string', multiple: true },
      site: { type: 'string', multiple: true, default: [] },
      brief: { type: 'boolean', default: false },
    },
  });
  const check = (/** @type {string[]} */ given, /** @type {string[]} */ known) => {
    const unknown = given.find((name) => !known.includes(name));
    if (unknown) throw new Stop(`bench: there is no '${unknown}'; there are ${known.join(', ')}`);
  };
  check(positionals, [...NAMES, ...PARTS]);
  const only = values.only?.flatMap((list) => list.split(','));
  check(only ?? [], [...entrantNames, ...trainingEntrants]);
  const names = positionals.length > 0 ? positionals : NAMES;
  const wanted = new Set(names.includes('attention') ? [...names, ...PARTS] : names);
  return { ...values, only, wanted };
}

/** @param {string[]} targets */
const buildProbes = (targets) =>
  mustRun('cmake', ['--build', '--preset', 'wasm', '--target', ...targets], { env: cmakeEnv() });

/** @param {ReturnType<typeof parse>} options */
async function inBrowser({ wanted, only, brief, site }) {
  const has = (/** @type {string[]} */ ...names) => names.some((name) => wanted.has(name));
  if (!has('page', 'start', 'training', ...PROBED, ...PARTS)) return;
  await buildEngine();
  if (has('page', 'plane', 'start')) await buildSite();
  if (has(...PROBED, ...PARTS)) await buildProbes(['probe-relaxed', 'probe-simd']);
  if (has('training')) await buildProbes(['training-simd']);
  if (has('forward', 'gradient', 'training')) await preparePeers();
  const executablePath = await findChromium();
  if (!executablePath) throw new Stop('bench: no Chromium here, and none could be installed');
  const server = await serve({ folder: root });
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
  try {
    const version = browser.version();
    figures.push({ name: 'Chromium', version });
    console.log(`Chromium ${version}`);
    // Other libraries fetch their WebAssembly and compile code from strings, which our policy forbids.
    const context = await browser.newContext({ bypassCSP: true });
    const blank = async () => {
      const page = await context.newPage();
      await page.goto(`${server.url}tests/bench/page/index.html`);
      return page;
    };
    /** @param {string} name @param {(page: import('@playwright/test').Page) => Promise<void>} bench */
    const inPage = async (name, bench) => {
      if (!has(name)) return;
      const page = await blank();
      await bench(page);
      await page.close();
    };
    await inPage('scores', scores);
    await inPage('normals', normals);
    await inPage('draws', draws);
    await inPage('plane', plane);
    if (has('plane')) await drag(browser, context, server.url);
    const sites = [...site.map((folder) => path.resolve(folder)), inRoot('site')];
    if (has('page')) {
      await pageRow(browser, sites, brief);
      for (const folder of sites) await figuresAlone(browser, folder, brief);
      for (const folder of sites) await manyLabs(browser, folder, brief);
    }
    if (has('start')) for (const folder of sites) await start(browser, folder, brief);
    if (has('forward', 'gradient'))
      await attention({
        context,
        address: server.url,
        only,
        brief,
        forward: has('forward'),
        backward: has('gradient'),
      });
    if (has('training')) await training({ context, address: server.url, only, brief });
    if (has('models')) await models(blank, brief);
    await inPage('memory', memory);
    if (has('first')) await first(blank, brief);
    await inPage('workers', (page) => workers(page, brief));
  } finally {
    await browser.close();
    server.close();
  }
}

await runMain(async () => {
  const options = parse();
  await inBrowser(options);
  if (options.wanted.has('native')) await native(options.brief);
  if (options.json) fs.writeFileSync(options.json, `${JSON.stringify(figures, null, 2)}\n`);
});
