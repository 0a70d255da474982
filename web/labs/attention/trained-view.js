/**
 * A trained model's reading, as the lab shows it: one of its attentions as a source of matrices, from its inputs to its
 * projections, and the page's parameters as they apply to it.
 */

/** @import { Translate } from '../../i18n/index.js' */
/** @import { Params } from '../../tables/types.js' */
/** @import { Source } from './types.js' */
/** @import { Seen, TrainedModel } from './trained.js' */

import { html } from 'lit';
import { rich } from '../parts/text.js';
import { projections } from './own.js';
import { judged } from './trained-outside.js';
import { refusedFor } from './trained-refused.js';
import { answerPlaces, rowOf, textOf } from './trained.js';

/** @typedef {Seen['blocks'][number]} Block */

/** The lab's name for each kind of attention. */
const kinds = Object.freeze({ encoder: 'self', decoder: 'causal', context: 'cross' });

/**
 * Position of the month's second digit in a date. If the month is spelled out, this digit depends on all its letters.
 */
const monthPlace = 6;

/** Makes a blank visible. @param {string} token */
const visible = (token) => (token === ' ' ? '␣' : token);

/** Returns the attention and the head that are shown, from 0. A head of -1 means all heads. @param {TrainedModel} trained @param {Params} params */
export function shownOf({ pointing, seen }, params) {
  const block = Number(params.block);
  if (block === 0 || !seen) return { block: pointing.block, head: pointing.head };
  return { block: Math.min(block, seen.blocks.length) - 1, head: Number(params.head) - 1 };
}

/** Returns a value that only an open model has. Throws without one. @template T @param {T | null | undefined} value @returns {T} */
function required(value) {
  if (value === null || value === undefined) throw new Error('no trained model is open');
  return value;
}

/** Returns what the model has read. Called only after it has read something. @param {TrainedModel} trained */
export const seenOf = ({ seen }) => required(seen);

/** Returns the start of the attention's tensor names in the file (docs/tensors.md). @param {TrainedModel} trained @param {number} index */
export function blockName(trained, index) {
  const { options } = trained;
  const { blocks } = seenOf(trained);
  const { kind } = blocks[index];
  const stack =
    options?.stack === 'encoder-decoder' ? (kind === 'encoder' ? 'encoder.' : 'decoder.') : '';
  return `${stack}layers.${layerOf(blocks, index) - 1}.${kind === 'context' ? 'context' : 'attention'}`;
}

/** Returns the attention's number among those of its kind, from 1. @param {readonly Block[]} blocks @param {number} index */
export const layerOf = (blocks, index) =>
  blocks.slice(0, index + 1).filter(({ kind }) => kind === blocks[index].kind).length;

/** Returns the attention's name on a button. @param {Translate} t @param {readonly Block[]} blocks @param {number} index */
export function blockWords(t, blocks, index) {
  const alone = blocks.every(({ kind }) => kind === blocks[0].kind);
  return t(`trained.block.${alone ? 'alone' : blocks[index].kind}`, {
    layer: layerOf(blocks, index),
  });
}

/**
 * Returns the parameters for the pictures: kind and head of the attention that is shown, without any further mask.
 * @param {TrainedModel} trained
 * @param {Params} params
 * @returns {Params}
 */
export function viewOf(trained, params) {
  const { block, head } = shownOf(trained, params);
  const { kind } = seenOf(trained).blocks[block];
  return Object.freeze({
    ...params,
    kind: kinds[kind],
    mask: 'none',
    example: 'tired',
    block: block + 1,
    head: head + 1,
  });
}

/** @param {TrainedModel} trained @param {Params} params  as viewOf() gives them @returns {Source} */
export function trainedSource(trained, params) {
  const seen = seenOf(trained);
  const index = Number(params.block) - 1;
  const block = seen.blocks[index];
  const { heads } = required(trained.options);
  const prefix = blockName(trained, index);
  const tensor = (/** @type {string} */ name) => trained.tensors[`${prefix}.${name}`];
  return {
    queries: block.kind === 'encoder' ? block.queries.map(visible) : written(seen, block),
    keys: block.keys.map(visible),
    look: lookOf(seen, block),
    heads: headNames(trained, index, heads),
    x: block.input,
    c: block.memory,
    ...projections(
      {
        wq: tensor('wq'),
        wk: tensor('wk'),
        wv: tensor('wv'),
        bq: tensor('bq'),
        bk: tensor('bk'),
        bv: tensor('bv'),
      },
      heads,
      heads,
    ),
  };
}

/** Returns each token of a decoder with the token that is written after it. @param {Seen} seen @param {Block} block */
const written = ({ labels, answer }, { queries }) =>
  queries.map((token, i) => {
    const before = /^<.*>$/.test(token) ? '' : visible(token);
    const after = labels[i] ?? answer[i];
    return after === null ? before : `${before}→${visible(after)}`;
  });

/** Returns the token to look at first. @param {Seen} seen @param {Block} block */
function lookOf({ pronoun }, { kind, queries }) {
  if (pronoun !== undefined) return pronoun;
  return kind === 'encoder' ? 0 : Math.min(monthPlace, queries.length - 1);
}

/** Names the head that points at the pronoun's antecedent; the others have no name. @param {TrainedModel} trained @param {number} index @param {number} heads */
const headNames = ({ pointing }, index, heads) =>
  Array.from({ length: heads }, (_, head) =>
    pointing.hits && pointing.block === index && pointing.head === head ? 'coreference' : '',
  );

/** Returns the text that the model has read. @param {TrainedModel} trained */
export const readText = ({ name, seen }) => textOf(name, seen?.tokens ?? []);

/** Returns the model's answer, or the correct one. @param {TrainedModel} trained @param {'answer' | 'labels'} [which] */
export function answerText(trained, which = 'answer') {
  const known = seenOf(trained);
  return textOf(
    trained.name,
    answerPlaces(known).map((at) => known[which][at]),
  );
}

/** Judges whether the typed text is of the kind that the model was trained on, and what is correct. Null for held-out examples. @param {TrainedModel} trained */
export const judgedText = (trained) =>
  judged(trained.name, seenOf(trained), {
    text: readText(trained),
    answer: answerText(trained),
  });

/** Says why the model cannot read the typed text. @param {Translate} t @param {TrainedModel} trained */
export function refusedText(t, { refusal }) {
  const words = refusedFor(refusal);
  return words ? rich(t, words.key, words.values) : html`<span lang="en">${refusal}</span>`;
}

/** Returns the name of the file that the page saves. @param {TrainedModel} trained @param {Params} params */
export const fileName = ({ name }, { source }) =>
  `${source === 'network' ? 'checkpoint' : name}.safetensors`;

/**
 * Returns what the code samples need.
 * @param {TrainedModel} trained
 * @param {Params} params  as viewOf() gives them
 * @param {{query: number, head: number}} shown
 */
export function planOf(trained, params, { query, head }) {
  const seen = seenOf(trained);
  const index = Number(params.block) - 1;
  const block = seen.blocks[index];
  return {
    file: fileName(trained, params),
    params,
    options: required(trained.options),
    seen,
    index,
    block,
    name: blockName(trained, index),
    head,
    query,
    row: rowOf(block.weights, head, query),
    answers: answerPlaces(seen),
    answer: answerText(trained),
    between: textOf(trained.name, ['', '']),
  };
}

/** @typedef {ReturnType<typeof planOf>} Plan */
