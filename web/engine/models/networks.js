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
 * @typedef {{matrix: string, transposed: boolean, bias?: string, dense?: Pair, norm?: Pair, scale?: number}} Head what gives logits
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
  /** @param {Record<string, unknown>} config */
  constructor(config) {
    this.config = config;
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
      if (!silent || Object.keys(this.config).length === 0)
        this.assume(`${names[0]} is ${fallback}`);
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
    const own = activationNames.get(String(this.config[name]));
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
      throw this.unsupported(name, `${describe(off)}: nothing else is computed`);
  }
}

/** @typedef {{tensors: ReadonlyMap<string, StoredTensor>, prefix: string, names: Names, options: Options, overrides: Overrides}} Ground */

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
  for (let at = prefix; ; at = at.slice(0, Math.max(0, at.lastIndexOf('.', at.length - 2) + 1))) {
    const pair = pairOf(tensors, at + name);
    if (pair || at === '') return pair;
  }
}

/** @param {Ground} ground @param {Pair | undefined} pair @returns {readonly number[]} */
const shapeOf = ({ tensors }, pair) => (pair && tensors.get(pair.weight)?.shape) ?? [];

/**
 * Heads: from the configuration, or assumed.
 *
 * @param {Ground} ground
 * @param {readonly string[]} names of the option
 * @param {number} rows what the query's projection gives
 * @param {number} usual width of a head
 */
function headsOf({ options, overrides }, names, rows, usual) {
  if (overrides.heads !== undefined) return overrides.heads;
  const likely = rows % usual === 0 ? rows / usual : 1;
  return options.number(names, likely, { whole: true, min: 1 });
}

/** What all families begin with. @param {Ground} ground */
function beginningOf(ground) {
  const { names, options } = ground;
  const layers = countLayers(ground);
  const told = ['num_hidden_layers', 'n_layer', 'num_layers'].find((name) => options.has(name));
  if (told && options.config[told] !== layers)
    throw refused(
      `config.json: ${told}`,
      describe(options.config[told]),
      `${layers}, the layers of the files`,
    );
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

/** lm_head, or the embedding again. @param {Ground} ground @param {string | undefined} embedding @returns {Head | undefined} */
function plainHead(ground, embedding) {
  const own = besideOf(ground, 'lm_head');
  if (own) return { matrix: own.weight, bias: own.bias, transposed: true };
  if (ground.options.flag('tie_word_embeddings', true) && embedding)
    return { matrix: embedding, transposed: true };
  return undefined;
}

// Families ------------------------------------------------------------------------------------------

/** @typedef {Omit<Network, 'layout' | 'family' | 'assumed'>} Computation */

/** @param {Ground} ground @returns {Computation} */
function gpt2(ground) {
  const { options, overrides } = ground;
  const begun = beginningOf(ground);
  const [rows, columns] = shapeOf(ground, begun.layerTensors[0].fused);
  const told = rows * 3 === columns ? false : columns * 3 === rows ? true : undefined;
  if (told === undefined)
    throw refused('c_attn', `the shape [${rows}, ${columns}]`, '[D, 3 D] or [3 D, D]');
  const transposed = overrides.transposed ?? told;
  const width = Math.min(rows, columns);
  const heads = headsOf(ground, ['n_head', 'num_attention_heads'], width, 64);
  const byLayer = options.flag('scale_attn_by_inverse_layer_idx', false);
  const root = options.flag('scale_attn_weights', true) ? 1 / Math.sqrt(width / heads) : 1;
  options.only('add_cross_attention', false);
  return {
    ...begun,
    ...{ width, heads, keyHeads: heads, headDim: width / heads, transposed, causal: true },
    ...{ placement: 'pre', norm: 'layer' },
    epsilon: options.number(['layer_norm_epsilon', 'layer_norm_eps'], 1e-5, { silent: true }),
    // Only nanoGPT saves [3 D, D] and takes the exact formula; minGPT has GPT-2's.
    activation: options.activation(['activation_function'], told ? 'gelu' : 'gelu-tanh'),
    scale: (layer) => (byLayer ? root / (layer + 1) : root),
    head: plainHead(ground, begun.tables.embedding),
  };
}

/** @param {Ground} ground @param {boolean} roberta @returns {Computation} */
function bert(ground, roberta) {
  const { options, overrides, tensors } = ground;
  const begun = beginningOf(ground);
  const [, width] = shapeOf(ground, begun.layerTensors[0].query);
  const heads = headsOf(ground, ['num_attention_heads'], width, 64);
  options.only('position_embedding_type', 'absolute');
  options.only('add_cross_attention', false);
  const pad = roberta ? options.number(['pad_token_id'], 1, { whole: true, silent: true }) : 0;
  const positions = (/** @type {readonly number[]} */ ids) => {
    let at = pad;
    return ids.map((id, i) => (!roberta ? i : id === pad ? pad : ++at));
  };
  const epsilon = options.number(['layer_norm_eps'], roberta ? 1e-5 : 1e-12, { silent: true });
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
  return matrix === undefined ? undefined : { matrix, transposed: true, bias, dense, norm };
}

/** @param {Ground} ground @returns {Computation} */
function llama(ground) {
  const { options, overrides } = ground;
  const begun = beginningOf(ground);
  const [first] = begun.layerTensors;
  const [rows, width] = shapeOf(ground, first.query);
  const [keyRows] = shapeOf(ground, first.key);
  const [normed] = shapeOf(ground, first.queryNorm);
  const usual = normed ?? (width >= 2048 ? 128 : 64);
  const heads = headsOf(ground, ['num_attention_heads'], rows, usual);
  const headDim = rows / heads;
  if (options.has('head_dim') && options.config.head_dim !== headDim)
    throw refused(
      'config.json: head_dim',
      describe(options.config.head_dim),
      `${headDim}, the ${rows} rows of q_proj over ${heads} heads`,
    );
  const keyHeads = overrides.keyHeads ?? keyRows / headDim;
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
    head: plainHead(ground, begun.tables.embedding),
  };
}

/** @param {Options} options @param {number} headDim @returns {RotaryOptions} */
function rotaryOf(options, headDim) {
  const { config } = options;
  const given = config.rope_parameters ?? config.rope_scaling ?? {};
  if (typeof given !== 'object' || given === null)
    throw options.unsupported(
      config.rope_parameters ? 'rope_parameters' : 'rope_scaling',
      'an object',
    );
  const rope = new Options(/** @type {Record<string, unknown>} */ (given));
  const type = String(rope.config.rope_type ?? rope.config.type ?? 'default');
  const kind = { default: 'none', linear: 'linear', llama3: 'llama3' }[type];
  if (!kind)
    throw refused(
      'config.json: rope_scaling',
      type,
      'default, linear or llama3: other stretches are not computed',
    );
  const base = rope.has('rope_theta')
    ? rope.number(['rope_theta'], undefined, { min: 1 })
    : options.number(['rope_theta'], 10000, { min: 1 });
  const part = options.number(['partial_rotary_factor'], 1, { silent: true });
  if (!options.has('partial_rotary_factor'))
    options.assumed = options.assumed.filter((each) => !each.startsWith('partial'));
  const own = (/** @type {string} */ name) => rope.number([name], undefined, { min: 1e-6 });
  return {
    base,
    rotated: 2 * Math.floor((headDim * part) / 2),
    stretch: /** @type {RotaryOptions['stretch']} */ (kind),
    ...(kind !== 'none' && { factor: own('factor') }),
    ...(kind === 'llama3' && {
      low: own('low_freq_factor'),
      high: own('high_freq_factor'),
      original: own('original_max_position_embeddings'),
    }),
  };
}

/** Sliding windows: of all layers (Mistral), or of those that the configuration names. @param {Options} options @param {number} layers */
function windowsOf(options, layers) {
  if (!options.has('sliding_window') || !options.flag('use_sliding_window', true))
    return () => undefined;
  const window = options.number(['sliding_window'], undefined, { whole: true, min: 1 });
  const types = options.config.layer_types;
  if (Array.isArray(types) && types.length === layers)
    return (/** @type {number} */ i) => (types[i] === 'sliding_attention' ? window : undefined);
  const from = options.has('max_window_layers')
    ? options.number(['max_window_layers'], undefined, { whole: true })
    : 0;
  return (/** @type {number} */ i) => (i >= from ? window : undefined);
}

/** @param {Ground} ground @returns {Computation} */
function t5(ground) {
  const { options, overrides, tensors, prefix, names } = ground;
  const gated = tensors.has(`${prefix}encoder.block.0.layer.1.DenseReluDense.wi_0.weight`);
  const own = gated
    ? { ...names, gate: '1.DenseReluDense.wi_0', up: '1.DenseReluDense.wi_1' }
    : names;
  const begun = beginningOf({ ...ground, names: own });
  const [rows, width] = shapeOf(ground, begun.layerTensors[0].query);
  const buckets = pairOf(tensors, `${prefix}encoder.block.0.layer.${names.bias}`);
  if (!buckets) throw refused('files', 'no relative_attention_bias', 'it, in the first block');
  const heads = overrides.heads ?? shapeOf(ground, buckets)[1];
  const projection = String(options.config.feed_forward_proj ?? '');
  const named = projection.replace(/^gated-/, '');
  if (projection !== '' && projection.startsWith('gated-') !== gated)
    throw options.unsupported(
      'feed_forward_proj',
      `what the files have: ${gated ? 'wi_0 and wi_1' : 'wi'}`,
    );
  // 'gated-gelu' is GELU by tanh: configuration_t5.py makes gelu_new of it.
  const spelled = projection === 'gated-gelu' ? 'gelu_new' : named;
  const activation = new Options(spelled === '' ? {} : { hidden_act: spelled });
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
  const { options, overrides } = ground;
  const begun = beginningOf(ground);
  const [, width] = shapeOf(ground, begun.layerTensors[0].fused);
  const heads = headsOf(ground, ['nhead', 'num_heads'], width, 64);
  const first = options.flag('norm_first', false);
  if (!options.has('norm_first')) options.assume('norm_first is false');
  return {
    ...begun,
    ...{ width, heads, keyHeads: heads, headDim: width / heads },
    transposed: overrides.transposed ?? true,
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

/** What our trainer saves. Its metadata are the configuration. @param {Ground} ground @returns {Computation} */
function scaledot(ground) {
  const { options, tensors } = ground;
  const { config } = options;
  const begun = beginningOf(ground);
  const [width, rows] = shapeOf(ground, begun.layerTensors[0].query);
  const heads = Number(config.heads);
  if (!(rows % heads === 0)) throw refused('heads', describe(config.heads), `a divisor of ${rows}`);
  const headDim = rows / heads;
  if (config.rule !== undefined && config.rule !== 'power')
    throw refused('rule', describe(config.rule), '"power": multiples of dot products');
  const scale = scales.get(Number(config.alpha ?? 0.5))?.(headDim);
  if (scale === undefined) throw refused('alpha', describe(config.alpha), '0, 0.5 or 1');
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
    head: {
      matrix: output ? 'output.weight' : 'tokenEmbedding',
      transposed: !output,
      ...(output && { bias }),
    },
  };
}

/**
 * Of a type that is not known, or of one whose feed-forward part is not: queries and keys of the first layer, of normalised
 * embeddings or of rows that are given.
 *
 * @param {Ground} ground
 * @returns {Computation}
 */
function firstLayer(ground) {
  const { options, overrides, tensors, prefix } = ground;
  const begun = beginningOf({ ...ground, options: new Options({}) });
  const [first] = begun.layerTensors;
  const query = first.query;
  if (!query) throw refused('files', 'fused projections of an unknown type', 'query and key apart');
  const [rows, width] = shapeOf(ground, query);
  const heads = headsOf(
    ground,
    ['num_attention_heads', 'n_head', 'encoder_attention_heads'],
    rows,
    64,
  );
  const headDim = rows / heads;
  const keyHeads = overrides.keyHeads ?? shapeOf(ground, first.key)[0] / headDim;
  const scalar = options.has('query_pre_attn_scalar')
    ? options.number(['query_pre_attn_scalar'], undefined, { min: 1e-6 })
    : headDim;
  if (!options.has('query_pre_attn_scalar')) options.assume('scores are divided by sqrt(d_k)');
  options.assume('positions are left out, and every token sees those up to itself');
  const norm = first.attentionNorm;
  const cap = options.has('attn_logit_softcapping')
    ? options.number(['attn_logit_softcapping'], undefined, { min: 1e-6 })
    : undefined;
  const embedding =
    begun.tables.embedding ??
    [`${prefix}embed_tokens.weight`, `${prefix}embeddings.word_embeddings.weight`].find((name) =>
      tensors.has(name),
    );
  return {
    ...begun,
    layers: 1,
    layerTensors: [first],
    tables: { embedding },
    ...{ width, heads, keyHeads, headDim, transposed: overrides.transposed ?? true, causal: true },
    placement: 'pre',
    norm: norm && !norm.bias ? 'rms' : 'layer',
    epsilon: options.number(['rms_norm_eps', 'layer_norm_eps', 'norm_eps'], 1e-6, { silent: true }),
    activation: 'relu',
    scale: () => 1 / Math.sqrt(scalar),
    softcap: cap,
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
  // Others share names with Llama, but not its gate.
  if (layout === 'llama' && !tensors.has(`${prefix}layers.0.mlp.gate_proj.weight`))
    return undefined;
  return layout in computations ? layout : undefined;
}

/** @param {Record<string, unknown>} config why only the first layer is computed @returns {string | undefined} */
function obstacle(config) {
  if (config.quantization_config) return 'its weights are quantised';
  const experts = ['num_experts', 'num_local_experts', 'n_routed_experts'].find(
    (name) => Number(config[name]) > 0,
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
  const options = new Options({ ...own, ...overrides.config });
  const ground = { tensors, prefix, names: layouts[layout].names, options, overrides };
  const type = layout === 'scaledot' ? 'scaledot' : options.config.model_type;
  const blocked = obstacle(options.config);
  const likely =
    type === undefined ? likelyFamily(layout, prefix, tensors) : families.get(String(type));
  const family = blocked || !likely ? 'first layer' : likely;
  if (blocked) options.assume(`the first layer only is computed: ${blocked}`);
  else if (!likely)
    options.assume(
      `the first layer only is computed: ${type === undefined ? 'no config.json tells the model_type' : `model_type ${describe(type)} is not known`}`,
    );
  else if (type === undefined && !['torch', 'scaledot'].includes(layout))
    options.assume(`the model is a ${layouts[layout].title}, by its names`);
  const computed = (computations[family] ?? firstLayer)(ground);
  checkSizes(computed);
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
