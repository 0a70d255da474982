/** Functions that make rows of tables, the rows that several labs share, and the engine options made from them. */

/** @import { DistributionName, ScaleOption } from '../engine/types.js' */
/** @import { Entry, Fit, Params, Side, Value } from './types.js' */

import * as defaults from '../engine/border/defaults.js';
import { distributions, limits, scaleRules } from '../engine/border/limits.js';
import { chooseLanguage, languages } from '../i18n/index.js';

/** Returns the bounds of a limit, without the fields that only the engine reads. @param {{min: number, max: number}} limit */
export const within = ({ min, max }) => ({ min, max });

/** The largest number of characters of a `text`. */
export const longestText = 400;

const kebab = (/** @type {string} */ name) =>
  name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

/**
 * @param {string} name
 * @param {Entry['type']} type
 * @param {Value} initial
 * @param {Omit<Partial<Entry>, 'name' | 'type' | 'initial'>} [rest]
 * @returns {Entry}
 */
export const entry = (name, type, initial, rest) =>
  Object.freeze({ name, key: kebab(name), type, initial, ...rest });

/** Maps language tags to the page's languages: zh, zh-CN and zh_TW to zh-Hans, en-GB to en. @param {string} text */
const languageTag = (text) =>
  /^(zh|en)\b/i.test(text.replace('_', '-')) ? chooseLanguage(text) : text;

/** The last rows of every lab. `lang` '' means the language of the surrounding page, or of the visitor's browser. */
export const commonEntries = [
  entry('preset', 'word', ''),
  entry('lang', 'choice', '', { choices: ['', ...Object.keys(languages)], read: languageTag }),
  entry('theme', 'choice', 'auto', { choices: ['auto', 'light', 'dark'] }),
  entry('hide', 'words', ''),
  // Names of pictures; only these are shown
  entry('show', 'words', ''),
  // The current slide, by the name of its picture. Any other word means the first.
  entry('present', 'word', ''),
  entry('lock', 'words', ''),
  // Whether a preset asks for a prediction before its change, or shows the change and the explanation at once.
  entry('predict', 'choice', 'ask', { choices: ['ask', 'off'] }),
];

/** The parameters that affect how a lab looks and behaves, not what it computes. */
export const looks = Object.freeze(
  commonEntries.map(({ name }) => name).filter((name) => name !== 'preset'),
);

/** Returns the looks of a state. @param {Params} params */
export const looksOf = (params) => Object.fromEntries(looks.map((name) => [name, params[name]]));

/** d_k. */
export const dkEntry = entry('dk', 'integer', defaults.dk, {
  ...within(limits.dk),
  control: { group: 'main', kind: 'log', top: 4096 },
});

/** The initial seed is 1, because seed 0 gives the Variance lab an unusual first sample. */
export const seedEntry = entry('seed', 'integer', defaults.labSeed, {
  ...within(limits.seed),
  control: { group: 'sample', kind: 'seed' },
});

/** Limits of the draws of a lab. The engine takes more, but a phone must be able to compute these. */
export const drawLimits = Object.freeze({ min: limits.draws.min, max: 1e5 });

/** The range of an exponent's slider: the factor goes from 1 to 1/d_k. */
export const exponentRange = Object.freeze({ low: 0, high: 1, step: 0.05 });

/** Returns the three parameters of the factor of the scores. @param {...string} more  rules that only this lab has */
export const scaleEntries = (...more) => [
  entry('scale', 'choice', defaults.scale, {
    choices: [...scaleRules, 'alpha', 'number', ...more],
    control: { group: 'main', kind: 'select' },
  }),
  entry('alpha', 'number', 0.5, {
    ...within(limits.alpha),
    control: {
      group: 'main',
      kind: 'range',
      ...exponentRange,
      when: (p) => p.scale === 'alpha',
    },
  }),
  entry('factor', 'number', 1, {
    ...within(limits.scale),
    control: {
      group: 'main',
      kind: 'range',
      low: 0,
      high: 2,
      step: 0.005,
      when: (p) => p.scale === 'number',
    },
  }),
];

/**
 * Converts the parameters of scaleEntries() to an engine option.
 * @param {Params} params
 * @returns {ScaleOption}
 */
export function scaleOption({ scale, alpha, factor }) {
  if (scale === 'alpha') return { alpha: Number(alpha) };
  return scale === 'number' ? Number(factor) : /** @type {'rsqrt' | 'none' | 'inverse'} */ (scale);
}

/** Returns the three parameters of the law of the components of one side. @param {'query' | 'key'} side */
const sideEntries = (side) => {
  const group = side;
  return [
    entry(`${side}Distribution`, 'choice', defaults.distribution, {
      key: side,
      choices: distributions,
      control: { group, kind: 'select' },
    }),
    entry(`${side}Mean`, 'number', defaults.mean, {
      ...within(limits.mean),
      control: { group, kind: 'range', low: -2, high: 2, step: 0.1 },
    }),
    entry(`${side}Sd`, 'number', defaults.sd, {
      ...within(limits.sd),
      control: { group, kind: 'range', low: 0, high: 3, step: 0.1 },
    }),
  ];
};

/** The laws of the components of queries and keys. */
export const componentEntries = [...sideEntries('query'), ...sideEntries('key')];

/** @param {Params} params @param {'query' | 'key'} side @returns {Side} */
const sideOptions = (params, side) => ({
  distribution: /** @type {DistributionName} */ (params[`${side}Distribution`]),
  mean: Number(params[`${side}Mean`]),
  sd: Number(params[`${side}Sd`]),
});

/** Converts the parameters of componentEntries to engine options. @param {Params} params */
export const componentOptions = (params) => ({
  query: sideOptions(params, 'query'),
  key: sideOptions(params, 'key'),
});

/**
 * Lowers a parameter to a limit that follows from other parameters.
 * @param {Fit} fit
 * @param {string} name
 * @param {number} most
 */
export function lower({ params, note }, name, most) {
  if (Number(params[name]) <= most) return;
  const value = String(params[name]);
  params[name] = most;
  note({ reason: 'clamped', key: kebab(name), value, used: String(most), limit: String(most) });
}
