// Files of our own trainer, opened as models: for every rule whose scores are multiples of q.k, the weights equal those
// of the trainer.
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { load } from '../../../web/engine/index.js';
import { openModel } from '../../../web/engine/models/index.js';

/** @import { AttentionRule, Engine } from '../../../web/engine/index.js' */

/** @type {Engine} */
let sd;
beforeAll(async () => {
  sd = await load({ engine: 'simd' });
});
afterAll(() => sd.dispose());

/** Returns a trainer after some steps, and its file. @param {AttentionRule} rule @param {object} [options] */
async function trained(rule, options) {
  const trainer = await sd.createTrainer({
    ...{ task: 'recall', rule, layers: 2, heads: 2, modelDim: 16, headDim: 6, feedForward: 24 },
    ...{ steps: 30, learningRate: 0.02, ...options },
  });
  await trainer.step(30);
  const bytes = await trainer.save();
  return { trainer, file: new File([new Uint8Array(bytes)], 'own.safetensors') };
}

/**
 * Returns the largest error, relative to the largest number.
 * @param {ArrayLike<number> | undefined} ours
 * @param {ArrayLike<number>} theirs
 */
function errorOf(ours = [], theirs) {
  expect(ours).toHaveLength(theirs.length);
  const largest = Math.max(...Array.from(theirs, Math.abs));
  return Math.max(...Array.from(theirs, (value, i) => Math.abs(value - ours[i]))) / largest;
}

test.each([
  ['rsqrt', 'rsqrt', {}],
  ['none', 'none', { norm: 'post' }],
  ['inverse', 'other', { activation: 'gelu' }],
  ['folded', 'none', { tied: false }],
  ['doubled', 'rsqrt', {}],
  ['norm', 'rsqrt', {}],
  ['norm', 'rsqrt', { norm: 'post', headDim: 1 }],
])('%s: %s, with %j', async (rule, name, options) => {
  const { trainer, file } = await trained(/** @type {AttentionRule} */ (rule), options);
  const model = await openModel(sd, file);
  expect([model.layout, model.family, model.rule.name]).toEqual([
    'scaledot',
    'scaledot',
    name === 'rsqrt' && model.headDim === 1 ? 'none' : name,
  ]);
  for (const factor of [1, 3]) {
    const { blocks } = await trainer.attention({ index: 5 }, { scoreFactor: factor });
    const ids = blocks[0].queries.map((word) => trainer.vocabulary.indexOf(word));
    const { layers } = await model.run(ids, { factor });
    blocks.forEach(({ weights }, i) =>
      expect(errorOf(layers[i].weights?.data, weights.data)).toBeLessThan(1e-5),
    );
  }
});

test('every tensor takes part, those of the optimizer aside', async () => {
  const { file } = await trained('norm');
  const { unused } = await openModel(sd, file);
  expect(unused.filter((name) => !name.startsWith('optimizer.'))).toEqual([]);
});

test.each([['cosine'], ['additive']])('%s is refused by its name', async (rule) => {
  const { file } = await trained(/** @type {AttentionRule} */ (rule));
  await expect(openModel(sd, file)).rejects.toThrow(
    `rule: got "${rule}"; expected power, folded, doubled, norm: the scores of others are no multiples of q.k`,
  );
});

test('norm without its gains is refused', async () => {
  const header = { rule: 'norm', heads: '2' };
  const { file } = await trained('rsqrt');
  const bytes = new Uint8Array(await file.arrayBuffer());
  const read = sd.readSafetensors(bytes);
  const made = sd.writeSafetensors(read.tensors, { ...read.metadata, ...header });
  await expect(openModel(sd, new File([new Uint8Array(made)], 'a.safetensors'))).rejects.toThrow(
    'files: got no queryGain and keyGain in a layer; expected both: the rule is norm',
  );
});
