/** Texts as models read them, with vocabularies of both kinds made here. */
import { describe, expect, test } from '@jest/globals';
import gpt2 from 'gpt-3-encoder';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { openTokenizer } from '../../../web/engine/models/index.js';
import { jsonFile } from './files.js';

/** Byte-level byte-pair encoding (Sennrich et al. 2016; GPT-2): Ġ stands for a blank. */
const bytePairs = {
  version: '1.0',
  added_tokens: [{ id: 12, content: '<|endoftext|>', special: true }],
  normalizer: null,
  post_processor: null,
  pre_tokenizer: { type: 'ByteLevel', add_prefix_space: false, trim_offsets: true },
  decoder: { type: 'ByteLevel', add_prefix_space: false, trim_offsets: true },
  model: {
    type: 'BPE',
    vocab: {
      ...{ w: 0, h: 1, y: 2, o: 3, Ġ: 4, Ã: 5, '©': 6, wh: 7, why: 8, Ġw: 9, Ġwh: 10, ho: 11 },
      ...{ '<|endoftext|>': 12, Ġwhy: 13 },
    },
    merges: ['w h', 'wh y', 'Ġ wh', 'Ġ why', 'h o'],
  },
};

/** WordPiece (Schuster & Nakajima 2012; BERT): pieces within a word begin with ##. */
const wordPieces = {
  version: '1.0',
  added_tokens: [
    { id: 0, content: '[UNK]', special: true },
    { id: 1, content: '[CLS]', special: true },
    { id: 2, content: '[SEP]', special: true },
  ],
  normalizer: { type: 'BertNormalizer', lowercase: true, strip_accents: true },
  pre_tokenizer: { type: 'BertPreTokenizer' },
  post_processor: {
    type: 'TemplateProcessing',
    single: [
      { SpecialToken: { id: '[CLS]', type_id: 0 } },
      { Sequence: { id: 'A', type_id: 0 } },
      { SpecialToken: { id: '[SEP]', type_id: 0 } },
    ],
    pair: [],
    special_tokens: {
      '[CLS]': { id: '[CLS]', ids: [1], tokens: ['[CLS]'] },
      '[SEP]': { id: '[SEP]', ids: [2], tokens: ['[SEP]'] },
    },
  },
  decoder: { type: 'WordPiece', prefix: '##', cleanup: true },
  model: {
    type: 'WordPiece',
    vocab: {
      ...{ '[UNK]': 0, '[CLS]': 1, '[SEP]': 2, why: 3, divide: 4, '##d': 5, '##s': 6, '?': 7 },
    },
    unk_token: '[UNK]',
    continuing_subword_prefix: '##',
    max_input_chars_per_word: 100,
  },
};

/** @param {unknown} tokenizer */
const opened = (tokenizer) => openTokenizer([jsonFile(tokenizer, 'tokenizer.json')]);

test('byte pairs are merged in the order of their ranks, and bytes stand for what is not ASCII', async () => {
  const { encode, decode } = await opened(bytePairs);
  expect(encode('why who')).toEqual({ ids: [8, 10, 3], tokens: ['why', 'Ġwh', 'o'] });
  expect(encode('ho why').ids).toEqual([11, 13]);
  expect(encode('é').ids).toEqual([5, 6]);
  expect(encode('why<|endoftext|>').ids).toEqual([8, 12]);
  for (const text of ['why who', 'é why']) expect(decode(encode(text).ids)).toBe(text);
});

test('pieces of words are the longest that fit, between the tokens around a text', async () => {
  const { encode, decode } = await opened(wordPieces);
  expect(encode('Why divided?')).toEqual({
    ids: [1, 3, 4, 5, 7, 2],
    tokens: ['[CLS]', 'why', 'divide', '##d', '?', '[SEP]'],
  });
  expect(encode('divides none').ids).toEqual([1, 4, 6, 0, 2]);
  expect(decode([3, 4, 5, 7])).toBe('why divided?');
});

test('what is no tokenizer, or no text, is refused', async () => {
  await expect(openTokenizer([jsonFile({})])).rejects.toThrow(
    'files: got no tokenizer.json; expected it beside the model: texts need it, ids do not',
  );
  for (const wrong of ['{', '[]', '{"model": {"type": "none"}}'])
    await expect(opened(wrong)).rejects.toThrow(
      /^tokenizer.json: got a file that cannot be read \(.*\); expected the tokenizer of a model$/,
    );
  const { encode } = await opened(wordPieces);
  expect(() => encode(/** @type {any} */ (7))).toThrow('text: got 7; expected a string');
  expect(() => encode('x'.repeat(70000))).toThrow(
    'text: got 70000 characters; expected at most 65536',
  );
});

describe("GPT-2's own tokens", () => {
  // gpt-3-encoder contains GPT-2's vocabulary and merges, and an encoder of its own.
  const { resolve } = createRequire(import.meta.url);
  const [vocab, ranks] = ['encoder.json', 'vocab.bpe'].map((name) =>
    readFileSync(resolve(`gpt-3-encoder/${name}`), 'utf8'),
  );
  const model = {
    type: 'BPE',
    vocab: JSON.parse(vocab),
    merges: ranks.split('\n').filter((line) => line !== '' && !line.startsWith('#version')),
  };
  const end = { id: 50256, content: '<|endoftext|>', special: true };
  const tokenizer = opened({ ...bytePairs, added_tokens: [end], model });

  test.each([
    ['Hello world'],
    ['The cat sat on the mat.'],
    ["They're sure it'll work, aren't they? I'd say we've won."],
    ['  two  blanks,\ttabs\nand\n\nlines  '],
    ['1 + 1 = 2; 3.14159 x 10^23, 2026-11-25'],
    ['Warum teilt man durch √d_k? Größe, façade, naïve'],
    ['注意力机制 スケール 주의 внимание'],
    ['👩🏽‍🔬 and 🙂'],
    ['function scale(q, k) { return q.dot(k) / Math.sqrt(k.length); }'],
    ['antidisestablishmentarianism CamelCaseWords __init__'],
  ])('of %j are those of the package', async (text) => {
    const { encode, decode } = await tokenizer;
    const { ids } = encode(text);
    expect(ids).toEqual(gpt2.encode(text));
    expect(decode(ids)).toBe(text);
  });

  test('are as published', async () => {
    const { encode } = await tokenizer;
    expect(Object.keys(model.vocab)).toHaveLength(50257);
    expect(encode('Hello world').ids).toEqual([15496, 995]);
    expect(encode('a<|endoftext|>').ids).toEqual([64, 50256]);
  });
});
