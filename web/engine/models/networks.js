/**
 * What is computed with the tensors of a checkpoint. model_type decides, and the options of the configuration are done or
 * refused by name; what no configuration says is assumed, and said so. Each family follows its modelling file in
 * huggingface/transformers unless layouts.js names another.
 */

/** @import { Names, Pair } from './layouts.js' */
/** @import { StoredTensor } from './header.js' */
/** @import { Activation, Overrides, RotaryOptions } from './types.js' */

import { describe } from '../border/checks.js';
import { refused } from './header.js';
import { findLayout, layouts, pairOf } from './layouts.js';
import { typeOf } from './weights.js';

/**
 * @typedef {object} Layer tensors of a layer by what they do
 * @property {Pair} [fused]
 * @property {Pair} [query]
 * @property {Pair} [key]
 * @property {Pair} [value]
 * @property {Pair} [output]
 * @property {Pair} [attentionNorm]
 * @property {Pair} [feedForwardNorm]
 * @property {Pair} [up]
 * @property {Pair} [gate]
 * @property {Pair} [down]
 * @property {Pair} [queryNorm]
 * @property {Pair} [keyNorm]
 *
 * @typedef {object} Network
 * @property {string} layout
 * @property {string} family what computes it; 'first layer' where that is not known
 * @property {string[]} assumed what no configuration says, in sentences
 * @property {number} layers
 * @property {number} width
 * @property {number} heads
 * @property {number} keyHeads
 * @property {number} headDim
 * @property {boolean} transposed whether matrices are [out, in]
 * @property {boolean} causal
 * @property {'pre' | 'post'} placement of the norms
 * @property {'layer' | 'rms'} norm
 * @property {number} epsilon
 * @property {{norm: 'layer' | 'rms', epsilon: number}} [headNorm] of queries and keys, where it is another kind
 * @property {boolean} [shifted] whether norms multiply by 1 + weight
 * @property {number} [embeddingScale] 1
 * @property {Activation} activation
 * @property {(layer: number) => number} scale
 * @property {(layer: number) => number | undefined} window how many tokens a token sees, itself among them
 * @property {number} [softcap]
 * @property {RotaryOptions} [rotary]
 * @property {{buckets: string, maxDistance: number}} [relative]
 * @property {(ids: readonly number[]) => number[]} positions rows of the table of positions
 * @property {{embedding?: string, position?: string, tokenType?: string, embeddingNorm?: Pair, finalNorm?: Pair}} tables
 * @property {Head} [head]
 * @property {Layer[]} layerTensors
 *
 * @typedef {{matrix: string, transposed: boolean, bias?: string, dense?: Pair, activation?: Activation, norm?: Pair}} Head what gives logits
 */

/** What computes a model_type. */
const families = new Map(
  [
    ...['gpt2'].map((type) => [type, 'gpt2']),
    ...['bert'].map((type) => [type, 'bert']),
    ...['roberta', 'xlm-roberta', 'camembert'].map((type) => [type, 'roberta']),
    ...['llama', 'mistral', 'qwen2', 'qwen3'].map((type) => [type, 'llama']),
    ...['t5', 'mt5'].map((type) => [type, 't5']),
    ...['torch', 'scaledot'].map((type) => [type, type]),
  ].map(([type, family]) => /** @type {const} */ ([String(type), String(family)])),
);

const activationNames = new Map(
  Object.entries({
    gelu: 'gelu',
    gelu_new: 'gelu-tanh',
    gelu_fast: 'gelu-tanh',
    gelu_pytorch_tanh: 'gelu-tanh',
    relu: 'relu',
    silu: 'silu',
    swish: 'silu',
  }),
);

/** Reads a configuration, and notes what it does not say. */
class Options {
  /**
   * @param {Record<string, unknown>} config
   * @param {boolean} bare whether the files have no configuration: what somebody says beside them is about itself alone, and
   *   takes no other option's default for granted
   */
  constructor(config, bare) {
    this.config = config;
    this.bare = bare;
    /** @type {string[]} */
    this.assumed = [];
  }

  /** @param {string} name */
  has(name) {
    return this.config[name] !== undefined && this.config[name] !== null;
  }

  /** @param {string} sentence */
  assume(sentence) {
    this.assumed.push(sentence);
  }

  /**
   * @param {readonly string[]} names that the option has
   * @param {number | undefined} fallback
   * @param {{whole?: boolean, min?: number, silent?: boolean}} [how] silent: the fallback is the family's own default
   * @returns {number}
   */
  number(names, fallback, { whole = false, min = 0, silent = false } = {}) {
    const name = names.find((each) => this.has(each));
    if (name === undefined) {
      if (fallback === undefined) throw refused('config.json', `no ${names[0]}`, 'it, a number');
      if (!silent || this.bare) this.assume(`${names[0]} is ${fallback}`);
      return fallback;
    }
    const value = this.config[name];
    const fits = typeof value === 'number' && Number.isFinite(value) && value >= min;
    if (!fits || (whole && !Number.isInteger(value)))
      throw refused(
        `config.json: ${name}`,
        describe(value),
        `a ${whole ? 'whole ' : ''}number from ${min} on`,
      );
    return value;
  }

  /** A positive number, if there is one. @param {string} name */
  optional(name) {
    return this.has(name) ? this.number([name], undefined, { min: 1e-6 }) : undefined;
  }

  /** @param {string} name @param {boolean} fallback */
  flag(name, fallback) {
    if (!this.has(name)) return fallback;
    const value = this.config[name];
    if (typeof value !== 'boolean')
      throw refused(`config.json: ${name}`, describe(value), 'true or false');
    return value;
  }

  /** @param {readonly string[]} names @param {Activation} fallback @returns {Activation} */
  activation(names, fallback) {
    const name = names.find((each) => this.has(each));
    if (name === undefined) {
      this.assume(`the activation is ${fallback === 'gelu-tanh' ? 'GELU by tanh' : fallback}`);
      return fallback;
    }
    const own = activationNames.get(/** @type {string} */ (this.config[name]));
    if (!own) throw this.unsupported(name, [...activationNames.keys()].join(', '));
    return /** @type {Activation} */ (own);
  }

  /** @param {string} name @param {string} expected */
  unsupported(name, expected) {
    return refused(`config.json: ${name}`, describe(this.config[name]), expected);
  }

  /** Refuses an option that is on, by its name. @param {string} name @param {unknown} off */
  only(name, off) {
    if (this.has(name) && this.config[name] !== off)
      throw this.unsupported(
        name,
        `${off === undefined ? 'none' : describe(off)}: nothing else is computed`,
      );
  }
}

/** @typedef {{tensors: ReadonlyMap<string, StoredTensor>, layout: string, prefix: string, names: Names, options: Options, overrides: Overrides}} Ground */

/** @param {Ground} ground @param {string | undefined} name */
const tableOf = ({ tensors, prefix }, name) =>
  name === undefined ? undefined : pairOf(tensors, prefix + name);

/** @param {Ground} ground */
function countLayers({ tensors, prefix, names }) {
  const query = names.fused ?? names.query ?? '';
  let layers = 0;
  while (pairOf(tensors, prefix + names.layer.replace('{i}', String(layers)) + query)) ++layers;
  return layers;
}

const layerNames = /** @type {const} */ ([
  ...[
    'fused',
    'query',
    'key',
    'value',
    'output',
    'attentionNorm',
    'feedForwardNorm',
    'up',
    'gate',
    'down',
  ],
  ...['queryNorm', 'keyNorm'],
]);

/** @param {Ground} ground @param {number} layers @returns {Layer[]} */
const layersOf = ({ tensors, prefix, names }, layers) =>
  Array.from({ length: layers }, (_, i) => {
    const start = prefix + names.layer.replace('{i}', String(i));
    const own = layerNames.map((name) => [
      name,
      names[name] && pairOf(tensors, start + names[name]),
    ]);
    return Object.fromEntries(own.filter(([, pair]) => pair));
  });

/** A name of the part of the model around this one: lm_head beside transformer. @param {Ground} ground @param {string} name */
function besideOf({ tensors, prefix }, name) {
  for (let at = prefix; ; at = at.slice(0, at.slice(0, -1).lastIndexOf('.') + 1)) {
    const pair = pairOf(tensors, at + name);
    if (pair || at === '') return pair;
  }
}

/** @param {Ground} ground @param {Pair | undefined} pair @returns {readonly number[]} */
const shapeOf = ({ tensors }, pair) => (pair && tensors.get(pair.weight)?.shape) ?? [];

/** [out, in] of a matrix. @param {Ground} ground @param {Pair | undefined} pair @returns {readonly number[]} */
const sidesOf = (ground, pair) =>
  ground.overrides.transposed === false
    ? shapeOf(ground, pair).toReversed()
    : shapeOf(ground, pair);

/** Whether a fused projection is [3 D, D]. @param {Ground} ground @param {Pair | undefined} pair */
function isTransposed(ground, pair) {
  const [rows, columns] = shapeOf(ground, pair);
  const told = rows * 3 === columns ? false : columns * 3 === rows ? true : undefined;
  if (told === undefined)
    throw refused(pair?.weight ?? '', `the shape [${rows}, ${columns}]`, '[D, 3 D] or [3 D, D]');
  if (told !== (ground.overrides.transposed ?? told))
    throw refused('transposed', describe(!told), `${told}: ${pair?.weight} tells`);
  return told;
}

/** Refuses an option that says something else than the files. @param {Options} options @param {string} name @param {number} own @param {string} whose */
function checkTold(options, name, own, whose) {
  if (options.has(name) && options.config[name] !== own)
    throw refused(`config.json: ${name}`, describe(options.config[name]), `${own}, ${whose}`);
}

/** The largest common divisor. @param {number} a @param {number} b @returns {number} */
const common = (a, b) => (b > 0 ? common(b, a % b) : a);

/**
 * Heads: from the configuration, or assumed.
 *
 * @param {Ground} ground
 * @param {readonly string[]} names of the option
 * @param {number} rows what the query's projection gives
 * @param {number} usual width of a head
 * @param {number} [keyRows] what the key's gives
 */
function headsOf({ options, overrides }, names, rows, usual, keyRows = rows) {
  if (overrides.heads !== undefined) return overrides.heads;
  const widest = common(rows, keyRows);
  const likely = rows / (widest % usual === 0 ? usual : widest);
  return options.number(names, likely, { whole: true, min: 1 });
}

/** What all families begin with. @param {Ground} ground */
function beginningOf(ground) {
  const { names, options } = ground;
  const layers = countLayers(ground);
  const told = ['num_hidden_layers', 'n_layer', 'num_layers'].find((name) => options.has(name));
  if (told) checkTold(options, told, layers, 'the layers of the files');
  const embedding = tableOf(ground, names.embedding);
  return {
    layers,
    layerTensors: layersOf(ground, layers),
    tables: {
      embedding: embedding?.weight,
      position: tableOf(ground, names.position)?.weight,
      tokenType: tableOf(ground, names.tokenType)?.weight,
      embeddingNorm: tableOf(ground, names.embeddingNorm),
      finalNorm: tableOf(ground, names.finalNorm),
    },
    positions: (/** @type {readonly number[]} */ ids) => ids.map((_, i) => i),
    window: () => undefined,
  };
}

/** lm_head, or the embedding again. @param {Ground} ground @param {string | undefined} embedding @param {boolean} tied unless told @returns {Head | undefined} */
function plainHead(ground, embedding, tied) {
  const own = besideOf(ground, 'lm_head');
  if (own) return { matrix: own.weight, bias: own.bias, transposed: true };
  if (ground.options.flag('tie_word_embeddings', tied) && embedding)
    return { matrix: embedding, transposed: true };
  return undefined;
}

// Families ------------------------------------------------------------------------------------------

/** @typedef {Omit<Network, 'layout' | 'family' | 'assumed'>} Computation */

/** @param {Ground} ground @returns {Computation} */
function gpt2(ground) {
  const { options, tensors, prefix } = ground;
  const begun = beginningOf(ground);
  const { fused } = begun.layerTensors[0];
  const transposed = isTransposed(ground, fused);
  const width = Math.min(...shapeOf(ground, fused));
  const heads = headsOf(ground, ['n_head', 'num_attention_heads'], width, 64);
  const byLayer = options.flag('scale_attn_by_inverse_layer_idx', false);
  const root = options.flag('scale_attn_weights', true) ? 1 / Math.sqrt(width / heads) : 1;
  options.only('add_cross_attention', false);
  return {
    ...begun,
    ...{ width, heads, keyHeads: heads, headDim: width / heads, transposed, causal: true },
    ...{ placement: 'pre', norm: 'layer' },
    epsilon: options.number(['layer_norm_epsilon', 'layer_norm_eps'], 1e-5, { silent: true }),
    // nanoGPT takes the exact formula; minGPT, which saves its mask, has GPT-2's.
    activation: options.activation(
      ['activation_function'],
      transposed && !tensors.has(`${prefix}h.0.attn.bias`) ? 'gelu' : 'gelu-tanh',
    ),
    scale: (layer) => (byLayer ? root / (layer + 1) : root),
    head: plainHead(ground, begun.tables.embedding, true),
  };
}

/** @param {Ground} ground @param {boolean} roberta @returns {Computation} */
function bert(ground, roberta) {
  const { options, overrides, tensors } = ground;
  const begun = beginningOf(ground);
  const [, width] = sidesOf(ground, begun.layerTensors[0].query);
  const heads = headsOf(ground, ['num_attention_heads'], width, 64);
  options.only('position_embedding_type', 'absolute');
  options.only('add_cross_attention', false);
  const pad = roberta ? options.number(['pad_token_id'], 1, { whole: true, silent: true }) : 0;
  const positions = (/** @type {readonly number[]} */ ids) => {
    let at = pad;
    return ids.map((id, i) => (!roberta ? i : id === pad ? pad : ++at));
  };
  // 1e-12 is the default of both configurations; every RoBERTa that was published says 1e-5.
  const usual = roberta && options.bare ? 1e-5 : 1e-12;
  const epsilon = options.number(['layer_norm_eps'], usual, { silent: true });
  return {
    ...begun,
    ...{ width, heads, keyHeads: heads, headDim: width / heads },
    transposed: overrides.transposed ?? true,
    causal: options.flag('is_decoder', false),
    ...{ placement: 'post', norm: 'layer', epsilon },
    activation: options.activation(['hidden_act'], 'gelu'),
    scale: () => 1 / Math.sqrt(width / heads),
    positions,
    head: maskedHead(ground, roberta, begun.tables.embedding, tensors),
  };
}

/** @param {Ground} ground @param {boolean} roberta @param {string | undefined} embedding @param {ReadonlyMap<string, unknown>} tensors @returns {Head | undefined} */
function maskedHead(ground, roberta, embedding, tensors) {
  const start = roberta ? 'lm_head' : 'cls.predictions';
  const dense = besideOf(ground, roberta ? 'lm_head.dense' : 'cls.predictions.transform.dense');
  const norm = besideOf(
    ground,
    roberta ? 'lm_head.layer_norm' : 'cls.predictions.transform.LayerNorm',
  );
  if (!dense || !norm) return undefined;
  const matrix = besideOf(ground, `${start}.decoder`)?.weight ?? embedding;
  const bias = [`${start}.decoder.bias`, `${start}.bias`].find((name) => tensors.has(name));
  if (matrix === undefined) return undefined;
  // RobertaLMHead has the exact formula, whatever hidden_act is.
  const own = roberta && { activation: /** @type {const} */ ('gelu') };
  return { matrix, transposed: true, bias, dense, ...own, norm };
}

/** @param {Ground} ground @returns {Computation} */
function llama(ground) {
  const { options, overrides } = ground;
  const begun = beginningOf(ground);
  const [first] = begun.layerTensors;
  const [rows, width] = sidesOf(ground, first.query);
  const [keyRows] = sidesOf(ground, first.key);
  const [normed] = shapeOf(ground, first.queryNorm);
  const usual = normed ?? (width >= 2048 ? 128 : 64);
  const heads = headsOf(ground, ['num_attention_heads'], rows, usual, keyRows);
  const headDim = rows / heads;
  checkTold(options, 'head_dim', headDim, `the ${rows} rows of q_proj over ${heads} heads`);
  const keyHeads = overrides.keyHeads ?? keyRows / headDim;
  const whose = `the ${keyRows} rows of k_proj over heads of ${headDim}`;
  if (overrides.heads === undefined) checkTold(options, 'num_key_value_heads', keyHeads, whose);
  for (const name of ['attn_logit_softcapping', 'final_logit_softcapping', 'query_pre_attn_scalar'])
    options.only(name, undefined);
  return {
    ...begun,
    ...{ width, heads, keyHeads, headDim, transposed: overrides.transposed ?? true, causal: true },
    ...{ placement: 'pre', norm: 'rms' },
    epsilon: options.number(['rms_norm_eps'], 1e-6, { silent: true }),
    activation: options.activation(['hidden_act'], 'silu'),
    scale: () => 1 / Math.sqrt(headDim),
    rotary: rotaryOf(options, headDim),
    window: windowsOf(options, begun.layers),
    head: plainHead(ground, begun.tables.embedding, options.bare),
  };
}

/** @type {ReadonlyMap<unknown, RotaryOptions['stretch']>} by the name that configurations have */
const stretches = new Map([
  ['default', 'none'],
  ['linear', 'linear'],
  ['llama3', 'llama3'],
]);

/** @param {Options} options @param {number} headDim @returns {RotaryOptions} */
function rotaryOf(options, headDim) {
  const { config } = options;
  const given = config.rope_parameters ?? config.rope_scaling ?? {};
  if (typeof given !== 'object' || given === null)
    throw options.unsupported(
      config.rope_parameters ? 'rope_parameters' : 'rope_scaling',
      'an object',
    );
  const rope = new Options(/** @type {Record<string, unknown>} */ (given), options.bare);
  const type = rope.config.rope_type ?? rope.config.type ?? 'default';
  const kind = stretches.get(type);
  if (!kind)
    throw refused(
      'config.json: rope_scaling',
      describe(type),
      'default, linear or llama3: other stretches are not computed',
    );
  const base = rope.has('rope_theta')
    ? rope.number(['rope_theta'], undefined, { min: 1 })
    : options.number(['rope_theta'], 10000, { min: 1 });
  const part = options.optional('partial_rotary_factor') ?? 1;
  const own = (/** @type {string} */ name) => rope.number([name], undefined, { min: 1e-6 });
  return {
    base,
    rotated: 2 * Math.floor((headDim * part) / 2),
    stretch: kind,
    ...(kind !== 'none' && { factor: own('factor') }),
    ...(kind === 'llama3' && {
      low: own('low_freq_factor'),
      high: own('high_freq_factor'),
      original: own('original_max_position_embeddings'),
    }),
  };
}

/**
 * Sliding windows, as configuration_mistral.py and configuration_qwen2.py have them. Llama has none, whatever its file says.
 *
 * @param {Options} options
 * @param {number} layers
 * @returns {(layer: number) => number | undefined}
 */
function windowsOf(options, layers) {
  const { model_type: type, layer_types: types } = options.config;
  const isMistral = type === 'mistral';
  const on = isMistral || (type !== 'llama' && options.flag('use_sliding_window', false));
  if (!on || !options.has('sliding_window')) return () => undefined;
  const window = options.number(['sliding_window'], undefined, { whole: true, min: 1 });
  if (options.has('layer_types')) {
    const known = ['sliding_attention', 'full_attention'];
    if (!Array.isArray(types) || types.length !== layers || types.some((t) => !known.includes(t)))
      throw options.unsupported('layer_types', `${layers} of ${known.join(', ')}`);
    return (i) => (types[i] === known[0] ? window : undefined);
  }
  const from = isMistral
    ? 0
    : options.number(['max_window_layers'], 28, { whole: true, silent: true });
  return (i) => (i >= from ? window : undefined);
}

/** @param {Ground} ground @returns {Computation} */
function t5(ground) {
  const { options, overrides, tensors, prefix, names } = ground;
  const gated = tensors.has(`${prefix}encoder.block.0.layer.1.DenseReluDense.wi_0.weight`);
  const own = gated
    ? { ...names, gate: '1.DenseReluDense.wi_0', up: '1.DenseReluDense.wi_1' }
    : names;
  const begun = beginningOf({ ...ground, names: own });
  const [rows, width] = sidesOf(ground, begun.layerTensors[0].query);
  const buckets = pairOf(tensors, `${prefix}encoder.block.0.layer.${names.bias}`);
  if (!buckets) throw refused('files', 'no relative_attention_bias', 'it, in the first block');
  const [count, heads] = shapeOf(ground, buckets);
  checkTold(options, 'num_heads', heads, 'the columns of relative_attention_bias');
  checkTold(options, 'relative_attention_num_buckets', count, 'its rows');
  const given = options.config.feed_forward_proj ?? '';
  if (typeof given !== 'string') throw options.unsupported('feed_forward_proj', 'a name');
  const projection = given;
  const named = projection.replace(/^gated-/, '');
  if (projection !== '' && projection.startsWith('gated-') !== gated)
    throw options.unsupported(
      'feed_forward_proj',
      `what the files have: ${gated ? 'wi_0 and wi_1' : 'wi'}`,
    );
  // 'gated-gelu' is GELU by tanh: configuration_t5.py makes gelu_new of it.
  const spelled = projection === 'gated-gelu' ? 'gelu_new' : named;
  const activation = new Options(spelled === '' ? {} : { hidden_act: spelled }, options.bare);
  const embedding =
    begun.tables.embedding ?? pairOf(tensors, `${prefix}encoder.embed_tokens`)?.weight;
  const result = activation.activation(['hidden_act'], gated ? 'gelu-tanh' : 'relu');
  options.assumed.push(...activation.assumed);
  return {
    ...begun,
    tables: { ...begun.tables, embedding },
    ...{ width, heads, keyHeads: heads, headDim: rows / heads },
    transposed: overrides.transposed ?? true,
    causal: false,
    ...{ placement: 'pre', norm: 'rms' },
    epsilon: options.number(['layer_norm_epsilon'], 1e-6, { silent: true }),
    activation: result,
    scale: () => 1, // folded into the start of W_q
    relative: {
      buckets: buckets.weight,
      maxDistance: options.number(['relative_attention_max_distance'], 128, {
        whole: true,
        min: 1,
        silent: true,
      }),
    },
  };
}

/** @param {Ground} ground @returns {Computation} */
function torch(ground) {
  const { options } = ground;
  const begun = beginningOf(ground);
  const width = Math.min(...shapeOf(ground, begun.layerTensors[0].fused));
  const transposed = isTransposed(ground, begun.layerTensors[0].fused);
  const heads = headsOf(ground, ['nhead', 'num_heads'], width, 64);
  const first = options.flag('norm_first', false);
  if (!options.has('norm_first')) options.assume('norm_first is false');
  return {
    ...begun,
    ...{ width, heads, keyHeads: heads, headDim: width / heads },
    transposed,
    causal: options.flag('is_causal', false),
    placement: first ? 'pre' : 'post',
    norm: 'layer',
    epsilon: options.number(['layer_norm_eps'], 1e-5, { silent: true }),
    activation: options.activation(['activation'], 'relu'),
    scale: () => 1 / Math.sqrt(width / heads),
  };
}

/** d_k^-alpha, for the exponents whose powers are the same in every browser. */
const scales = new Map([
  [0, () => 1],
  [0.5, (/** @type {number} */ headDim) => 1 / Math.sqrt(headDim)],
  [1, (/** @type {number} */ headDim) => 1 / headDim],
]);

/** Exponents of rules that say no alpha (src/learning/transformer.h). @type {Readonly<Record<string, number>>} */
const ruleAlphas = Object.freeze({ folded: 0, doubled: 0.5, norm: 0.5 });

/** What a rule of training multiplies q.k by. @param {Record<string, unknown>} config @param {number} headDim */
function trainedScale({ rule = 'power', alpha = 0.5 }, headDim) {
  const isPower = rule === 'power';
  const own = isPower ? undefined : Object.entries(ruleAlphas).find(([name]) => name === rule);
  if (!isPower && !own)
    throw refused(
      'rule',
      describe(rule),
      `power, ${Object.keys(ruleAlphas).join(', ')}: the scores of others are no multiples of q.k`,
    );
  const scale = scales.get(own ? own[1] : Number(alpha));
  if (scale === undefined) throw refused('alpha', describe(alpha), '0, 0.5 or 1');
  return scale(headDim);
}

/** What our trainer saves. Its metadata are the configuration. @param {Ground} ground @returns {Computation} */
function scaledot(ground) {
  const { options, tensors } = ground;
  const { config } = options;
  const begun = beginningOf(ground);
  const [width, rows] = shapeOf(ground, begun.layerTensors[0].query);
  const heads = Number(config.heads);
  if (!(rows % heads === 0)) throw refused('heads', describe(config.heads), `a divisor of ${rows}`);
  const headDim = rows / heads;
  const scale = trainedScale(config, headDim);
  const hasGains = begun.layerTensors.every(({ queryNorm, keyNorm }) => queryNorm && keyNorm);
  if (config.rule === 'norm' && !hasGains)
    throw refused('files', 'no queryGain and keyGain in a layer', 'both: the rule is norm');
  const output = tensors.has('output.weight');
  const [bias] = ['output.bias'].filter((name) => tensors.has(name));
  return {
    ...begun,
    ...{ width, heads, keyHeads: Number(config.keyHeads ?? heads), headDim, transposed: false },
    causal: config.stack === 'decoder',
    placement: config.norm === 'post' ? 'post' : 'pre',
    ...{ norm: 'layer', epsilon: 1e-5 },
    activation: config.activation === 'relu' ? 'relu' : 'gelu-tanh',
    scale: () => scale,
    ...(config.rule === 'norm' && { headNorm: { norm: 'rms', epsilon: 1e-6 } }),
    head: {
      matrix: output ? 'output.weight' : 'tokenEmbedding',
      transposed: !output,
      ...(output && { bias }),
    },
  };
}

/** Types whose norms multiply by 1 + weight (GemmaRMSNorm, Gemma2RMSNorm, Gemma3RMSNorm). */
const shiftedTypes = ['gemma', 'gemma2', 'gemma3', 'gemma3_text'];

/** What an unknown type multiplies q.k by. @param {Ground} ground @param {number} headDim */
function likelyScale({ options, layout }, headDim) {
  const multiplier = options.optional('attention_multiplier'); // modeling_granite.py
  if (multiplier !== undefined) return multiplier;
  const scalar = options.optional('query_pre_attn_scalar'); // modeling_gemma2.py
  if (scalar !== undefined) return 1 / Math.sqrt(scalar);
  const isT5 = layout === 't5'; // relatives of T5 have no factor, either
  options.assume(isT5 ? 'scores are not divided' : 'scores are divided by sqrt(d_k)');
  return isT5 ? 1 : 1 / Math.sqrt(headDim);
}

/** Other names of the norm before the first attention: modeling_whisper.py, modeling_opt.py; modeling_clip.py. */
const otherNorms = ['self_attn_layer_norm', 'layer_norm1'];

/** Types whose norm of that name stands behind it: modeling_bart.py, modeling_marian.py, modeling_plbart.py. */
const postTypes = ['bart', 'marian', 'plbart'];

/**
 * The norm that the first attention's input has gone through.
 *
 * @param {Ground} ground
 * @param {Layer} first
 * @returns {{attentionNorm?: Pair, embeddingNorm?: Pair, isPost: boolean}}
 */
function firstNorm(ground, { attentionNorm }) {
  const { options, tensors, prefix, names, layout } = ground;
  const isPost =
    layout === 'bert' ||
    postTypes.includes(/** @type {string} */ (options.config.model_type)) ||
    !options.flag('do_layer_norm_before', true); // configuration_opt.py
  if (isPost) {
    const name = names.embeddingNorm ?? 'layernorm_embedding';
    return { isPost, embeddingNorm: pairOf(tensors, prefix + name) };
  }
  const start = prefix + names.layer.replace('{i}', '0');
  const others = otherNorms.map((name) => pairOf(tensors, start + name));
  return { isPost, attentionNorm: attentionNorm ?? others.find(Boolean) };
}

const layerEpsilons = ['layer_norm_eps', 'layer_norm_epsilon'];

/** What kind of norm that is, which its name does not tell. @param {Ground} ground @param {Pair | undefined} pair */
function kindOfNorm({ options, layout, prefix }, pair) {
  const isRms =
    layout === 't5' ||
    (!pair?.bias &&
      (options.has('rms_norm_eps') || !layerEpsilons.some((name) => options.has(name))));
  const norm = /** @type {'rms' | 'layer'} */ (isRms ? 'rms' : 'layer');
  if (!pair) {
    options.assume('no norm stands before the first attention');
    const epsilon = options.number(['rms_norm_eps', ...layerEpsilons], 1e-6, { silent: true });
    return { norm, epsilon };
  }
  const name = pair.weight.slice(prefix.length).replace(/\.(weight|gamma)$/, '');
  options.assume(`embeddings are normalised by ${name}, ${isRms ? 'an RMSNorm' : 'a LayerNorm'}`);
  const [first, ...others] = isRms ? ['rms_norm_eps', ...layerEpsilons] : layerEpsilons;
  const epsilon = options.number([first, ...others, 'norm_eps'], isRms ? 1e-6 : 1e-5);
  return { norm, epsilon };
}

/**
 * Of a type that is not known, or of one whose feed-forward part is not: queries and keys of the first layer, of normalised
 * embeddings or of rows that are given.
 *
 * @param {Ground} ground
 * @returns {Computation}
 */
function firstLayer(ground) {
  const { options, overrides, tensors, prefix, layout } = ground;
  const begun = beginningOf({ ...ground, options: new Options({}, true) });
  const [first] = begun.layerTensors;
  const { fused, query, key, queryNorm, keyNorm } = first;
  const { attentionNorm, embeddingNorm, isPost } = firstNorm(ground, first);
  const transposed = fused ? isTransposed(ground, fused) : (overrides.transposed ?? true);
  const side = Math.min(...shapeOf(ground, fused));
  const [rows, width] = fused ? [side, side] : sidesOf(ground, query);
  const [keyRows] = fused ? [side] : sidesOf(ground, key);
  const isEncoder = /(^|\.)encoder\.$/.test(prefix);
  const part = isEncoder ? 'encoder_attention_heads' : 'decoder_attention_heads';
  const names = [part, 'num_attention_heads', 'n_head', 'num_heads', 'encoder_attention_heads'];
  const heads = headsOf(ground, options.has(part) ? names : names.slice(1), rows, 64, keyRows);
  const headDim = rows / heads;
  const keyHeads = overrides.keyHeads ?? keyRows / headDim;
  const scale = likelyScale(ground, headDim);
  const causal = !['bert', 't5', 'vit'].includes(layout) && !isEncoder;
  const seen = causal ? 'every token sees those up to itself' : 'every token sees all';
  options.assume(`positions are left out, and ${seen}`);
  const isGemma = shiftedTypes.includes(/** @type {string} */ (options.config.model_type));
  const own = [
    begun.tables.embedding,
    `${prefix}encoder.embed_tokens.weight`,
    `${prefix}embeddings.word_embeddings.weight`,
    `${prefix}embed_tokens.weight`,
    besideOf(ground, 'shared')?.weight,
    besideOf(ground, 'embeddings.token_embedding')?.weight, // modeling_clip.py
  ];
  const embedding = own.find((name) => name && tensors.get(name)?.shape[1] === width);
  const root = isGemma || options.flag('scale_embedding', false) ? Math.sqrt(width) : undefined;
  return {
    ...begun,
    layers: 1,
    layerTensors: [{ fused, query, key, queryNorm, keyNorm, attentionNorm }],
    tables: { embedding, embeddingNorm },
    ...{ width, heads, keyHeads, headDim, transposed, causal },
    placement: isPost ? 'post' : 'pre',
    ...kindOfNorm(ground, attentionNorm ?? embeddingNorm),
    shifted: isGemma,
    // modeling_gemma2.py, modeling_bart.py; modeling_granite.py
    embeddingScale: root ?? options.optional('embedding_multiplier'),
    activation: 'relu',
    scale: () => scale,
    softcap: options.optional('attn_logit_softcapping'),
  };
}

/** @type {Readonly<Record<string, (ground: Ground) => Computation>>} */
const computations = Object.freeze({
  gpt2,
  bert: (ground) => bert(ground, false),
  roberta: (ground) => bert(ground, true),
  llama,
  t5,
  torch,
  scaledot,
});

/** What a layout is without a configuration. @param {string} layout @param {string} prefix @param {ReadonlyMap<string, StoredTensor>} tensors */
function likelyFamily(layout, prefix, tensors) {
  if (layout === 'bert' && /roberta\.$/.test(prefix)) return 'roberta';
  // Others share names with Llama, but have no gate, or norms elsewhere (OLMo 2, Gemma 2).
  const has = (/** @type {string} */ name) => tensors.has(`${prefix}layers.0.${name}.weight`);
  const isLlama =
    ['mlp.gate_proj', 'input_layernorm'].every(has) && !has('post_feedforward_layernorm');
  if (layout === 'llama' && !isLlama) return undefined;
  return layout in computations ? layout : undefined;
}

/** The layout that a family's tensors have; RoBERTa's are BERT's. @param {string} family */
const layoutOf = (family) => (family === 'roberta' ? 'bert' : family);

/**
 * What computes a model_type.
 *
 * @param {string} layout
 * @param {unknown} type
 * @returns {string | undefined} undefined: that is not known
 */
function familyOf(layout, type) {
  const family = families.get(/** @type {string} */ (type));
  if (family === undefined || layoutOf(family) === layout) return family;
  const { title } = layouts[layout];
  throw refused(
    'config.json: model_type',
    describe(type),
    `a type of the ${title} layout, as the tensors are called`,
  );
}

/** @param {Record<string, unknown>} config why only the first layer is computed @returns {string | undefined} */
function obstacle(config) {
  if (config.quantization_config) return 'its weights are quantised';
  const experts = ['num_experts', 'num_local_experts', 'n_routed_experts'].find(
    (name) => typeof config[name] === 'number' && config[name] > 0,
  );
  return experts && 'its feed-forward layers are experts';
}

/**
 * @param {ReadonlyMap<string, StoredTensor>} tensors
 * @param {Record<string, string>} metadata
 * @param {Record<string, unknown>} [config] of config.json
 * @param {Overrides} [overrides]
 * @returns {Network}
 */
export function networkOf(tensors, metadata, config, overrides = {}) {
  const { layout, prefix } = findLayout(tensors);
  const own = layout === 'scaledot' ? metadata : (config ?? {});
  const bare = Object.keys(own).length === 0;
  const options = new Options({ ...own, ...overrides.config }, bare);
  const ground = { tensors, layout, prefix, names: layouts[layout].names, options, overrides };
  const type = layout === 'scaledot' ? 'scaledot' : options.config.model_type;
  const blocked = obstacle(options.config);
  const likely =
    type === undefined ? likelyFamily(layout, prefix, tensors) : familyOf(layout, type);
  const family = blocked || !likely ? 'first layer' : likely;
  if (blocked) options.assume(`the first layer only is computed: ${blocked}`);
  else if (!likely)
    options.assume(
      `the first layer only is computed: ${type === undefined ? 'no config.json tells the model_type' : `model_type ${describe(type)} is not known`}`,
    );
  else if (type === undefined && !['torch', 'scaledot'].includes(layout))
    options.assume(`the model is a ${layouts[layout].title}, by its names`);
  const [{ fused, query, key }] = layersOf(ground, 1);
  for (const pair of [fused, query, key]) {
    const tensor = pair && tensors.get(pair.weight);
    if (tensor) typeOf(tensor); // refuses quantised ones before their shapes are read
  }
  const computed = (computations[family] ?? firstLayer)(ground);
  checkSizes(computed);
  checkOverrides(computed, overrides);
  if (family !== 'first layer') checkWhole(ground, computed);
  return { layout: layouts[layout].title, family, assumed: options.assumed, ...computed };
}

/** @param {Computation} network */
function checkSizes({ layers, width, heads, keyHeads, headDim }) {
  const whole = { layers, width, heads, keyHeads, headDim };
  for (const [name, value] of Object.entries(whole)) {
    if (!Number.isInteger(value) || value < 1 || value > 65536)
      throw refused(
        name,
        describe(value),
        'a whole number from 1 to 65536, as shapes and heads give it',
      );
  }
  if (heads % keyHeads !== 0)
    throw refused('keyHeads', describe(keyHeads), `a divisor of the ${heads} heads`);
}

/** What a person says has to be what is computed. @param {Computation} network @param {Overrides} overrides */
function checkOverrides(network, overrides) {
  for (const name of /** @type {const} */ (['heads', 'keyHeads', 'transposed'])) {
    const wish = overrides[name];
    if (wish !== undefined && wish !== network[name])
      throw refused(name, describe(wish), `${network[name]}, as the files tell`);
  }
}

/** No tensor may be left out in silence. @param {Ground} ground @param {Computation} network */
function checkWhole({ names, prefix }, { layerTensors, tables }) {
  const missing = (/** @type {string} */ name) =>
    refused('files', `no ${name.slice(0, 60)}`, 'it: it is a part of this layout');
  for (const table of /** @type {const} */ (['embedding', 'position', 'finalNorm']))
    if (names[table] && !tables[table] && !isOptional(names, table))
      throw missing(prefix + names[table]);
  const needed = /** @type {const} */ ([
    ...['output', 'attentionNorm', 'feedForwardNorm', 'up', 'down'],
  ]);
  layerTensors.forEach((layer, i) => {
    const lacking = needed.find((name) => !layer[name]);
    if (lacking)
      throw missing(prefix + names.layer.replace('{i}', String(i)) + String(names[lacking]));
  });
}

/** nn.TransformerEncoder may go without a last norm, and so does ours where norms come behind. @param {Names} names @param {string} table */
const isOptional = (names, table) =>
  table === 'finalNorm' && [layouts.torch.names, layouts.scaledot.names].includes(names);
