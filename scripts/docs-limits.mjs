// Writes the limits of arguments for pages of the reference. Limits of options are in their tables
// (web/engine/border/option-table.js). Other arguments have the limit of the same name, or the one given here.
// tests/js/docs-limits.test.js compares them with the engine.
import { limits } from '../web/engine/border/limits.js';
import { trainingLimits } from '../web/engine/training/training-limits.js';
import { optionTables } from './option-tables.mjs';

/** @import { Limit } from '../web/engine/border/types.js' */

/** @typedef {keyof typeof limits} LimitName */
/** @typedef {Readonly<Record<string, LimitName | Readonly<Limit> | null>>} Named null: it depends on the other arguments */

const positions = /** @type {const} */ ({ positions: null });
const ends = /** @type {const} */ ({ low: 'range', high: 'range' });
const trainer = { size: null, checkpoint: trainingLimits.checkpoint };

/**
 * Limits by the name of a function, of a method (`Trainer.step`), or of the type of options without `Options`.
 * @type {Readonly<Record<string, Named>>}
 */
const named = {
  scoreGrowth: { sizes: 'dk' },
  numpyRandom: { seed: 'numpySeed' },
  handMade: { tokens: 'handMadeWord' },
  randomTensor: { shape: 'length' },
  rotaryEmbedding: positions,
  rotaryEmbeddingGradient: positions,
  rotary: positions,
  readSafetensors: { most: 'fileNumbers' },
  createTrainer: trainer,
  trainer,
  'Trainer.step': trainingLimits,
  'Trainer.read': trainingLimits,
  'Trainer.attention': trainingLimits,
  'NumpyRandom.normal': { mean: 'range', sd: { ...limits.range, min: 0 } },
  'NumpyRandom.uniform': ends,
  'NumpyRandom.randint': { low: 'integer', high: 'integer' },
  openModel: { size: null },
  openTokenizer: { size: null },
};

const scoresTogether = /** @type {const} */ ([['queries × keys', 'scores']]);
const productTogether = /** @type {const} */ ([['(rows + columns) × dk', 'productEntries']]);
const drawTogether = /** @type {const} */ ([['keys × dk', 'drawComponents']]);

/** Upper limits of several arguments together. @type {Readonly<Record<string, readonly (readonly [string, LimitName])[]>>} */
const together = {
  scoreStatistics: scoresTogether,
  scoreTheory: scoresTogether,
  scoreLaw: scoresTogether,
  scoreCurves: scoresTogether,
  scoreGrowth: scoresTogether,
  componentSample: scoresTogether,
  scoreWalks: [...scoresTogether, ['pairs × dk', 'walkSteps']],
  sampleVariance: productTogether,
  productVariance: productTogether,
  softmaxStatistics: drawTogether,
  softmaxSample: drawTogether,
  scoringStatistics: [
    ...drawTogether,
    ['draws × functions', 'scoringDraws'],
    ['multiplications of a draw', 'scoringWork'],
    ['random parameters', 'scoringParameters'],
  ],
  layerNormStages: [['vectors × dk', 'vectorEntries']],
  randomTensor: [
    ['the last axis', 'randomColumns'],
    ['all axes multiplied', 'randomEntries'],
  ],
};

/** Formats a number readably: 2^24, not 16777216. @param {number} value @returns {string} */
export function numberText(value) {
  if (value < 0) return `-${numberText(-value)}`;
  if (value === limits.float32.max) return 'the largest float32';
  const text = String(value).replace('e+', 'e');
  const [, digit, zeros = ''] = /^(\d)(0{6,})$/.exec(text) ?? [];
  if (digit) return `${digit}e${zeros.length}`;
  const isPlain = value >= 1 && value < 2 ** 20;
  for (const more of value < 1 ? [0] : [0, 1]) {
    const exponent = Math.round(Math.log2(value + more));
    if (!isPlain && value > 0 && 2 ** exponent === value + more)
      return `2^${exponent}${more > 0 ? ' - 1' : ''}`;
  }
  return text;
}

/** @param {Limit} limit */
export function limitText({ min, max, whole }) {
  if (max === Number.MAX_VALUE)
    return `any finite number${min === -max ? '' : ` from ${numberText(min)}`}`;
  if (min === -limits.float32.max && max === -min) return 'any finite float32';
  return `${whole ? 'a whole number' : 'a number'} from ${numberText(min)} to ${numberText(max)}`;
}

/** @type {typeof optionTables} */
const tables = { ...optionTables, createTrainer: optionTables.trainer };

/**
 * Returns the limit of an argument or an option; undefined if it has no limit of its own.
 * @param {string} owner  a function, a class and its method, or an adapter and its function, whose limits are only in tables
 * @param {{name: string, type: string}} field
 * @returns {Readonly<Limit> | undefined}
 */
function limitOf(owner, { name, type }) {
  const { limit } = tables[owner]?.[name] ?? {};
  if (limit || owner.includes('/')) return limit;
  const own = named[owner]?.[name];
  if (own === null) return undefined;
  if (own !== undefined) return typeof own === 'string' ? limits[own] : own;
  const isNumber = /^(readonly )?\[?number\b/.test(type);
  return isNumber && Object.hasOwn(limits, name)
    ? limits[/** @type {LimitName} */ (name)]
    : undefined;
}

/** Writes a limit for a value of this type. @param {Limit} limit @param {string} type */
function limitOfType(limit, type) {
  if (/^string\b/.test(type)) return `at most ${numberText(limit.max)} characters`;
  if (/^Uint8Array\b/.test(type)) return `at most ${numberText(limit.max)} bytes`;
  return limitText(limit);
}

/** Returns a sentence about the limit of a field; '' if it has none. @param {string} owner @param {{name: string, type: string}} field */
export function limitSentence(owner, field) {
  if (owner === '') return '';
  const limit = limitOf(owner, field);
  if (!limit) return '';
  const text = limitOfType(limit, field.type);
  const isList = /^(NumberList|readonly)\b/.test(field.type);
  return isList ? `Each is ${text}.` : `${text[0].toUpperCase()}${text.slice(1)}.`;
}

/** Returns a sentence about limits of several arguments together; '' if there are none. @param {string} owner */
export function togetherSentence(owner) {
  const parts = together[owner] ?? [];
  const told = parts.map(([what, name]) => `${what} ${numberText(limits[name].max)}`);
  return told.length === 0 ? '' : `At most: ${told.join(', ')}.`;
}
