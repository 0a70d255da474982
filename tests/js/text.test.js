// Sentences of the catalogues are typeset. Text that a visitor has typed stays as it is.
import { expect, test } from '@jest/globals';
import { formatters, translator } from '../../web/i18n/index.js';
import { ruleText } from '../../web/labs/softmax/rule.js';
import { ruleWords } from '../../web/labs/parts/rule.js';
import { plain, rich } from '../../web/labs/parts/text.js';
import { words } from '../../web/i18n/words.js';
import { markup } from './charts/pictures.js';
import '../learned.js';

const t = translator('en', {
  en: {
    said: '*Note:* {word} gives √64 and d_k to {other} {count:key|keys}.',
    rule: '× {factor}',
  },
});
const typed = { word: 'a_k', other: '*c* [[x]] `b`', count: 2 };

test('a catalogue’s marks are set, and a visitor’s words are not', () => {
  const shown = markup(rich(t, 'said', typed));
  expect(shown).toMatch(/^<em>Note:<\/em> a_k gives <math/);
  expect(shown).toContain('<i>d</i><sub>k</sub></span> to *c* [[x]] `b` keys.');
  expect(plain(t, 'said', typed)).toBe('Note: a_k gives √64 and dₖ to *c* [[x]] `b` keys.');
});

test('no line of Chinese begins with the stop behind a formula', () => {
  const chinese = translator('zh-Hans', {
    'zh-Hans': { said: '先乘 1/√d_k。再除以 √64，*等等*。', bare: 'd_k。' },
  });
  const shown = markup(rich(chinese, 'said'));
  expect(shown).toMatch(/<span class="symbol"><math[^]*?<\/math\s*>。<\/span>再除以/);
  expect(shown).toMatch(
    /<span class="symbol"><math[^]*?<\/math\s*>，<\/span><strong>等等<\/strong>。$/,
  );
  expect(plain(chinese, 'said')).toBe('先乘 1/√dₖ。再除以 √64，等等。');
  expect(markup(rich(chinese, 'bare'))).toMatch(/<\/span>。$/);
});

test('a factor that was entered as a root keeps its radical', () => {
  const params = { scale: 'number', factor: 1 / Math.sqrt(512), alpha: 0.3 };
  const english = translator('en', words.common, words.softmax);
  expect(markup(ruleWords(english, formatters('en'), params))).toMatch(/msqrt[^]*512/);
  expect(ruleText(english, formatters('en'), { ...params, scale: 'alpha' })).toBe('1/dₖ^{0.3}');
});
