/**
 * "Try this": five common claims about scoring functions. Each asks for a prediction, sets the lab, and explains. The
 * words are in web/i18n/scoring.*.js under scoring.preset.<id>; `values` returns their live numbers.
 */

/** @import { Preset } from '../lab/types.js' */

import { constant } from '../../engine/border/constant.js';
import { kinds, randomFunction, vectorOptions } from '../../tables/scoring.js';
import { ceilingOf, planeOf } from './functions.js';
import { normOptions } from './stages.js';
import { keyLabel, longest } from './vectors.js';

/**
 * Largest cost of the draws of a median, in multiplications. Large states therefore have fewer draws than their answer.
 */
const mostWork = 1e8;

/** @param {ArrayLike<number>} list */
const best = (list) => Array.from(list).indexOf(Math.max(...Array.from(list)));

/** @type {readonly Preset[]} */
export const presets = [
  {
    id: 'cosine-is-dot',
    params: {},
    choices: {
      a: [
        { in: 'dot', of: 'k0' },
        { in: 'cosine', of: 'k0' },
      ],
      b: [
        { in: 'dot', of: 'k0' },
        { in: 'cosine', of: 'k1' },
      ],
      c: [
        { in: 'dot', of: 'k1' },
        { in: 'cosine', of: 'k1' },
      ],
    },
    answer: 'b',
    section: 'norms',
    picture: 'plane',
    values: (engine, params, format) => {
      const { keys, rows } = planeOf(engine, params);
      const weights = (/** @type {'dot' | 'cosine'} */ name) => rows.get(name)?.weights ?? [];
      const long = longest(keys);
      const [dot, cosine] = [best(weights('dot')), best(weights('cosine'))];
      return {
        key: keyLabel(long),
        dotKey: keyLabel(dot),
        dot: format.fixed(weights('dot')[dot], 2),
        cosineKey: keyLabel(cosine),
        cosine: format.fixed(weights('cosine')[cosine], 2),
        left: format.fixed(weights('cosine')[long], 2),
      };
    },
  },
  {
    id: 'layernorm-cosine',
    params: { lengthSpread: 0.5, gainSd: 0.5, biasSd: 0.25 },
    choices: {
      a: [{ in: 'normalized' }, { in: 'gained' }, { in: 'projected' }],
      b: { in: 'normalized' },
      c: 'no stage is named',
    },
    answer: 'b',
    section: 'layernorm',
    values: (engine, params, format) => {
      const stages = engine.layerNormStages(normOptions(params));
      return {
        normalized: format.percent(stages.normalized.spread, 1),
        gained: format.percent(stages.gained.spread, 1),
        projected: format.percent(stages.projected?.spread ?? NaN, 1),
        difference: format.number(stages.projected?.cosineDifference ?? NaN, 2),
      };
    },
  },
  {
    id: 'additive-slower',
    params: { dk: 256, pick: 'additive' },
    choices: {
      a: 'the same is no height',
      b: [
        { in: 'dot', x: 256, y: [0.9, 1] },
        { in: 'additive', x: 256, y: [0, 0.9] },
      ],
      c: [
        { in: 'additive', x: 256, y: [0.9, 1] },
        { in: 'dot', x: 256, y: [0, 0.9] },
      ],
    },
    answer: 'b',
    section: 'sharpness',
    values: (engine, params, format) => {
      const [dk, keys, hidden, draws] = [params.dk, params.keys, params.units, params.draws].map(
        Number,
      );
      const names = constant(['dot', 'scaled', 'additive']);
      const { functions } = engine.scoringStatistics({
        ...vectorOptions(params),
        draws: Math.max(2, Math.min(draws, Math.floor(mostWork / (dk * keys * (30 + hidden))))),
        functions: names.map((name) => randomFunction(params, name)),
        bins: 1,
        range: [-1, 1],
      });
      const cost = engine.scoreCost({ kind: kinds.additive, dk, keys, queries: keys, hidden });
      const dot = engine.scoreCost({ kind: kinds.dot, dk, keys, queries: keys });
      const medians = Object.fromEntries(
        names.map((name, i) => [name, format.fixed(functions[i].topWeight.quantiles.p50, 2)]),
      );
      return {
        ...medians,
        dk: format.integer(dk),
        keys: format.integer(keys),
        parameters: format.integer(cost.parameters),
        tangents: format.integer(cost.tangents),
        multiplications: format.integer(cost.multiplications),
        dotMultiplications: format.integer(dot.multiplications),
      };
    },
  },
  {
    id: 'ceiling',
    params: { keys: 64 },
    choices: {
      a: { in: 'cosine', y: 0.99 },
      b: { in: 'cosine', y: 0.5 },
      c: { in: 'cosine', y: 0.1 },
    },
    answer: 'c',
    section: 'sharpness',
    values: (engine, { keys, temperature }, format) => ({
      keys: format.integer(Number(keys)),
      ceiling: format.number(ceilingOf(engine, Number(keys), 1), 3),
      eight: format.number(ceilingOf(engine, 8, 1), 2),
      temperature: format.number(Number(temperature)),
      lifted: format.fixed(ceilingOf(engine, Number(keys), Number(temperature)), 3),
    }),
  },
  {
    id: 'zero-vector',
    params: { k: '1.5,2.3,0,0,-1.2,-1.1', pick: 'cosine' },
    choices: {
      a: 'planes have no axis of scores',
      b: 'planes have no axis of scores',
      c: 'planes have no axis of scores',
    },
    answer: 'b',
    section: 'plane',
    values: (engine, params, format) => {
      const row = planeOf(engine, params).rows.get('cosine');
      return {
        score: format.number(row?.scores[1] ?? NaN),
        weight: format.fixed(row?.weights[1] ?? NaN, 2),
      };
    },
  },
];
