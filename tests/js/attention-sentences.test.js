/** Sentences of the Attention lab: presets, and the tokens of a visitor's own text. */
import { afterEach, describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { tokenKinds } from '../../web/engine/functions/hand-made.js';
import { limits } from '../../web/engine/border/limits.js';
import { sentencePresets } from '../../web/labs/attention/sentences.js';
import {
  languageOf,
  mostTokens,
  splitOf,
  tokenize,
  tokenizePair,
} from '../../web/labs/attention/tokenize.js';
import {
  fetchTokenizer,
  isOffered,
  lackingSplits,
  withSplits,
  wordsOf,
} from '../../web/labs/attention/words.js';
import { exampleNames } from '../../web/tables/attention.js';
import { change, format, initialParams, parse } from '../../web/tables/state.js';

test('a text that comes before what reads it gets its split afterwards', async () => {
  const initial = initialParams('attention');
  const asked = { ...initial, example: 'own', text: 'He saw her' };
  const early = withSplits({ ...asked, split: '3' }, { ...initial, text: 'Her', split: '3' });
  expect(early).toMatchObject({ text: 'He saw her', split: '' });
  expect(() => wordsOf(early)).toThrow('text: what reads it could not be fetched');
  expect(lackingSplits(early)).toEqual({});
  await fetchTokenizer();
  expect(lackingSplits(early)).toEqual({ split: '2,3,3' });
  expect(lackingSplits({ ...early, split: '2,3,3' })).toEqual({});
  expect(wordsOf(early).query.words).toEqual(['He', 'saw', 'her']);
});

/** @param {import('../../web/labs/attention/types.js').Sentence} sentence */
function expectWhole({ words, ids, kinds }) {
  expect([ids.length, kinds.length]).toEqual([words.length, words.length]);
  expect(kinds.filter((kind) => !tokenKinds.includes(kind))).toEqual([]);
  expect(ids.filter((id) => !(id < 2 * mostTokens))).toEqual([]);
  expect(words.filter((word) => word.trim() === '')).toEqual([]);
}

describe('the sentences that are there', () => {
  test('are whole, with a word to look at', () => {
    expect(mostTokens).toBe(limits.handMadeTokens.max);
    for (const { query, context, focus } of sentencePresets) {
      expectWhole(query);
      if (context) expectWhole(context);
      expect(query.words[focus]).toBeTruthy();
    }
    const keys = sentencePresets.map(({ key }) => key);
    expect(new Set(keys).size).toBe(keys.length);
  });

  test('write a word as one number, whatever its capitals', () => {
    const law = sentencePresets[0].query;
    const commas = law.words.flatMap((text, i) => (text === ',' ? [law.ids[i]] : []));
    expect(new Set(commas).size).toBe(1);
    const { query } = sentencePresets[1];
    expect(query.ids[0]).toBe(query.ids[query.words.indexOf('the')]);
    expect(query.words.join(' ')).toBe(
      "The animal didn't cross the street because it was too tired .",
    );
    expect(query.kinds[query.words.indexOf('it')]).toBe('of-being');
  });

  test('that differ in one adjective differ in what is known of the pronoun', () => {
    const kinds = ['tired', 'wide'].map((name) => {
      const found = sentencePresets.find(({ key }) => key === name);
      return found?.query.kinds.filter((kind) => kind.startsWith('of-'));
    });
    expect(kinds).toEqual([['of-being'], ['of-thing']]);
  });

  test('of a pair have a number for a meaning', () => {
    const { query, context } = sentencePresets.find(({ key }) => key === 'pair-fr') ?? {};
    const number = (/** @type {typeof query} */ of, /** @type {string} */ text) =>
      of?.ids[of.words.indexOf(text)];
    expect(number(query, 'zone')).toBe(number(context, 'Area'));
    expect(number(query, 'europ\u00e9enne')).toBe(number(context, 'European'));
    expect(number(query, '1992')).toBe(number(context, '1992'));
    expect(number(query, 'sur')).not.toBe(number(context, 'in'));
  });
});

describe('the page’s language', () => {
  const inLanguage = (/** @type {string} */ example, /** @type {string} */ lang) =>
    wordsOf({ ...initialParams('attention'), example, lang });

  test('is that of the sentence that the lab opens with, word for word', () => {
    expect(initialParams('attention').example).toBe('tired');
    const [english, chinese] = ['en', 'zh-Hans'].map((lang) => inLanguage('tired', lang));
    expect(english.query.words).toHaveLength(12);
    expect(english.query.words[english.look]).toBe('it');
    expect(chinese.query.words[chinese.look]).toBe('\u5b83');
    expect(chinese.query.words.join('')).not.toMatch(/[a-z]/i);
    expect(chinese.look).toBe(english.look);
    expect(chinese.query.ids).toEqual(english.query.ids);
    expect(chinese.query.kinds).toEqual(english.query.kinds);
  });

  test('is that of the same sentence in another order', () => {
    const { query } = inLanguage('sorted', 'zh-Hans');
    expect(query.words[2]).toBe('\u7a7f\u8fc7');
    expect([...query.ids].sort()).toEqual([...inLanguage('tired', 'en').query.ids].sort());
  });

  test('has every sentence in Chinese, too', () => {
    const keys = new Set(sentencePresets.map(({ key }) => key));
    for (const name of ['tired', 'wide', 'law', 'repeated'])
      expect([keys.has(name), keys.has(`${name}-zh`)]).toEqual([true, true]);
  });
});

describe('a typed text is split once', () => {
  const chinese = '\u5c0f\u732b\u7d2f\u4e86\uff0c\u56e0\u4e3a\u5b83\u8dd1\u5f97\u592a\u5feb\u3002';
  const { Segmenter } = Intl;
  afterEach(() => {
    Reflect.set(Intl, 'Segmenter', Segmenter);
  });

  test('and a link that carries the split gives the same words where the browser splits differently', () => {
    const base = initialParams('attention');
    const typed = withSplits(
      change(base, { example: 'own', text: chinese }, 'attention').params,
      base,
    );
    const words = wordsOf(typed).query.words;
    expect(words.length).toBeLessThan([...chinese].length);
    const link = format(typed, 'attention');
    Reflect.set(Intl, 'Segmenter', undefined);
    const read = parse(link, 'attention').params;
    expect(wordsOf(withSplits(read, base)).query.words).toEqual(words);
    // Without Intl.Segmenter, every character would be a word.
    expect(tokenize(chinese).words).toHaveLength([...chinese].length);
  });

  test('anew when the text changes, and not at all when it is gone', () => {
    const base = initialParams('attention');
    const one = withSplits({ ...base, text: 'one two' }, base);
    expect(one.split).toBe('3,3');
    expect(withSplits({ ...one, text: 'once more' }, one).split).toBe('4,4');
    expect(withSplits({ ...one, dk: 4 }, one).split).toBe('3,3');
    expect(withSplits({ ...one, text: '' }, one).split).toBe('');
  });

  test('a split of another text is not used', () => {
    for (const split of [[3], [3, 4], [400], [1, 1, 1, 1, 1, 1, 1]])
      expect(tokenize('one two', 'en', split).words).toEqual(['one', 'two']);
    expect(tokenize('one two', 'en', [1, 2, 3]).words).toEqual(['o', 'ne', 'two']);
  });

  test('whatever it is', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (text) => {
        const split = splitOf(text);
        expect(tokenize(text, undefined, split).words).toEqual(tokenize(text).words);
      }),
      { numRuns: 100 },
    );
  });
});

describe('tokens of a text', () => {
  const english = "The cat didn't move, because it was SLEEPING. The dogs moved!";

  test('are its words and marks, the same word with the same number', () => {
    const { words, ids, kinds, language, cut } = tokenize(english);
    expect(words).toEqual(
      "The cat didn't move , because it was SLEEPING . The dogs moved !".split(' '),
    );
    expect(ids[0]).toBe(ids[10]);
    expect(new Set(ids).size).toBe(13);
    expect([kinds[1], kinds[6], kinds[8], kinds[11], kinds[12]]).toEqual([
      'being',
      'of-one',
      'word',
      'beings',
      'word',
    ]);
    expect([language, cut]).toEqual(['en', false]);
  });

  test('are Chinese words in a Chinese text', () => {
    const { words, kinds, language } = tokenize(
      '\u52a8\u7269\u6ca1\u6709\u8fc7\u9a6c\u8def\uff0c\u56e0\u4e3a\u5b83\u7d2f\u4e86\u3002',
    );
    expect(language).toBe('zh');
    expect(words).toContain('\u52a8\u7269');
    expect(words).toContain('\uff0c');
    expect(kinds[words.indexOf('\u52a8\u7269')]).toBe('being');
    expect(kinds[words.indexOf('\u5b83')]).toBe('of-one');
  });

  test('part what French has joined', () => {
    const { words, kinds, language } = tokenize("L'eau est dans la mer, elle n'est pas chaude.");
    expect(language).toBe('fr');
    expect(words.slice(0, 3)).toEqual(["L'", 'eau', 'est']);
    expect(words).toContain("n'");
    expect([kinds[0], kinds[1], kinds[words.indexOf('elle')]]).toEqual(['word', 'thing', 'of-one']);
  });

  test('with a capital within a sentence are names', () => {
    const { words, kinds } = tokenize('We met Mary. Rivers are long.');
    expect(kinds[words.indexOf('Mary')]).toBe('being');
    expect(kinds[words.indexOf('Rivers')]).toBe('things');
  });

  test('share their numbers in a pair of texts', () => {
    const { query, context } = tokenizePair(
      { text: 'The red house.', split: [] },
      { text: 'Das Haus: RED, the', split: [] },
    );
    expect(query.ids[1]).toBe(context.ids[context.words.indexOf('RED')]);
    expect(query.ids[0]).toBe(context.ids.at(-1));
    expect(query.ids).not.toContain(context.ids[0]);
  });

  test('are cut at 64, and that is told', () => {
    const long = tokenize('word '.repeat(65));
    expect([long.words.length, long.cut]).toEqual([64, true]);
    expect(tokenize('word '.repeat(64)).cut).toBe(false);
    expect(tokenize('x'.repeat(1e6)).cut).toBe(true);
  });

  test('of no text are none', () => {
    for (const text of ['', ' \n\t', '\u200b\u202e', '\0'])
      expect(tokenize(text).words).toEqual([]);
  });

  test('of any text are whole', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (text) => {
        expectWhole(tokenize(text));
      }),
      { numRuns: 100 },
    );
  });

  describe('where the browser knows no words', () => {
    const { Segmenter } = Intl;
    afterEach(() => {
      Reflect.set(Intl, 'Segmenter', Segmenter);
    });

    test('are cut at spaces, marks and Chinese characters', () => {
      const known = tokenize(english).words;
      Reflect.set(Intl, 'Segmenter', undefined);
      expect(tokenize(english).words).toEqual(known);
      expect(tokenize('\u5b83\u7d2f\u4e86\u3002').words).toEqual([
        '\u5b83',
        '\u7d2f',
        '\u4e86',
        '\u3002',
      ]);
      expectWhole(tokenize('a\u{1f600}b \ud800 c'));
    });
  });

  test('tell the language by Chinese characters, and by little words', () => {
    expect([
      languageOf(english),
      languageOf('\u4f60\u597d'),
      languageOf('le chat est sur la table'),
    ]).toEqual(['en', 'zh', 'fr']);
  });
});

test('a Chinese page offers the opening sentence once, an English page in both languages', () => {
  const offered = (/** @type {string} */ example, /** @type {string} */ lang) => {
    const params = { ...initialParams('attention'), example };
    return exampleNames.filter((name) => isOffered(name, params, lang));
  };
  expect(offered('tired', 'en')).toEqual([...exampleNames]);
  const without = (/** @type {string} */ hidden) => exampleNames.filter((name) => name !== hidden);
  expect(offered('tired', 'zh-Hans')).toEqual(without('tired-zh'));
  expect(offered('law', 'zh-Hans')).toEqual(without('tired-zh'));
  // The chosen sentence stays in the list.
  expect(offered('tired-zh', 'zh-Hans')).toEqual(without('tired'));
});
