// Rules in the wild: each link to the Training lab must set the same parameters as the preset about its rule, so that
// it has the same outcome.
import { describe, expect, test } from '@jest/globals';
import { translator } from '../../../web/i18n/index.js';
import storyEn from '../../../web/i18n/models.story.en.js';
import storyZh from '../../../web/i18n/models.story.zh-Hans.js';
import { found } from '../../../web/labs/models/wild.js';
import { presets } from '../../../web/labs/training/presets.js';
import { writeFragment } from '../../../web/tables/fragment.js';
import { initialParams, parse } from '../../../web/tables/state.js';

const initial = initialParams('training');

/** Returns the parameters that the link of a row sets. @param {string} id */
function openedBy(id) {
  const { tried = {} } = found.find((row) => row.id === id) ?? {};
  const pairs = Object.entries({ lab: 'training', ...tried }).map(
    ([key, value]) => /** @type {const} */ ([key, String(value)]),
  );
  const { params, notes } = parse(writeFragment(pairs));
  expect(notes).toEqual([]);
  return params;
}

/** The preset about each rule, by the row of the table. @type {Readonly<Record<string, string>>} */
const about = { usual: 'decides', t5: 'folded', maxtext: 'doubled', mup: 'inverse' };

test.each(Object.entries(about))('the link of %s opens the preset %s', (id, preset) => {
  const own = presets.find((each) => each.id === preset)?.params;
  expect(openedBy(id)).toEqual({ ...initial, ...own });
});

test('the link of QK-norm, about which there is no preset, sets the rule alone', () => {
  expect(presets.some(({ params }) => String(params.rules).includes('norm'))).toBe(false);
  expect(openedBy('qknorm')).toEqual({ ...initial, rules: 'rsqrt,norm' });
});

test('there are no other links', () => {
  const linked = found.filter(({ tried }) => tried).map(({ id }) => id);
  expect(linked.sort()).toEqual([...Object.keys(about), 'qknorm'].sort());
});

describe.each(/** @type {const} */ (['en', 'zh-Hans']))('in %s', (language) => {
  const { has } = translator(language, { en: storyEn, 'zh-Hans': storyZh });

  test.each(found.map(({ id }) => id))('the row %s has its words', (id) => {
    for (const part of ['model', 'rule']) expect(has(`models.wild.${id}.${part}`)).toBe(true);
  });
});

test('every row says where it was read, with the address of each', () => {
  const addresses = found.flatMap(({ read }) => read);
  expect(found.every(({ read }) => read.length > 0)).toBe(true);
  for (const [name, link] of addresses) {
    expect(link).toMatch(/^https:\/\/(github\.com|arxiv\.org)\/\S+$/);
    const [, repository, number] = /^(\S+) #(\d+)$/.exec(name) ?? [];
    expect(link).toContain(repository ? `${repository}/issues/${number}` : name.split(':').pop());
  }
});
