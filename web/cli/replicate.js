/** `scaledot replicate`: "I multiplied two random matrices and got 1.6." Is that unusual? And what does NumPy print? */
import { constant } from '../engine/border/constant.js';
import words from '../i18n/variance.en.js';
import story from '../i18n/variance.story.en.js';
import { withInterval } from '../pictures/numbers.js';
import { oddness } from '../pictures/ordinary.js';
import { initialParams } from '../tables/state.js';
import { engineHelp, helpLine, optionLine, resultHelp } from './options.js';
import { commandLine, output, results } from './output.js';
import { alternatives, combine } from './parse.js';
import { differences } from './rules.js';
import { numbers, paragraph, speaker, table } from './text.js';

/** @import { ColorName } from '../charts/tokens.js' */
/** @import { SampleVariance } from '../engine/index.js' */
/** @import { Params } from '../tables/types.js' */
/** @import { Arguments, Command } from './types.js' */
/** @import { Work } from './work.js' */

/** @typedef {{value: number, product: number[]}} Numpy */
/** @typedef {{rows: number, columns: number, dk: number, ddof: number, draws: number, seed: number, value: number}} Options */
/** @typedef {{params: Params, options: Options, result: SampleVariance & {numpy?: Numpy}}} Run */

const t = speaker({ en: { ...words, ...story }, 'zh-Hans': {} });

const keys = ['rows', 'columns', 'inner', 'ddof', 'value', 'draws', 'seed', 'numpy-seed'];

const line = (/** @type {string[]} */ ...[key, value, about, option]) =>
  optionLine('variance', key, value, about, option);

/** @type {Command} */
export const command = {
  name: 'replicate',
  lab: 'variance',
  keys,
  also: { dk: 'inner' },
  help: `npx scaledot replicate [options]
"I multiplied two random 2x2 matrices, took np.var of the result and got 1.6":
how unusual is that number?

${line('rows', 'N', 'of the product')}
${line('columns', 'N', 'of the product')}
${line('inner', 'N', 'the size that is summed over', 'dk')}
${line('ddof', 'N', 'as of np.var')}
${helpLine('--value V', `your variance (${initialParams('variance').value})`)}
${line('draws', 'N', 'how often it is repeated')}
${line('seed', 'N', 'of the repetitions')}
${line('numpy-seed', 'N', "NumPy's own digits for a seed")}
${resultHelp}
${engineHelp()}

Several values with commas give one line each: --ddof 0,1
Examples: npx scaledot replicate
          npx scaledot replicate --rows 8 --columns 8 --dk 4 --numpy-seed 0
`,
};

/** @param {Arguments} read @param {Work} work */
export async function run({ values, flags }, work) {
  const given = keys.filter((key) => values.has(key));
  const states = combine(
    'variance',
    given.map((key) => alternatives(key, values.get(key) ?? [])),
  );
  const target = output(flags, states.length);
  const engine = await work.engine(flags);
  /** @type {Run[]} */
  const runs = [];
  for (const [index, params] of states.entries()) {
    const shape = shapeOf(params);
    const { numpySeed, draws, seed } = params;
    const numpy =
      numpySeed === '' ? undefined : engine.productVariance({ ...shape, seed: Number(numpySeed) });
    // With a NumPy seed and no value, the value is NumPy's own.
    const value = numpy && !values.has('value') ? numpy.value : Number(params.value);
    const options = { ...shape, draws: Number(draws), seed: Number(seed), value };
    const turn = { index, runs: states.length };
    const noun = constant(['draw', 'draws']);
    const result = await work.run(engine, 'sampleVariance', options, noun, turn);
    runs.push({ params, options, result: { ...result, ...(numpy && { numpy }) } });
  }
  return target.write({
    json: results(runs),
    text: () => (runs.length === 1 ? one(runs[0]) : many(runs)),
    rows: () => runs.map(row),
    picture: () => picture(runs[0]),
  });
}

/** @param {Params} params */
const shapeOf = ({ rows, columns, inner, ddof }) => ({
  rows: Number(rows),
  columns: Number(columns),
  dk: Number(inner),
  ddof: Number(ddof),
});

/** @param {Run} run */
function named({ options: { rows, columns, dk, ddof } }) {
  return { rows, columns, inner: dk, ddof };
}

/** The values in the sentences. @param {Run} run */
function said({ options, result }) {
  const { number } = numbers;
  const { p05, p50, p95 } = result.quantiles;
  return {
    value: number(options.value),
    percentile: numbers.fixed(result.percentile ?? NaN, 1),
    expectation: number(result.expectation),
    draws: numbers.integer(result.draws),
    median: number(p50, 3),
    low: number(p05, 3),
    high: number(p95, 3),
  };
}

/** @param {Run} run */
function one(run) {
  const { options, result, params } = run;
  const { rows, columns, dk, ddof } = options;
  const { quantiles: q, mean, standardError, expectation, numpy } = result;
  const { number } = numbers;
  const words = said(run);
  const n = rows * columns;
  const cells = [
    ['', 'np.var'],
    ['average, exact', number(expectation)],
    ['average, simulated', withInterval(numbers, mean, standardError)],
    ['median', number(q.p50, 3)],
    ['half of them between', `${number(q.p25, 3)} and ${number(q.p75, 3)}`],
    ['90% of them between', `${number(q.p05, 3)} and ${number(q.p95, 3)}`],
    [numpy && options.value === numpy.value ? "NumPy's" : 'yours', words.value],
    ['percentile of that', `${words.percentile}%`],
  ];
  const why = `The average is d_k (n - 1) / (n - ddof) = ${dk} × ${number(n - 1)} / ${number(n - ddof)} = ${words.expectation}, where n = ${rows} × ${columns} entries: np.var measures from the mean of the same entries.`;
  const verdict = t(`variance.replicate.verdict.${oddness(result.percentile)}`, words);
  return [
    `${words.draws} products of random ${rows}×${dk} and ${dk}×${columns} matrices, ddof ${ddof}, seed ${options.seed}; ± 95%`,
    table(cells, 2),
    ...(numpy ? [digits(run, numpy, params)] : []),
    paragraph(`${why} ${t('variance.replicate.percentile', words)} ${verdict}`),
  ].join('\n\n');
}

/** A NumPy program and its output. @param {Run} run @param {Numpy} numpy @param {Params} params */
function digits({ options: { rows, columns, dk, ddof } }, { value, product }, { numpySeed }) {
  const program = [
    `np.random.seed(${numpySeed})`,
    `a, b = np.random.randn(${rows}, ${dk}), np.random.randn(${dk}, ${columns})`,
    `np.var(np.matmul(a, b)${ddof === 0 ? '' : `, ddof=${ddof}`})`,
  ];
  const matrix = Array.from({ length: rows }, (_, i) =>
    product.slice(i * columns, (i + 1) * columns).map(String),
  );
  const shown = table(matrix, 0);
  const fits = rows < 20 && shown.split('\n', 1)[0].length <= 80;
  return [
    ...program.map((each) => `>>> ${each}`),
    String(value),
    ...(fits ? ['>>> np.matmul(a, b)', shown] : ['(--json has the product, too)']),
  ].join('\n');
}

/** @param {readonly Run[]} runs */
function many(runs) {
  const { heads, cells } = differences(
    'variance',
    runs.map(({ params }) => params),
    { inner: 'dk' },
  );
  const { number } = numbers;
  const rows = runs.map(({ params, options, result: { quantiles: q, ...result } }) => [
    ...cells(params),
    number(result.expectation),
    number(q.p50, 3),
    number(q.p05, 3),
    number(q.p95, 3),
    number(options.value),
    `${numbers.fixed(result.percentile ?? NaN, 1)}%`,
  ]);
  return [
    'np.var of a product of two random matrices, many times repeated',
    table([[...heads, 'average', 'median', '5%', '95%', 'value', 'percentile'], ...rows]),
  ].join('\n\n');
}

/** @param {Run} run */
function row({ options, params, result }) {
  const { expectation, mean, standardError, quantiles, percentile, numpy } = result;
  const own = { ...options, expectation, mean, standardError, ...quantiles, percentile };
  return { ...own, numpySeed: String(params.numpySeed), numpyValue: numpy?.value };
}

/** The sampling distribution, with the value marked. @param {Run} run */
async function picture(run) {
  const [{ histogram }, { standaloneSvg }] = await Promise.all([
    import('../charts/histogram.js'),
    import('../charts/standalone.js'),
  ]);
  const { options, result } = run;
  const { p05, p50, p95 } = result.quantiles;
  const words = said(run);
  const marker = (
    /** @type {string} */ key,
    /** @type {number} */ x,
    /** @type {ColorName} */ color,
    dash = false,
  ) => {
    const label = t(`variance.replicate.mark.${key}`, { x: numbers.number(x, 3) });
    return { key, x, color, dash, label };
  };
  const size = { width: 760, height: 360 };
  const drawn = histogram({
    ...size,
    bars: { ...result.histogram, label: t('variance.replicate.bars') },
    markers: [
      marker('median', p50, 'muted', true),
      marker('expectation', result.expectation, 'query'),
      marker('yours', options.value, 'key'),
    ],
    spans: [{ key: 'middle', from: p05, to: p95, label: t('variance.replicate.middle', words) }],
    x: { label: t('variance.replicate.x', { ddof: options.ddof }) },
    y: { label: t('variance.histogram.density') },
    notes:
      result.histogram.above > 0
        ? {
            above: t('variance.replicate.above', {
              count: numbers.integer(result.histogram.above),
            }),
          }
        : {},
  });
  return standaloneSvg(drawn, {
    ...size,
    title: t('variance.replicate.figure', named(run)),
    summary: t('variance.replicate.summary', words),
    link: commandLine(),
  });
}
