// Numbers in a lab's sentences that may still change.
import { expect, test } from '@jest/globals';
import common from '../../web/i18n/common.en.js';
import { translator } from '../../web/i18n/index.js';
import { live, soFar } from '../../web/labs/parts/provisional.js';
import { markup } from './charts/pictures.js';

const t = translator('en', { en: common });

test('a number is marked while it may change, and only then', () => {
  expect(markup(live('0.97', { name: 'answer-before', kind: 'c', provisional: true }))).toMatch(
    /class="number c".*data-value=answer-before.*\?data-provisional=true.*aria-busy=true.*>0\.97</s,
  );
  const whole = markup(live('0.97', { name: 'answer-before' }));
  expect(whole).toMatch(/\?data-provisional=false/);
  expect(whole).not.toContain('aria-busy=true');
});

test('a sentence says so once', () => {
  expect(markup(soFar(t, true))).toContain(' so far');
  expect(soFar(t, false)).toBe('');
});
