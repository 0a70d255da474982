// What is built of the sources, where a minifier has changed it. `npm test` builds it.
import fs from 'node:fs';
import { expect, test } from '@jest/globals';
import { inRoot } from '../../scripts/tools.mjs';

/** Nothing is tried: what was, a minifier has taken for pure. */
const emptied = /.{0,60}\btry\{(return\s?[!\w]*)?;?\}/g;

test.each(['dist', 'site', 'site/assets'])('no guard in %s has lost what it guards', (folder) => {
  const files = fs.readdirSync(inRoot(folder)).filter((name) => name.endsWith('.js'));
  expect(files.length).toBeGreaterThan(1);
  const found = files.flatMap((name) => {
    const text = fs.readFileSync(inRoot(folder, name), 'utf8');
    return (text.match(emptied) ?? []).map((words) => `${name}: ${words}`);
  });
  expect(found).toEqual([]);
});
