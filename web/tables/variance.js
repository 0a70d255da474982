/** The parameters of the Variance lab, their interdependent limits, and the engine options made from them. */

/** @import { GeneratorName, ScaleOption } from '../engine/types.js' */
/** @import { Fit, Params, Side, Table } from './types.js' */

import * as defaults from '../engine/border/defaults.js';
import { generators, limits } from '../engine/border/limits.js';
import {
  commonEntries,
  componentEntries,
  componentOptions,
  dkEntry,
  entry,
  lower,
  scaleEntries,
  scaleOption,
  seedEntry,
  within,
} from './entries.js';
import { addTable } from './params.js';

/** @type {Table} */
export const variance = {
  entries: [
    dkEntry,
    ...scaleEntries(),
    entry('queries', 'integer', defaults.queries, {
      ...within(limits.queries),
      control: { group: 'sample', kind: 'log', top: 16384 },
    }),
    entry('keys', 'integer', defaults.keys, {
      ...within(limits.keys),
      control: { group: 'sample', kind: 'log', top: 16384 },
    }),
    seedEntry,
    entry('generator', 'choice', defaults.generator, {
      choices: generators,
      control: { group: 'sample', kind: 'select' },
    }),
    entry('bins', 'integer', defaults.labBins, {
      ...within(limits.bins),
      control: { group: 'sample', kind: 'range', low: 10, high: 400, step: 10 },
    }),
    ...componentEntries,
    entry('correlation', 'number', defaults.correlation, {
      ...within(limits.correlation),
      control: { group: 'together', kind: 'range', low: -1, high: 1, step: 0.05 },
    }),
    // The panel "Replicate my result"
    entry('rows', 'integer', defaults.rows, within(limits.rows)),
    entry('columns', 'integer', defaults.columns, within(limits.columns)),
    entry('inner', 'integer', defaults.inner, within(limits.dk)),
    entry('ddof', 'number', defaults.ddof, within(limits.ddof)),
    entry('value', 'number', 1.6, { min: -1e12, max: 1e12 }),
    entry('numpySeed', 'integer', '', { ...within(limits.numpySeed), optional: true }),
    entry('draws', 'integer', defaults.labVarianceDraws, within(limits.draws)),
    // The current view
    entry('step', 'integer', 0, { min: 0, max: 20 }),
    entry('assume', 'choice', 'all', { choices: ['all', 'means', 'independent', 'identical'] }),
    ...commonEntries,
  ],
  reconcile(params, note) {
    const fit = { params, note };
    fitGenerator(fit);
    fitScores(fit);
    fitSmallProduct(fit);
  },
};

/** Replaces NumPy's generator if it cannot be reproduced, which needs normal or uniform components without correlation. @param {Fit} fit */
function fitGenerator(fit) {
  const { params, note } = fit;
  if (params.generator !== 'numpy') return;
  const laws = [params.queryDistribution, params.keyDistribution];
  const lawless = laws.find((law) => law !== 'normal' && law !== 'uniform');
  if (lawless === undefined && params.correlation === 0) {
    lower(fit, 'seed', limits.numpySeed.max);
    return;
  }
  params.generator = 'scaledot';
  const reason = lawless === undefined ? 'numpyCorrelation' : 'numpyLaws';
  note({ reason, key: 'generator', value: 'numpy', used: 'scaledot' });
}

/** @param {Fit} fit */
const fitScores = (fit) =>
  lower(fit, 'keys', Math.floor(limits.scores.max / Number(fit.params.queries)));

/** Enforces what a sample variance needs: at least two entries, and more entries than ddof. @param {Fit} fit */
function fitSmallProduct(fit) {
  const { params, note } = fit;
  if (Number(params.rows) * Number(params.columns) < 2) {
    params.columns = 2;
    note({ reason: 'adjusted', key: 'columns', value: '1', used: '2' });
  }
  const sides = Number(params.rows) + Number(params.columns);
  lower(fit, 'inner', Math.floor(limits.productEntries.max / sides));
  const entries = Number(params.rows) * Number(params.columns);
  if (Number(params.ddof) >= entries) lower(fit, 'ddof', entries - 1);
}

/** @typedef {{dk: number, queries: number, keys: number, scale: ScaleOption, seed: number, generator: GeneratorName, query: Side, key: Side, correlation: number, bins: number}} EngineOptions */

/**
 * Returns the options of engine.scoreStatistics, scoreTheory, scoreLaw and scoreWalks for a state.
 * @param {Params} params
 * @returns {EngineOptions}
 */
export const toEngineOptions = (params) => ({
  dk: Number(params.dk),
  queries: Number(params.queries),
  keys: Number(params.keys),
  scale: scaleOption(params),
  seed: Number(params.seed),
  generator: /** @type {GeneratorName} */ (params.generator),
  ...componentOptions(params),
  correlation: Number(params.correlation),
  bins: Number(params.bins),
});

addTable('variance', variance);
