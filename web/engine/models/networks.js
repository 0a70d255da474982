/**
 * Determines the computation for the tensors of a checkpoint. model_type decides. Options of the configuration are
 * either implemented or refused by name. Anything that no configuration states is assumed, and reported. The families
 * are in decoders.js, encoders.js, trained.js and first-layer.js.
 */

/** @import { Computation, Names, Network, StoredModel, StoredTensor } from './network.js' */
/** @import { Overrides } from './types.js' */

import { describe } from '../border/checks.js';
import { constant } from '../border/constant.js';
import { limits } from '../border/limits.js';
import { gpt2, llama } from './decoders.js';
import { bert, t5, torch } from './encoders.js';
import { checkMatrix, checkDeclaredSizes, layerNames, layersOf, missing } from './common.js';
import { refused } from './header.js';
import { findLayout, layouts } from './layouts.js';
import { partOf } from './nested.js';
import { Options } from './options.js';
import { scaledot } from './trained.js';
import { typeOf } from './weights.js';

/** The family that computes each model_type. @type {ReadonlyMap<unknown, string>} */
const families = new Map(
  Object.entries({
    ...{ gpt2: 'gpt2', bert: 'bert', torch: 'torch', scaledot: 'scaledot' },
    ...{ roberta: 'roberta', 'xlm-roberta': 'roberta', camembert: 'roberta' },
    ...{ llama: 'llama', mistral: 'llama', qwen2: 'llama', qwen3: 'llama' },
    ...{ t5: 't5', mt5: 't5' },
  }),
);

/** @type {Readonly<Record<string, (model: StoredModel) => Computation>>} */
const computations = Object.freeze({
  gpt2,
  bert: (model) => bert(model, false),
  roberta: (model) => bert(model, true),
  llama,
  t5,
  torch,
  scaledot,
});

/** Imported only where needed, and not for the model that comes with the page. */
const first = () =>
  import('./first-layer.js').catch((cause) => {
    throw Object.assign(new Error('the code for first layers could not be fetched', { cause }), {
      code: 'ERR_NOT_FETCHED',
    });
  });

/** The likely family of a layout without a configuration. @param {string} layout @param {string} prefix @param {ReadonlyMap<string, StoredTensor>} tensors */
function likelyFamily(layout, prefix, tensors) {
  if (layout === 'bert' && /roberta\.$/.test(prefix)) return 'roberta';
  // Other models share names with Llama but have no gate, or have their norms elsewhere (OLMo 2, Gemma 2).
  const has = (/** @type {string} */ name) => tensors.has(`${prefix}layers.0.${name}.weight`);
  const isLlama =
    ['mlp.gate_proj', 'input_layernorm'].every(has) && !has('post_feedforward_layernorm');
  if (layout === 'llama' && !isLlama) return undefined;
  return layout in computations ? layout : undefined;
}

/** The layout of a family's tensors. RoBERTa has that of BERT. @param {string} family */
const layoutOf = (family) => (family === 'roberta' ? 'bert' : family);

/**
 * Returns the family that computes a model_type.
 *
 * @param {string} layout
 * @param {unknown} type
 * @param {Options} options to name it in an error
 * @returns {string | undefined} undefined if unknown
 */
function familyOf(layout, type, options) {
  const family = families.get(type);
  if (family === undefined || layoutOf(family) === layout) return family;
  const { title } = layouts[layout];
  throw options.unsupported(
    'model_type',
    `a type of the ${title} layout, as the tensors are called`,
  );
}

/** Returns why only the first layer is computed, by its name in assumptions.js. @param {Record<string, unknown>} config @returns {string | undefined} */
function obstacle(config) {
  if (config.quantization_config) return 'quantised';
  const experts = ['num_experts', 'num_local_experts', 'n_routed_experts'].find(
    (name) => typeof config[name] === 'number' && config[name] > 0,
  );
  return experts && 'experts';
}

/**
 * The options for the tensors with a prefix. Those given by the caller override those of the files.
 *
 * @param {Record<string, unknown>} config
 * @param {Record<string, unknown>} given
 * @param {string} prefix
 * @param {boolean} bare
 */
function optionsOf(config, given, prefix, bare) {
  const { options, paths } = partOf(config, prefix);
  const said = partOf(given, prefix).options;
  const nameOf = (/** @type {string} */ name) =>
    (!Object.hasOwn(said, name) && paths.get(name)) || name;
  return new Options({ ...options, ...said }, bare, nameOf);
}

/**
 * @param {ReadonlyMap<string, StoredTensor>} tensors
 * @param {Record<string, string>} metadata
 * @param {Record<string, unknown>} [config] the contents of config.json
 * @param {Overrides} [overrides]
 * @returns {Promise<Network>}
 */
export async function networkOf(tensors, metadata, config, overrides = {}) {
  const { layout, prefix } = findLayout(tensors);
  const own = layout === 'scaledot' ? metadata : (config ?? {});
  const bare = Object.keys(own).length === 0;
  const options = optionsOf(own, overrides.config ?? {}, prefix, bare);
  const model = { tensors, layout, prefix, names: layouts[layout].names, options, overrides };
  const type = layout === 'scaledot' ? 'scaledot' : options.config.model_type;
  const blocked = obstacle(options.config);
  const likely =
    type === undefined ? likelyFamily(layout, prefix, tensors) : familyOf(layout, type, options);
  const family = blocked || !likely ? 'first layer' : likely;
  if (blocked) options.assume(blocked);
  else if (!likely && type === undefined) options.assume('noType');
  else if (!likely) options.assume('unknownType', { type: describe(type) });
  else if (type === undefined && !['torch', 'scaledot'].includes(layout))
    options.assume('family', { layout: layouts[layout].title });
  checkProjections(model);
  if (type === undefined) (await first()).checkAttention(model); // a known type may have tensors that are unknown here
  const computed = (computations[family] ?? (await first()).firstLayer)(model);
  checkSizes(computed);
  if (layout !== 'scaledot') checkDeclaredSizes(model, computed);
  checkOverrides(computed, overrides);
  if (family !== 'first layer') checkWhole(model, computed);
  return {
    layout: layouts[layout].title,
    start: prefix + model.names.layer,
    family,
    assumed: options.assumed,
    ...computed,
  };
}

/** Checks the first projections of queries and keys, which every computation needs. @param {StoredModel} model */
function checkProjections(model) {
  const { tensors, names, prefix } = model;
  const [{ fused, query, key }] = layersOf(model, 1);
  for (const pair of [fused, query, key]) {
    const tensor = pair && tensors.get(pair.weight);
    if (!tensor) continue;
    typeOf(tensor); // refuses quantised tensors before their shapes are read
    checkMatrix(tensor);
  }
  if (!fused && !key) throw missing(prefix + names.layer.replace('{i}', '0') + names.key);
}

/** @param {Computation} network */
function checkSizes({ layers, width, heads, keyHeads, headDim }) {
  const whole = { layers, width, heads, keyHeads, headDim };
  for (const [name, value] of Object.entries(whole)) {
    if (!Number.isInteger(value) || value < 1 || value > limits.modelDim.max)
      throw refused(
        name,
        describe(value),
        `a whole number from 1 to ${limits.modelDim.max}, as shapes and heads give it`,
      );
  }
  if (heads % keyHeads !== 0)
    throw refused('keyHeads', describe(keyHeads), `a divisor of the ${heads} heads`);
}

/** Refuses overrides that contradict the computation. @param {Computation} network @param {Overrides} overrides */
function checkOverrides(network, overrides) {
  for (const name of constant(['heads', 'keyHeads', 'transposed'])) {
    const given = overrides[name];
    if (given !== undefined && given !== network[name])
      throw refused(name, describe(given), `${network[name]}, as in the files`);
  }
}

/**
 * Checks that every layer has the parts that any layer has, so that no tensor is ignored silently, and that no needed part
 * is missing.
 *
 * @param {StoredModel} model
 * @param {Computation} network
 */
function checkWhole({ names, prefix, options }, { layerTensors, tables, norm }) {
  const needs = (/** @type {string} */ part) =>
    wholeParts.has(part) || (options.config.model_type === 'qwen3' && part.endsWith('Norm'));
  for (const table of wholeTables)
    if (names[table] && !tables[table] && !isOptional(names, table))
      throw missing(prefix + names[table]);
  const hasBias = norm === 'layer' && layerTensors.some((layer) => layer.attentionNorm?.bias);
  for (const pair of [tables.embeddingNorm, tables.finalNorm])
    if (hasBias && pair && !pair.bias)
      throw missing(pair.weight.replace(/weight$/, 'bias').replace(/gamma$/, 'beta'));
  const startOf = (/** @type {number} */ at) => prefix + names.layer.replace('{i}', String(at));
  for (const part of layerNames) {
    for (const own of constant(['weight', 'bias'])) {
      const at = layerTensors.findIndex((layer) => layer[part]?.[own]);
      const lacking = layerTensors.findIndex((layer) => !layer[part]?.[own]);
      if (lacking < 0) continue;
      const known = layerTensors[at]?.[part]?.[own];
      if (known) throw missing(startOf(lacking) + known.slice(startOf(at).length));
      if (own === 'weight' && names[part] && needs(part))
        throw missing(startOf(lacking) + names[part]);
    }
  }
  const [first] = layerTensors;
  if (!first.queryNorm !== !first.keyNorm)
    throw missing(startOf(0) + (first.queryNorm ? names.keyNorm : names.queryNorm));
}

const wholeTables = constant(['embedding', 'position', 'tokenType', 'embeddingNorm', 'finalNorm']);
/** Parts that every layer needs if the layout names them. If any layer has a further part, all layers need it. @type {ReadonlySet<string>} */
const wholeParts = new Set([
  ...['key', 'value', 'output', 'attentionNorm', 'feedForwardNorm', 'up', 'gate', 'down'],
]);

/** nn.TransformerEncoder may have no final norm. Models of this project's trainer have none with the norms in 'post' position. @param {Names} names @param {string} table */
const isOptional = (names, table) =>
  table === 'finalNorm' && [layouts.torch.names, layouts.scaledot.names].includes(names);
