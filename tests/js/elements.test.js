// The labs where there is no page: a server that renders tutorials imports them and must not fall over.
import { expect, test } from '@jest/globals';
import '../learned.js';

test('the elements can be imported and defined without a DOM, and invent none', async () => {
  const { ScaledotVariance, define, labs } = await import('../../web/elements.js');
  expect(labs).toContain(ScaledotVariance);
  for (const lab of labs) define(lab);
  await import('../../web/define.js');
  for (const name of ['window', 'document', 'HTMLElement'])
    expect(globalThis).not.toHaveProperty(name);
});

test('every table has its lab, in the same order, and its name in the navigation', async () => {
  const { labs } = await import('../../web/elements.js');
  const { tables } = await import('../../web/state.js');
  const { default: words } = await import('../../web/i18n/common.en.js');
  expect(labs.map(({ lab }) => lab)).toEqual(Object.keys(tables));
  for (const { lab } of labs) expect(words).toHaveProperty([`common.lab.${lab}`]);
});

test('a lab has the tag of its name, its words in both languages, and presets with words', async () => {
  const { labs } = await import('../../web/elements.js');
  for (const { lab, tag, words, presets } of labs) {
    expect(tag).toBe(`scaledot-${lab}`);
    for (const catalogue of Object.values(words)) {
      for (const key of ['title', 'fallback']) expect(catalogue).toHaveProperty([`${lab}.${key}`]);
      for (const { id, choices = [] } of presets) {
        const wanted = [
          'label',
          'predict',
          'explain',
          ...choices.map((choice) => `choice.${choice}`),
        ];
        for (const key of wanted) expect(catalogue).toHaveProperty([`${lab}.preset.${id}.${key}`]);
      }
    }
  }
});

test('what presets set is allowed as it is', async () => {
  const { labs } = await import('../../web/elements.js');
  const { change, initialParams } = await import('../../web/state.js');
  for (const { lab, presets } of labs) {
    for (const { id, params, choices = [], answer = choices[0] } of presets) {
      expect(change(initialParams(lab), { ...params, preset: id }, lab).notes).toEqual([]);
      expect(choices).toContain(answer);
    }
  }
});
