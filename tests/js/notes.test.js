/** Notes to the visitor about values that could not be used, in the words of the page, not of links. */
import { describe, expect, test } from '@jest/globals';
import { languages, translator } from '../../web/i18n/index.js';
import { learn, words } from '../../web/i18n/words.js';
import { noteText } from '../../web/labs/lab/notes.js';
import { entriesOf, parse, tables } from '../../web/tables/state.js';

/** @param {string} link @param {import('../../web/i18n/index.js').Language} language */
async function told(link, language) {
  const lab = /lab=(\w+)/.exec(link)?.[1] ?? 'variance';
  await Promise.all([learn(lab, language, true), words.notes.learn(language)]);
  const t = translator(language, words.common, words[lab]);
  return parse(link).notes.map((note) => noteText(note, t, lab));
}

describe('a note', () => {
  test.each([
    ['numpy-seed=-1', 'en', /^NumPy seed: −1 is beyond the limit; 0 is used\.$/],
    ['lab=heads&dk=0', 'en', /^Head width dₖ: 0 is beyond/],
    ['lab=attention&head=99', 'zh-Hans', /^注意力头：/],
    ['lab=attention&source=own&kind=some', 'en', /^Kind of attention: “some” is not one of/],
    ['theme=green', 'en', /^theme: /],
    ['nothing=1', 'en', /^“nothing” is not a parameter/],
  ])('%s, %s', async (link, language, text) => {
    const [note] = await told(link, /** @type {'en'} */ (language));
    expect(note).toMatch(text);
  });

  test('writes numbers as the page does', async () => {
    expect(await told('lab=attention&factor=-1e300', 'en')).toEqual([
      'Your factor: −1e300 is beyond the limit; −1000000 is used.',
    ]);
  });

  test('calls every control what its label calls it', async () => {
    for (const language of /** @type {import('../../web/i18n/index.js').Language[]} */ (
      Object.keys(languages)
    ))
      for (const lab of Object.keys(tables)) {
        await Promise.all([learn(lab, language, true), words.notes.learn(language)]);
        const t = translator(language, words.common, words[lab]);
        for (const { key, control } of entriesOf(lab)) {
          if (!control) continue;
          const note = noteText({ reason: 'tooLong', key, value: '' }, t, lab);
          expect([lab, key, note.startsWith(`${key}:`)]).toEqual([lab, key, false]);
        }
      }
  });
});
