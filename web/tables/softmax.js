/** The parameters of the Softmax lab, and the engine options made from them. */

/** @import { SoftmaxScale } from '../engine/types.js' */
/** @import { Fit, Params, Table, Value } from './types.js' */

import { constant } from '../engine/border/constant.js';
import * as defaults from '../engine/border/defaults.js';
import { limits, masks } from '../engine/border/limits.js';
import {
  commonEntries,
  componentEntries,
  componentOptions,
  dkEntry,
  drawLimits,
  entry,
  lower,
  scaleEntries,
  scaleOption,
  seedEntry,
  within,
} from './entries.js';
import { addTable } from './params.js';

/** The largest number of keys in the lab. */
const mostKeys = 1024;

/** The largest number of the visitor's own scores that the picture can show distinctly. */
const mostOwn = 64;

/** The measures of softmaxStatistics that the bands can show. */
export const measures = constant([
  'topWeight',
  'effectiveKeys',
  'logitGradient',
  'queryGradient',
  'outputVariance',
]);

/** @type {Table} */
export const softmax = {
  entries: [
    dkEntry,
    entry('keys', 'integer', defaults.labKeys, {
      min: 1,
      max: mostKeys,
      control: { group: 'main', kind: 'log', top: 512 },
    }),
    ...scaleEntries('cosine'),
    entry('temperature', 'number', defaults.temperature, {
      min: 1e-3,
      max: 1e3,
      control: { group: 'main', kind: 'range', low: 0.1, high: 4, step: 0.1 },
    }),
    entry('shift', 'number', defaults.shift, {
      min: -1e4,
      max: 1e4,
      control: { group: 'main', kind: 'range', low: -10, high: 10, step: 0.5 },
    }),
    entry('masked', 'integer', defaults.masked, {
      min: 0,
      max: mostKeys - 1,
      control: { group: 'mask', kind: 'number' },
    }),
    entry('maskAs', 'choice', defaults.maskAs, {
      choices: masks,
      control: { group: 'mask', kind: 'select', when: (p) => Number(p.masked) > 0 },
    }),
    seedEntry,
    entry('draw', 'integer', defaults.draw, {
      ...within(limits.draw),
      control: { group: 'sample', kind: 'number' },
    }),
    entry('draws', 'integer', defaults.labDraws, {
      ...drawLimits,
      control: { group: 'sample', kind: 'number' },
    }),
    // The visitor's own scores, before the factor, instead of those of the sample
    entry('logits', 'numbers', '', {
      min: -1e6,
      max: 1e6,
      most: mostOwn,
      optional: true,
      control: { group: 'sample', kind: 'list' },
    }),
    ...componentEntries,
    // The current view
    entry('measure', 'choice', 'topWeight', { choices: measures }),
    entry('axis', 'choice', 'dk', { choices: ['dk', 'keys'] }),
    ...commonEntries,
  ],
  reconcile(params, note) {
    const fit = { params, note };
    lower(fit, 'keys', Math.floor(limits.drawComponents.max / Number(params.dk)));
    fitOwn(fit);
    lower(fit, 'masked', shownKeys(params) - 1);
  },
};

/** Removes the visitor's own scores for the cosine, which needs vectors. @param {Fit} fit */
function fitOwn({ params, note }) {
  if (params.scale !== 'cosine' || params.logits === '') return;
  params.logits = '';
  note({ reason: 'ownCosine', key: 'logits', value: '', used: '' });
}

/** Returns the visitor's own scores; an empty list if scores are sampled. @param {Readonly<Record<string, Value>>} params */
export const ownScores = (params) => String(params.logits).split(',').filter(Boolean).map(Number);

/** Returns the number of keys of the query that is shown. @param {Readonly<Record<string, Value>>} params */
export const shownKeys = (params) => ownScores(params).length || Number(params.keys);

/** Returns the number of keys of the sample that can have weight. @param {Readonly<Record<string, Value>>} params */
export const visibleKeys = ({ keys, masked, maskAs }) =>
  Number(keys) - (maskAs === 'blocked' ? Number(masked) : 0);

/** @param {Readonly<Record<string, Value>>} params */
export const isAlone = (params) => visibleKeys(params) <= 1;

/**
 * Returns the scaling rule of the state. @param {Params} params
 * @returns {SoftmaxScale}
 */
export const ruleOption = (params) => /** @type {SoftmaxScale} */ (scaleOption(params));

/**
 * Returns the options of the draws of a state, which do not depend on the rule.
 * @param {Params} params
 */
export const drawOptions = (params) => ({
  dk: Number(params.dk),
  keys: Number(params.keys),
  temperature: Number(params.temperature),
  masked: Number(params.masked),
  maskAs: /** @type {'blocked' | 'zero'} */ (params.maskAs),
  seed: Number(params.seed),
  ...componentOptions(params),
});

/**
 * Returns the options of engine.softmaxStatistics for a state: without a factor, compared with its rule.
 * @param {Params} params
 */
export const statisticsOptions = (params) => ({
  ...drawOptions(params),
  masked: Math.min(Number(params.masked), Number(params.keys) - 1),
  draws: Number(params.draws),
  scale: constant('none'),
  compare: [ruleOption(params)],
});

addTable('softmax', softmax);
