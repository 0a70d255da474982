// The link in saved files to the state that they show.
import { expect, test } from '@jest/globals';
import { isOwnMachine } from '../../web/labs/parts/own-machine.js';
import { setSiteHome, wholeLink } from '../../web/labs/parts/home.js';

test('the link in a file is a whole one, or names the lab where no site is known', () => {
  expect(wholeLink('variance', 'lab=variance')).toBe('lab=variance');
  expect(wholeLink('variance', 'dk=9')).toBe('lab=variance&dk=9');
  expect(wholeLink('softmax', 'lab=softmax')).toBe('lab=softmax');
  setSiteHome('https://example.org/a/index.html?b#lab=heads');
  expect(wholeLink('variance', 'dk=9')).toBe('https://example.org/a/#lab=variance&dk=9');
});

test('what is on somebody’s own machine', () => {
  for (const own of [
    'http://localhost:8080/',
    'http://127.0.0.1/a/',
    'http://[::1]:1/',
    'file:///a/',
  ])
    expect(isOwnMachine(own)).toBe(true);
  for (const other of ['https://example.org/localhost/', 'https://localhost.example.org:1/a', ''])
    expect(isOwnMachine(other)).toBe(false);
});
