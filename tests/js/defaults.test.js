// A call without an option must compute the default that the option documents, and a lab must start with the same
// value, except where docs/decisions/defaults.md gives a reason.
import fs from 'node:fs';
import { beforeAll, expect, test } from '@jest/globals';
import { parseAst } from 'rolldown/parseAst';
import * as written from '../../web/engine/border/defaults.js';
import { load, tensor } from '../../web/engine/index.js';
import { trainingDefaults } from '../../web/engine/training/training-limits.js';
import '../../web/tables/heads.js';
import '../../web/tables/scoring.js';
import '../../web/tables/softmax.js';
import '../../web/tables/variance.js';
import { tables } from '../../web/tables/state.js';
import { forTask, trainerOptions } from '../../web/tables/training.js';

const read = (/** @type {string} */ file) =>
  fs.readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8');

/** Returns the documented defaults of options, by their type. @returns {Record<string, Record<string, unknown>>} */
function documented() {
  /** @type {Record<string, Record<string, unknown>>} */
  const found = {};
  let type = '';
  const text = read('web/engine/types.d.ts');
  const row =
    /^export type (\w+)|\/\*\*(?:\s+\*)? ('[^']*'|-?\d[\d.e-]*|true|false)(?=[;,]|\s*\*)(?:(?!\*\/)[^])*\*\/\n {2}(\w+)\?:/gm;
  for (const [, name, value, option] of text.matchAll(row)) {
    if (name) type = name;
    else (found[type] ??= {})[option] = JSON.parse(value.replaceAll("'", '"'));
  }
  return found;
}
const defaults = documented();

/** @type {Readonly<Record<string, unknown>>} */
const initials = written;

/** @type {import('../../web/engine/index.js').Engine} */
let engine;
beforeAll(async () => {
  engine = await load({ engine: 'simd' });
});

const x = tensor([
  [1, 2, 3, 4],
  [0.5, -1, 2, 1],
]);
const half = tensor([[0.1, 0.2]]);
const functions = [
  { kind: /** @type {const} */ ('general') },
  { kind: /** @type {const} */ ('additive') },
];
const small = { dk: 2, draws: 40 };
const key = tensor([
  [1, 0],
  [0, 1],
]);

/** Makes the call twice: as given, and with a kind that has parameters. @param {(options: object) => unknown} call */
const ofKinds = (call) => (/** @type {object} */ o) => [call(o), call({ ...o, kind: 'additive' })];

/** Calls that need few other options, by the type of their options. @type {[string, (options: object) => unknown][]} */
const calls = [
  ['ScoreOptions', (o) => engine.scoreStatistics(o)],
  ['ScoreOptions', (o) => engine.scoreWalks(o)],
  ['ComponentOptions', (o) => engine.scoreTheory({ query: o })],
  ['ScoreCurvesOptions', (o) => engine.scoreCurves({}, o)],
  ['SampleVarianceOptions', (o) => engine.sampleVariance(o)],
  ['ProductVarianceOptions', (o) => engine.productVariance(o)],
  ['DrawOptions', (o) => engine.softmaxStatistics({ draws: 20, ...o })],
  ['DrawsOptions', (o) => engine.softmaxStatistics({ dk: 2, keys: 2, ...o })],
  ['ScoringVectorOptions', (o) => engine.scoringStatistics({ functions, draws: 20, ...o })],
  ['ScoringRunOptions', (o) => engine.scoringStatistics({ functions, dk: 2, keys: 2, ...o })],
  [
    'ScoringFunctionOptions',
    (o) => engine.scoringStatistics({ ...small, functions: [{ ...o }], keys: 3 }),
  ],
  ['ScoreParametersOptions', ofKinds((o) => engine.scoreParameters(o))],
  ['ScoreCostOptions', ofKinds((o) => engine.scoreCost(o))],
  ['LayerNormStagesOptions', (o) => engine.layerNormStages(o)],
  ['ScoreFunctionOptions', (o) => engine.scores(x, x, o)],
  ['ScorePlaneOptions', (o) => engine.scorePlane({ functions: [{ kind: 'dot' }], key, ...o })],
  ['LayerNormOptions', (o) => engine.layerNorm(x, o)],
  [
    'RotaryOptions',
    (o) => engine.rotaryEmbedding(x, { cosine: half, sine: half, positions: [0, 0], ...o }),
  ],
  ['MatmulOptions', (o) => engine.matmul(x, tensor([[1], [2], [3], [4]]), o)],
  ['LinearOptions', (o) => engine.linear(x, tensor([[1], [2], [3], [4]]), o)],
  ['LengthOptions', (o) => engine.scores(x, x, { kind: 'cosine', ...o })],
  [
    'LinearGradientOptions',
    (o) => engine.linearGradient(x, tensor([[1], [2], [3], [4]]), [[1], [2]], o),
  ],
  ['GeluOptions', (o) => engine.gelu(x, o)],
  ['StepOptions', (o) => engine.sgd([x], [x], o)],
  ['SgdRule', (o) => engine.sgd([x], [x], o)],
  ['AdamMoments', (o) => engine.adam([x], [x], o)],
  ['AdamDecay', (o) => engine.adam([x], [x], o)],
  ['AdamwDecay', (o) => engine.adamw([x], [x], o)],
  ['PointwiseOptions', (o) => engine.pointwise(x, o)],
  ['RotaryTableOptions', (o) => engine.rotaryTable({ positions: 3, rotated: 4, ...o })],
  [
    'RelativeBiasOptions',
    (o) => engine.relativeBias(tensor([[1], [2], [3], [4]]), { queries: 2, keys: 300, ...o }),
  ],
  ['RandomTensorOptions', (o) => engine.randomTensor([2, 3], o)],
  ['HeadAlgebraOptions', (o) => engine.headAlgebra({ ...o, spectrum: false })],
];

test.each(calls)('the documented defaults of %s are those of a call', (type, call) => {
  expect(Object.keys(defaults[type])).not.toHaveLength(0);
  const without = call({});
  for (const [name, value] of Object.entries(defaults[type])) {
    expect([name, call({ [name]: value })]).toEqual([name, without]);
  }
});

test('and so are those of sides of scores, one by one', () => {
  for (const side of ['query', 'key']) {
    const call = (/** @type {object} */ own) => engine.scoreStatistics({ [side]: own });
    expect(call({ ...defaults.ComponentOptions })).toEqual(call({}));
  }
});

/** The option types behind the parameters of a lab, and the options whose parameters have other names. */
const behind = {
  variance: ['ScoreOptions', 'SampleVarianceOptions'],
  softmax: ['DrawOptions', 'DrawsOptions'],
  scoring: ['ScoringVectorOptions', 'ScoringRunOptions', 'LayerNormStagesOptions'],
  heads: ['HeadAlgebraOptions', 'RandomTensorOptions'],
};
const renamed = /** @type {Record<string, string>} */ ({ 'SampleVarianceOptions dk': 'inner' });

/** Returns the rows of a table of the decision about defaults, by the name of its first column. @param {string} first */
function decided(first) {
  const [, table] = read('docs/decisions/defaults.md').split(`| ${first} | parameter |`);
  const [, ...rows] = table.split('\n\n')[0].match(/^\| .* \|$/gm) ?? [];
  return rows
    .flatMap((row) => {
      const [, owners, name, lab, value] = row.split('|').map((cell) => cell.trim());
      const own = `${name.replaceAll('`', '')}: ${lab}, ${value}`;
      return owners.split(', ').map((owner) => `${owner} ${own}`);
    })
    .sort();
}

test('labs begin with the defaults of the functions, but for those of the decision', () => {
  const found = Object.entries(behind).flatMap(([lab, types]) =>
    types.flatMap((type) =>
      Object.entries(defaults[type]).flatMap(([name, value]) => {
        const own = renamed[`${type} ${name}`] ?? name;
        const entries = tables[/** @type {keyof typeof behind} */ (lab)].entries;
        const initial = entries.find((entry) => entry.name === own)?.initial;
        return initial === undefined || initial === value
          ? []
          : [`${lab} ${name}: ${initial}, ${value}`];
      }),
    ),
  );
  expect([...new Set(found)].sort()).toEqual(decided('lab'));
});

test('and the Training lab with those of createTrainer for each task', () => {
  const { entries } = tables.training;
  const initial = Object.fromEntries(entries.map((entry) => [entry.name, entry.initial]));
  const found = Object.entries(trainingDefaults).flatMap(([task, own]) => {
    /** @type {Record<string, unknown>} */
    const options = { ...trainerOptions({ ...initial, ...forTask(task) }, 'rsqrt') };
    return Object.entries(own)
      .filter(([name]) => !['every', 'feedForward'].includes(name)) // the decision describes them
      .filter(([name, value]) => (options[name] ?? value) !== value)
      .map(([name, value]) => `${task} ${name}: ${options[name]}, ${value}`);
  });
  expect(found.sort()).toEqual(decided('task'));
});

// Where defaults are written ---------------------------------------------------------------------------

/**
 * Returns the names of options whose destructuring patterns contain a literal default.
 * @param {any} node
 * @returns {string[]}
 */
function writtenIn(node) {
  if (typeof node !== 'object' || node === null) return [];
  const own = node.type === 'Property' && node.value?.type === 'AssignmentPattern';
  const value = own ? node.value.right : undefined;
  const written =
    value?.type === 'UnaryExpression' ||
    (value?.type === 'Literal' && typeof value.value !== 'boolean');
  return [...(written ? [node.key.name] : []), ...Object.values(node).flatMap(writtenIn)];
}

test('no default of an option is written where it is used: all are in border/defaults.js', () => {
  const folder = 'web/engine/functions/';
  const found = fs
    .readdirSync(new URL(`../../${folder}`, import.meta.url))
    .filter((file) => file.endsWith('.js'))
    .flatMap((file) => writtenIn(parseAst(read(folder + file))).map((name) => `${file} ${name}`));
  expect(found).toEqual(['options.js name']); // the name of an argument, for error messages
});

test('nor in the tables of the labs', () => {
  for (const [lab, types] of Object.entries(behind)) {
    const code = read(`web/tables/${lab}.js`) + read('web/tables/entries.js');
    for (const type of types) {
      for (const name of Object.keys(defaults[type])) {
        const own = renamed[`${type} ${name}`] ?? name;
        const found = code.match(new RegExp(`entry\\('${own}', '\\w+', (\\S+),`))?.[1] ?? '';
        expect([lab, own, found]).toEqual([
          lab,
          own,
          found && expect.stringMatching(/^defaults\./),
        ]);
      }
    }
  }
});

/** Structs of the core that start with the defaults of options, and their fields. */
const structs = /** @type {const} */ ([
  [
    'src/statistics/score_statistics.h',
    'ScoreOptions',
    {
      headDim: 'dk',
      queries: 'queries',
      keys: 'keys',
      seed: 'seed',
      bins: 'bins',
      correlation: 'correlation',
    },
  ],
  ['src/random/component.h', 'Component', { mean: 'mean', sd: 'sd', df: 'df' }],
  ['src/random/vector_draw.h', 'VectorDraws', { headDim: 'dk', keys: 'drawKeys', seed: 'seed' }],
  [
    'src/laws/score_law.h',
    'VarianceOptions',
    { rows: 'rows', columns: 'columns', headDim: 'inner', ddof: 'ddof', seed: 'seed' },
  ],
  ['src/attention/score_plane.h', 'Plane', { size: 'planeSize', extent: 'planeExtent' }],
  ['src/laws/score_curves.h', 'CurvePlaces', { points: 'curvePoints', reach: 'curveReach' }],
  [
    'src/statistics/norm_stages.h',
    'NormOptions',
    {
      ...{ headDim: 'dk', vectors: 'vectors', lengthSpread: 'lengthSpread' },
      ...{ gainSd: 'gainSd', biasSd: 'biasSd', seed: 'seed' },
    },
  ],
  [
    'src/network/positions.h',
    'RotaryAngles',
    {
      ...{ base: 'rotaryBase', factor: 'stretchFactor', low: 'stretchLow', high: 'stretchHigh' },
      original: 'stretchOriginal',
    },
  ],
]);

test.each(structs)('in %s %s begins with the same', (file, struct, members) => {
  const [, body = ''] = read(file).match(new RegExp(`struct ${struct} \\{([^]*?)\\n\\};`)) ?? [];
  const found = Object.keys(members).map((name) => [
    name,
    Number(body.match(new RegExp(`\\b${name} = ([\\d.]+)`))?.[1]),
  ]);
  const expected = Object.entries(members).map(([name, own]) => [name, initials[own]]);
  expect(found).toEqual(expected);
});
