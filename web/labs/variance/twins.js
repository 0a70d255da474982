/**
 * The code twins of the Variance lab: complete programs in NumPy, PyTorch and JavaScript that draw the same vectors as
 * the engine and print the same digits as the page. Text only; nothing is computed here but the number of decimals.
 *
 * The Python programs carry the engine's counter-based generator in NumPy (Philox4x32-10, then the law of the
 * components); they calculate in float64 what the engine calculates in float32, which the digits shown do not notice.
 */

/** @typedef {import('../../state.js').Params} Params */
/** @typedef {import('../../engine/types.js').ScoreStatistics} ScoreStatistics */

/** @typedef {{distribution: string, mean: number, sd: number}} Side */

/** More scores than this are not worth a matrix: the Python programs then go through the queries in blocks. */
const MATRIX_SCORES = 2e7;

/** Vectors that a block of the Python programs holds. */
const BLOCK_NUMBERS = 4e6;

/** @param {Params} params @param {'query' | 'key'} side @returns {Side} */
const sideOf = (params, side) => ({
  distribution: String(params[`${side}Distribution`]),
  mean: Number(params[`${side}Mean`]),
  sd: Number(params[`${side}Sd`]),
});

/** Decimals that show five digits of a number of this size. @param {number} size */
const decimalsFor = (size) =>
  Math.min(12, Math.max(0, 4 - Math.floor(Math.log10(size > 0 ? size : 1))));

/**
 * How many decimals each printed number has.
 * @param {ScoreStatistics} result
 */
const decimalsOf = ({ query, key, theory }) => ({
  query: decimalsFor(query.std),
  key: decimalsFor(key.std),
  mean: decimalsFor(Math.sqrt(theory.variance)),
  variance: decimalsFor(theory.variance),
  std: decimalsFor(Math.sqrt(theory.variance)),
});

/** The lines that every twin prints, given a way to write one number. @param {(what: string, decimals: number) => string} number @param {ReturnType<typeof decimalsOf>} decimals */
const lines = (number, decimals) => [
  `queries  mean ${number('query.mean', decimals.query)}  std ${number('query.std', decimals.query)}`,
  `keys     mean ${number('key.mean', decimals.key)}  std ${number('key.std', decimals.key)}`,
  `scores   mean ${number('scores.mean', decimals.mean)}  variance ${number('scores.variance', decimals.variance)}  std ${number('scores.std', decimals.std)}`,
];

/** What the programs print. @param {ScoreStatistics} result */
function outputOf(result) {
  /** @param {string} what @param {number} decimals */
  const number = (what, decimals) => {
    const [group, name] = what.split('.');
    const numbers = /** @type {Record<string, Record<string, number>>} */ (
      /** @type {unknown} */ (result)
    );
    return numbers[group][name].toFixed(decimals);
  };
  return `${lines(number, decimalsOf(result)).join('\n')}\n`;
}

// Python ------------------------------------------------------------------------------------------------------------

const PHILOX = `def philox(counter, seed):
    """Philox4x32-10: four words for every counter (four arrays of one shape)."""
    low = np.uint64(0xFFFFFFFF)
    x = [np.asarray(word, dtype=np.uint64) for word in counter]
    key = [seed & 0xFFFFFFFF, seed >> 32]
    for _ in range(10):
        a, b = x[0] * np.uint64(0xD2511F53), x[2] * np.uint64(0xCD9E8D57)
        half = np.uint64(32)
        x = [(b >> half) ^ x[1] ^ np.uint64(key[0]), b & low, (a >> half) ^ x[3] ^ np.uint64(key[1]), a & low]
        key = [(key[0] + 0x9E3779B9) % 2**32, (key[1] + 0xBB67AE85) % 2**32]
    return [word.astype(np.uint32) for word in x]
`;

const UNIT = `def unit(word):
    """(0, 1], in float32 as the engine has it: small values keep all their bits."""
    return ((word >> 1).astype(np.float32) * np.float32(2**-31) + np.float32(2**-32)).astype(float)
`;

const CIRCLE = `def circle(word):
    """A point on the unit circle: 30 bits place it in a quarter, one swaps the axes, one the side."""
    angle = (word << 2).view(np.int32) * (np.pi / 2**33)
    c, s = np.cos(angle) * np.where(word >> 31, -1, 1), np.sin(angle)
    swapped = (word >> 30) & 1
    return np.where(swapped, s, c), np.where(swapped, c, s)
`;

const SIGNED = '(word.view(np.int32) + 0.5) / 2**31';

/** Standardised components (mean 0, variance 1) from the four words of each block, as a function \`<law>(words, second)\`. */
const LAWS = /** @type {Readonly<Record<string, {needs: readonly string[], code: string}>>} */ ({
  normal: {
    needs: [UNIT, CIRCLE],
    code: `def normal(words, second):
    """Box-Muller: words 0 and 1 make one pair, words 2 and 3 another."""
    x = []
    for i in (0, 2):
        radius = np.sqrt(-2 * np.log(unit(words[i])))
        x += [radius * axis for axis in circle(words[i + 1])]
    return x
`,
  },
  uniform: {
    needs: [],
    code: `def uniform(words, second):
    return [np.sqrt(3) * ${SIGNED} for word in words]
`,
  },
  rademacher: {
    needs: [],
    code: `def rademacher(words, second):
    return [np.where(word >> 31, -1.0, 1.0) for word in words]
`,
  },
  exponential: {
    needs: [UNIT],
    code: `def exponential(words, second):
    return [-1 - np.log(unit(word)) for word in words]
`,
  },
  laplace: {
    needs: [UNIT],
    code: `def laplace(words, second):
    return [np.where(word & 1, -1, 1) * np.log(unit(word)) / np.sqrt(2) for word in words]
`,
  },
  'student-t': {
    needs: [UNIT, CIRCLE],
    code: `def student_t(words, second, df=5):
    """Bailey's polar formula."""
    radius = [np.sqrt((df - 2) * (unit(word) ** (-2 / df) - 1)) for word in words]
    return [r * circle(word)[0] for r, word in zip(radius, second)]
`,
  },
});

/** @param {string} distribution */
const lawName = (distribution) => distribution.replace('-', '_');

const VECTORS = `def vectors(stream, rows, law, mean, sd):
    """Rows of d_k components; rows is an array of row numbers."""
    blocks = np.arange(4 * -(-d_k // 16))
    row, block = np.meshgrid(np.asarray(rows), blocks, indexing="ij")
    counter = lambda name: (block, row % 2**32, row // 2**32, np.full(row.shape, name))
    words = philox(counter(stream), seed)
    second = philox(counter(stream | 2**31), seed)  # only Student's t uses it
    x = np.stack(law(words, second), axis=1).reshape(len(rows), 4, -1, 4)  # row, word, group, lane
    return mean + sd * x.transpose(0, 2, 1, 3).reshape(len(rows), -1)[:, :d_k]
`;

/** @param {readonly string[]} parts */
const unique = (parts) => [...new Set(parts)];

/** @param {Side} query @param {Side} key */
function generatorCode(query, key) {
  const laws = unique([query.distribution, key.distribution]).map((name) => LAWS[name]);
  return [
    PHILOX,
    ...unique(laws.flatMap((law) => law.needs)),
    ...laws.map((law) => law.code),
    VECTORS,
  ].join('\n\n');
}

/** The factor as Python and JavaScript write it. @param {Params} params @param {string} root */
const factorCode = ({ scale, alpha, factor }, root) =>
  ({
    rsqrt: `1 / ${root}(d_k)`,
    none: '1',
    inverse: '1 / d_k',
    alpha: `d_k ** -${Number(alpha)}`,
    number: `${Number(factor)}`,
  })[String(scale)] ?? '1';

/** @param {Params} params */
const settings = (params) =>
  [
    `d_k, queries, keys, seed = ${params.dk}, ${params.queries}, ${params.keys}, ${params.seed}`,
    `scale = ${factorCode(params, 'np.sqrt')}`,
  ].join('\n');

/** @param {Side} side @param {string} shape */
function numpyDraw({ distribution, mean, sd }, shape) {
  if (distribution === 'normal')
    return `np.random.normal(${mean}, ${sd}, ${shape.replace(', ', ' * ')}).reshape(${shape})`;
  return `np.random.uniform(${mean} - ${sd} * np.sqrt(3), ${mean} + ${sd} * np.sqrt(3), ${shape.replace(', ', ' * ')}).reshape(${shape})`;
}

/** @param {Side} side @param {string} stream @param {string} rows */
const scaledotDraw = ({ distribution, mean, sd }, stream, rows) =>
  `vectors(${stream}, ${rows}, ${lawName(distribution)}, ${mean}, ${sd})`;

/** Lines that make q (queries x d_k) and k (keys x d_k). @param {Params} params */
function drawCode(params) {
  const [query, key] = [sideOf(params, 'query'), sideOf(params, 'key')];
  if (params.generator === 'numpy')
    return `np.random.seed(seed)
q = ${numpyDraw(query, 'queries, d_k')}
k = ${numpyDraw(key, 'd_k, keys')}.T  # a key is a column
`;
  return `q = ${scaledotDraw(query, '0', 'np.arange(queries)')}
k = ${scaledotDraw(key, '1', 'np.arange(keys)')}
`;
}

/**
 * Every score has a fresh pair of vectors: k = mean + sd (rho X + sqrt(1 - rho^2) E).
 * @param {Params} params
 */
function pairsCode(params) {
  const [query, key] = [sideOf(params, 'query'), sideOf(params, 'key')];
  return `x = ${scaledotDraw({ ...query, mean: 0, sd: 1 }, '0', 'rows')}
e = ${scaledotDraw({ ...key, mean: 0, sd: 1 }, '1', 'rows')}
q = ${query.mean} + ${query.sd} * x
k = ${key.mean} + ${key.sd} * (rho * x + np.sqrt(1 - rho**2) * e)
`;
}

/** @param {string} text */
const indent = (text) => text.replace(/^(?=.)/gm, '    ');

/** Sums over blocks, for what would not fit into memory at once. */
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
  `${lines((what, digits) => `{${code[what]}:.${digits}f}`, decimals)
    .map((line) => `print(f"${line}")`)
    .join('\n')}\n`;

/** Where the printed numbers come from in Python. @param {string} query @param {string} key @param {string} scores @param {string} ddof */
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
 * Imports, settings and generator: the head of a Python program.
 * @param {Params} params
 * @param {readonly string[]} imports
 */
const pythonHead = (params, imports) => {
  const own = params.generator !== 'numpy';
  return [
    `${imports.join('\n')}\n\n${settings(params)}\n${Number(params.correlation) === 0 ? '' : `rho = ${params.correlation}\n`}`,
    ...(own ? [`\n${generatorCode(sideOf(params, 'query'), sideOf(params, 'key'))}\n`] : []),
  ].join('\n');
};

/**
 * The body of a program that goes through the scores in blocks.
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
    rows = np.arange(first, min(first + ${size}, queries * keys))
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

/** Lines that make \`scores\` with all vectors in memory, in NumPy. @param {Params} params */
const matrixBody = (params) =>
  Number(params.correlation) === 0
    ? `${drawCode(params)}scores = scale * q @ k.T`
    : `rows = np.arange(queries * keys)\n${pairsCode(params)}scores = scale * (q * k).sum(axis=1)`;

/** @param {Params} params @param {ScoreStatistics} result */
function numpyTwin(params, result) {
  const head = pythonHead(params, ['import numpy as np']);
  const prints = (/** @type {string[]} */ ...from) =>
    pythonPrints(decimalsOf(result), pythonNumbers(from[0], from[1], from[2], 'ddof=1'));
  if (needsBlocks(params))
    return `${head}\n${blockBody(params, result)}${prints('query', 'key', 'scores')}`;
  return `${head}\n${matrixBody(params)}\n\n${prints('q', 'k', 'scores')}`;
}

/** @param {Params} params @param {ScoreStatistics} result */
function pytorchTwin(params, result) {
  const head = pythonHead(params, ['import numpy as np', 'import torch']);
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
  // torch's std and var divide by n - 1, as this page does.
  return `${head}\n${body}q, k = torch.from_numpy(q), torch.from_numpy(k)\nscores = ${scores}\n\n${pythonPrints(decimals, pythonNumbers('q', 'k', 'scores', ''))}`;
}

// JavaScript --------------------------------------------------------------------------------------------------------

/** The scale option of the engine, as JavaScript. @param {Params} params */
const scaleOption = ({ scale, alpha, factor }) =>
  scale === 'alpha' ? `{ alpha: ${alpha} }` : scale === 'number' ? String(factor) : `'${scale}'`;

/** @param {Side} side */
const sideOption = ({ distribution, mean, sd }) =>
  `{ distribution: '${distribution}', mean: ${mean}, sd: ${sd} }`;

/** @param {Params} params @param {ScoreStatistics} result */
function javascriptTwin(params, result) {
  const prints = lines(
    (what, decimals) => `\${result.${what}.toFixed(${decimals})}`,
    decimalsOf(result),
  );
  return `import { load } from 'scaledot';

const sd = await load();
const result = sd.scoreStatistics({
  dk: ${params.dk},
  queries: ${params.queries},
  keys: ${params.keys},
  scale: ${scaleOption(params)},
  seed: ${params.seed},
  generator: '${params.generator}',
  query: ${sideOption(sideOf(params, 'query'))},
  key: ${sideOption(sideOf(params, 'key'))},
  correlation: ${params.correlation},
});
${prints.map((line) => `console.log(\`${line}\`);`).join('\n')}
`;
}

/**
 * The programs for a state, and what each prints; nothing before there is a result to print.
 * @param {Params} params
 * @param {ScoreStatistics | null} result  of scoreStatistics with these parameters
 * @returns {{numpy?: string, pytorch?: string, javascript?: string, output?: string}}
 */
export function twins(params, result) {
  if (!result) return {};
  return {
    numpy: numpyTwin(params, result),
    pytorch: pytorchTwin(params, result),
    javascript: javascriptTwin(params, result),
    output: outputOf(result),
  };
}
