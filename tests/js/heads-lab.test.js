// The state of the Heads lab: models, head widths, shared key heads.
import { describe, expect, test } from '@jest/globals';
import { change, format, initialParams, parse } from '../../web/tables/state.js';
import { models, sizesOf } from '../../web/tables/heads.js';
import { sharing } from '../../web/labs/heads/words.js';

const initial = initialParams('heads');
const of = (/** @type {string} */ link) => parse(`lab=heads&${link}`);

describe('a model', () => {
  test.each(Object.entries(models))('%s brings its sizes, and is in the link', (model, sizes) => {
    const { params, notes } = change(initial, { model }, 'heads');
    expect(notes).toEqual([]);
    expect(params).toMatchObject({ model, ...sizes });
    expect(of(`model=${model}`).params).toEqual(params);
    expect(parse(format(params, 'heads')).params).toEqual(params);
  });

  test('with another size is one of your own, and the other way round', () => {
    const { params } = of('model=llama&heads=16');
    expect(params).toMatchObject({ model: 'own', modelDim: 4096, heads: 16, shared: 4 });
    expect(change(params, { heads: 32 }, 'heads').params.model).toBe('llama');
    expect(of('heads=4').params).toMatchObject({ model: 'own', modelDim: 512 });
    expect(of('tie=free').params.model).toBe('own');
  });

  test('of two with the same sizes stays the one that was asked for', () => {
    const { params } = of('model=gpt2');
    expect(params.model).toBe('gpt2');
    expect(change(params, { seed: 5 }, 'heads').params.model).toBe('gpt2');
  });
});

describe('the width of a head', () => {
  test.each([
    ['', 64],
    ['heads=16', 32],
    ['heads=9', 56],
    ['model-dim=3&heads=8', 1],
    ['dk=32', 64],
    ['tie=free&dk=32', 32],
    ['tie=free&dk=512', 512],
  ])('of "%s" is %i', (link, headDim) => {
    expect(sizesOf(of(link).params).headDim).toBe(headDim);
  });
});

describe('key heads', () => {
  test.each([
    ['shared=1', 8, 'mha'],
    ['shared=2', 4, 'gqa'],
    ['shared=8', 1, 'mqa'],
    ['heads=1', 1, 'single'],
  ])('of "%s" are %i', (link, keyHeads, kind) => {
    const sizes = sizesOf(of(link).params);
    expect(sizes.keyHeads).toBe(keyHeads);
    expect(sharing(sizes)).toBe(kind);
  });

  test('that are not equal groups are told', () => {
    const { params, notes } = of('heads=12&shared=5');
    expect(params.shared).toBe(4);
    expect(notes).toEqual([{ reason: 'notDivisor', key: 'shared', value: '5', used: '4' }]);
    expect(parse(format(params, 'heads')).notes).toEqual([]);
  });

  test('follow the heads without a word', () => {
    const { params } = of('shared=8');
    expect(change(params, { heads: 4 }, 'heads')).toMatchObject({
      params: { heads: 4, shared: 4 },
      notes: [],
    });
  });
});

test('the token that is looked at is one of those there are', () => {
  expect(of('tokens=4&token=9').params.token).toBe(4);
});
