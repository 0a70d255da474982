// Words: complete in both languages, and numbers written as each language writes them.
import { describe, expect, test } from '@jest/globals';
import commonEn from '../../web/i18n/common.en.js';
import commonZh from '../../web/i18n/common.zh-Hans.js';
import shareEn from '../../web/i18n/share.en.js';
import shareZh from '../../web/i18n/share.zh-Hans.js';
import trainedEn from '../../web/i18n/trained.en.js';
import trainedZh from '../../web/i18n/trained.zh-Hans.js';
import { labs } from '../../web/elements/index.js';
import { chooseLanguage, formatters, translator } from '../../web/i18n/index.js';
import { words as vocabulary } from '../../web/i18n/words.js';
import { entriesOf } from '../../web/tables/state.js';
import '../learned.js';

/** @type {[string, import('../../web/i18n/index.js').Catalogue, import('../../web/i18n/index.js').Catalogue][]} */
const catalogues = [
  ['common', commonEn, commonZh],
  ['share', shareEn, shareZh],
  ['trained', trainedEn, trainedZh],
  .../** @type {any[]} */ (labs.map(({ lab, words }) => [lab, words.en, words['zh-Hans']])),
];

/** @param {string} sentence */
const placeholders = (sentence) => [...sentence.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);

/** Words that follow a number, {name:singular|plural}, and whatever else has a colon in braces. */
const inflected = (/** @type {string} */ sentence) => sentence.match(/\{\w*:[^}]*\}/g) ?? [];

describe.each(catalogues)('the %s catalogue', (name, en, zh) => {
  test('has the same keys in both languages, all its own', () => {
    expect(Object.keys(zh).sort()).toEqual(Object.keys(en).sort());
    for (const key of Object.keys(en)) expect(key).toMatch(new RegExp(`^${name}\\.`));
  });

  test('uses the same placeholders in both languages', () => {
    const of = (/** @type {Readonly<Record<string, string>>} */ words) =>
      Object.fromEntries(
        Object.keys(en).map((key) => [key, [...new Set(placeholders(words[key]))].sort()]),
      );
    expect(of(zh)).toEqual(of(en));
  });

  test('has two forms of what follows a number, and none in Chinese, which has only one', () => {
    for (const words of Object.values(en).flatMap(inflected))
      expect(words).toMatch(/^\{\w+:[^{}|]+\|[^{}|]+\}$/);
    expect(Object.values(zh).flatMap(inflected)).toEqual([]);
  });

  test('is Chinese in Chinese: no sentence is left in English', () => {
    const english = Object.entries(zh).filter(
      ([key, words]) => words === en[key] && /[a-z]{3,} [a-z]{3,}/.test(words),
    );
    expect(english).toEqual([]);
  });
});

test.each(labs)(
  'of $tag every parameter with a control, every choice and every group has words',
  ({ lab, words }) => {
    const t = translator('en', vocabulary.common, words);
    const wanted = entriesOf(lab).flatMap(({ name, control, choices = [] }) => {
      if (!control) return [];
      const family = name.replace(/^(query|key)(?=Distribution)/, '').toLowerCase();
      return [
        `param.${name}`,
        `group.${control.group}`,
        ...choices.map((choice) => `choice.${family}.${choice}`),
      ];
    });
    const missing = wanted.filter((key) => !t.has(`${lab}.${key}`) && !t.has(`common.${key}`));
    expect(missing).toEqual([]);
  },
);

test.each(labs)(
  'every picture of $tag has a name and an element, the first of them at once',
  async (kind) => {
    const { lab, words, pictures } = kind;
    const tags = pictures.map((name) => `sd-${lab}-${name}`);
    expect(Object.keys(kind.parts)).toEqual(tags.slice(0, 1));
    await kind.fetchStory();
    expect(Object.keys(kind.parts).sort()).toEqual(tags.sort());
    for (const name of pictures) expect(words.en).toHaveProperty([`${lab}.part.${name}`]);
  },
);

describe('a translator', () => {
  const words = { en: { greet: '{who}, hello {who}' }, 'zh-Hans': { greet: '{who}，你好' } };

  test('fills in values, as text or as parts', () => {
    const t = translator('en', words);
    expect(t('greet', { who: 'Ada' })).toBe('Ada, hello Ada');
    const template = { strings: ['x'] };
    expect(t.parts('greet', { who: template })).toEqual(['', template, ', hello ', template, '']);
  });

  test('shows a key it does not know, and a placeholder nobody filled', () => {
    const t = translator('zh-Hans', words);
    expect(t('nothing.here')).toBe('nothing.here');
    expect(t('greet')).toBe('{who}，你好');
    expect(t('constructor')).toBe('constructor');
  });

  test.each([
    [1, '1 key counts'],
    ['1', '1 key counts'],
    [0, '0 keys count'],
    ['1.0', '1.0 keys count'],
    ['21', '21 keys count'],
    ['1,001', '1,001 keys count'],
    ['1 × 10⁹', '1 × 10⁹ keys count'],
  ])('lets nouns and verbs follow their number: %j', (n, sentence) => {
    const en = { count: '{n} {n:key counts|keys count}' };
    const t = translator('en', { en, 'zh-Hans': {} });
    expect(t('count', { n })).toBe(sentence);
  });

  test('lets a noun follow a number that is shown as a template', () => {
    const t = translator('en', { en: { count: '{n} {shown:key|keys}' }, 'zh-Hans': {} });
    const template = { strings: ['1'] };
    expect(t.parts('count', { n: template, shown: '1' })).toEqual(['', template, ' ', 'key', '']);
  });

  test('lets later catalogues win', () => {
    const t = translator('en', words, { en: { greet: 'hi' }, 'zh-Hans': {} });
    expect(t('greet')).toBe('hi');
  });
});

test.each([
  [['zh-TW'], 'zh-Hans'],
  [['zh_CN'], 'zh-Hans'],
  [['', null, 'en-GB'], 'en'],
  [['fr', 'zh', 'en'], 'zh-Hans'],
  [['fr'], 'en'],
  [[], 'en'],
])('of the wishes %j the language is %s', (wishes, language) => {
  expect(chooseLanguage(...wishes)).toBe(language);
});

describe('numbers', () => {
  const en = formatters('en');
  const zh = formatters('zh-Hans');

  test('have a true minus sign, and symbols where they are no numbers', () => {
    expect(en.number(-1.5)).toBe('\u22121.5');
    expect(en.number(-0)).toBe('0');
    expect(en.number(NaN)).toBe('–');
    expect(en.fixed(-Infinity)).toBe('\u2212∞');
  });

  test('keep their significant digits, also when they are very small or large', () => {
    expect(en.number(0.99712345)).toBe('0.9971');
    expect(en.number(123456.789)).toBe('123,457');
    expect(en.number(1.234e-7)).toBe('1.234 × 10⁻⁷');
    expect(en.number(6.02e23, 3)).toBe('6.02 × 10²³');
    expect(en.steady(1)).toBe('1.000');
    expect(en.steady(63.8)).toBe('63.80');
    expect(en.fixed(0.5, 3)).toBe('0.500');
    expect(en.percent(0.714)).toBe('71.4%');
  });

  test('say none or all of a whole only where it is', () => {
    expect(en.share(0)).toBe('0%');
    expect(en.share(1)).toBe('100%');
    expect(en.share(0.2345)).toBe('23.5%');
    expect(en.share(0.0004)).toBe('<\u00a00.1%');
    expect(en.share(0.0005)).toBe('0.1%');
    expect(en.share(0.9994)).toBe('99.9%');
    expect(en.share(0.9996)).toBe('>\u00a099.9%');
    expect(en.share(1 - 1e-12)).toBe('>\u00a099.9%');
    expect(zh.share(1e-12, 0)).toBe('<\u00a01%');
    expect(zh.share(0.996, 0)).toBe('>\u00a099%');
    expect(en.share(NaN)).toBe('–');
    for (let i = 1; i < 4000; i++)
      for (const decimals of [0, 1, 2])
        expect(en.share(i / 4000, decimals)).not.toMatch(/^(0|100)(\.0*)?%$/);
  });

  test('are counted as each language counts', () => {
    expect(en.compact(123_456_789)).toBe('123M');
    expect(zh.compact(123_456_789)).toBe('1.23亿');
  });
});
