/** The parameters of the Heads lab, and the engine options made from them. */

/** @import { Note, Params, Sizes, Table, Value } from './types.js' */

import { constant } from '../engine/border/constant.js';
import * as defaults from '../engine/border/defaults.js';
import { commonEntries, entry, seedEntry } from './entries.js';
import { addTable } from './params.js';

/** @typedef {{modelDim: number, heads: number, shared: number}} ModelSizes */

/** Sizes of well-known models. All have d_k = d_model / h. @type {Readonly<Record<string, ModelSizes>>} */
export const models = Object.freeze({
  base: { modelDim: 512, heads: 8, shared: 1 },
  bert: { modelDim: 768, heads: 12, shared: 1 },
  gpt2: { modelDim: 768, heads: 12, shared: 1 },
  llama: { modelDim: 4096, heads: 32, shared: 4 },
});

const modelNames = Object.keys(models);
const sizeNames = constant(['modelDim', 'heads', 'shared']);

/** The largest d_model. */
const widest = 16384;

export const tokenLimits = Object.freeze({ min: 2, max: 32 });

/** The number of steps in which the lab folds two matrices into one. */
export const foldSteps = 4;

const mostHeads = 1024;

/** @type {Table} */
export const heads = {
  entries: [
    entry('model', 'choice', 'base', {
      choices: [...modelNames, 'own'],
      control: { group: 'main', kind: 'select' },
    }),
    entry('modelDim', 'integer', defaults.modelDim, {
      min: 1,
      max: widest,
      control: { group: 'main', kind: 'log', top: 8192 },
    }),
    entry('heads', 'integer', defaults.heads, {
      min: 1,
      max: mostHeads,
      control: { group: 'main', kind: 'log', top: 64 },
    }),
    entry('tie', 'choice', 'tied', {
      choices: ['tied', 'free'],
      control: { group: 'main', kind: 'select' },
    }),
    entry('dk', 'integer', defaults.dk, {
      min: 1,
      max: 4096,
      control: { group: 'main', kind: 'log', top: 4096, when: (p) => p.tie === 'free' },
    }),
    entry('shared', 'integer', 1, {
      min: 1,
      max: mostHeads,
      control: { group: 'main', kind: 'log', top: 64 },
    }),
    entry('length', 'integer', defaults.length, {
      min: 1,
      max: 2 ** 20,
      control: { group: 'main', kind: 'log', top: 2 ** 17 },
    }),
    entry('tokens', 'integer', 10, {
      ...tokenLimits,
      control: { group: 'sample', kind: 'range', low: tokenLimits.min, high: 24, step: 1 },
    }),
    seedEntry,
    // The current view
    entry('step', 'integer', 1, { min: 1, max: foldSteps }),
    entry('token', 'integer', 1, { min: 1, max: tokenLimits.max }),
    // 0: all heads
    entry('added', 'integer', 0, { min: 0, max: mostHeads }),
    ...commonEntries,
  ],
  reconcile(params, note, given) {
    fillModel(params, given);
    fitShared(params, note, given);
    nameModel(params);
    if (Number(params.token) > Number(params.tokens)) params.token = params.tokens;
  },
};

/**
 * Sets the sizes of a model that was just chosen, except for sizes that were given with it.
 * @param {Record<string, Value>} params
 * @param {ReadonlySet<string>} given
 */
function fillModel(params, given) {
  const model = models[String(params.model)];
  if (!model || !given.has('model')) return;
  for (const name of sizeNames) if (!given.has(name)) params[name] = model[name];
  if (!given.has('tie')) params.tie = 'tied';
}

/**
 * Lowers `shared` to the next lower divisor of the number of heads, because groups of query heads have equal sizes. Adds a note
 * only if `shared` itself was changed.
 * @param {Record<string, Value>} params
 * @param {(note: Note) => void} note
 * @param {ReadonlySet<string>} given
 */
function fitShared(params, note, given) {
  const [all, wanted] = [Number(params.heads), Number(params.shared)];
  let used = Math.min(all, wanted);
  while (all % used !== 0) used--;
  if (used === wanted) return;
  params.shared = used;
  if (given.has('shared'))
    note({ reason: 'notDivisor', key: 'shared', value: String(wanted), used: String(used) });
}

/** Sets the name of the model that has these sizes; `own` if none has. @param {Record<string, Value>} params */
function nameModel(params) {
  const isLike = (/** @type {string} */ name) =>
    params.tie === 'tied' && sizeNames.every((size) => models[name]?.[size] === params[size]);
  if (isLike(String(params.model))) return;
  params.model = modelNames.find(isLike) ?? 'own';
}

/**
 * Returns the sizes as options of the engine. If h does not divide d_model, d_k is rounded down.
 * @param {Params} params
 * @returns {Sizes}
 */
export function sizesOf(params) {
  const [modelDim, all, shared] = [params.modelDim, params.heads, params.shared].map(Number);
  return {
    modelDim,
    heads: all,
    keyHeads: all / shared,
    headDim: params.tie === 'tied' ? Math.max(1, Math.floor(modelDim / all)) : Number(params.dk),
    length: Number(params.length),
    seed: Number(params.seed),
  };
}

addTable('heads', heads);
