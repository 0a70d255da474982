/** Models of which only the queries and keys of the first layer are known. */

/** @import { Computation, Layer, StoredModel } from './network.js' */

import { checkAttention, checkEmbeddings, checkFirst, deniesHeadNorms } from './first-checks.js';
import { maskOf } from './first-mask.js';
import { firstNorms, kindOfNorm } from './first-norms.js';
import {
  commonParts,
  besideOf,
  checkDeclared,
  headsOf,
  isTransposed,
  keepBiasesOf,
  keyHeadsOf,
  shapeOf,
  sidesOf,
} from './common.js';
import { isEncoder } from './nested.js';
import { Options } from './options.js';

export { checkAttention };

/** A layer without tensors. @type {Layer} */
const bare = {};

/** Types whose norms multiply by 1 + weight: modeling_gemma.py and its relatives, modeling_t5gemma.py; modeling_nemotron.py. */
const gemmaTypes = [
  ...['gemma', 'gemma2', 'gemma3', 'gemma3_text', 'vaultgemma', 't5gemma', 't5_gemma_module'],
];
const shiftedTypes = [...gemmaTypes, 'nemotron'];

/** Types without a factor for scores, because queries and keys are normalised: modeling_gemma4.py. */
const unscaledTypes = ['gemma4', 'gemma4_text'];

/** Types whose embeddings are multiplied by sqrt(width), although no option says so. */
const rootTypes = [...gemmaTypes, ...unscaledTypes];

/** @param {readonly string[]} types @param {Options} options */
const isAmong = (types, { type }) => types.includes(type);

/** The factor of q.k for an unknown type. @param {StoredModel} model @param {number} headDim */
function likelyScale({ options, layout }, headDim) {
  if (isAmong(unscaledTypes, options)) return 1;
  if (layout === 'gpt2' && !options.flag('scale_attn_weights', true)) return 1; // modeling_gpt2.py
  const multiplier = options.optional('attention_multiplier'); // modeling_granite.py
  if (multiplier !== undefined) return multiplier;
  const scalar = options.optional('query_pre_attn_scalar'); // modeling_gemma2.py
  if (scalar !== undefined) return 1 / Math.sqrt(scalar);
  const isT5 = layout === 't5'; // relatives of T5 have no factor either
  options.assume(isT5 ? 'undivided' : 'divided');
  return isT5 ? 1 : 1 / Math.sqrt(headDim);
}

/**
 * Embedding tables of the width that the projections read. Tables of another width go through a matrix first
 * (modeling_electra.py).
 *
 * @param {StoredModel} model
 * @param {Computation['tables']} tables
 * @param {number} width
 */
function tablesOf(model, tables, width) {
  const { tensors, prefix } = model;
  const own = [
    tables.embedding,
    `${prefix}encoder.embed_tokens.weight`,
    `${prefix}embeddings.word_embeddings.weight`,
    `${prefix}embed_tokens.weight`,
    besideOf(model, 'shared')?.weight,
    besideOf(model, 'embeddings.token_embedding')?.weight, // modeling_clip.py
  ];
  const fits = (/** @type {string | undefined} */ name) =>
    name !== undefined && tensors.get(name)?.shape[1] === width;
  const embedding = own.find(fits);
  const tokenType = embedding && fits(tables.tokenType) ? tables.tokenType : undefined;
  return { embedding, tokenType };
}

/** The factor of the embeddings. @param {Options} options @param {number} width */
function embeddingScaleOf(options, width) {
  // modeling_bart.py; modeling_big_bird.py
  const flags = ['scale_embedding', 'rescale_embeddings'];
  if (isAmong(rootTypes, options) || flags.some((name) => options.flag(name, false)))
    return Math.sqrt(width);
  // modeling_esm.py: the share of the embeddings left in training, where 0.15 * 0.8 of the tokens were masked
  if (options.type === 'esm' && options.flag('token_dropout', false)) return 0.88;
  // modeling_granite.py; MiniCPM
  return options.optional('embedding_multiplier') ?? options.optional('scale_emb');
}

/** Names of the option for the number of heads: modeling_bart.py, modeling_moonshine.py; modeling_xglm.py. @param {'encoder' | 'decoder'} part @param {Options} options */
function headNamesOf(part, options) {
  const own = [`${part}_attention_heads`, `${part}_num_attention_heads`];
  const all = ['num_attention_heads', 'n_head', 'num_heads', 'attention_heads', 'n_heads'];
  return [...own.filter((name) => options.has(name)), ...all, 'encoder_attention_heads'];
}

/**
 * The computation for a type that is not known, or whose feed-forward part is not: queries and keys of the first layer,
 * from normalised embeddings or from given rows.
 *
 * @param {StoredModel} model
 * @returns {Computation}
 */
export function firstLayer(model) {
  const { options, overrides, prefix } = model;
  checkFirst(model);
  const common = commonParts({ ...model, options: new Options({}, true) });
  const [first] = common.layerTensors;
  if (options.has('attention_bias')) {
    const isKept = options.flag('attention_bias', false); // configuration_gemma.py and others
    keepBiasesOf([first], ['fused', 'query', 'key'], isKept, options, 'attention_bias');
  }
  const { fused, query, key } = first;
  const { queryNorm, keyNorm } = deniesHeadNorms(options) ? bare : first;
  const transposed = fused ? isTransposed(model, fused) : (overrides.transposed ?? true);
  const side = Math.min(...shapeOf(model, fused));
  const [rows, width] = fused ? [side, side] : sidesOf(model, query);
  const tables = tablesOf(model, common.tables, width);
  const { embedding } = tables;
  const { attentionNorm, embeddingNorm, isPost } = firstNorms(model, first, { width, embedding });
  checkAttention(model);
  checkEmbeddings(model, embedding);
  const [keyRows] = fused ? [side] : sidesOf(model, key);
  const names = headNamesOf(isEncoder(prefix) ? 'encoder' : 'decoder', options);
  // A norm per head determines the head width (modeling_gemma3.py). A norm of all heads together does not
  // (modeling_olmo2.py).
  const [normed = rows] = shapeOf(model, queryNorm);
  const usual = normed < rows ? normed : 64;
  const heads = headsOf(model, names, rows, usual, keyRows);
  const headDim = rows / heads;
  checkDeclared(options, 'head_dim', headDim, `the ${rows} rows of queries over ${heads} heads`);
  const keyHeads = overrides.keyHeads ?? keyHeadsOf(key, keyRows, heads, headDim);
  const scale = likelyScale(model, headDim);
  const mask = maskOf(model);
  return {
    ...common,
    layers: 1,
    layerTensors: [{ fused, query, key, queryNorm, keyNorm, attentionNorm }],
    tables: { ...tables, embeddingNorm },
    ...{ width, heads, keyHeads, headDim, transposed, ...mask },
    placement: isPost ? 'post' : 'pre',
    ...kindOfNorm(model, [embeddingNorm, attentionNorm], isPost && embedding === undefined),
    shifted: isAmong(shiftedTypes, options),
    embeddingScale: embeddingScaleOf(options, width),
    activation: 'relu',
    scale: () => scale,
    softcap: options.optional('attn_logit_softcapping'),
  };
}
