/**
 * The code samples of the Variance lab: complete programs in NumPy, PyTorch and JavaScript that draw the same vectors
 * as the engine and print the same digits as the page. Only text: this file computes nothing but numbers of decimals.
 * (parts/python.js has the generator of the Python programs.)
 */

/** @import { ScoreStatistics } from '../../engine/types.js' */
/** @import { Params, Side } from '../../tables/types.js' */
/** @import { CodeSamples } from '../parts/types.js' */

import { componentOptions } from '../../tables/entries.js';
import { componentLiterals, scaleLiteral } from '../parts/javascript.js';
import {
  decimalsFor,
  factorCode,
  indent,
  prints,
  pythonHead,
  rowsCode,
  streams,
} from '../parts/python.js';

/** Above this number of scores the Python programs avoid the whole matrix and process the queries in blocks. */
const MATRIX_SCORES = 2e7;

/** Numbers in a block of the Python programs. */
const BLOCK_NUMBERS = 4e6;

/**
 * Returns the number of decimals of each printed number.
 * @param {ScoreStatistics} result
 */
const decimalsOf = ({ query, key, theory }) => ({
  query: decimalsFor(query.std),
  key: decimalsFor(key.std),
  mean: decimalsFor(Math.sqrt(theory.variance)),
  variance: decimalsFor(theory.variance),
  std: decimalsFor(Math.sqrt(theory.variance)),
});

/**
 * The lines that every sample prints. `number` writes one number.
 * @param {(what: string, decimals: number) => string} number
 * @param {ReturnType<typeof decimalsOf>} decimals
 */
const lines = (number, decimals) => [
  `queries  mean ${number('query.mean', decimals.query)}  std ${number('query.std', decimals.query)}`,
  `keys     mean ${number('key.mean', decimals.key)}  std ${number('key.std', decimals.key)}`,
  `scores   mean ${number('scores.mean', decimals.mean)}  variance ${number('scores.variance', decimals.variance)}  std ${number('scores.std', decimals.std)}`,
];

/** Returns the output of the programs. @param {ScoreStatistics} result */
function outputOf(result) {
  /** @param {string} what @param {number} decimals */
  const number = (what, decimals) => {
    const [group, name] = what.split('.');
    return Number(Reflect.get(Reflect.get(result, group), name)).toFixed(decimals);
  };
  return `${lines(number, decimalsOf(result)).join('\n')}\n`;
}

// Python ------------------------------------------------------------------------------------------------------------

/** @param {Params} params */
const settings = (params) =>
  [
    `d_k, queries, keys, seed = ${params.dk}, ${params.queries}, ${params.keys}, ${params.seed}`,
    `scale = ${factorCode(params)}`,
  ].join('\n');

/** @param {Side} side @param {string} shape */
function numpyDraw({ distribution, mean, sd }, shape) {
  if (distribution === 'normal')
    return `np.random.normal(${mean}, ${sd}, ${shape.replace(', ', ' * ')}).reshape(${shape})`;
  return `np.random.uniform(${mean} - ${sd} * np.sqrt(3), ${mean} + ${sd} * np.sqrt(3), ${shape.replace(', ', ' * ')}).reshape(${shape})`;
}

/** @param {Side} side @param {number} stream @param {string} numbers */
const scaledotDraw = (side, stream, numbers) => rowsCode(side, stream, numbers, 'd_k');

/** Returns lines that draw q (queries x d_k) and k (keys x d_k). @param {Params} params */
function drawCode(params) {
  const { query, key } = componentOptions(params);
  if (params.generator === 'numpy')
    return `np.random.seed(seed)
q = ${numpyDraw(query, 'queries, d_k')}
k = ${numpyDraw(key, 'd_k, keys')}.T  # a key is a column
`;
  return `q = ${scaledotDraw(query, streams.query, 'np.arange(queries)')}
k = ${scaledotDraw(key, streams.key, 'np.arange(keys)')}
`;
}

/**
 * Returns lines that draw a new pair of vectors for every score: k = mean + sd (rho X + sqrt(1 - rho^2) E).
 * @param {Params} params
 */
function pairsCode(params) {
  const { query, key } = componentOptions(params);
  return `x = ${scaledotDraw({ ...query, mean: 0, sd: 1 }, streams.query, 'pairs')}
e = ${scaledotDraw({ ...key, mean: 0, sd: 1 }, streams.key, 'pairs')}
q = ${query.mean} + ${query.sd} * x
k = ${key.mean} + ${key.sd} * (rho * x + np.sqrt(1 - rho**2) * e)
`;
}

/** Sums over blocks, for scores that would not fit into memory at once. */
const TALLY = `class Tally:
    """Mean and variance of numbers that come in parts."""

    def __init__(self, guess):
        self.n, self.guess, self.sum, self.squares = 0, guess, 0.0, 0.0

    def add(self, x):
        x = x - self.guess
        self.n, self.sum, self.squares = self.n + x.size, self.sum + x.sum(), self.squares + (x * x).sum()

    def mean(self):
        return self.guess + self.sum / self.n

    def var(self, ddof=1):
        return (self.squares - self.sum**2 / self.n) / (self.n - ddof)

    def std(self, ddof=1):
        return np.sqrt(self.var(ddof))
`;

/** @param {ReturnType<typeof decimalsOf>} decimals @param {Readonly<Record<string, string>>} code  code of each number */
const pythonPrints = (decimals, code) =>
  prints(lines((what, digits) => `{${code[what]}:.${digits}f}`, decimals));

/**
 * The Python expressions of the printed numbers.
 * @param {string} query
 * @param {string} key
 * @param {string} scores
 * @param {string} ddof
 */
const pythonNumbers = (query, key, scores, ddof) => ({
  'query.mean': `${query}.mean()`,
  'query.std': `${query}.std(${ddof})`,
  'key.mean': `${key}.mean()`,
  'key.std': `${key}.std(${ddof})`,
  'scores.mean': `${scores}.mean()`,
  'scores.variance': `${scores}.var(${ddof})`,
  'scores.std': `${scores}.std(${ddof})`,
});

/**
 * Returns the head of a Python program: imports, settings and generator.
 * @param {Params} params
 * @param {readonly string[]} imports
 */
const headOf = (params, imports) =>
  pythonHead(
    imports,
    [
      settings(params),
      ...(Number(params.correlation) === 0 ? [] : [`rho = ${params.correlation}`]),
    ].join('\n'),
    params.generator === 'numpy'
      ? []
      : [String(params.queryDistribution), String(params.keyDistribution)],
  );

/**
 * Returns the body of a program that processes the scores in blocks.
 * @param {Params} params
 * @param {ScoreStatistics} result
 */
function blockBody(params, result) {
  const pairs = Number(params.correlation) !== 0;
  const guesses = [params.queryMean, params.keyMean, `${result.theory.mean}`];
  const size = Math.max(
    1,
    Math.floor(
      BLOCK_NUMBERS /
        (pairs ? Number(params.dk) : Math.max(Number(params.keys), Number(params.dk))),
    ),
  );
  const start = `\n${TALLY}\n\nquery, key, scores = ${guesses.map((guess) => `Tally(${guess})`).join(', ')}\n`;
  if (pairs)
    return `${start}for first in range(0, queries * keys, ${size}):
    pairs = np.arange(first, min(first + ${size}, queries * keys))
${indent(pairsCode(params))}    query.add(q)
    key.add(k)
    scores.add(scale * (q * k).sum(axis=1))
`;
  return `${drawCode(params)}${start}query.add(q)
key.add(k)
for first in range(0, queries, ${size}):  # the whole matrix would need ${((8 * Number(params.queries) * Number(params.keys)) / 1e9).toPrecision(2)} GB
    scores.add(scale * q[first : first + ${size}] @ k.T)
`;
}

/** @param {Params} params */
const needsBlocks = (params) => {
  const scores = Number(params.queries) * Number(params.keys);
  const pairs = Number(params.correlation) !== 0;
  return scores * (pairs ? Number(params.dk) : 1) > MATRIX_SCORES;
};

/** Returns lines that compute \`scores\` with all vectors in memory, in NumPy. @param {Params} params */
const matrixBody = (params) =>
  Number(params.correlation) === 0
    ? `${drawCode(params)}scores = scale * q @ k.T`
    : `pairs = np.arange(queries * keys)\n${pairsCode(params)}scores = scale * (q * k).sum(axis=1)`;

/** @param {Params} params @param {ScoreStatistics} result */
function numpySample(params, result) {
  const head = headOf(params, ['import numpy as np']);
  const printing = (/** @type {string[]} */ ...from) =>
    pythonPrints(decimalsOf(result), pythonNumbers(from[0], from[1], from[2], 'ddof=1'));
  if (needsBlocks(params))
    return `${head}\n${blockBody(params, result)}${printing('query', 'key', 'scores')}`;
  return `${head}\n${matrixBody(params)}\n\n${printing('q', 'k', 'scores')}`;
}

/** @param {Params} params @param {ScoreStatistics} result */
function pytorchSample(params, result) {
  const head = headOf(params, ['import numpy as np', 'import torch']);
  const decimals = decimalsOf(result);
  if (needsBlocks(params)) {
    const body = blockBody(params, result)
      .replace(
        /scores\.add\((.*)\)$/m,
        (_, scores) =>
          `scores.add((${scores.replace(/\bq\b/, 'torch.from_numpy(q)').replace(/\bk\b/, 'torch.from_numpy(k)')}).numpy())`,
      )
      .replace('.sum(axis=1)', '.sum(dim=1)');
    return `${head}\n${body}${pythonPrints(decimals, pythonNumbers('query', 'key', 'scores', 'ddof=1'))}`;
  }
  const body = matrixBody(params).replace(/scores = .*$/, '');
  const scores =
    Number(params.correlation) === 0 ? 'scale * q @ k.T' : 'scale * (q * k).sum(dim=1)';
  // torch's std and var divide by n - 1, like this page.
  return `${head}\n${body}q, k = torch.from_numpy(q), torch.from_numpy(k)\nscores = ${scores}\n\n${pythonPrints(decimals, pythonNumbers('q', 'k', 'scores', ''))}`;
}

// JavaScript --------------------------------------------------------------------------------------------------------

/** @param {Params} params @param {ScoreStatistics} result */
function javascriptSample(params, result) {
  const printed = lines(
    (what, decimals) => `\${result.${what}.toFixed(${decimals})}`,
    decimalsOf(result),
  );
  return `import { load } from 'scaledot';

const sd = await load({ engine: 'simd' });
const result = sd.scoreStatistics({
  dk: ${params.dk},
  queries: ${params.queries},
  keys: ${params.keys},
  scale: ${scaleLiteral(params)},
  seed: ${params.seed},
  generator: '${params.generator}',
  ${componentLiterals(params)}
  correlation: ${params.correlation},
});
${printed.map((line) => `console.log(\`${line}\`);`).join('\n')}
`;
}

/**
 * Returns the programs for a state and their output, or nothing before there is a result to print.
 * @param {Params} params
 * @param {ScoreStatistics | null} result  of scoreStatistics with these parameters
 * @returns {CodeSamples}
 */
export function codeSamples(params, result) {
  if (!result) return {};
  return {
    numpy: numpySample(params, result),
    pytorch: pytorchSample(params, result),
    javascript: javascriptSample(params, result),
    output: outputOf(result),
  };
}
