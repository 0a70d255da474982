// docs/contributing/sizes.md has the sizes of the engine. `npm test` builds the engine first; `npm run size -- --write`
// writes the page.
import { describe, expect, test } from '@jest/globals';
import fs from 'node:fs';
import {
  cellsOf,
  downloadTable,
  functionRows,
  sizesPage,
  staleIn,
  tableIn,
  wholeRows,
  withTable,
} from '../../scripts/size-tables.mjs';

const page = fs.readFileSync(sizesPage, 'utf8');

test('the page has the sizes of the engine that is built', () => {
  expect(staleIn(tableIn(page, 'downloads'), downloadTable())).toEqual([]);
});

test('the page has a row for every function that is linked alone', () => {
  const [, , ...rows] = cellsOf(tableIn(page, 'functions'));
  expect(rows.map(([name]) => name)).toEqual(Object.keys({ ...functionRows, ...wholeRows }));
  for (const [, size] of rows) expect(size).toMatch(/^\d+\.\d$/);
});

describe('a table', () => {
  const now = '| part | kB |\n| --- | --: |\n| `core` | 17.3 |\n| all | 423.4 |';

  test('may be off by rounding and by 1 %', () => {
    expect(staleIn(now, now)).toEqual([]);
    expect(staleIn(now.replace('17.3', '17.7').replace('423.4', '421'), now)).toEqual([]);
  });

  test('is stale by more than that, by other words and by other rows', () => {
    expect(staleIn(now.replace('17.3', '16.7'), now)).toEqual([
      '`core`: 16.7 is written, 17.3 is built',
    ]);
    expect(staleIn(now.replace('423.4', ''), now)).toHaveLength(1);
    expect(staleIn(now.replace('all', 'both'), now)).toHaveLength(1);
    expect(staleIn('', now)).toEqual(['the table has 1 lines and should have 4']);
  });

  test('is put between its marks', () => {
    const text = '<!-- functions -->\nold\n<!-- / -->\n<!-- downloads -->\nother\n<!-- / -->\n';
    const changed = withTable(text, 'downloads', now);
    expect(tableIn(changed, 'downloads')).toBe(now);
    expect(tableIn(changed, 'functions')).toBe('old');
  });
});
