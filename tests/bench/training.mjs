// The row `training`: steps per second of forward pass, gradient and Adam of one small transformer. Every entrant starts from
// the same parameters on the same batch (page/training/problem.js). Every sample repeats the first few steps, of which the very
// first is not timed. All must reach the same loss, or the bench fails, so that no other computation is timed. All are sampled
// in turn, round after round; best is compared with best, median with median. createTrainer() draws its own batches with as many
// tokens but only half as many labels, so it computes less.
import fs from 'node:fs';
import { cmakeEnv, inRoot, mustRun, Stop } from '../../scripts/tools.mjs';
import { converse, conversePython } from './entrants.mjs';
import { ADAM, makeProblem, NORM_EPSILON } from './page/training/problem.js';
import { figures, least, median, milliseconds, printTable } from './report.mjs';

/**
 * @typedef {{seconds: number, loss?: number}} Sample
 * @typedef {{id: string, name: string, sample: (steps: number) => Promise<Sample>, close: () => Promise<unknown>}} Entrant
 * @typedef {{best: number, median: number}} Figure
 * @typedef {{id: string, name: string, seconds: Figure, loss?: number}} Row
 */

/** The ids, and the module that each page opens. An entrant that needs a package runs only where it is installed. @type {{id: string, module: string, way?: string, needs?: string}[]} */
const PAGES = [
  { id: 'simd', module: 'scaledot', way: 'probe' },
  { id: 'page', module: 'scaledot', way: 'here' },
  { id: 'worker', module: 'scaledot', way: 'worker' },
  { id: 'tfjs', module: 'tfjs', way: 'as it comes', needs: '@tensorflow/tfjs-backend-wasm' },
  { id: 'tfjs by hand', module: 'tfjs', way: 'by hand', needs: '@tensorflow/tfjs-backend-wasm' },
  { id: 'jax', module: 'jax', needs: '@jax-js/jax' },
];
export const trainingEntrants = ['simd', 'page', 'worker', 'tfjs', 'jax', 'torch', 'native'];
const OURS = ['simd', 'page', 'worker', 'native'];

const EFFORT = {
  whole: { rounds: 20, steps: 4, warmUp: 1 },
  brief: { rounds: 1, steps: 2, warmUp: 0 },
};
/** Largest difference of the losses after the first steps, as a share of the loss. Entrants use float32 and different orders of sums. */
const SAME = 1e-5;

/** @param {import('@playwright/test').BrowserContext} context @param {string} address @param {typeof PAGES[0]} entrant @returns {Promise<Entrant>} */
async function openPage(context, address, { id, module, way, needs }) {
  if (needs && !fs.existsSync(inRoot('tests/bench/node_modules', needs)))
    throw new Error(`${needs} is not installed`);
  const page = await context.newPage();
  await page.goto(`${address}tests/bench/page/index.html`);
  /** @param {'open' | 'sample'} name @param {unknown[]} args */
  const ask = (name, ...args) =>
    page.evaluate(
      async ([f, list]) => (await import('/tests/bench/page/training.js'))[f](...list),
      /** @type {[string, unknown[]]} */ ([name, args]),
    );
  const name = await ask('open', module, way);
  return { id, name, sample: (steps) => ask('sample', steps), close: () => page.close() };
}

/** Writes what the processes read: build/bench/training.json and its numbers. */
function writeProblem() {
  const { shape, entries, parameters, tokens, labels } = makeProblem();
  const [problem, numbers] = ['json', 'bin'].map((end) => inRoot(`build/bench/training.${end}`));
  fs.mkdirSync(inRoot('build/bench'), { recursive: true });
  fs.writeFileSync(
    problem,
    JSON.stringify({ shape, entries, adam: ADAM, normEpsilon: NORM_EPSILON }),
  );
  fs.writeFileSync(
    numbers,
    Buffer.concat([parameters, tokens, labels].map((data) => Buffer.from(data.buffer))),
  );
  return { problem, numbers };
}

/** @param {string} id @param {string} name @param {Awaited<ReturnType<typeof converse>>} process @returns {Entrant} */
const inProcess = (id, name, { ask, close }) => ({
  id,
  name,
  async sample(steps) {
    await ask('start');
    await ask('steps 1');
    return ask(`steps ${steps}`);
  },
  close,
});

async function openTorch() {
  const { problem, numbers } = writeProblem();
  const process = await conversePython('python_training.py', [problem, numbers]);
  return inProcess('torch', process.ready, process);
}

async function openNative() {
  const env = cmakeEnv();
  await mustRun('cmake', ['--preset', 'native'], { env, quiet: true });
  const build = ['--build', '--preset', 'native', '--target', 'training_native'];
  await mustRun('cmake', build, { env, quiet: true });
  const { entries, shape } = makeProblem();
  const { batch, length, vocabulary, layers, modelDim, heads, headDim, feedForward } = shape;
  const process = await converse(inRoot('build/native/training_native'), [
    writeProblem().numbers,
    ...[batch, length, vocabulary, layers, modelDim, heads, headDim, feedForward].map(String),
  ]);
  if (process.ready.join() !== entries.map(({ name }) => name).join())
    throw new Stop(`bench: the core's parameters are ${process.ready.join(', ')}`);
  return inProcess('native', 'scaledot, native', process);
}

/** @param {{context: import('@playwright/test').BrowserContext, address: string, brief: boolean, only?: string[]}} where  `only`: limits the entrants */
async function openEntrants({ context, address, brief, only }) {
  const all = [
    ...PAGES.map((page) => ({ id: page.id, open: () => openPage(context, address, page) })),
    { id: 'torch', open: openTorch },
    // A brief run only shows that the bench works, so the core is not compiled for it.
    ...(brief ? [] : [{ id: 'native', open: openNative }]),
  ];
  /** @type {Entrant[]} */
  const entrants = [];
  for (const { id, open } of all.filter((one) => !only || only.includes(one.id.split(' ')[0]))) {
    try {
      entrants.push(await open());
    } catch (error) {
      if (OURS.includes(id)) throw error;
      console.log(
        `without ${id}: ${String(error instanceof Error ? error.message : error).split('\n')[0]}`,
      );
    }
  }
  return entrants;
}

/** @param {Entrant[]} entrants @param {typeof EFFORT.whole} effort @returns {Promise<Row[]>} */
async function measure(entrants, { rounds, steps, warmUp }) {
  /** @type {Map<Entrant, Sample[]>} */
  const samples = new Map(entrants.map((entrant) => [entrant, []]));
  for (const entrant of entrants)
    for (let spent = 0; spent < warmUp;) spent += (await entrant.sample(steps)).seconds;
  for (let round = 0; round < rounds; round++)
    for (const entrant of entrants) samples.get(entrant)?.push(await entrant.sample(steps));
  return [...samples].map(([{ id, name }, all]) => {
    const times = all.map(({ seconds }) => seconds / steps);
    return { id, name, seconds: { best: least(times), median: median(times) }, loss: all[0].loss };
  });
}

/** @param {Row[]} rows */
function checkLosses(rows) {
  const compared = rows.filter((row) => row.loss !== undefined);
  const wanted = compared[0]?.loss ?? NaN;
  for (const { name, loss = NaN } of compared)
    if (!(Math.abs(loss - wanted) <= SAME * wanted))
      throw new Stop(`bench: ${name} comes to a loss of ${loss}, ${compared[0].name} to ${wanted}`);
}

/** Returns how many times longer one entrant takes than another. @param {Row} slow @param {Row} fast @returns {Figure} */
const timesOf = (slow, fast) => ({
  best: slow.seconds.best / fast.seconds.best,
  median: slow.seconds.median / fast.seconds.median,
});

/** @param {Row[]} rows @param {number} steps */
function printRows(rows, steps) {
  const ours = ['simd', 'native'].flatMap((id) => rows.find((row) => row.id === id) ?? []);
  const both = (
    /** @type {Figure} */ { best, median: middle },
    /** @type {(n: number) => string} */ text,
  ) => [text(best), text(middle)];
  printTable(
    `training, steps of 32 x 32 tokens: best and median`,
    [
      '',
      'ms',
      '',
      'steps/s',
      '',
      ...ours.flatMap(({ id }) => [`${id} is`, '']),
      `loss of step ${steps + 1}`,
    ],
    rows.map((row) => [
      row.name,
      ...both(row.seconds, milliseconds),
      ...both(row.seconds, (seconds) => (1 / seconds).toFixed(1)),
      ...ours.flatMap((one) => both(timesOf(row, one), (ratio) => `${ratio.toFixed(2)}x`)),
      row.loss?.toFixed(6) ?? '',
    ]),
  );
}

/** @param {Parameters<typeof openEntrants>[0]} where */
export async function training(where) {
  const entrants = await openEntrants(where);
  const { brief } = where;
  try {
    const effort = brief ? EFFORT.brief : EFFORT.whole;
    const rows = await measure(entrants, effort);
    checkLosses(rows);
    printRows(rows, effort.steps);
    figures.push({ name: 'training', rows });
    if (brief) console.log('A brief run: it shows that the bench works, its figures mean nothing.');
  } finally {
    for (const entrant of entrants) await entrant.close();
  }
}
