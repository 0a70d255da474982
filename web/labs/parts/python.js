/**
 * Python for the code samples, as text: the engine's counter-based generator in NumPy, and print statements. The
 * programs compute in float64 what the engine computes in float32. The digits shown are the same.
 */

/** @import { Params } from '../../tables/types.js' */

import { decadeOf } from '../../i18n/decades.js';

/** Returns how many decimals show five digits of a number of this size. @param {number} size */
export const decimalsFor = (size) => Math.min(12, Math.max(0, 4 - decadeOf(size > 0 ? size : 1)));

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

/**
 * Standardised components (mean 0, variance 1) from the four words of each block, as a function `<law>(words, second)`.
 * @type {Readonly<Record<string, {needs: readonly string[], code: string}>>}
 */
const LAWS = {
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
};

/** @param {string} distribution */
const lawName = (distribution) => distribution.replace('-', '_');

/**
 * Draws any rows of any stream. A row number has 64 bits, so that (draw << 24) | key is valid. A shorter row is a
 * prefix of a longer one.
 */
const ROWS = `def rows(stream, numbers, count, law, mean=0, sd=1):
    """Rows of count components, one for every row number: numbers is an array of any shape."""
    numbers = np.asarray(numbers, dtype=np.uint64)
    row, block = np.meshgrid(numbers.ravel(), np.arange(4 * -(-count // 16)), indexing="ij")
    low, high = row & np.uint64(0xFFFFFFFF), row >> np.uint64(32)
    counter = lambda name: (block, low, high, np.full(row.shape, name))
    words = philox(counter(stream), seed)
    second = philox(counter(stream | 2**31), seed)  # only Student's t uses it
    x = np.stack(law(words, second), axis=1).reshape(numbers.size, 4, -1, 4)  # row, word, group, lane
    x = x.transpose(0, 2, 1, 3).reshape(*numbers.shape, -1)
    return mean + sd * x[..., :count]
`;

/** The engine's streams of rows, as `rows` takes them. */
export const streams = Object.freeze({ query: 0, key: 1, draw: 2 });

/** @param {readonly string[]} parts */
const unique = (parts) => [...new Set(parts)];

/**
 * Returns the generator with these distributions, and the function rows(stream, numbers, count, law, mean, sd), which
 * draws. The program has to define `seed`.
 * @param {readonly string[]} distributions
 */
export function generatorCode(distributions) {
  const laws = unique(distributions).map((name) => LAWS[name]);
  return [
    PHILOX,
    ...unique(laws.flatMap((law) => law.needs)),
    ...laws.map((law) => law.code),
    ROWS,
  ].join('\n\n');
}

/**
 * Returns an expression that draws rows of one side.
 * @param {{distribution: string, mean: number, sd: number}} side
 * @param {number | string} stream
 * @param {string} numbers  Python expression of the row numbers
 * @param {string} count  Python expression of the number of components
 */
export const rowsCode = ({ distribution, mean, sd }, stream, numbers, count) =>
  `rows(${stream}, ${numbers}, ${count}, ${lawName(distribution)}, ${mean}, ${sd})`;

/**
 * Returns the head of a program: imports, settings and generator.
 * @param {readonly string[]} imports
 * @param {string} settings  lines that define the seed and whatever else the program needs
 * @param {readonly string[]} [distributions]  to draw from; none for a program with its own numbers
 */
export const pythonHead = (imports, settings, distributions = []) =>
  [
    `${imports.join('\n')}\n\n${settings.trimEnd()}\n`,
    ...(distributions.length > 0 ? [`\n${generatorCode(distributions)}\n`] : []),
  ].join('\n');

/** Returns the factor on the scores; it needs d_k. @param {Params} params */
export const factorCode = ({ scale, alpha, factor }) =>
  ({
    rsqrt: '1 / np.sqrt(d_k)',
    none: '1',
    inverse: '1 / d_k',
    alpha: `d_k ** -${Number(alpha)}`,
    number: `${Number(factor)}`,
  })[String(scale)] ?? '1';

/** @param {string} text */
export const indent = (text) => text.replace(/^(?=.)/gm, '    ');

/** Returns statements that print the lines. {braces} contain Python. @param {readonly string[]} lines */
export const prints = (lines) => `${lines.map((line) => `print(f"${line}")`).join('\n')}\n`;
