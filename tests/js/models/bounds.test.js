// The cost of a pass is limited, and a pass beyond the limits is refused before anything is computed. Each invalid
// argument is refused in one sentence.
import { beforeAll, describe, expect, test } from '@jest/globals';
import { runInNewContext } from 'node:vm';
import { load } from '../../../web/engine/index.js';
import { modelLimits, openModel } from '../../../web/engine/models/index.js';
import { gpt2Tensors, headerOf, madeFile, smallFile } from './files.js';

/** @import { Engine } from '../../../web/engine/index.js' */
/** @import { ModelRunOptions } from '../../../web/engine/models/types.js' */

/** @type {Engine} */
let sd;
beforeAll(async () => {
  sd = await load({ engine: 'simd' });
});

/** @param {unknown} value @returns {any} */
const any = (value) => value;
/** @returns {[any]} */
const none = () => [undefined];
const idsOf = (/** @type {number} */ length) => new Array(length).fill(1);

/** GPT-2, from a file that needs no memory. */
const large = { layers: 12, width: 768, vocabulary: 50257, positions: 1024 };
const small = gpt2Tensors({ layers: 3, width: 8, vocabulary: 5, positions: 6 });

describe('what a pass would take is refused before anything is read', () => {
  /** @param {number} length @param {ModelRunOptions} [options] @param {number} [heads] @param {object} [size] */
  async function refusal(length, options, heads = 12, size) {
    const file = madeFile(gpt2Tensors({ ...large, ...size }));
    const model = await openModel(sd, file, { heads });
    const { read } = file;
    const error = await model.run(idsOf(length), options).catch((/** @type {Error} */ e) => e);
    expect(error).toBeInstanceOf(RangeError);
    expect(file.read).toBe(read);
    return /** @type {RangeError} */ (error).message;
  }
  const most = modelLimits.results;

  test('results of all layers', async () => {
    expect(await refusal(1024)).toBe(
      `returns: got weights of 12 layers for 1024 tokens, 150994944 numbers; expected at most ${most}: fewer tokens or layers, or keep: false with onLayer`,
    );
    expect(await refusal(483)).toMatch(/^returns: got weights of 12 layers for 483 tokens/);
    expect(await refusal(512, { returns: ['hidden', 'weights', 'weights'] })).toMatch(
      /^returns: got hidden, weights of 12 layers for 512 tokens, 42860544 numbers/,
    );
  });

  test('results of one layer', async () => {
    const sentence = `returns: got weights of a layer for 1024 tokens, 50331648 numbers; expected at most ${most}: fewer tokens or results`;
    const onLayer = () => {};
    expect(await refusal(1024, { layers: [3, 3] }, 48)).toBe(sentence);
    expect(await refusal(1024, { keep: false, onLayer }, 48)).toBe(sentence);
  });

  test('rows of matrices, and logits', async () => {
    expect(await refusal(1024, { layers: [0] }, 16, { width: 4096 })).toBe(
      'input: got 1024 tokens for matrices that give 16384 numbers each; expected at most 512 tokens',
    );
    expect(await refusal(512, { layers: [], returns: ['logits'] })).toMatch(
      /^returns: got logits of 512 tokens for 50257 words; expected at most/,
    );
  });
});

describe('results that are not kept', () => {
  const { header, end } = headerOf(small);

  test('are those that would be kept, layer by layer', async () => {
    const model = await openModel(sd, smallFile(header, end), { heads: 2 });
    const ids = [1, 2, 3];
    const kept = await model.run(ids, { returns: ['weights', 'hidden'] });
    /** @type {Record<number, unknown>} */
    const told = {};
    const run = await model.run(ids, {
      ...{ returns: ['weights', 'hidden'], keep: false },
      onLayer: ({ layer, results }) => void (told[layer] = results),
    });
    expect(told).toEqual(kept.layers);
    expect(run).toEqual({ layers: {}, hidden: kept.hidden });
  });

  test('have somebody who takes them', async () => {
    const model = await openModel(sd, smallFile(header, end), { heads: 2 });
    await expect(model.run([1], { keep: false })).rejects.toThrow(
      'keep: got false; expected true, or onLayer, which is given the results',
    );
    await expect(model.run([1], /** @type {any} */ ({ keep: 0 }))).rejects.toThrow(
      'keep: got 0; expected true or false',
    );
  });
});

describe('what callers hand over', () => {
  const { header, end } = headerOf(small);
  const file = smallFile(header, end);
  const other = (/** @type {string} */ code) => runInNewContext(code);

  test.each([
    [
      'no engine',
      () => openModel(...none(), file),
      'engine: got undefined; expected what load() gives',
    ],
    [
      'a promise of one',
      () => openModel(any(load()), file),
      'engine: got a Promise; expected what load() gives',
    ],
    [
      'no files',
      () => openModel(sd, any(undefined)),
      'files: got undefined; expected File, Blob, or in Node a path',
    ],
    [
      'null',
      () => openModel(sd, any(null)),
      'files: got null; expected File, Blob, or in Node a path',
    ],
    [
      'a list with a hole',
      () => openModel(sd, any([file, undefined])),
      'files: got undefined; expected',
    ],
    [
      'overrides that are none',
      () => openModel(sd, file, any(7)),
      'openModel: got 7; expected an object with any of heads',
    ],
  ])('%s: is refused in one sentence', async (_, open, sentence) => {
    const error = await open().catch((/** @type {Error} */ caught) => caught);
    expect(error).toBeInstanceOf(TypeError);
    expect(/** @type {Error} */ (error).message).toContain(sentence);
  });

  test('signals of another window end a pass', async () => {
    const model = await openModel(sd, file, { heads: 2 });
    const foreign = other(`({
      aborted: false,
      throwIfAborted() { if (this.aborted) throw new Error('enough'); },
      addEventListener() {},
      removeEventListener() {},
    })`);
    expect(foreign instanceof AbortSignal).toBe(false);
    const onLayer = () => void (foreign.aborted = true);
    await expect(model.run([1], { signal: foreign, onLayer })).rejects.toThrow('enough');
    await expect(model.run([1], { signal: any({}) })).rejects.toThrow(
      'signal: got an object; expected an AbortSignal',
    );
  });
});
