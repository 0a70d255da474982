// The code twins of the Models lab are programs: they are run, and what they print is what the page shows.
import fs from 'node:fs';
import path from 'node:path';
import { lookedAt } from '../../../web/labs/models/look.js';
import { OpenedModel } from '../../../web/labs/models/opened.js';
import { twins } from '../../../web/labs/models/twins.js';
import { samples } from '../../../web/tables/models.js';
import { testPrograms } from '../programs.js';
import { gpt2Tensors, headerBytes, jsonFile, randomOf } from './files.js';

/** @typedef {import('../../../web/engine/index.js').Engine} Engine */
/** @typedef {import('../../../web/tables/state.js').Params} Params */
/** @typedef {readonly [name: string, shape: readonly number[]]} Named */

const states = {
  'as the page opens': {},
  'without the factor, another head': { scale: 'none', layer: 1, head: 3 },
  'half the factor, a short text': { scale: 'times', factor: 0.5, text: 'Anne was' },
  'the pronoun model, which reads both ways': { source: 'pronouns', text: samples.pronouns },
};

/** Files of a visitor. @type {Record<string, {changes?: Partial<Params>, shards: () => File[]}>} */
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
 * @param {readonly File[]} files  of the visitor
 * @param {string} [place]  where the program in JavaScript finds them
 */
async function programsOf(engine, params, files, place) {
  const opened = new OpenedModel(engine, () => {});
  opened.ask(params, files);
  while (!opened.now?.whole) {
    if (opened.failure) throw new Error(opened.failure);
    await new Promise((resolve) => void setTimeout(resolve, 10));
  }
  const looked = lookedAt(params, opened.base);
  const made = twins(opened, params, looked);
  const { javascript } = twins(opened, params, looked, place);
  const { bytes } = opened;
  opened.dispose();
  return { made: { ...made, javascript }, bytes };
}

testPrograms('models', states, async (engine, params, folder) => {
  const file = `${params.source}.safetensors`;
  const { made, bytes } = await programsOf(engine, params, [], `web/models/${file}`);
  fs.writeFileSync(path.join(folder, file), /** @type {Uint8Array} */ (bytes));
  return made;
});

for (const [name, { changes, shards }] of Object.entries(owned)) {
  const read = { source: 'own', input: 'ids', ids: '3,1,4,1,5,9,2,6', ...changes };
  testPrograms('models', { [name]: read }, async (engine, params, folder) => {
    const files = shards();
    const place = path.join(folder, 'FOLDER'); // as the programs call it
    fs.mkdirSync(place, { recursive: true });
    for (const file of files)
      fs.writeFileSync(path.join(place, file.name), Buffer.from(await file.arrayBuffer()));
    return (await programsOf(engine, params, files, place)).made;
  });
}
