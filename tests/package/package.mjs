// node tests/package/package.mjs [--write]: packs the npm package, installs it and runs it in the environments that people use.
// scripts/test.mjs builds it first. --write records the results in docs/bundlers.md. Without it, the document must match them.
import assert from 'node:assert/strict';
import fs from 'node:fs';
import { test } from 'node:test';
import {
  doubles,
  measureDownloads,
  measurePackage,
  tooHeavy,
  tooLong,
} from '../../scripts/package-parts.mjs';
import { inRoot } from '../../scripts/tools.mjs';
import { histogramPicture } from '../../web/diagrams/index.js';
import { labs } from '../../web/elements/index.js';
import * as engine from '../../web/engine/index.js';
import * as onnx from '../../web/engine/adapters/onnx.js';
import * as models from '../../web/engine/models/index.js';
import * as torch from '../../web/engine/adapters/torch.js';
import { publint } from 'publint';
import { formatMessage } from 'publint/utils';
import { tryAttentionAlone } from './attention-alone.mjs';
import './classic.mjs'; // the classic scripts, in pages
import { tryCharts } from './charts.mjs';
import { checkDocument, titles } from './document.mjs';
import { environments } from './environments.mjs';
import { hosts as allHosts } from './hosts.mjs';
import { inHere, install, node } from './kit.mjs';
import { openBrowser } from './pages.mjs';
import {
  adaptersAnswer,
  attentionAnswer,
  engineAnswer,
  labAnswer,
  toText,
} from './programs/answers.js';
import { tryTypes } from './types.mjs';

// A failure before the first test is in no report, and browsers left open would keep the process alive.
process.on('uncaughtExceptionMonitor', (error) => {
  console.error(error);
  process.exit(1);
});

const kit = await install();
const browser = await openBrowser();

/** The answer of this repository's engine, in Node. */
const ofEngine = toText(await engineAnswer(engine));
const ofAttention = toText(await attentionAnswer(engine));
const ofAdapters = toText(await adaptersAnswer(engine, { torch, onnx, models }));
const ofLab = await labAnswer(engine);

/** Checks that the digits are identical. On failure only the text around the first difference is shown. @param {string} answer @param {string} expected */
function expectDigits(answer, expected) {
  let at = 0;
  while (at < expected.length && answer[at] === expected[at]) ++at;
  const near = (/** @type {string} */ text) => text.slice(Math.max(0, at - 60), at + 60);
  assert.equal(near(answer), near(expected));
}

/** Checks that a number on the page is the engine's number, rounded. @param {string} shown @param {number} value */
function expectShown(shown, value) {
  const [digits, decimals = ''] = /** @type {RegExpMatchArray} */ (shown.match(/\d+(?:\.(\d+))?/));
  assert.equal(digits, value.toFixed(decimals.length), shown);
}

const { vectors } = JSON.parse(fs.readFileSync(inRoot('dist/vectors.json'), 'utf8'));

/** @type {Record<keyof typeof titles, (answer: string) => void>} */
const checks = {
  engine: (answer) => expectDigits(answer, ofEngine),
  attention: (answer) => expectDigits(answer, ofAttention),
  workers: (answer) => expectDigits(answer, ofEngine),
  lean: (answer) => expectDigits(answer, ofEngine),
  adapters: (answer) => expectDigits(answer, ofAdapters),
  elements(answer) {
    const { registered, before, after, dk = 128 } = JSON.parse(answer);
    assert.deepEqual(
      registered,
      labs.map(({ tag }) => tag),
    );
    assert.equal(dk, 128); // set by setState() where nothing is drawn
    if (before === undefined) return; // no DOM
    expectShown(before, ofLab.before);
    expectShown(after, ofLab.after);
  },
  charts(answer) {
    const { csv, table = csv, picture = '<title>Histogram</title>' } = JSON.parse(answer);
    assert.equal(csv, histogramPicture([1, 2, 2, 3, 3, 3, 4]).csv);
    assert.equal(table, csv);
    assert.match(picture, /<title>Histogram<\/title>/);
  },
};
/** The columns of the table. */
const programs = /** @type {(keyof typeof titles)[]} */ (Object.keys(titles));

const hosts = allHosts.filter(({ isSlow }) => !isSlow || process.env.SCALEDOT_ALL);

/** The results for the table, by host and program. @type {Map<string, Map<string, string>>} */
const found = new Map(hosts.map(({ name }) => [name, new Map()]));

/** @param {import('node:test').TestContext} t @param {import('./hosts.mjs').Host} host */
async function tryHost(t, host) {
  const after = (/** @type {() => Promise<unknown>} */ close) => t.after(close);
  const ask = await host.prepare({ ...kit, browser, after });
  const row = /** @type {Map<string, string>} */ (found.get(host.name));
  for (const program of host.programs ?? programs) {
    const note = host.notes?.[program];
    const failure = host.cannot?.[program];
    await t.test(program, async () => {
      if (failure) await assert.rejects(ask(program), failure);
      else checks[program](await ask(program));
      row.set(program, [failure ? 'no' : 'ok', ...(note ? [note] : [])].join(', '));
    });
  }
  const own = environments.find((environment) => environment === host);
  if (own) await t.test('the engine that it takes by itself', () => tryEngine(own, ask, row));
}

/** The engine that Node takes in a program. This process may have more Node features than a program has. */
const ofNode = await node(
  kit.home,
  ...['--no-warnings', '--input-type=module', '-e'],
  `import { load } from 'scaledot'; console.log((await load({ parts: [] })).engine.variant)`,
);

/**
 * @param {import('./environments.mjs').Environment} environment
 * @param {import('./hosts.mjs').Ask} ask
 * @param {Map<string, string>} row
 */
async function tryEngine({ engine: own, takesModule }, ask, row) {
  assert.equal((await ask('variant')).replaceAll('"', ''), own || ofNode);
  const alone = own ? `\`${own}\`` : 'as in Node';
  row.set('variant', takesModule ? `${alone}; with \`module\` \`simd\`` : alone);
}

await test('every program gives the same digits everywhere', { concurrency: 2 }, (t) =>
  Promise.all(hosts.map((host) => t.test(host.name, (own) => tryHost(own, host)))),
);

await test('docs/bundlers.md says what was found, and shows the settings that were used', () =>
  checkDocument(allHosts, found, programs, process.argv.includes('--write')));

await test('no part of the package is above its budget, and no file is there twice', () => {
  const { parts, files } = measurePackage();
  assert.deepEqual(tooHeavy(parts), []);
  assert.deepEqual(doubles(files), []);
});

await test('scaledot/attention alone, in bundlers', async (t) =>
  tryAttentionAlone(t, kit.home, await engine.load({ engine: 'simd' })));

await test('no download is above its limit', async () => {
  assert.deepEqual(tooLong(await measureDownloads()), []);
});

await test('publint has nothing to say', async () => {
  const { messages, pkg } = await publint({ pkgDir: kit.unpacked, strict: true, pack: false });
  assert.deepEqual(
    messages.map((message) => formatMessage(message, pkg, { color: false })),
    [],
  );
});

// That require() meets an ES module is accepted: every Node version that runs this package supports it.
await test('are the types wrong? no, says arethetypeswrong', () =>
  node(
    kit.home,
    inHere('node_modules/@arethetypeswrong/cli/dist/index.js'),
    ...[kit.tarball, '--ignore-rules', 'cjs-resolves-to-esm', '--no-color', '--no-emoji'],
  ));

await test('scaledot/vectors.json can be imported and required', async () => {
  const run = (/** @type {string[]} */ ...args) => node(kit.home, '--no-warnings', ...args);
  const imported = `import v from 'scaledot/vectors.json' with { type: 'json' }; console.log(v.vectors.length)`;
  const required = `console.log(require('scaledot/vectors.json').vectors.length)`;
  const counts = [
    await run('--input-type=module', '-e', imported),
    await run('--input-type=commonjs', '-e', required),
  ];
  assert.deepEqual(counts, [String(vectors.length), String(vectors.length)]);
});

await test('charts of your own data', (t) => tryCharts(t, { ...kit, browser }));

await test('types', (t) => tryTypes(t, kit));

await browser.close();
kit.remove();
