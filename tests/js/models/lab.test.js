/** The Models lab: its inputs and measurements, and the inspected head, compared with passes made here. */
import { beforeAll, describe, expect, test } from '@jest/globals';
import fs from 'node:fs';
import { load } from '../../../web/engine/index.js';
import { assumptionNames } from '../../../web/engine/models/assumptions.js';
import { openModel } from '../../../web/engine/models/index.js';
import { translator } from '../../../web/i18n/index.js';
import storyEn from '../../../web/i18n/models.story.en.js';
import storyZh from '../../../web/i18n/models.story.zh-Hans.js';
import { failing } from '../../../web/labs/models/assumptions.js';
import { away, measured, selectedHead } from '../../../web/labs/models/look.js';
import { OpenedModel } from '../../../web/labs/models/opened.js';
import { measures, multiplierOf, samples } from '../../../web/tables/models.js';
import { change, format, initialParams, parse } from '../../../web/tables/state.js';
import { gpt2Tensors, jsonFile, madeFile } from './files.js';
import { cases, filesOf } from './models.js';

/** @typedef {import('../../../web/tables/state.js').Params} Params */

/** @type {import('../../../web/engine/index.js').Engine} */
let engine;
beforeAll(async () => {
  engine = await load({ engine: 'simd' });
});

const initial = initialParams('models');

/** Waits for the whole pass with the page's factor. @param {Params} params @param {readonly File[]} [files] */
async function opened(params, files = []) {
  const model = new OpenedModel(engine, () => {});
  model.ask(params, files);
  await until(() => model.now?.whole || model.failure !== '');
  return model;
}

/** @param {() => unknown} holds */
async function until(holds) {
  for (let i = 0; i < 6000; i++) {
    if (holds()) return;
    await new Promise((resolve) => void setTimeout(resolve, 10));
  }
  throw new Error('it did not come');
}

/** Casts to a browser's File. Generated files have only some of its members. @param {unknown} file @returns {File} */
const asFile = (file) => /** @type {File} */ (file);

test('what it shows of the text model is what the package computes', async () => {
  const model = await opened(initial);
  const bytes = fs.readFileSync('web/models/text.safetensors');
  const own = await openModel(engine, new File([bytes], 'text.safetensors'));
  const names = JSON.parse(own.metadata.vocabulary);
  const ids = [...samples.text].map((letter) => names.indexOf(letter));
  expect(model.tokens?.ids).toEqual(ids);
  const options = { returns: /** @type {const} */ (['statistics', 'logits']), bins: 60 };
  const { layers, logits } = await own.run(ids, options);
  const heads = [layers[0].statistics, layers[1].statistics];
  expect(model.base?.heads).toEqual(heads);
  expect(model.base?.mean).toEqual(engine.meanOfHeads(/** @type {any} */ (heads.flat())));
  const { data, shape } = engine.logSoftmax(/** @type {any} */ (logits));
  const losses = ids.slice(1).map((id, i) => -data[i * shape[1] + id]);
  const mean = losses.reduce((sum, loss) => sum + loss, 0) / losses.length;
  expect(model.base?.predicted?.perplexity).toBeCloseTo(Math.exp(mean), 4);
  const probabilities = model.base?.predicted?.probabilities.get(ids.length - 1) ?? [];
  expect(probabilities).toHaveLength(shape[1]);
  const row = Array.from(data.subarray((ids.length - 1) * shape[1]), Math.exp);
  probabilities.forEach((probability, id) => expect(probability).toBeCloseTo(row[id], 6));
  own.close();
  model.dispose();
});

test('what a text of the most tokens has for its next word needs no room for all words of all tokens', async () => {
  const size = { layers: 1, width: 8, vocabulary: 151_936, positions: 256 };
  const files = [asFile(madeFile(gpt2Tensors(size)))];
  const read = { source: 'own', input: 'random', tokens: 256, ownHeads: 2 };
  const model = await opened({ ...initial, ...read }, files);
  expect(model.failure).toBe('');
  expect(model.tokens?.ids).toHaveLength(256);
  const { perplexity = NaN, probabilities } = model.base?.predicted ?? {};
  expect(perplexity).toBeGreaterThan(100_000);
  const last = probabilities?.get(255) ?? new Float32Array(0);
  expect(last).toHaveLength(151_936);
  expect(last.reduce((sum, probability) => sum + probability, 0)).toBeCloseTo(1, 3);
  expect(await model.perplexityAt(2, new AbortController().signal)).toBeGreaterThan(100_000);
  model.dispose();
}, 60_000);

test('a pass that fails is not tried again, and the next one is', async () => {
  let drawn = 0;
  const model = new OpenedModel(engine, () => {
    drawn++;
    model.ask(params, files); // as the lab does at every render
  });
  const files = [
    asFile(madeFile(gpt2Tensors({ layers: 1, width: 64, vocabulary: 90, positions: 40 }))),
  ];
  let params = { ...initial, source: 'own', input: 'ids', ids: '5,7,999' };
  model.ask(params, files);
  await until(() => model.failure !== '');
  expect(model.failure).toContain('999');
  const before = drawn;
  await new Promise((resolve) => void setTimeout(resolve, 200));
  expect(drawn).toBe(before);
  params = { ...params, ids: '5,7,8' };
  model.ask(params, files);
  await until(() => model.now?.whole);
  expect(model.failure).toBe('');
  model.dispose();
});

test('of files, a factor that is dragged is computed when it rests, and not at every move', async () => {
  const size = { layers: 4, width: 128, vocabulary: 90, positions: 40 };
  const file = madeFile(gpt2Tensors(size));
  const files = [asFile(file)];
  const params = { ...initial, source: 'own', input: 'ids', ids: '5,7,9', ownHeads: 2 };
  const model = await opened(params, files);
  const one = file.read;
  for (let i = 1; i <= 10; i++) {
    model.ask({ ...params, scale: 'times', factor: 1 + i / 10 }, files);
    await new Promise((resolve) => void setTimeout(resolve, 15));
  }
  await until(() => model.now?.whole);
  expect(model.now?.multiplier).toBe(2);
  expect(file.read).toBeLessThan(3 * one); // computing at every move would read 11 times as much
  model.dispose();
});

test('of a text that is too short nothing is shown, nor of the one before', async () => {
  const model = await opened(initial);
  expect(model.lacks).toBe('');
  model.ask({ ...initial, scale: 'none' }, []); // a pass is running
  model.ask({ ...initial, scale: 'none', text: 'a' }, []);
  expect(model.lacks).toBe('models.tooShort');
  await new Promise((resolve) => void setTimeout(resolve, 300));
  expect([model.base, model.now, model.done]).toEqual([null, null, null]);
  model.dispose();
});

test('random tokens are those of the command line', async () => {
  const params = { ...initial, source: 'own', input: 'random', tokens: 5, seed: 7 };
  const files = [
    asFile(madeFile(gpt2Tensors({ layers: 1, width: 64, vocabulary: 90, positions: 40 }))),
  ];
  const model = await opened(params, files);
  expect(model.tokens?.ids).toEqual([...engine.numpyRandom(7).randint(0, 90, 5)]);
  model.dispose();
});

test('the page’s factor multiplies beside the model’s', () => {
  const rule = { name: 'rsqrt' };
  expect(multiplierOf({ ...initial, scale: 'own' }, rule)).toBe(1);
  expect(multiplierOf({ ...initial, scale: 'none' }, rule)).toBe('none');
  expect(multiplierOf({ ...initial, scale: 'none' }, { name: 'none' })).toBe(1);
  expect(multiplierOf({ ...initial, scale: 'times', factor: 0.5 }, rule)).toBe(0.5);
});

test('without its factor the model’s weights are those that the package gives for sqrt(d_k) times it', async () => {
  const model = await opened({ ...initial, scale: 'none' });
  const bytes = fs.readFileSync('web/models/text.safetensors');
  const own = await openModel(engine, new File([bytes], 'text.safetensors'));
  const ids = [...(model.tokens?.ids ?? [])];
  const { layers } = await own.run(ids, { returns: ['weights'], factor: 1 / own.rule.scale });
  const shown = await model.matricesOf(1, model.multiplier, new AbortController().signal);
  layers[1].weights?.data.forEach((weight, i) =>
    expect(shown.weights.data[i]).toBeCloseTo(weight, 5),
  );
  expect(model.base?.multiplier).toBe(1);
  expect(model.now?.multiplier).toBe('none');
});

test('without a factor is without it in every layer, also where layers have factors of their own', async () => {
  const { tensors, config, ids = [] } = cases['gpt2 by layer'];
  const files = filesOf('gpt2 by layer', tensors, config);
  const params = { ...initial, source: 'own', input: 'ids', ids: ids.join(), scale: 'none' };
  const model = await opened(params, files);
  const { scale, scales } = model.model?.rule ?? { scale: NaN, scales: [] };
  expect(scales.map((each) => scale / each)).toEqual([1, 2, 3].map((i) => expect.closeTo(i, 9)));
  for (const { scoreSd, logitSd, scaled, unscaled } of (model.now?.heads ?? []).flat()) {
    expect(logitSd).toBe(scoreSd);
    expect(scaled).toEqual(unscaled);
  }
  model.dispose();
});

test('a model brings what it reads, and a link keeps its own text', () => {
  const { params } = change(initial, { source: 'pronouns' }, 'models');
  expect(params.text).toBe(samples.pronouns);
  expect(parse('lab=models&source=pronouns&text=the%20dog').params.text).toBe('the dog');
  expect(change(params, { source: 'own' }, 'models').params.text).toBe(samples.pronouns);
  // The sample text of another model is not kept, because its link would mean a different text.
  const other = change(params, { text: samples.text }, 'models').params;
  expect(other.text).toBe(samples.pronouns);
  expect(parse(format(other, 'models')).params).toEqual(other);
});

test('the head that is selected is the one farthest from √d_k, or the chosen one', async () => {
  const model = await opened(initial);
  const all = (model.base?.heads ?? []).flat();
  const farthest = Math.max(...all.map(({ scoreSd, unitSd }) => away(scoreSd, unitSd)));
  const { layer, head } = selectedHead(initial, model.base);
  const found = model.base?.heads[layer][head];
  expect(away(found?.scoreSd ?? 0, found?.unitSd ?? 0)).toBe(farthest);
  expect(selectedHead({ ...initial, layer: 1, head: 3 }, model.base)).toEqual({
    layer: 0,
    head: 2,
  });
  // From a link to a larger model: uses the last layer and head.
  expect(selectedHead({ ...initial, layer: 99, head: 99 }, model.base)).toEqual({
    layer: 1,
    head: 3,
  });
  expect(selectedHead({ ...initial, layer: 1 }, model.base).layer).toBe(0);
  model.dispose();
});

test('every measure has a number for every head', async () => {
  const model = await opened(initial);
  for (const measure of measures)
    for (const head of (model.base?.heads ?? []).flat())
      expect(measured({ ...initial, measure }, head)).toEqual(expect.any(Number));
  model.dispose();
});

test('the assumption that fails most has most of the way, up or down', () => {
  expect(failing([8, 8, 8, 8, 9])).toBe('measured');
  expect(failing([8, 2, 3, 3, 3])).toBe('spread');
  expect(failing([8, 9, 30, 40, 40])).toBe('independent');
  expect(failing([8, 9, 10, 40, 30])).toBe('covariance');
  expect(failing([8, 16, 32, 64, 60])).toBe('several');
  expect(failing([8, 8, 8.1, 8, 8])).toBe('none');
});

test('a model without embeddings of tokens reads random rows, and says so', async () => {
  const { tensors, config } = cases['nn.TransformerEncoder'];
  const files = filesOf('nn.TransformerEncoder', tensors, config);
  const params = { ...initial, source: 'own', tokens: 12, seed: 3, input: 'ids', ids: '3,1,4' };
  const model = await opened(params, files);
  expect(model.note).toBe('models.noEmbeddings');
  expect(model.tokens?.rows?.shape).toEqual([12, model.model?.width]);
  expect(model.base?.heads).toHaveLength(model.model?.layers ?? 0);
  const [one] = model.base?.heads[0] ?? [];
  expect(one.scoreSd).toBeGreaterThan(0);
  // Weights beyond the cache are computed again, from the same rows.
  const { signal } = new AbortController();
  const again = await model.matricesOf(0, 1.5, signal);
  const { rows } = model.tokens ?? {};
  const own = await openModel(engine, files);
  const { layers } = await own.run(/** @type {any} */ (rows), { factor: 1.5, layers: [0] });
  expect(again.weights).toEqual(layers[0].weights);
  model.ask({ ...params, seed: 4 }, files);
  await until(() => model.base?.whole && model.base.heads[0][0].scoreSd !== one.scoreSd);
  model.dispose();
});

describe('weights are there as soon as their layer is in', () => {
  /**
   * Returns the layers with weights before the pass is whole, by the number of completed layers.
   * @param {Params} params
   * @param {File[]} files
   */
  async function watched(params, files) {
    /** @type {Record<number, number[]>} */
    const found = {};
    const model = new OpenedModel(engine, () => {
      const { base } = model;
      if (!base || base.whole) return;
      found[base.heads.length] = base.heads.flatMap((_, i) => (model.matricesAt(i, 1) ? [i] : []));
    });
    model.ask(params, files);
    await until(() => model.now?.whole || model.failure !== '');
    expect(model.failure).toBe('');
    return { model, found };
  }
  const { signal } = new AbortController();

  test('of every layer', async () => {
    const size = { layers: 3, width: 64, vocabulary: 90, positions: 40 };
    const files = [asFile(madeFile(gpt2Tensors(size)))];
    const params = { ...initial, source: 'own', input: 'ids', ids: '5,7,9,11', ownHeads: 4 };
    const { model, found } = await watched(params, files);
    expect(found).toEqual({ 1: [0], 2: [0, 1], 3: [0, 1, 2] });
    const own = await openModel(engine, files, { heads: 4 });
    const { layers } = await own.run([5, 7, 9, 11]);
    for (const i of [0, 1, 2]) expect(model.matricesAt(i, 1)?.weights).toEqual(layers[i].weights);
    model.dispose();
  });

  test('of the layer that is selected, where all would take too much memory', async () => {
    const size = { layers: 5, width: 64, vocabulary: 90, positions: 256 };
    const files = [asFile(madeFile(gpt2Tensors(size)))];
    const read = { source: 'own', input: 'random', tokens: 256, ownHeads: 16, layer: 2 };
    const { model, found } = await watched({ ...initial, ...read }, files);
    expect(found).toEqual({ 1: [0], 2: [1], 3: [1], 4: [1], 5: [1] });
    const ids = model.tokens?.ids ?? [];
    const own = await openModel(engine, files, { heads: 16 });
    const { layers } = await own.run(ids, { layers: [1, 3] });
    expect(await model.matricesOf(1, 1, signal)).toEqual({ weights: layers[1].weights });
    expect(await model.matricesOf(3, 1, signal)).toEqual({ weights: layers[3].weights });
    model.dispose();
  });
});

test('a visitor’s GPT-2 without a tokenizer reads random tokens, and says so', async () => {
  const size = { layers: 2, width: 48, vocabulary: 90, positions: 40 };
  const files = [
    asFile(Object.assign(madeFile(gpt2Tensors(size)), { name: 'model.safetensors' })),
    asFile(jsonFile({ model_type: 'gpt2', n_head: 4, n_layer: 2, n_embd: 48 }, 'config.json')),
  ];
  const params = { ...initial, source: 'own', tokens: 99, seed: 3 };
  const model = await opened(params, files);
  expect(model.failure).toBe('');
  expect(model.note).toBe('models.noTokenizer');
  expect(model.tokens?.ids).toHaveLength(40); // as many as the model has positions
  expect(model.model?.heads).toBe(4);
  model.ask({ ...params, input: 'ids', ids: '3,1,4,1,5' }, files);
  await until(() => model.now?.whole);
  expect(model.tokens?.ids).toEqual([3, 1, 4, 1, 5]);
  model.ask({ ...params, ownHeads: 6 }, files);
  await until(() => model.model?.heads === 6 && model.now?.whole);
  model.ask({ ...params, ownHeads: 7 }, files);
  await until(() => model.failure);
  expect(model.failure).toMatch(/7/);
  expect(model.now).toBeNull();
  model.ask({ ...params, ownHeads: 4 }, files);
  await until(() => model.now?.whole);
  expect(model.failure).toBe('');
  model.dispose();
});

test('a tokenizer.json that cannot be read is told of, and ids are read without it', async () => {
  const size = { layers: 1, width: 48, vocabulary: 90, positions: 40 };
  const files = [
    asFile(Object.assign(madeFile(gpt2Tensors(size)), { name: 'model.safetensors' })),
    asFile(jsonFile({ model: { type: 'Unknown' } }, 'tokenizer.json')),
  ];
  const params = { ...initial, source: 'own', tokens: 9 };
  const model = await opened(params, files);
  expect([model.failure, model.note]).toEqual(['', 'models.badTokenizer']);
  expect(model.tokenizerFailure).toMatch(/^tokenizer\.json: got a file that cannot be read/);
  expect(model.tokens?.ids).toHaveLength(9);
  model.ask({ ...params, input: 'ids', ids: '3,1,4' }, files);
  await until(() => model.now?.whole);
  expect([model.note, model.tokens?.ids]).toEqual(['', [3, 1, 4]]);
  model.dispose();
});

test('ids that a model does not have are refused in a sentence, and the next text is read', async () => {
  const model = await opened({ ...initial, text: 'why 1/√?' });
  expect(model.note).toBe('models.unknown'); // the model does not know the letter √
  model.ask({ ...initial, text: 'x' }, []);
  expect(model.tokens?.ids).toHaveLength(1);
  expect(model.now).toBeNull(); // a single token has no other key to attend to
  model.ask(initial, []);
  await until(() => model.now?.whole);
  model.dispose();
});

test('a pass that is stopped goes on when it is asked for', async () => {
  const model = new OpenedModel(engine, () => {});
  model.ask(initial, []);
  await until(() => model.tokens);
  model.stop();
  expect(model.stopped).toBe(true);
  const { version } = model;
  await new Promise((resolve) => void setTimeout(resolve, 300));
  expect(model.version).toBe(version);
  model.resume();
  await until(() => model.now?.whole);
  model.dispose();
});

test.each(assumptionNames)('the page has its own words for the assumption %s', (name) => {
  const story = { en: storyEn, 'zh-Hans': storyZh };
  for (const language of /** @type {const} */ (['en', 'zh-Hans']))
    expect(translator(language, story).has(`models.assumed.${name}`)).toBe(true);
});

test('a model is opened as its overrides were at the call', async () => {
  const files = [madeFile(gpt2Tensors({ layers: 1, width: 64, vocabulary: 90, positions: 40 }))];
  const config = { scale_attn_weights: false };
  const overrides = { heads: 4, config };
  const opening = openModel(engine, files, overrides);
  Object.assign(overrides, { heads: 'many', keyHeads: 3 });
  config.scale_attn_weights = true;
  const { heads, rule } = await opening;
  expect([heads, rule.name]).toEqual([4, 'none']);
});

test('what is assumed is told by names, too', async () => {
  const files = [madeFile(gpt2Tensors({ layers: 1, width: 64, vocabulary: 90, positions: 40 }))];
  const { assumed, assumptions } = await openModel(engine, files);
  expect(assumed[0]).toBe('the model is a GPT-2, by its names');
  expect(assumptions).toEqual([
    { what: 'family', values: { layout: 'GPT-2' } },
    { what: 'option', values: { name: 'n_head', value: 1 } },
    { what: 'option', values: { name: 'layer_norm_epsilon', value: 1e-5 } },
    { what: 'activation', values: { name: 'gelu-tanh' } },
    { what: 'tied', values: {} },
  ]);
  expect(assumed).toHaveLength(assumptions.length);
});

test('a text that is read as a whole is answered for at its mask', async () => {
  const { tensors, config } = cases.bert;
  const vocab = { '[UNK]': 0, '[CLS]': 1, '[SEP]': 2, '[MASK]': 3, why: 4, divide: 5, '?': 6 };
  const special = ['[UNK]', '[CLS]', '[SEP]', '[MASK]'];
  const tokenizer = {
    version: '1.0',
    added_tokens: special.map((content, id) => ({ id, content, special: true })),
    normalizer: { type: 'BertNormalizer', lowercase: true },
    pre_tokenizer: { type: 'BertPreTokenizer' },
    post_processor: null,
    decoder: { type: 'WordPiece', prefix: '##', cleanup: true },
    model: { type: 'WordPiece', vocab, unk_token: '[UNK]', continuing_subword_prefix: '##' },
  };
  const files = [...filesOf('bert', tensors, config), jsonFile(tokenizer, 'tokenizer.json')];
  const params = { ...initial, source: 'own', text: 'Why [MASK] divide?' };
  const model = await opened(params, files.map(asFile));
  expect(model.failure).toBe('');
  expect(model.tokens?.ids).toEqual([4, 3, 5, 6]);
  expect(model.place).toBe(1);
  expect([...(model.base?.predicted?.probabilities.keys() ?? [])]).toContain(1);
  model.dispose();
});
