/** The parameters of the Scoring lab, and the engine options made from them. */

/** @import { ScaleOption, ScoreKind } from '../engine/types.js' */
/** @import { Fit, Params, Table } from './types.js' */

import * as defaults from '../engine/border/defaults.js';
import { limits } from '../engine/border/limits.js';
import {
  commonEntries,
  componentEntries,
  componentOptions,
  drawLimits,
  entry,
  lower,
  seedEntry,
  within,
} from './entries.js';
import { addTable } from './params.js';

/** @typedef {{kind: ScoreKind, scale?: ScaleOption, temperature?: number, hidden?: number}} RandomFunction */

/** The eight scoring functions, in the order of the pictures, and their names in the engine. */
export const kinds = Object.freeze({
  dot: 'dot',
  scaled: 'scaled-dot',
  cosine: 'cosine',
  temperature: 'cosine',
  distance: 'distance',
  general: 'general',
  additive: 'additive',
  location: 'location',
});

/** @typedef {keyof typeof kinds} FunctionName */

export const functionNames = /** @type {readonly FunctionName[]} */ (Object.keys(kinds));

/** Limits of the number of keys of the plane. */
export const pointLimits = Object.freeze({ least: 2, most: 6 });

/** The largest coordinate that may be typed. The plane shows only vectors near the origin. */
const farthest = 1e6;

/**
 * Limits of the cost of the first draws. The page's main thread makes them, to find the ranges of the histograms, and a visitor
 * notices more than a fifth of a second. `general` has d_k x d_k random parameters. `components` limits those of a draw's keys,
 * `hidden` their products with the units of `additive`.
 */
const most = Object.freeze({ dk: 2048, components: 2 ** 19, hidden: 2 ** 27 });

/** @type {Table} */
export const scoring = {
  entries: [
    entry('q', 'numbers', '2.3,0.95', {
      min: -farthest,
      max: farthest,
      most: 2,
      control: { group: 'vectors', kind: 'list' },
    }),
    // The first key is the longest. The direction of the second is the closest to that of the query
    entry('k', 'numbers', '1.5,2.3,1,0.25,-1.2,-1.1', {
      min: -farthest,
      max: farthest,
      most: 2 * pointLimits.most,
      control: { group: 'vectors', kind: 'list' },
    }),
    entry('pick', 'choice', 'dot', {
      choices: functionNames,
      control: { group: 'functions', kind: 'select' },
    }),
    entry('temperature', 'number', 0.1, {
      min: 1e-3,
      max: 1e3,
      control: { group: 'functions', kind: 'range', low: 0.02, high: 2, step: 0.02 },
    }),
    // Not `hidden`, because HTML has an attribute of that name
    entry('units', 'integer', 16, {
      min: 1,
      max: 1024,
      control: { group: 'functions', kind: 'log', top: 256 },
    }),
    entry('dk', 'integer', defaults.dk, {
      min: limits.dk.min,
      max: most.dk,
      control: { group: 'main', kind: 'log', top: most.dk },
    }),
    entry('keys', 'integer', defaults.labKeys, {
      min: 1,
      max: 4096,
      control: { group: 'main', kind: 'log', top: 1024 },
    }),
    entry('draws', 'integer', defaults.draws, {
      ...drawLimits,
      control: { group: 'sample', kind: 'number' },
    }),
    seedEntry,
    ...componentEntries,
    entry('lengthSpread', 'number', defaults.lengthSpread, {
      ...within(limits.lengthSpread),
      control: { group: 'layernorm', kind: 'range', low: 0, high: 1, step: 0.05 },
    }),
    entry('gainSd', 'number', defaults.labGainSd, {
      min: 0,
      max: 10,
      control: { group: 'layernorm', kind: 'range', low: 0, high: 2, step: 0.05 },
    }),
    entry('biasSd', 'number', defaults.labBiasSd, {
      min: 0,
      max: 10,
      control: { group: 'layernorm', kind: 'range', low: 0, high: 2, step: 0.05 },
    }),
    // The current view
    entry('grow', 'integer', 1, { min: 1, max: pointLimits.most }),
    entry('law', 'choice', 'raw', { choices: ['raw', 'standard'] }),
    entry('measure', 'choice', 'topWeight', { choices: ['topWeight', 'effectiveKeys'] }),
    ...commonEntries,
  ],
  reconcile(params, note) {
    const fit = { params, note };
    fitPoints(fit, 'q', 1, 1);
    fitPoints(fit, 'k', pointLimits.least, pointLimits.most);
    lower(fit, 'grow', String(params.k).split(',').length / 2);
    lower(fit, 'keys', Math.floor(most.components / Number(params.dk)));
    // With few keys, generating the matrices of the network costs more than using them
    const components = Number(params.dk) * Math.max(256, Number(params.keys));
    lower(fit, 'units', Math.floor(most.hidden / components));
  },
};

/**
 * Replaces a list by its initial value unless it consists of pairs, at least `least` and at most `most`.
 * @param {Fit} fit
 * @param {'q' | 'k'} name
 * @param {number} least
 * @param {number} most
 */
function fitPoints({ params, note }, name, least, most) {
  const count = String(params[name]).split(',').length / 2;
  if (Number.isInteger(count) && count >= least && count <= most) return;
  const value = String(params[name]);
  const used = String(scoring.entries.find((row) => row.name === name)?.initial);
  params[name] = used;
  note({ reason: 'notPoints', key: name, value, used });
}

/**
 * Returns a scoring function, as an option of engine.scoringStatistics.
 * @param {Params} params
 * @param {FunctionName} name
 * @returns {RandomFunction}
 */
export function randomFunction({ temperature, units }, name) {
  const kind = kinds[name];
  if (name === 'temperature') return { kind, temperature: Number(temperature) };
  return name === 'additive' ? { kind, hidden: Number(units) } : { kind };
}

/**
 * Returns the random vectors of a state, as options of engine.scoringStatistics.
 * @param {Params} params
 */
export const vectorOptions = (params) => ({
  dk: Number(params.dk),
  keys: Number(params.keys),
  seed: Number(params.seed),
  ...componentOptions(params),
});

/** Bins of each histogram of scores. */
const bins = 80;

/**
 * Returns the options of engine.scoringStatistics for a state: all functions, on the same vectors.
 * @param {Params} params
 */
export const statisticsOptions = (params) => ({
  ...vectorOptions(params),
  draws: Number(params.draws),
  functions: functionNames.map((name) => randomFunction(params, name)),
  bins,
});

/**
 * Returns the options of engine.scoreCost for a function, with as many queries as keys.
 * @param {Params} params
 * @param {FunctionName} name
 */
export const costOptions = ({ dk, keys, units }, name) => ({
  ...{ kind: kinds[name], dk: Number(dk), keys: Number(keys), queries: Number(keys) },
  ...(name === 'additive' && { hidden: Number(units) }),
});

addTable('scoring', scoring);
