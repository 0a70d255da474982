// openModel() compared with PyTorch in double. fixtures/reference.py wrote fixtures/activations.json. If python3 has
// torch, they are computed again and compared.
import { afterAll, describe, expect, test } from '@jest/globals';
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { openModel } from '../../../web/engine/models/index.js';
import { onEveryVariant } from '../engine/variants.js';
import { pythonWith } from '../python.js';
import { cases, filesOf, floatsOf, numbersOf, sizeOf } from './models.js';

/** @import { Engine } from '../../../web/engine/index.js' */
/** @import { ModelResultName } from '../../../web/engine/models/index.js' */
/** @import { Case } from './models.js' */

/** The tolerance against double precision, relative to the largest number. */
const tolerance = 1e-4;

/** @param {ArrayLike<number>} ours @param {ArrayLike<number>} theirs */
function errorOf(ours, theirs) {
  expect(ours).toHaveLength(theirs.length);
  const largest = Math.max(...Array.from(theirs, Math.abs));
  const worst = Math.max(...Array.from(theirs, (value, i) => Math.abs(value - ours[i])));
  return Number.isNaN(worst) ? Infinity : worst / largest;
}

/**
 * @param {Engine} engine
 * @param {string} name
 * @param {object} [how] how the files are written
 * @param {object} [changes] changes to the configuration
 */
async function opened(engine, name, how, changes) {
  const { config, options, tensors } = cases[name];
  const { n_head: heads = undefined, nhead = heads, ...given } = options;
  const overrides = { ...(nhead && { heads: nhead }), config: { ...given, ...changes } };
  return openModel(engine, filesOf(name, tensors, config, how), overrides);
}

/**
 * Returns the worst error of all stored results.
 * @param {Awaited<ReturnType<typeof opened>>} model
 * @param {string} name
 */
async function worstOf(model, name) {
  const { ids, rows = [], hidden, weights, scores, final, logits } = cases[name];
  const input = ids ?? { data: numbersOf(name, 'input', sizeOf(rows)), shape: rows };
  /** @type {ModelResultName[]} */
  const returns = ['weights', 'scores'];
  if (final) returns.push('hidden');
  if (logits) returns.push('logits');
  const run = await model.run(input, { returns });
  const layers = Object.values(run.layers);
  expect(layers).toHaveLength(weights.length);
  const pairs = [
    ...weights.map((theirs, i) => [layers[i].weights, theirs]),
    ...hidden.map((theirs, i) => [layers[i].hidden, theirs]),
    [layers.at(-1)?.scores, scores],
    [run.hidden, final],
    [run.logits, logits],
  ];
  const errors = pairs.map(([ours, theirs]) =>
    typeof theirs === 'string' && typeof ours === 'object'
      ? errorOf(ours.data, floatsOf(theirs))
      : Number(ours !== theirs),
  );
  return Math.max(...errors);
}

const [gpt2, bert] = [
  { layout: 'GPT-2', family: 'gpt2' },
  { layout: 'BERT', family: 'bert' },
];
const firstLayer = { family: 'first layer', predicts: false };
const unknown = (/** @type {string} */ type) =>
  `only the first layer is computed: model_type "${type}" is not known`;
const others = (/** @type {string[]} */ ...names) =>
  names.map((name) => `model.layers.0.${name}.weight`);
const [gate, after, last] = [
  'mlp.gate_proj',
  'post_attention_layernorm',
  'post_feedforward_layernorm',
];
const upTo = 'positions are left out, and every token sees those up to itself';
const normed = 'embeddings are normalised by layers.0.input_layernorm, an RMSNorm';
const root = 'scores are divided by sqrt(d_k)';
const pooler = (/** @type {string} */ at) => [`${at}pooler.dense.weight`, `${at}pooler.dense.bias`];

/**
 * What each model reports about itself, where it differs from a Llama.
 * @type {Record<string, Record<string, unknown>>}
 */
const told = {
  gpt2: { ...gpt2, unused: ['transformer.h.0.attn.bias', 'transformer.h.1.attn.bias'] },
  'gpt2 by layer': { ...gpt2, rule: 'other', assumed: ['the activation is GELU by tanh'] },
  'gpt2 unscaled': {
    ...gpt2,
    rule: 'none',
    unused: ['transformer.h.0.attn.bias', 'transformer.h.1.attn.bias'],
  },
  mingpt: {
    ...gpt2,
    assumed: ['the model is a GPT-2, by its names', 'layer_norm_epsilon is 0.00001'],
    unused: ['h.0.attn.bias', 'h.1.attn.bias'],
  },
  nanogpt: {
    ...gpt2,
    assumed: [
      'the model is a GPT-2, by its names',
      'layer_norm_epsilon is 0.00001',
      'the activation is gelu',
    ],
  },
  bert: { ...bert, unused: pooler('bert.') },
  'bert of 2018': { ...bert, unused: pooler(''), predicts: false },
  'bert as decoder': { ...bert, unused: pooler('bert.') },
  roberta: { layout: 'BERT', family: 'roberta', unused: pooler('roberta.') },
  t5: {
    ...{ layout: 'T5', family: 't5', rule: 'none', predicts: false },
    unused: ['decoder.block.0.layer.0.SelfAttention.q.weight'],
  },
  't5 1.1': { layout: 'T5', family: 't5', rule: 'none', predicts: false },
  'nn.TransformerEncoder': {
    ...{ layout: 'nn.TransformerEncoder', family: 'torch', predicts: false },
    assumed: ['norm_first is false', 'layer_norm_eps is 0.00001', 'the activation is relu'],
  },
  'nn.TransformerEncoder, norms first': {
    ...{ layout: 'nn.TransformerEncoder', family: 'torch', predicts: false },
    assumed: ['layer_norm_eps is 0.00001'],
  },
  gemma2: {
    ...firstLayer,
    rule: 'other',
    assumed: [unknown('gemma2'), upTo, normed],
    unused: others(after, last, gate),
  },
  olmo2: {
    ...firstLayer,
    unused: others(after, last, gate),
    assumed: [unknown('olmo2'), root, upTo, 'no norm stands before the first attention'],
  },
  granite: {
    ...firstLayer,
    rule: 'other',
    assumed: [unknown('granite'), upTo, normed],
    unused: others(after, gate),
  },
  electra: {
    ...{ ...firstLayer, layout: 'BERT' },
    unused: ['weight', 'bias'].map(
      (of) => `electra.encoder.layer.0.attention.output.LayerNorm.${of}`,
    ),
    assumed: [
      unknown('electra'),
      root,
      'positions are left out, and every token sees all',
      'embeddings are normalised by embeddings.LayerNorm, a LayerNorm',
    ],
  },
  'another GPT': {
    ...gpt2,
    ...firstLayer,
    assumed: [unknown('gpt9'), root, upTo, 'embeddings are normalised by h.0.ln_1, a LayerNorm'],
  },
};

onEveryVariant('openModel() computes as PyTorch does in double', (engine, variant) => {
  let worst = { error: 0, name: '' };
  test.each(Object.keys(cases))('%s', async (name) => {
    const model = await opened(engine(), name);
    const error = await worstOf(model, name);
    if (error > worst.error) worst = { error, name };
    expect(error).toBeLessThan(tolerance);
  });
  afterAll(() => {
    console.log(
      `models [${variant}]: at most ${worst.error.toExponential(1)} off, of ${worst.name}`,
    );
  });
});

onEveryVariant(
  'openModel()',
  (engine) => {
    test.each(Object.keys(cases))('%s: what it says of itself', async (name) => {
      const { layout, family, rule, assumed, unused, predicts, ...model } = await opened(
        engine(),
        name,
      );
      const { layers, heads, keyHeads, headDim } = model;
      expect({ layers, heads, keyHeads, headDim }).toEqual(cases[name].sizes);
      const own = told[name];
      expect({ layout, family, rule: rule.name, assumed, predicts }).toEqual({
        ...{ layout: 'Llama', family: 'llama', rule: 'rsqrt', assumed: [], predicts: true },
        ...own,
        unused: undefined,
      });
      expect(unused).toEqual(own?.unused ?? []);
    });

    const forms = [
      { type: 'F16', shards: 2 },
      { type: 'BF16', shards: 3, index: true },
    ];
    describe.each(forms)('from files of %j', (form) => {
      test.each(Object.keys(cases))('%s', async (name) => {
        expect(await worstOf(await opened(engine(), name, form), name)).toBeLessThan(tolerance);
      });
    });

    // Each case differs from the stored results in one option. The comparison must detect it.
    test.each([
      ['gpt2', { activation_function: 'gelu' }],
      ['gpt2', { layer_norm_epsilon: 1e-3 }],
      ['gpt2 by layer', { scale_attn_by_inverse_layer_idx: false }],
      ['gpt2 unscaled', { scale_attn_weights: true }],
      ['mingpt', { activation_function: 'gelu' }],
      ['bert', { hidden_act: 'gelu_new' }],
      ['bert', { is_decoder: true }],
      ['bert of 2018', { layer_norm_eps: 1e-3 }],
      ['bert as decoder', { is_decoder: false }],
      ['roberta', { pad_token_id: 0 }],
      ['roberta', { hidden_act: 'gelu' }],
      ['llama', { rope_theta: 9000 }],
      ['llama', { rms_norm_eps: 1e-3 }],
      ['llama', { hidden_act: 'gelu' }],
      ['llama 3', { rope_scaling: null }],
      ['llama stretched', { rope_scaling: { type: 'linear', factor: 3 } }],
      ['mistral', { sliding_window: 5 }],
      ['qwen2', { use_sliding_window: true, max_window_layers: 0 }],
      ['qwen2 with windows', { max_window_layers: 0 }],
      ['qwen3', { layer_types: ['full_attention', 'full_attention'] }],
      ['t5', { relative_attention_max_distance: 128 }],
      ['t5 1.1', { feed_forward_proj: 'gated-silu' }],
      ['nn.TransformerEncoder', { norm_first: true }],
      ['nn.TransformerEncoder, norms first', { activation: 'relu' }],
      ['gemma2', { attn_logit_softcapping: null }],
      ['gemma2', { query_pre_attn_scalar: 10 }],
      ['gemma2', { model_type: 'gemma9' }],
      ['granite', { attention_multiplier: null }],
      ['granite', { embedding_multiplier: 1 }],
    ])('%s with %j is seen', async (name, changes) => {
      const model = await opened(engine(), name, {}, changes);
      expect(await worstOf(model, name)).toBeGreaterThan(tolerance);
    });
  },
  ['simd'],
);

const python = pythonWith('torch');
(python ? test : test.skip)(
  'the stored activations are what PyTorch says',
  () => {
    const script = fileURLToPath(new URL('fixtures/reference.py', import.meta.url));
    const { stdout, stderr, status } = spawnSync(String(python), ['-B', script], {
      encoding: 'utf8',
      maxBuffer: 2 ** 26,
    });
    if (status !== 0) throw new Error(stderr);
    /** @type {Record<string, Case>} */
    const fresh = JSON.parse(stdout);
    expect(Object.keys(fresh)).toEqual(Object.keys(cases));
    for (const [name, { hidden, weights, scores, final, logits, ...said }] of Object.entries(
      fresh,
    )) {
      const old = cases[name];
      expect(old).toMatchObject(said);
      const now = [...hidden, ...weights, scores, final ?? '', logits ?? ''];
      const then = [...old.hidden, ...old.weights, old.scores, old.final ?? '', old.logits ?? ''];
      expect(now).toHaveLength(then.length);
      now.forEach((text, i) => {
        if (text || then[i]) expect(errorOf(floatsOf(text), floatsOf(then[i]))).toBeLessThan(1e-6);
      });
    }
  },
  300_000,
);
