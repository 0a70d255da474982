/** Model files with false headers: each is opened, or refused in one sentence before memory is allocated. */
import { beforeAll, describe, expect, test } from '@jest/globals';
import { load } from '../../../web/engine/index.js';
import { openModel } from '../../../web/engine/models/index.js';
import { gpt2Tensors, headerOf, jsonFile, randomOf, smallFile } from './files.js';
import { cases } from './models.js';

/** @type {import('../../../web/engine/index.js').Engine} */
let sd;
beforeAll(async () => {
  sd = await load({ engine: 'simd' });
});

const size = { layers: 1, width: 8, vocabulary: 5, positions: 6 };
const { header, end } = headerOf(gpt2Tensors(size));

/**
 * Returns the message of the refusal, or undefined if there is none.
 *
 * @param {unknown} files
 * @param {(model: import('../../../web/engine/models/index.js').Model) => unknown} [use]
 */
async function refusal(files, use = () => {}) {
  try {
    await use(await openModel(sd, /** @type {any} */ (files)));
    return undefined;
  } catch (error) {
    expect(error).toBeInstanceOf(Error);
    expect(error).not.toBeInstanceOf(SyntaxError);
    return /** @type {Error} */ (error).message;
  }
}

/** @param {object} changes changes to the header @param {number} [bytes] */
const changed = (changes, bytes = end) => smallFile({ ...header, ...changes }, bytes);
const entry = (/** @type {object} */ changes) => ({
  .../** @type {any} */ (header['ln_f.bias']),
  ...changes,
});

test.each(['constructor', 'toString', '__proto__'])(
  'a type called %s is refused before anything is read',
  async (dtype) => {
    const named = Object.keys(header).find((name) => name.endsWith('attn.c_attn.weight'));
    const own = /** @type {any} */ (header[/** @type {string} */ (named)]);
    expect(
      await refusal(changed({ [/** @type {string} */ (named)]: { ...own, dtype } })),
    ).toContain(`got ${dtype}; expected F32, F16 or BF16`);
  },
);

describe('a header', () => {
  test('as it should be is opened', async () => {
    expect(await refusal(changed({}))).toBeUndefined();
  });

  test.each([
    [
      'an empty file',
      () => new File([], 'model.safetensors'),
      'model.safetensors: got 0 bytes; expected at least 8, the length of a header',
    ],
    [
      'a length beyond the file',
      () => new File([new Uint8Array(8).fill(255)], 'a.safetensors'),
      'a.safetensors: got a header of 18446744073709552000 bytes; expected at most 0',
    ],
    [
      'no JSON',
      () => smallFile('{', 0),
      /model.safetensors: got a text that is not JSON .*; expected JSON/,
    ],
    [
      'no UTF-8',
      () => new File([new Uint8Array([2, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xfe])], 'a.safetensors'),
      'a.safetensors: got a text that is not UTF-8; expected JSON',
    ],
    ['a list', () => smallFile('[]', 0), /got an array.*; expected a JSON object/],
    [
      'a name twice',
      () => smallFile(JSON.stringify(header).replace('{', '{"ln_f.bias":{},'), end),
      'model.safetensors: got a name that comes twice; expected every name once',
    ],
    [
      'a name twice within a tensor',
      () =>
        smallFile(JSON.stringify(header).replace('"shape":', '"data_offsets":[0,4],"shape":'), end),
      'model.safetensors: got a name that comes twice; expected every name once',
    ],
    [
      'a name twice in its metadata',
      () =>
        smallFile(
          JSON.stringify(header).replace('{', '{"__metadata__":{"a":"","\\u0061":""},'),
          end,
        ),
      'model.safetensors: got a name that comes twice; expected every name once',
    ],
    [
      'deep brackets',
      () => smallFile(`{"a":${'['.repeat(1e5)}`, 0),
      'model.safetensors: got brackets within more than 16 others; expected fewer',
    ],
    [
      'an offset beyond the file',
      () => changed({ 'ln_f.bias': entry({ data_offsets: [end - 32, end + 32] }) }),
      /ln_f.bias: data_offsets: got .*; expected a range within the \d+ bytes behind the header/,
    ],
    [
      'a shape of more numbers',
      () => changed({ 'ln_f.bias': entry({ shape: [9] }) }),
      /ln_f.bias: got 32 bytes; expected 36 for F32 of the shape \[9\]/,
    ],
    [
      'a shape beyond all numbers',
      () => changed({ 'ln_f.bias': entry({ shape: [2 ** 40, 2 ** 40] }) }),
      /ln_f.bias: got 32 bytes; expected/,
    ],
    [
      'a negative length',
      () => changed({ 'ln_f.bias': entry({ shape: [-8] }) }),
      /ln_f.bias: shape: got/,
    ],
    [
      'a hole',
      () =>
        smallFile({ ...header, 'ln_f.bias': entry({ data_offsets: [end, end + 32] }) }, end + 32),
      /got bytes from \d+ on; expected them from \d+ on, without a gap/,
    ],
    [
      'bytes behind the numbers',
      () => changed({}, end + 1),
      /model.safetensors: got \d+ bytes; expected \d+, as its header says/,
    ],
    [
      'metadata that are no strings',
      () => changed({ __metadata__: { a: 1 } }),
      /__metadata__: got .*; expected an object of strings/,
    ],
    [
      'names of no layout',
      () => smallFile({ 'a.b': { dtype: 'F32', shape: [1], data_offsets: [0, 4] } }, 4),
      /files: got the tensors a\.b; expected names of a known layout: GPT-2, BERT/,
    ],
  ])('with %s is refused', async (_, file, sentence) => {
    expect(await refusal(file())).toEqual(
      typeof sentence === 'string' ? sentence : expect.stringMatching(sentence),
    );
  });

  test('names weights that are quantised when they are needed', async () => {
    const file = changed({
      'h.0.attn.c_attn.bias': {
        .../** @type {any} */ (header['h.0.attn.c_attn.bias']),
        dtype: 'F8_E4M3',
        shape: [96],
      },
    });
    const model = await openModel(sd, file);
    await expect(model.run([1])).rejects.toThrow(
      'model.safetensors: h.0.attn.c_attn.bias: got F8_E4M3; expected F32, F16 or BF16; quantised weights are not read',
    );
  });
});

describe('tensors that do not fit each other', () => {
  /** @param {(tensors: [string, readonly number[]][]) => [string, readonly number[]][]} change */
  async function changedModel(change) {
    const made = headerOf(change(/** @type {any} */ (gpt2Tensors(size))));
    return openModel(sd, smallFile(made.header, made.end));
  }
  const other = (/** @type {string} */ name, /** @type {readonly number[]} */ shape) =>
    changedModel((all) => all.map((each) => (each[0] === name ? [name, shape] : each)));

  test('are named when they are needed', async () => {
    const few = await other('h.0.mlp.c_proj.weight', [24, 8]);
    await expect(few.run([1], { returns: ['hidden'] })).rejects.toThrow(
      'model.safetensors: h.0.mlp.c_proj.weight: got the shape [24, 8]; expected [32, 8]',
    );
    const long = await other('h.0.mlp.c_fc.bias', [40]);
    await expect(long.run([1], { returns: ['hidden'] })).rejects.toThrow(
      'model.safetensors: h.0.mlp.c_fc.bias: got the shape [40]; expected [32]',
    );
  });

  test('or missing are named when the model is opened', async () => {
    for (const name of ['ln_f.weight', 'wpe.weight', 'h.0.ln_2.weight'])
      await expect(changedModel((all) => all.filter(([own]) => own !== name))).rejects.toThrow(
        `files: got no ${name.replace('.weight', '')}; expected it`,
      );
  });

  test('have names that begin with a point', async () => {
    const model = await changedModel((all) => all.map(([name, shape]) => [`.${name}`, shape]));
    expect(model.layers).toBe(1);
  });

  test('have a type of another layout', async () => {
    const config = (/** @type {unknown} */ type) => [changed({}), jsonFile({ model_type: type })];
    await expect(openModel(sd, config('llama'))).rejects.toThrow(
      'config.json: model_type: got "llama"; expected a type of the GPT-2 layout, as the tensors are called',
    );
    expect((await openModel(sd, config({ toString: 1 }))).family).toBe('first layer');
  });

  test('a model that was closed computes nothing more', async () => {
    const model = await openModel(sd, changed({}));
    model.close();
    await expect(model.run([1])).rejects.toThrow('run: the model was closed');
  });

  test('a model may be closed twice', async () => {
    const model = await openModel(sd, changed({}));
    model.close();
    expect(model.close()).toBeUndefined();
    expect(() => model.close.call(/** @type {any} */ ({}))).toThrow(/^this of close: got/);
  });
});

test('a weight that calls itself shorter gives nothing of the engine away', () => {
  const data = new Float32Array(4).fill(1);
  Object.defineProperty(data, 'byteLength', { value: 0 });
  const x = { data: Float32Array.of(1, 1), shape: [1, 2] };
  expect([...sd.linear(x, { data, shape: [2, 2] }).data]).toEqual([2, 2]);
});

describe('several files', () => {
  const index = (/** @type {unknown} */ map) =>
    jsonFile({ weight_map: map }, 'model.safetensors.index.json');
  const names = Object.keys(header);
  const own = Object.fromEntries(names.map((name) => [name, 'model.safetensors']));

  test('with an index that names them are opened', async () => {
    expect(await refusal([changed({}), index(own)])).toBeUndefined();
  });

  test('have tensors that the index does not name: these are left out, and listed', async () => {
    const two = headerOf(gpt2Tensors({ ...size, layers: 2 }));
    const model = await openModel(sd, [smallFile(two.header, two.end), index(own)]);
    expect(model.layers).toBe(1);
    expect(model.unused).toEqual(Object.keys(two.header).filter((name) => !(name in own)));
    expect((await model.run([1])).layers[0].weights?.shape).toEqual([model.heads, 1, 1]);
  });

  test('need what the index does not name', async () => {
    const without = Object.fromEntries(
      Object.entries(own).filter(([name]) => name !== 'h.0.ln_2.weight'),
    );
    expect(await refusal([changed({}), index(without)])).toBe(
      'files: got no h.0.ln_2; expected it: this layout requires it',
    );
    const three = Object.fromEntries(Object.entries(own).slice(0, 2));
    expect(await refusal([changed({}), index(three)])).toMatch(
      /^files: got the tensors wte\.weight, wpe\.weight; expected names of a known layout/,
    );
  });

  test.each([
    [{}, 'an empty object; expected the file of every tensor'],
    [[], 'an array of length 0; expected an object of files by tensor'],
    [null, 'null; expected an object of files by tensor'],
  ])('have an index with the weight_map %j', async (map, words) => {
    expect(await refusal([changed({}), index(map)])).toBe(
      `model.safetensors.index.json: weight_map: got ${words}`,
    );
  });

  test('lack a shard', async () => {
    expect(await refusal([changed({}), index({ ...own, more: 'model-2.safetensors' })])).toBe(
      'files: got no model-2.safetensors; expected it beside the others: model.safetensors.index.json names it',
    );
  });

  test('lack a tensor of the index', async () => {
    expect(await refusal([changed({}), index({ ...own, more: 'model.safetensors' })])).toBe(
      'model.safetensors: got no more; expected the tensor that model.safetensors.index.json places there',
    );
  });

  test('have a name twice', async () => {
    const other = smallFile(header, end, 'other.safetensors');
    expect(await refusal([changed({}), other])).toMatch(
      /^other.safetensors: got wte.weight, which model.safetensors has, too; expected every name once$/,
    );
  });

  test('of two models are refused, whose configuration nobody knows', async () => {
    const query = 'bert.encoder.layer.0.attention.self.query.weight';
    const bert = smallFile(
      { [query]: { ...entry({}), data_offsets: [0, 32] } },
      32,
      'b.safetensors',
    );
    expect(await refusal([smallFile(header, end, 'a.safetensors'), bert])).toBe(
      'files: got GPT-2 in a.safetensors and BERT in b.safetensors; expected the files of one model',
    );
  });

  test('have the same name', async () => {
    expect(await refusal([changed({}), jsonFile({}), jsonFile({ n_head: 2 })])).toBe(
      'files: got two files called config.json; expected every name once',
    );
  });

  test('lack a shard that their own names tell of', async () => {
    const name = 'model-00001-of-00002.safetensors';
    expect(await refusal([smallFile(header, end, name)])).toBe(
      'files: got no model-00002-of-00002.safetensors; expected it beside model-00001-of-00002.safetensors',
    );
  });

  test('have two indexes', async () => {
    const second = jsonFile({ weight_map: own }, 'other.safetensors.index.json');
    expect(await refusal([changed({}), index(own), second])).toBe(
      'files: got the indexes model.safetensors.index.json, other.safetensors.index.json; expected one',
    );
  });

  test('that the index does not name, or of which nothing takes part, are told of', async () => {
    const more = smallFile({ more: { ...entry({}), data_offsets: [0, 32] } }, 32, 'b.safetensors');
    const again = smallFile(header, end, 'consolidated.safetensors');
    const left = async (/** @type {File[]} */ ...files) =>
      (await openModel(sd, /** @type {any} */ ([changed({}), ...files]))).unusedFiles;
    expect(await left()).toEqual([]);
    expect(await left(more)).toEqual(['b.safetensors']);
    expect(await left(again, index(own))).toEqual(['consolidated.safetensors']);
  });

  test('have a configuration that does not fit', async () => {
    const withConfig = (/** @type {object} */ config) =>
      refusal([changed({}), jsonFile({ model_type: 'gpt2', ...config })]);
    expect(await withConfig({ n_head: 2 })).toBeUndefined();
    expect(await withConfig({ n_head: 3 })).toMatch(
      /^heads: got 3; expected a number that divides 8, the width of all heads together/,
    );
    expect(await withConfig({ n_layer: 2 })).toBe(
      'config.json: n_layer: got 2; expected 1, the layers of the files',
    );
    expect(await withConfig({ n_head: '2' })).toMatch(
      /^config.json: n_head: got .*; expected a whole number from 1 on$/,
    );
    expect(await withConfig({ activation_function: 'quick_gelu' })).toMatch(
      /^config.json: activation_function: got "quick_gelu"; expected gelu, /,
    );
  });

  test('have a configuration with a name twice', async () => {
    const config = jsonFile('{"model_type": "gpt2", "rope_scaling": {"factor": 1, "factor": 2}}');
    expect(await refusal([changed({}), config])).toBe(
      'config.json: got a name that comes twice; expected every name once',
    );
  });

  test('that are no files', async () => {
    expect(await refusal(7)).toBe('files: got 7; expected File, Blob, or in Node a path');
    expect(await refusal([])).toBe('files: got no file; expected one or more .safetensors');
    const pictures = Array.from({ length: 300 }, (_, i) =>
      Object.assign(new Blob(), { name: `${i}.png` }),
    );
    expect(await refusal(pictures)).toBe(
      'files: got 0.png, 1.png, 2.png, 3.png and 296 more; expected one or more .safetensors',
    );
    expect(
      await refusal({ size: 1e3, slice: () => ({ arrayBuffer: async () => new ArrayBuffer(3) }) }),
    ).toBe('model.safetensors: got 3 bytes from byte 0 on; expected 8');
  });
});

/** Numbers and words that are unexpected in a header. */
const odd = [
  -1,
  0,
  1,
  1.5,
  2 ** 31,
  2 ** 53,
  1e300,
  null,
  true,
  '',
  'F32',
  '__proto__',
  [],
  {},
  [1],
  [[]],
  'I4',
];

/**
 * Returns a copy with one value replaced at a random place.
 * @param {any} value
 * @param {() => number} random
 * @returns {any}
 */
function mutated(value, random) {
  const pick = (/** @type {readonly any[]} */ list) => list[Math.floor(random() * list.length)];
  const keys = typeof value === 'object' && value !== null ? Object.keys(value) : [];
  if (keys.length === 0 || random() < 0.1) return pick(odd);
  const key = pick(keys);
  const copy = Array.isArray(value) ? [...value] : { ...value };
  if (random() < 0.15) delete copy[key];
  else copy[key] = mutated(value[key], random);
  return copy;
}

test('3000 mutated headers, bytes, indexes and configurations: a run or one sentence each', async () => {
  const counts = { ran: 0, stopped: 0, refused: 0 };
  for (let seed = 0; seed < 3000; ++seed) {
    const random = randomOf(seed);
    const kind = seed % 4;
    const start = kind === 0 ? mutated(header, random) : header;
    let file = smallFile(start, end);
    if (kind === 1) {
      const bytes = new Uint8Array(await file.arrayBuffer());
      for (let i = 0; i < 3; ++i)
        bytes[Math.floor(random() * (bytes.length - end))] = Math.floor(256 * random());
      file = new File([bytes], 'model.safetensors');
    }
    const own = Object.fromEntries(Object.keys(header).map((name) => [name, 'model.safetensors']));
    const index =
      kind === 2
        ? [jsonFile(mutated({ weight_map: own }, random), 'model.safetensors.index.json')]
        : [];
    const config =
      kind === 3
        ? [
            jsonFile(
              mutated(
                { model_type: 'gpt2', n_head: 2, n_layer: 1, layer_norm_epsilon: 1e-5 },
                random,
              ),
            ),
          ]
        : [];
    let isOpen = false;
    const sentence = await refusal([file, ...index, ...config], async (model) => {
      isOpen = true;
      const { layers, logits } = await model.run([1, 0], { returns: ['weights', 'logits'] });
      for (const { weights } of Object.values(layers))
        expect(weights?.shape).toEqual([model.heads, 2, 2]);
      expect(logits?.shape[0]).toBe(2);
    });
    counts[sentence === undefined ? 'ran' : isOpen ? 'stopped' : 'refused']++;
    if (sentence !== undefined) expect(sentence).toMatch(/^[^\n]{1,600}$/);
    if (sentence !== undefined) expect(sentence).toMatch(/ got [^]*; expected /);
  }
  expect(counts.refused).toBeGreaterThan(1000);
  expect(counts.ran).toBeGreaterThan(50);
  expect(counts.stopped).toBeGreaterThan(5);
});

/** @typedef {[name: string, shape: readonly number[]]} Shaped */

/** Returns another shape, often a similar one. @param {readonly number[]} shape @param {() => number} random */
function reshaped(shape, random) {
  if (shape.length === 0) return [1];
  const at = Math.floor(random() * shape.length);
  const ways = [
    () => shape.toReversed(),
    () => [...shape, 1],
    () => shape.filter((_, i) => i !== at),
    ...[0, 1, 2, 3].map((length) => () => shape.with(at, length)),
    ...[0.5, 2, 3].map((times) => () => shape.with(at, Math.ceil(times * shape[at]))),
    ...[-1, 1, -1, 1].map((more) => () => shape.with(at, shape[at] + more)),
  ];
  return ways[Math.floor(random() * ways.length)]();
}

/**
 * Returns the tensors of a case, with some missing or of other shapes.
 * @param {string} name
 * @param {() => number} random
 * @returns {Shaped[]}
 */
function misshapen(name, random) {
  const { tensors } = cases[name];
  const all = Object.entries(tensors).map(
    ([own, shape]) => /** @type {Shaped} */ ([own, tensors[String(shape)] ?? shape]),
  );
  for (let i = 0; i < 1 + 2 * random(); ++i) {
    const at = Math.floor(random() * all.length);
    if (random() < 0.1) all.splice(at, 1);
    else all[at] = [all[at][0], reshaped(all[at][1], random)];
  }
  return all;
}

/** Returns the names of the tensors of a case, without their suffixes. @param {string} name */
const stemsOf = (name) =>
  Object.keys(cases[name].tensors).map((own) => own.replace(/\.(weight|bias|gamma|beta)$/, ''));

test('2000 files whose shapes do not fit each other: a run or one sentence each', async () => {
  const names = Object.keys(cases);
  const counts = { ran: 0, stopped: 0, refused: 0 };
  for (let seed = 0; seed < 2000; ++seed) {
    const random = randomOf(seed);
    const name = names[seed % names.length];
    const made = headerOf(misshapen(name, random));
    const config = random() < 0.8 ? cases[name].config : null;
    const files = [smallFile(made.header, made.end), ...(config ? [jsonFile(config)] : [])];
    let isOpen = false;
    const sentence = await refusal(files, async (model) => {
      isOpen = true;
      const returns = /** @type {const} */ ([
        ...['query', 'scores', 'weights', 'statistics'],
        ...(model.family === 'first layer' ? [] : /** @type {const} */ (['value', 'hidden'])),
        ...(model.predicts ? /** @type {const} */ (['logits']) : []),
      ]);
      const rows = { data: new Float32Array(2 * model.width), shape: [2, model.width] };
      await model.run(model.vocabulary === undefined ? rows : [0, 0], { returns });
      await model.headMatrices(model.layers - 1, model.heads - 1);
    });
    counts[sentence === undefined ? 'ran' : isOpen ? 'stopped' : 'refused']++;
    if (sentence === undefined) continue;
    expect(sentence).toMatch(/^[^\n]{1,300}$/);
    expect(sentence).toMatch(/^[^:].* got .*; expected (?!.*(undefined|NaN))/);
    const stems = stemsOf(name);
    const isNamed =
      /^(config\.json|heads|input): |^files: got no /.test(sentence) ||
      stems.some((stem) => sentence.includes(stem));
    expect(isNamed ? 'named' : sentence).toBe('named');
  }
  expect(counts.ran).toBeGreaterThan(50);
  expect(counts.stopped).toBeGreaterThan(500);
  expect(counts.refused).toBeGreaterThan(300);
}, 300_000);
