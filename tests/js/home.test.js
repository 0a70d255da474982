// What files say of the state that they show.
import { expect, test } from '@jest/globals';
import { setSiteHome, wholeLink } from '../../web/labs/parts/home.js';

test('the link in a file is a whole one, or names the lab where no site is known', () => {
  expect(wholeLink('variance', 'lab=variance')).toBe('lab=variance');
  expect(wholeLink('variance', 'dk=9')).toBe('lab=variance&dk=9');
  expect(wholeLink('softmax', 'lab=softmax')).toBe('lab=softmax');
  setSiteHome('https://example.org/a/index.html?b#lab=heads');
  expect(wholeLink('variance', 'dk=9')).toBe('https://example.org/a/#lab=variance&dk=9');
});
