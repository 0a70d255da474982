// The rows of `attention`: our kernels as shares of the fused multiply-add peak, our public calls beside other libraries for
// browsers, and native NumPy and PyTorch. All entrants of a shape are sampled in turn, round after round, and each batch in a
// page has the peak measured just before it, so that disturbances of the machine affect all alike. Best is compared with
// best, median with median. Peers that can keep their inputs in their own tensors and leave results there do so. Our public
// calls copy in and out.
import { entrantNames, openEntrant } from './entrants.mjs';
import { figures, greatest, least, median, milliseconds, percent, printTable } from './report.mjs';

/** @typedef {import('./entrants.mjs').Entrant} Entrant */
/** @typedef {{best: number, median: number}} Figure */
/**
 * @typedef {object} Row
 * @property {string} entrant
 * @property {string} kind
 * @property {string} name
 * @property {Figure} seconds
 * @property {Figure} rate  flop a second; forward 4 heads length^2 dim, gradient 10 more
 * @property {Figure} [share]  of the fused multiply-add peak in the same page
 * @property {number} error  the largest absolute error
 */

/** Each shape: heads, length, head dimension. */
const FORWARD = [
  [1, 64, 16],
  [1, 128, 64],
  [1, 512, 64],
  [8, 512, 64],
  [1, 2048, 64],
  [8, 1024, 128],
];
const GRADIENT = [
  [8, 128, 64],
  [1, 512, 64],
];
const LONGEST_WITH_WEIGHTS = 1024;

/** Effort of a whole run, in seconds. A brief run only shows that the bench works. */
const EFFORT = {
  whole: { rounds: 40, budget: 2, least: 3, times: { batch: 0.015, warmUp: 0.7 } },
  brief: { rounds: 3, budget: 0.05, least: 1, times: { batch: 0.005, warmUp: 0.02 } },
};

const OURS = ['relaxed', 'simd', 'fallback'];
const NATIVE = ['numpy', 'torch'];
const isPeer = (/** @type {string} */ id) => !OURS.includes(id) && !NATIVE.includes(id);
const KERNELS = ['kernel', 'kernelWeights', 'kernelGradient'];

/** @type {Record<string, string>} */
const KIND_NAMES = {
  forward: 'call',
  forwardInto: 'call into the last result',
  weights: 'call, weights too',
  weightsInto: 'the same into the last result',
  gradient: 'forward + gradient',
  gradientInto: 'the same into the last result',
  kernel: 'kernel',
  kernelWeights: 'kernel, weights too',
  kernelGradient: 'gradient kernel',
};

/** @param {string} kind @param {number[]} shape */
function flopOf(kind, [heads, length, dim]) {
  const product = heads * length * length * dim;
  return product * { gradient: 14, gradientInto: 14, kernelGradient: 10 }[kind] || product * 4;
}

/**
 * @param {{context: import('@playwright/test').BrowserContext, address: string, only?: string[]}} where  `only`: limits the entrants
 */
async function openEntrants({ context, address, only = entrantNames }) {
  /** @type {Entrant[]} */
  const entrants = [];
  for (const id of entrantNames.filter((name) => only.includes(name))) {
    try {
      entrants.push(await openEntrant(id, context, address));
    } catch (error) {
      console.log(`without ${id}: ${firstLine(error)}`);
      if (OURS.includes(id)) throw error;
    }
  }
  return entrants;
}

/** @param {unknown} error */
const firstLine = (error) => String(error instanceof Error ? error.message : error).split('\n')[0];

/**
 * Measures all entrants at one shape.
 * @param {Entrant[]} entrants @param {number[]} shape @param {string[]} kinds @param {typeof EFFORT.whole} effort
 * @returns {Promise<Row[]>}
 */
async function measure(entrants, shape, kinds, effort) {
  const tasks = [];
  for (const entrant of entrants) {
    try {
      const prepared = await entrant.prepare(shape, kinds, effort.times);
      for (const [index, task] of prepared.entries())
        tasks.push({ ...task, entrant, index, samples: [], spent: 0 });
    } catch (error) {
      console.log(`${entrant.id} cannot do (${shape}): ${firstLine(error)}`);
      if (OURS.includes(entrant.id)) throw error;
    }
  }
  for (let round = 0; round < effort.rounds; round++)
    for (const task of tasks) {
      if (task.spent > effort.budget && task.samples.length >= effort.least) continue;
      const start = performance.now();
      task.samples.push(await task.entrant.sample(task.index));
      task.spent += (performance.now() - start) / 1000;
    }
  for (const entrant of entrants) await entrant.finish();
  return tasks.map((task) => rowOf(task, shape));
}

/** @param {{entrant: Entrant, kind: string, name: string, error: number, samples: import('./entrants.mjs').Sample[]}} task @param {number[]} shape @returns {Row} */
function rowOf({ entrant, kind, name, error, samples }, shape) {
  const times = samples.map((sample) => sample.seconds);
  const seconds = { best: least(times), median: median(times) };
  const flop = flopOf(kind, shape);
  const rate = { best: flop / seconds.best, median: flop / seconds.median };
  const peaks = samples.map((sample) => sample.peak ?? NaN);
  const share = samples[0].peak && {
    best: rate.best / greatest(peaks),
    median: rate.median / median(peaks),
  };
  return { entrant: entrant.id, kind, name, seconds, rate, error, ...(share ? { share } : {}) };
}

/** @param {string} title @param {Row[]} rows */
function printRows(title, rows) {
  const ours = rows.find((row) => row.entrant === 'relaxed' && !KERNELS.includes(row.kind));
  const both = (/** @type {Figure} */ x, /** @type {(n: number) => string} */ text) => [
    text(x.best),
    text(x.median),
  ];
  printTable(
    `${title}: best and median`,
    ['', '', 'ms', '', 'GFLOP/s', '', 'of peak', '', 'relaxed call is', '', 'error'],
    rows.map((row) => [
      row.name,
      KIND_NAMES[row.kind],
      ...both(row.seconds, milliseconds),
      ...both(row.rate, (rate) => (rate / 1e9).toFixed(1)),
      ...(row.share ? both(row.share, percent) : ['', '']),
      ...(ours && !KERNELS.includes(row.kind) && row.kind === ours.kind
        ? both(
            {
              best: row.seconds.best / ours.seconds.best,
              median: row.seconds.median / ours.seconds.median,
            },
            (ratio) => `${ratio.toFixed(2)}x`,
          )
        : ['', '']),
      row.error.toExponential(0),
    ]),
  );
}

/** Returns how many times longer one row takes than another. @param {Row} slow @param {Row} fast @returns {Figure} */
const timesOf = (slow, fast) => ({
  best: slow.seconds.best / fast.seconds.best,
  median: slow.seconds.median / fast.seconds.median,
});

/**
 * Returns the summary of a shape: shares of the peak, and our relaxed call beside the fastest peer and beside native
 * libraries. The fastest peer is determined separately for best and median.
 * @param {Row[]} rows @param {string} kind forward or gradient @param {string} kernel  the kind of our kernel
 */
function summaryOf(rows, kind, kernel) {
  const find = (/** @type {string} */ entrant, /** @type {string} */ what) =>
    rows.find((row) => row.entrant === entrant && row.kind === what);
  /** @type {Record<string, Figure & {against?: string}>} */
  const summary = {};
  for (const variant of ['relaxed', 'simd']) {
    const share = find(variant, kernel)?.share;
    if (share) summary[`${variant} kernel, of peak`] = share;
  }
  const ours = find('relaxed', kind);
  const peers = rows.filter((row) => isPeer(row.entrant) && row.kind === kind);
  for (const [name, call] of /** @type {const} */ ([
    ['times the fastest peer', ours],
    ['into the last result', find('relaxed', `${kind}Into`)], // as peers do that reuse their memory
  ])) {
    if (!call || peers.length === 0) continue;
    const fastest = peers.reduce((a, b) => (b.seconds.best < a.seconds.best ? b : a));
    const usual = peers.reduce((a, b) => (b.seconds.median < a.seconds.median ? b : a));
    summary[name] = {
      best: timesOf(fastest, call).best,
      median: timesOf(usual, call).median,
      against: fastest.name,
    };
  }
  for (const id of ['jax', 'tfjs', ...NATIVE]) {
    const row = find(id, kind);
    if (ours && row && (kind === 'gradient' || NATIVE.includes(id)))
      summary[`times ${id}`] = { ...timesOf(row, ours), against: row.name };
  }
  const streaming = find('relaxed', 'kernel');
  const materialised = find('relaxed', 'kernelWeights');
  if (streaming && materialised)
    summary['time with weights / without'] = timesOf(materialised, streaming);
  return summary;
}

/** @param {{title: string, summary: ReturnType<typeof summaryOf>}[]} summaries */
function printSummaries(summaries) {
  const columns = [...new Set(summaries.flatMap(({ summary }) => Object.keys(summary)))];
  const text = (/** @type {string} */ column, /** @type {number} */ x) =>
    column.includes('of peak') ? percent(x) : x.toFixed(2);
  printTable(
    'Summary: best / median',
    ['', ...columns],
    summaries.map(({ title, summary }) => [
      title,
      ...columns.map((column) => {
        const figure = summary[column];
        return figure ? `${text(column, figure.best)} / ${text(column, figure.median)}` : '';
      }),
    ]),
  );
}

/** Returns the kinds of tasks of a shape. @param {number[]} shape @param {boolean} backward */
function kindsOf(shape, backward) {
  if (backward) return ['gradient', 'gradientInto', 'kernelGradient'];
  return [
    'forward',
    'forwardInto',
    'kernel',
    ...(shape[1] <= LONGEST_WITH_WEIGHTS ? ['weights', 'weightsInto', 'kernelWeights'] : []),
  ];
}

/**
 * @param {Parameters<typeof openEntrants>[0] & {brief: boolean, forward: boolean, backward: boolean}} options
 */
export async function attention({ brief, forward, backward, ...where }) {
  const entrants = await openEntrants(where);
  try {
    await measureAll(entrants, {
      effort: brief ? EFFORT.brief : EFFORT.whole,
      brief,
      forward,
      backward,
    });
  } finally {
    for (const entrant of entrants) await entrant.close();
  }
}

/** @param {Entrant[]} entrants @param {{effort: typeof EFFORT.whole, brief: boolean, forward: boolean, backward: boolean}} options */
async function measureAll(entrants, { effort, brief, forward, backward }) {
  const summaries = [];
  for (const [wanted, all, isBackward] of /** @type {const} */ ([
    [forward, FORWARD, false],
    [backward, GRADIENT, true],
  ])) {
    if (!wanted) continue;
    for (const shape of brief ? all.slice(0, 1) : all) {
      const title = `${isBackward ? 'gradient' : 'attention'} (${shape})`;
      const rows = await measure(entrants, shape, kindsOf(shape, isBackward), effort);
      printRows(title, rows);
      const summary = isBackward
        ? summaryOf(rows, 'gradient', 'kernelGradient')
        : summaryOf(rows, 'forward', 'kernel');
      summaries.push({ title, summary });
      figures.push({ name: title, shape, rows, summary });
    }
  }
  printSummaries(summaries);
  if (brief) console.log('A brief run: it shows that the bench works, its figures mean nothing.');
}
