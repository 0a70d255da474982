// Runs the code samples of the Models lab. They must print the numbers of the page.
import { expect, test } from '@jest/globals';
import fs from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { load } from '../../../web/engine/index.js';
import { selectedHead } from '../../../web/labs/models/look.js';
import { OpenedModel } from '../../../web/labs/models/opened.js';
import { codeSamples } from '../../../web/labs/models/code-samples.js';
import { samples } from '../../../web/tables/models.js';
import { initialParams } from '../../../web/tables/state.js';
import { runInNode, runInPlayground, testPrograms } from '../programs.js';
import { gpt2Tensors, headerBytes, jsonFile, randomOf } from './files.js';
import { cases, filesOf } from './models.js';

/** @typedef {import('../../../web/engine/index.js').Engine} Engine */
/** @typedef {import('../../../web/tables/state.js').Params} Params */
/** @typedef {readonly [name: string, shape: readonly number[]]} Named */

const states = {
  'as the page opens': {},
  'without the factor, another head': { scale: 'none', layer: 1, head: 3 },
  'half the factor, a short text': { scale: 'times', factor: 0.5, text: 'Anne was' },
  'the pronoun model, which reads both ways': { source: 'pronouns', text: samples.pronouns },
};

/**
 * The files of a visitor.
 * @type {Record<string, {changes?: Partial<Params>, shards: () => File[] | Promise<File[]>}>}
 */
const owned = {
  'a GPT-2': {
    shards: () => [
      shard('model.safetensors', gpt2()),
      jsonFile({ model_type: 'gpt2', n_head: 3, layer_norm_epsilon: 1e-3 }),
    ],
  },
  'a minGPT without biases, in shards of bfloat16': {
    changes: { scale: 'times', factor: 3, ownHeads: 2 },
    shards() {
      const turned = gpt2('transformer.')
        .filter(([name]) => !/c_(attn|proj|fc)\.bias$/.test(name))
        .map(
          ([name, shape]) =>
            /** @type {Named} */ ([name, /c_/.test(name) ? [...shape].reverse() : shape]),
        );
      return [
        shard('model-1.safetensors', turned.slice(0, 9), 'BF16'),
        shard('model-2.safetensors', [...turned.slice(9), ['lm_head.weight', [40, 12]]], 'BF16'),
      ];
    },
  },
  'a GPT-2 that does not divide': {
    changes: { layer: 2, head: 1 },
    shards: () => [
      shard('model.safetensors', gpt2()),
      jsonFile({
        ...{ model_type: 'gpt2', n_head: 4, scale_attn_weights: false },
        activation_function: 'gelu',
      }),
    ],
  },
};

/** Stored models of every layout, and the changes to the state of the page. @type {Record<string, Partial<Params>>} */
const stored = {
  'gpt2 by layer': { scale: 'none', layer: 3, head: 2 },
  nanogpt: { ownHeads: 3 },
  bert: {},
  'bert of 2018': { scale: 'times', factor: 2 },
  'bert as decoder': { layer: 2 },
  roberta: {},
  llama: { layer: 2, head: 3, ids: '5,17,3,3,29,11,0,22' },
  'llama 3': {},
  'llama stretched': {},
  mistral: {},
  qwen2: { scale: 'none' },
  'qwen2 with windows': { layer: 2, head: 1 },
  qwen3: { layer: 1, head: 2 },
  t5: {},
  't5 1.1': { scale: 'times', factor: 0.5 },
};

for (const [name, changes] of Object.entries(stored)) {
  const { config, tensors, ids = [] } = cases[name];
  const shards = () => filesOf(name, tensors, config);
  owned[`stored: ${name}`] = { changes: { ids: ids.join(), ...changes }, shards };
}
owned['a Llama that turns a part of every head'] = {
  shards() {
    const { config, tensors } = cases.mistral;
    const part = { model_type: 'llama', partial_rotary_factor: 0.5, hidden_act: 'gelu_new' };
    return filesOf('mistral', tensors, { ...config, ...part });
  },
};
owned['a T5 whose buckets begin at distances that logarithms miss'] = {
  changes: { ids: Array.from({ length: 45 }, (_, i) => (i * 7) % 31).join() },
  shards() {
    const { config, tensors } = cases['t5 1.1'];
    const table = 'encoder.block.0.layer.0.SelfAttention.relative_attention_bias.weight';
    const own = { relative_attention_num_buckets: 20, relative_attention_max_distance: 160 };
    return filesOf('t5 1.1', { ...tensors, [table]: [20, 3] }, { ...config, ...own });
  },
};
for (const [name, options] of Object.entries({
  'norms behind, divided by d_k': { rule: 'inverse', norm: 'post', activation: 'gelu' },
  'normalised queries and keys': { rule: 'norm', tied: false },
})) {
  const shape = { task: 'recall', layers: 2, heads: 2, modelDim: 16, headDim: 6, feedForward: 24 };
  owned[`our own: ${name}`] = {
    async shards() {
      const engine = await load({ engine: 'simd' });
      const trainer = await engine.createTrainer(
        /** @type {any} */ ({ ...shape, steps: 3, learningRate: 0.02, ...options }),
      );
      await trainer.step(3);
      const bytes = await trainer.save();
      engine.dispose();
      return [new File([new Uint8Array(bytes)], 'own.safetensors')];
    },
  };
}

const gpt2 = (prefix = '') =>
  gpt2Tensors({ layers: 2, width: 12, vocabulary: 40, positions: 16 }).map(
    ([name, shape]) => /** @type {Named} */ ([prefix + name, shape]),
  );

/** @param {string} name @param {readonly Named[]} tensors @param {'F32' | 'BF16'} dtype */
function shard(name, tensors, dtype = 'F32') {
  const random = randomOf(tensors.length);
  const size = dtype === 'F32' ? 4 : 2;
  /** @type {Record<string, unknown>} */
  const header = { __metadata__: { format: 'pt' } };
  /** @type {number[]} */
  const numbers = [];
  for (const [each, shape] of tensors) {
    const begin = numbers.length;
    for (let i = shape.reduce((product, length) => product * length, 1); i > 0; --i)
      numbers.push((random() - 0.5) * 1.5 + Number(/ln_.*weight/.test(each)));
    header[each] = { dtype, shape, data_offsets: [size * begin, size * numbers.length] };
  }
  const all = Float32Array.from(numbers);
  const halves = new Uint16Array(all.buffer).filter((_, i) => i % 2 === 1);
  return new File([headerBytes(header), dtype === 'F32' ? all : halves], name);
}

/**
 * @param {Engine} engine
 * @param {Params} params
 * @param {readonly File[]} files  the visitor's files
 * @param {string} [place]  where the JavaScript program finds them
 */
async function programsOf(engine, params, files, place) {
  const opened = new OpenedModel(engine, () => {});
  opened.ask(params, files);
  while (!opened.now?.whole) {
    if (opened.failure) throw new Error(opened.failure);
    await new Promise((resolve) => void setTimeout(resolve, 10));
  }
  const selected = selectedHead(params, opened.base);
  const made = codeSamples(opened, params, selected);
  const { javascript } = codeSamples(opened, params, selected, place);
  const { bytes } = opened;
  opened.dispose();
  return { made: { ...made, javascript }, bytes };
}

test('the program in JavaScript leaves arithmetic to the engine', async () => {
  const engine = await load({ engine: 'simd' });
  const { made } = await programsOf(engine, initialParams('models'), []);
  expect(made.javascript).toContain('crossEntropy.perplexity');
  expect(made.javascript).not.toMatch(/Math\.|\+=|-=/);
});

test.each([
  ['whose first layer is all that is known', 'gemma2', {}, {}],
  ['whose names have to be escaped', 'llama', {}, { prefix: '"{' }],
  ['whose layers differ', 'bert', {}, { old: /layer\.1\..*LayerNorm/ }],
  ['whose norms differ', 'bert', {}, { old: /embeddings\.LayerNorm/ }],
  ['that normalises all queries at once', 'qwen3', {}, { wide: /q_norm/ }],
  ['whose tokens see themselves alone', 'mistral', { sliding_window: 1 }, {}],
])('no programs in Python of a model %s', async (_, name, changes, how) => {
  /** @type {{prefix?: string, old?: RegExp, wide?: RegExp}} old: what is called gamma and beta */
  const { prefix = '', old, wide } = how;
  const engine = await load({ engine: 'simd' });
  const { tensors, config, ids = [] } = cases[name];
  const named = (/** @type {string} */ each) =>
    old?.test(each) ? each.replace(/weight$/, 'gamma').replace(/bias$/, 'beta') : each;
  const shapes = Object.entries(tensors).map(([each, shape]) => [
    prefix + named(each),
    wide?.test(each) ? [24] : shape,
  ]);
  const files = filesOf(name, Object.fromEntries(shapes), { ...config, ...changes });
  const read = { source: 'own', input: 'ids', ids: ids.join() };
  const params = /** @type {Params} */ ({ ...initialParams('models'), ...read });
  const { made } = await programsOf(engine, params, files);
  expect(Object.keys(made)).toEqual(['javascript', 'output']);
  engine.dispose();
});

test('of a model without embeddings the program in JavaScript reads the same rows', async () => {
  const name = 'nn.TransformerEncoder';
  const { tensors, config } = cases[name];
  const files = filesOf(name, tensors, config);
  const folder = fs.mkdtempSync(path.join(tmpdir(), 'scaledot-rows-'));
  for (const file of files)
    fs.writeFileSync(path.join(folder, file.name), Buffer.from(await file.arrayBuffer()));
  const engine = await load({ engine: 'simd' });
  const read = { source: 'own', tokens: 12, seed: 5, scale: 'times', factor: 2, layer: 1, head: 2 };
  const params = /** @type {Params} */ ({ ...initialParams('models'), ...read });
  /** @type {{made: Record<string, string>}} */
  const { made } = await programsOf(engine, params, files, folder);
  expect(Object.keys(made)).toEqual(['javascript', 'output']);
  const { javascript, output } = made;
  expect(runInNode(process.cwd(), `.sample-rows-${process.pid}.mjs`, javascript)).toBe(output);
  expect(await runInPlayground(javascript)).toBe(output);
  engine.dispose();
  fs.rmSync(folder, { recursive: true });
});

testPrograms('models', states, async (engine, params, folder) => {
  const file = `${params.source}.safetensors`;
  const { made, bytes } = await programsOf(engine, params, [], `web/models/${file}`);
  fs.writeFileSync(path.join(folder, file), /** @type {Uint8Array} */ (bytes));
  return made;
});

for (const [name, { changes, shards }] of Object.entries(owned)) {
  const read = { source: 'own', input: 'ids', ids: '3,1,4,1,5,9,2,6', ...changes };
  testPrograms('models', { [name]: read }, async (engine, params, folder) => {
    const files = await shards();
    const place = path.join(folder, 'FOLDER'); // the name that the programs use
    fs.rmSync(place, { recursive: true, force: true });
    fs.mkdirSync(place, { recursive: true });
    for (const file of files)
      fs.writeFileSync(path.join(place, file.name), Buffer.from(await file.arrayBuffer()));
    return (await programsOf(engine, params, files, place)).made;
  });
}
