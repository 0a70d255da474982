/** Judges inputs by what the trained models were trained on. Anything else is called neither right nor wrong. */
import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { readFile } from 'node:fs/promises';
import { load } from '../../web/engine/index.js';
import { translator } from '../../web/i18n/index.js';
import { words } from '../../web/i18n/words.js';
import { keyFor } from '../../web/labs/attention/trained.js';
import { refusedFor } from '../../web/labs/attention/trained-refused.js';
import { judgeDate, judgeSentence, judged } from '../../web/labs/attention/trained-outside.js';

jest.setTimeout(120_000);

/** @typedef {import('../../web/engine/index.js').Trainer} Trainer */

/** @type {import('../../web/engine/index.js').Engine} */
let engine;
/** @type {Record<string, Trainer>} */
const trainers = {};
beforeAll(async () => {
  engine = await load({ engine: 'simd', workers: 0 });
  for (const name of ['dates', 'pronouns']) {
    const checkpoint = await readFile(
      new URL(`../../web/models/${name}.safetensors`, import.meta.url),
    );
    trainers[name] = await engine.createTrainer({ checkpoint: new Uint8Array(checkpoint) });
  }
});
afterAll(() => engine.dispose());

describe('dates', () => {
  test.each([
    ['7 March 2024', '2024-03-07'],
    ['the 7th of March, 2024', '2024-03-07'],
    ['Thursday, March 7 2024', '2024-03-07'],
    ['SEPT. 22ND 1999', '1999-09-22'],
    ['3/7/2024', '2024-03-07'],
    ['7.3.70', '1970-03-07'],
    ['20240229', '2024-02-29'],
    ['7-Mar-69', '2069-03-07'],
  ])('%s is %s', (text, expected) => {
    expect(judgeDate(text)).toEqual({ outside: null, expected });
  });

  test.each([
    ['today', 'pattern'],
    ['31 Dec 9999', 'years'],
    ['31 December 1899', 'years'],
    ['31 April 2024', 'impossible'],
    ['29.2.2023', 'impossible'],
    ['2/30/2024', 'impossible'],
    ['7st March 2024', 'pattern'],
    ['Friday 7 March 2024', 'weekday'],
    ['Sunday 1 January 2024', 'weekday'],
    ['March 2024', 'pattern'],
    ['1', 'pattern'],
    // Day and month are padded together, and only abbreviations have a dot.
    ['7/03/2024', 'pattern'],
    ['07/3/2024', 'pattern'],
    ['7.03.24', 'pattern'],
    ['01-2-2024', 'pattern'],
    ['7 March. 2024', 'pattern'],
    ['7 May. 2024', 'pattern'],
  ])('%s is none: %s', (text, outside) => {
    expect(judgeDate(text)).toEqual({ outside });
  });

  test.each([
    ['00.00.2024', 'dayFirst', 0],
    ['32/1/2024', 'monthFirst', 32],
    ['25/12/2024', 'monthFirst', 25],
    ['31/12/1999', 'monthFirst', 31],
    ['13/1/2024', 'monthFirst', 13],
    ['12-31-1999', 'dayFirst', 31],
    ['7.13.24', 'dayFirst', 13],
    ['2024-31-12', 'yearFirst', 31],
    ['20243112', 'yearFirst', 31],
  ])('%s is read %s, and there is no month %d', (text, outside, month) => {
    expect(judgeDate(text)).toEqual({ outside, month });
  });

  test.each(['7/12/2024', '12/07/2024', '07/03/2024', '10.10.24', '7 Mar. 2024'])(
    '%s is one that may have been trained',
    (text) => expect(judgeDate(text).outside).toBe(null),
  );

  test('say why they are none, in both languages', async () => {
    for (const language of /** @type {const} */ (['en', 'zh-Hans'])) {
      await words.trained.learn(language);
      const t = translator(language, words.trained);
      const texts = ['pattern', 'years', 'impossible', 'weekday'].map((outside) =>
        t(keyFor(t, `outside.${outside}`, 'dates'), { first: '1900', last: '2099' }),
      );
      const ordered = ['monthFirst', 'dayFirst', 'yearFirst'].map(
        (order) =>
          t('trained.outside.month.dates', { month: '25' }) + t(`trained.rest.${order}.dates`),
      );
      expect(new Set([...texts, ...ordered]).size).toBe(7);
      for (const text of ordered) expect(text).toContain('25');
      expect([...texts, ...ordered].join()).not.toMatch(/trained\.|\{/);
    }
  });

  test('of the held-out examples are of their kind, and what is expected is what is right', async () => {
    for (let index = 0; index < 200; index++) {
      const { tokens, labels } = await trainers.dates.attention({ index });
      const expected = labels.filter((letter) => letter !== null).join('');
      expect([tokens.join(''), judgeDate(tokens.join(''))]).toEqual([
        tokens.join(''),
        { outside: null, expected },
      ]);
    }
  });
});

describe('sentences', () => {
  const judge = async (/** @type {string} */ text) => {
    const seen = await trainers.pronouns.attention({ text });
    return judgeSentence(seen, String(seen.answer.find((word) => word !== null)));
  };

  test('of the held-out examples are of their kind, and what is expected is what is right', async () => {
    for (let index = 0; index < 100; index++) {
      const seen = await trainers.pronouns.attention({ index });
      const expected = seen.labels.find((word) => word !== null);
      expect(judgeSentence(seen, String(expected))).toEqual({ outside: null, expected });
      expect(judged('pronouns', seen, { text: '', answer: '' })).toBeNull();
    }
  });

  test('of another pattern have no right answer, and one that is not in the sentence is told', async () => {
    expect(await judge('the cat did chase the mouse because it was tiny')).toEqual({
      outside: 'absent',
    });
    expect(
      (await judge('the cat did chase the mouse because it was tired')).outside,
    ).not.toBeNull();
    expect(
      (await judge('the animal did not cross the street because it was thick')).outside,
    ).not.toBeNull();
    expect((await judge('the dog was tired because it was too big')).outside).not.toBeNull();
    expect(
      (await judge('the animal did not cross the street because it was too thick')).outside,
    ).toBe('unsaid');
    expect(
      await judge('Yesterday our old fox could not chase the brown dog, as it was so weak.'),
    ).toMatchObject({
      outside: null,
      expected: 'fox',
    });
  });
});

describe('what cannot be read', () => {
  test.each([
    [
      'pronouns',
      'the animal did not cross',
      'once',
      'The sentence must contain “it” exactly once.',
    ],
    ['pronouns', 'the dog saw it and it', 'word', 'The model does not know the word “saw”.'],
    ['pronouns', 'it was', 'noun', 'The sentence needs a noun before “it”.'],
    ['pronouns', 'the '.repeat(17), 'words', 'A sentence may have at most 16 words.'],
    [
      ...['dates', '今天', 'letters'],
      'Dates may contain digits, letters other than k, q, x and z, spaces and - / . ,',
    ],
    ['dates', 'a'.repeat(40), 'letters.count', 'A date may have at most 32 characters.'],
  ])('%s: of "%s" the page says why in its own words', async (name, text, reason, wanted) => {
    const failed = await trainers[name].attention({ text }).catch((error) => error);
    const refused = refusedFor(failed.message);
    expect(refused?.key).toBe(`trained.refused.${reason}`);
    for (const language of /** @type {const} */ (['zh-Hans', 'en'])) {
      await words.trained.learn(language);
      const said = translator(language, words.trained)(String(refused?.key), refused?.values);
      expect(said).not.toMatch(/trained\.|\{|came|expected/);
      if (language === 'en') expect(said).toBe(wanted);
    }
  });

  test('of another reason the page has no words, and says the engine’s', () => {
    expect(refusedFor('memory: got too little')).toBeNull();
  });
});
