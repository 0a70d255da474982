/**
 * `scaledot bench`: the speed of this machine, measured by real work of limited time: statistics of scores, and
 * attention.
 */
import { availableParallelism, cpus } from 'node:os';
import { variantRuns, variants } from '../engine/border/variants.js';
import { engineHelp, helpLine } from './options.js';
import { output, results } from './output.js';
import { engineOptions, numberOf } from './parse.js';
import { counted, numbers, paragraph, table } from './text.js';

/** @import { Engine } from '../engine/index.js' */
/** @import { Variant } from '../engine/types.js' */
/** @import { Arguments, Command } from './types.js' */
/** @import { Work } from './work.js' */

/** @typedef {{engine: Variant, work: string, cores: number, perSecond: number, multiplyAdds: number, seconds: number}} Measured */

/** Seconds of one measurement. */
const time = { limit: { min: 0.05, max: 60 }, initial: 0.3 };

const headDim = 64;

/** Heads of attention. At most this many cores can share the work. */
const heads = 8;

/** @type {Command} */
export const command = {
  name: 'bench',
  more: { seconds: 'string' },
  without: ['svg'],
  help: `npx scaledot bench [options]
How fast this machine is, measured by timed real work, on one core and on
all: statistics of the scores of random vectors (${headDim} multiply-adds a score), and
attention of ${heads} heads (${2 * headDim} multiply-adds for a query and a key).

${helpLine('--seconds S', `of one measurement: ${time.limit.min} to ${time.limit.max} (${time.initial})`)}
${helpLine('--json, --csv', 'all digits, in place of the table')}
${engineHelp('all that run here')}

relaxed is the fastest; simd has the same bits on every machine; fallback is
plain JavaScript, for pages that refuse WebAssembly.
`,
};

/**
 * @typedef {object} Task
 * @property {string} work
 * @property {string} title
 * @property {string} unit  The unit that run() counts
 * @property {number} multiplyAdds  Multiply-adds of one unit
 * @property {number} largest  The largest size
 * @property {(engine: Engine, work: Work, size: number) => Promise<number>} run  Returns the number of units, about size * size
 */

/** @type {readonly Task[]} */
const tasks = [
  {
    work: 'scores',
    title: `Statistics of scores, d_k = ${headDim}`,
    unit: 'scores',
    multiplyAdds: headDim,
    largest: 2 ** 16,
    async run(engine, { signal }, size) {
      const options = { dk: headDim, queries: size, keys: size };
      await engine.run('scoreStatistics', options, { signal });
      return size * size;
    },
  },
  {
    work: 'attention',
    title: `Attention, ${heads} heads, d_k = ${headDim}`,
    unit: 'pairs of a query and a key',
    multiplyAdds: 2 * headDim,
    largest: 2 ** 14,
    async run(engine, { signal }, size) {
      const length = Math.ceil(size / Math.sqrt(heads));
      const tensor = (/** @type {number} */ stream) =>
        engine.randomTensor([heads, length, headDim], { stream });
      const [query, key, value] = [0, 1, 2].map(tensor);
      await engine.run('attention', { query, key, value }, { signal });
      return heads * length * length;
    },
  },
];

/** @param {Arguments} read @param {Work} work */
export async function run({ flags }, work) {
  const seconds = numberOf('seconds', flags.seconds, time.limit, time.initial);
  const { engine: wanted, workers } = engineOptions(
    { engine: 'auto', ...flags },
    availableParallelism(),
  );
  const target = output(flags);
  const chosen = wanted === 'auto' ? variants.filter(variantRuns) : [wanted];
  const cores = workers > 1 ? [1, workers] : [1];
  /** @type {Measured[]} */
  const measured = [];
  for (const name of chosen) {
    for (const count of cores) {
      const engine = await work.engine({ ...flags, engine: name }, count > 1 ? count : 0);
      for (const task of tasks) {
        work.note(`${name}, ${task.work}, ${counted(count, 'core')}`);
        const taken = await measure(task, engine, work, seconds);
        const { perSecond } = taken;
        const rate = { perSecond, multiplyAdds: perSecond * task.multiplyAdds };
        measured.push({
          engine: name,
          work: task.work,
          cores: count,
          ...rate,
          seconds: taken.seconds,
        });
      }
    }
  }
  return target.write({
    json: results(measured.map(entryOf)),
    text: () => text(measured, cores, wanted === 'auto'),
    rows: () => measured,
  });
}

/** A measurement with its settings and machine. @param {Measured} measured */
const entryOf = ({ engine, work, cores, ...rate }) => ({
  options: { engine, work, cores },
  result: { ...rate, node: process.version, cpu: cpuName() },
});

/** The size of the first run, which starts workers and warms up code, and is not measured. */
const smallest = 128;

/**
 * Increases the size until a run takes long enough. Then runs once more, and takes the faster of the two.
 * @param {Task} task
 * @param {Engine} engine
 * @param {Work} work
 * @param {number} seconds
 */
async function measure({ run: task, largest }, engine, work, seconds) {
  const once = async (/** @type {number} */ size) => {
    work.signal.throwIfAborted();
    const start = performance.now();
    const count = await task(engine, work, size);
    const taken = (performance.now() - start) / 1000;
    return { perSecond: count / taken, seconds: taken };
  };
  const began = performance.now();
  do await once(smallest);
  while (performance.now() - began < 500 * seconds);
  for (let size = smallest; ;) {
    const first = await once(size);
    if (first.seconds > seconds / 2 || size === largest) {
      const second = await once(size);
      return second.perSecond > first.perSecond ? second : first;
    }
    // Twice the size takes four times as long.
    const factor = Math.sqrt(seconds / Math.max(first.seconds, 1e-4));
    size = Math.min(largest, Math.ceil(size * Math.max(1.25, Math.min(4, factor))));
  }
}

const cpuName = () => cpus()[0]?.model.trim() || 'unknown processor';

/** @param {readonly Measured[]} measured @param {readonly number[]} cores @param {boolean} all */
function text(measured, cores, all) {
  const tables = tasks.map(({ work, title, unit }) => {
    const own = measured.filter((each) => each.work === work);
    return `${title}\n${table([['', ...cores.flatMap((count) => headsOf(count, unit))], ...rowsOf(own, cores)])}`;
  });
  const missing = variants.filter((variant) => !variantRuns(variant));
  const gone = all && missing.length > 0 ? ` This Node cannot run ${missing.join(', ')}.` : '';
  const scores = measured.filter(({ work }) => work === 'scores');
  const most = Math.max(...scores.map(({ multiplyAdds }) => multiplyAdds));
  const seconds = numbers.number((1e8 * 100) / most, 2);
  return [
    `${cpuName()}, ${counted(availableParallelism(), 'core')}, Node ${process.version}`,
    ...tables,
    paragraph(`100 million scores with d_k = 100 take this machine about ${seconds} s.${gone}`),
  ].join('\n\n');
}

/** @param {number} count @param {string} unit */
const headsOf = (count, unit) => [
  `${unit.split(' ')[0]}/s, ${counted(count, 'core')}`,
  'multiply-adds/s',
];

/** One row for each engine. @param {readonly Measured[]} own @param {readonly number[]} cores */
function rowsOf(own, cores) {
  const rate = (/** @type {number | undefined} */ value) => numbers.compact(value ?? NaN);
  return [...new Set(own.map(({ engine }) => engine))].map((engine) => [
    engine,
    ...cores.flatMap((count) => {
      const found = own.find((one) => one.engine === engine && one.cores === count);
      return [rate(found?.perSecond), rate(found?.multiplyAdds)];
    }),
  ]);
}
