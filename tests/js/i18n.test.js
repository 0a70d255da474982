// The words of the page: complete in both languages, with numbers as each language writes them.
import { describe, expect, test } from '@jest/globals';
import commonEn from '../../web/i18n/common.en.js';
import glossaryEn from '../../web/i18n/glossary.en.js';
import glossaryZh from '../../web/i18n/glossary.zh-Hans.js';
import chartsEn from '../../web/i18n/charts.en.js';
import chartsZh from '../../web/i18n/charts.zh-Hans.js';
import commonZh from '../../web/i18n/common.zh-Hans.js';
import shareEn from '../../web/i18n/share.en.js';
import shareZh from '../../web/i18n/share.zh-Hans.js';
import refusedEn from '../../web/i18n/refused.en.js';
import refusedZh from '../../web/i18n/refused.zh-Hans.js';
import paperEn from '../../web/i18n/paper.en.js';
import paperZh from '../../web/i18n/paper.zh-Hans.js';
import presentEn from '../../web/i18n/present.en.js';
import presentZh from '../../web/i18n/present.zh-Hans.js';
import trainedEn from '../../web/i18n/trained.en.js';
import trainedZh from '../../web/i18n/trained.zh-Hans.js';
import { labs } from '../../web/elements/index.js';
import { decadeOf, tenTo } from '../../web/i18n/decades.js';
import { decimalText, roundedTo, significantText } from '../../web/i18n/decimals.js';
import { chooseLanguage, formatters, translator } from '../../web/i18n/index.js';
import { shareInWords } from '../../web/i18n/share-in-words.js';
import { plain } from '../../web/labs/parts/text.js';
import { words as vocabulary } from '../../web/i18n/words.js';
import { entriesOf } from '../../web/tables/state.js';
import '../learned.js';

/** @type {[string, import('../../web/i18n/index.js').Catalogue, import('../../web/i18n/index.js').Catalogue][]} */
const catalogues = [
  ['common', commonEn, commonZh],
  ['glossary', glossaryEn, glossaryZh],
  ['share', shareEn, shareZh],
  ['present', presentEn, presentZh],
  ['refused', refusedEn, refusedZh],
  ['paper', paperEn, paperZh],
  ['trained', trainedEn, trainedZh],
  ['charts', chartsEn, chartsZh],
  .../** @type {any[]} */ (labs.map(({ lab, words }) => [lab, words.en, words['zh-Hans']])),
];

/** @param {string} sentence */
const placeholders = (sentence) => [...sentence.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);

/** Returns words that follow a number, {name:singular|plural}, and everything else in braces with a colon. */
const inflected = (/** @type {string} */ sentence) => sentence.match(/\{\w*:[^}]*\}/g) ?? [];

/** Returns the terms that a sentence marks, [[shown|term]]. @param {string} sentence */
const termsIn = (sentence) =>
  [...sentence.matchAll(/\[\[(?:[^|\]]+\|)?([^\]]+)\]\]/g)].map(([, term]) => term);

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

  test('sets no mark around a placeholder: values are not typeset', () => {
    const pieces = [...Object.values(en), ...Object.values(zh)].flatMap((words) =>
      words.split(/\{\w+(?::[^{}|]*\|[^{}|]*)?\}/),
    );
    expect(pieces.filter((piece) => piece.split('`').length % 2 === 0)).toEqual([]);
    const bare = pieces.map((piece) => piece.replace(/`[^`]*`/g, '').replace(/\^[A-Z]\*/g, ''));
    expect(bare.filter((piece) => piece.split('*').length % 2 === 0)).toEqual([]);
  });

  test('marks the same terms in both languages, and only those of the glossary', () => {
    for (const [key, sentence] of Object.entries(en)) {
      const terms = termsIn(sentence).sort();
      expect([key, termsIn(zh[key]).sort()]).toEqual([key, terms]);
      for (const term of terms) expect(glossaryEn).toHaveProperty([`glossary.${term}`]);
    }
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

describe('the glossary', () => {
  const ofLabs = /** @type {[string, {en: import('../../web/i18n/index.js').Catalogue}][]} */ (
    labs.map(({ lab, words }) => [lab, words])
  );
  /**
   * Patterns that find the terms which every lab must mark where a newcomer first meets them.
   * @type {Readonly<Record<string, RegExp>>}
   */
  const met = {
    score: /\bscores?\b/i,
    logit: /\blogits?\b/i,
    factor: /\bfactor\b/i,
    rule: /\brules?\b/i,
    law: /\b(law|distribution)s?\b/i,
    L: /\bL\b/,
    softmax: /\bsoftmax\b/i,
    weight: /\bweights?\b/i,
    gradient: /\bgradients?\b/i,
    kurtosis: /\bkurtosis\b/i,
    entropy: /\bentropy\b/i,
    mask: /\bmask(s|ed)?\b/i,
  };
  /** Labels, text for screen readers only, and text outside the lab: none of it can mark a term. */
  const aside =
    /\.(fallback|formula|preset|summary|deadSummary|figure|title|param|measure|choice)\b/;
  /** The state decides which one of these is shown. */
  const answers = /\.(answer|rest|overflow\.(?!note))/;
  /** @param {string} sentence  without its placeholders and marks */
  const bare = (sentence) =>
    sentence.replace(/\[\[([^|\]]+)[^\]]*\]\]/g, '$1').replace(/\{[^}]*\}/g, '');
  /**
   * Returns whole sentences, in the order in which the lab shows them.
   * @param {import('../../web/i18n/index.js').Catalogue} en
   */
  const sentencesOf = (en) =>
    Object.entries(en).filter(([key, words]) => /[.?:](\s|$)/.test(words) && !aside.test(key));

  test.each(ofLabs)(
    'explains what a newcomer meets in %s, where it is met first',
    (_lab, words) => {
      const sentences = sentencesOf(words.en);
      const unmarked = Object.entries(met).flatMap(([term, pattern]) => {
        const using = sentences.filter(([, sentence]) => pattern.test(bare(sentence)));
        const first = using.find(([key]) => !answers.test(key));
        const inAnswers = using.filter(([key]) => answers.test(key));
        // A term that no answer uses is first met in a section.
        const places = inAnswers.length > 0 ? inAnswers : first ? [first] : [];
        return places
          .filter(([, sentence]) => !termsIn(sentence).includes(term))
          .map(([key]) => `${term}: ${key}`);
      });
      expect(unmarked).toEqual([]);
    },
  );

  test.each(ofLabs)('marks no term of %s more than twice outside its answers', (_lab, words) => {
    const marks = Object.entries(words.en).flatMap(([key, sentence]) =>
      answers.test(key) ? [] : termsIn(sentence),
    );
    const often = marks.filter((term) => marks.filter((each) => each === term).length > 2);
    expect(often).toEqual([]);
  });

  test('has no entry that nothing is marked with', () => {
    const marked = catalogues.flatMap(([, en]) => Object.values(en).flatMap(termsIn));
    const entries = Object.keys(glossaryEn).map((key) => key.replace('glossary.', ''));
    expect([...new Set(marked)].sort()).toEqual(entries.sort());
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
  'every picture of $tag has a name and an element, and none comes with the code of the lab',
  async (kind) => {
    const { lab, words, pictures } = kind;
    const tags = pictures.map((name) => `sd-${lab}-${name}`);
    expect(kind.parts).toEqual({});
    // Sequential, because Jest cannot link modules that are requested at once.
    for (const name of pictures) await kind.fetchPictures([name]);
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
])('of the preferences %j the language is %s', (preferences, language) => {
  expect(chooseLanguage(...preferences)).toBe(language);
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
    // The rounded number decides the number of decimals.
    expect([9.9996, 0.99996, 99.996, 9.9994].map((value) => en.steady(value))).toEqual([
      ...['10.00', '1.000', '100.0', '9.999'],
    ]);
    expect(en.fixed(0.5, 3)).toBe('0.500');
    expect(en.percent(0.714)).toBe('71.4%');
  });

  test('say that a weight is 1 only where it is', () => {
    expect(en.weight(1)).toBe('1.0');
    expect(en.weight(0.5)).toBe('0.50');
    expect(en.weight(0.0612)).toBe('0.061');
    expect(en.weight(0.9949)).toBe('0.99');
    expect(en.weight(0.996)).toBe('>\u00a00.99');
    expect(zh.weight(1 - 1e-12, 3)).toBe('>\u00a00.999');
  });

  test('say none or all of a whole only where it is', () => {
    expect(en.share(0)).toBe('0%');
    expect(en.share(1)).toBe('100%');
    expect(en.share(0.2345)).toBe('23.5%');
    expect(en.share(0.0004)).toBe('<\u00a00.1%');
    expect(en.share(0.0005)).toBe('0.1%');
    expect(en.share(0.9994)).toBe('99.9%');
    expect(en.share(0.9996)).toBe('>\u00a099.9%');
    expect(shareInWords(en, en.share(0.9996))).toBe('over\u00a099.9%');
    expect(shareInWords(en, en.share(0.0004))).toBe('under\u00a00.1%');
    expect(shareInWords(en, en.share(0.2345))).toBe('23.5%');
    expect(shareInWords(formatters('zh-Hans'), en.share(0.9996))).toBe('99.9%\u00a0以上');
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
    // Compares with the words of this machine's Intl, because they differ between versions.
    for (const [format, language] of /** @type {const} */ ([
      [en, 'en'],
      [zh, 'zh-Hans'],
    ])) {
      const intl = new Intl.NumberFormat(language, {
        notation: 'compact',
        maximumSignificantDigits: 3,
      });
      const sizes = [
        0,
        0.5,
        1,
        999,
        999.6,
        1000,
        1234,
        9999,
        99_950,
        123_456,
        1e8 - 1,
        4.56e9,
        7e12,
      ];
      for (const size of sizes) expect(format.compact(size)).toBe(intl.format(size));
    }
  });
});

test('numbers are written as Intl of this machine writes them, and ask none', () => {
  /** @param {Intl.NumberFormatOptions} options @param {number} value */
  const intl = (options, value) => new Intl.NumberFormat('en', options).format(value);
  const sizes = [1e-9, 1e-4, 0.01, 1, 10, 1e3, 1e6, 1e9, 1e15, 1e21];
  const mantissas = [0, 1, 1.005, 1.25, 2.5, 3.14159265358979, 9.995, 9.9999999, -1.5, -0.0004];
  for (let i = 1; i < 60; i++) mantissas.push(((i * 7919) % 9973) / 997);
  for (const value of sizes.flatMap((size) => mantissas.map((mantissa) => mantissa * size))) {
    for (const most of [0, 1, 2, 5, 9]) {
      const options = { minimumFractionDigits: most, maximumFractionDigits: most };
      expect(decimalText(value, { most })).toBe(intl(options, value));
      expect(decimalText(value, { least: 0, most, grouped: false })).toBe(
        intl({ maximumFractionDigits: most, useGrouping: false }, value),
      );
      expect(`${decimalText(value, { most, shift: 2 })}%`).toBe(
        intl({ style: 'percent', ...options }, value),
      );
    }
    for (const digits of [1, 3, 4, 7]) {
      const exact = Number(intl({ maximumSignificantDigits: digits, useGrouping: false }, value));
      expect(roundedTo(value, digits)).toBe(exact + 0);
      if (Math.abs(value) < 10 ** (digits - 1))
        expect(significantText(value, digits)).toBe(
          intl({ maximumSignificantDigits: digits }, value),
        );
    }
  }
});

test.each(/** @type {const} */ (['en', 'zh-Hans']))(
  'lists in %s are written as by Intl',
  (language) => {
    const intl = new Intl.ListFormat(language, { type: 'conjunction' });
    for (const items of [[], ['A'], ['A', 'B'], ['A', 'B', 'C'], ['A', 'B', 'C', 'D']])
      expect(formatters(language).list(items)).toBe(intl.format(items));
  },
);

test('powers of ten are exact', () => {
  for (let exponent = -300; exponent <= 300; exponent += 1) {
    const power = Number(`1e${exponent}`);
    expect(tenTo(exponent)).toBe(power);
    expect(decadeOf(power)).toBe(exponent);
    expect(decadeOf(-power * (1 - 2 ** -53))).toBe(exponent - 1);
  }
});

test('a marked term is a word like any other where only plain text can go', () => {
  const t = translator('en', { en: { a: 'Each [[rule]] has [[logits|logit]] of size d_k.' } });
  expect(plain(t, 'a')).toBe('Each rule has logits of size d\u2096.');
});

test('in Chinese sentences of rules no blank stands before a stop', () => {
  const t = translator('zh-Hans', { 'zh-Hans': vocabulary.training['zh-Hans'] });
  const sentences = Object.keys(vocabulary.training['zh-Hans'] ?? {}).filter((key) =>
    /^training\.(answer|rest|preset|save|seeds\.(better|worse|same|alone))\b/.test(key),
  );
  for (const rule of ['rsqrt', 'none', 'inverse', 'cosine', 'alpha', 'additive']) {
    const name = t(`training.with.${rule}`, { alpha: '0.25' });
    for (const key of sentences)
      expect(t(key, { one: name, other: name, rule: name })).not.toMatch(/ [，。；：、（）]/);
  }
});
