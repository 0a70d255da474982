// Includes and imports between folders have one direction: the checks of scripts/folders.mjs, and their result for the
// sources.
import { expect, test } from '@jest/globals';
import { checkFolders, complaintsAbout, readTable, usedBy } from '../../scripts/folders.mjs';

const table = readTable(`
| folder | what it is for | uses |
| --- | --- | --- |
| \`src/lanes/\` | lanes | |
| \`src/attention/\` | kernels, never \`document\` | \`src/lanes/\` |
| \`web/charts/\` | pictures | |

More words.`);

test('the table is read', () => {
  expect(table).toEqual([
    { folder: 'src/lanes', uses: [] },
    { folder: 'src/attention', uses: ['src/lanes'] },
    { folder: 'web/charts', uses: [] },
  ]);
});

test('includes and imports are found, also those that load later, and none in comments', () => {
  expect(usedBy('src/attention/a.cpp', '#include "lanes/b.h"\n#include <vector>')).toEqual([
    'src/lanes/b.h',
  ]);
  const code = `/** @import { T } from '../x/types.js' */
// import '../x/comment.js';
import { a } from './a.js';
export * from '../b/b.js';
import '../c/c.js';
const late = () => import('../d/d.js');
import module from '../../build/engine/simd.js';
import { html } from 'lit';`;
  expect(usedBy('web/charts/here.js', code)).toEqual([
    'web/charts/a.js',
    'web/b/b.js',
    'web/c/c.js',
    'web/d/d.js',
  ]);
});

test('what is not allowed is named with both files', () => {
  const sources = {
    'src/lanes/a.h': '#include "attention/b.h"',
    'src/attention/b.h': '#include "lanes/a.h"\n#include "attention/c.h"',
    'web/charts/c.js': "import '../labs/d.js';",
    'web/new/e.js': '',
  };
  const complaints = complaintsAbout(table, sources);
  expect(complaints).toHaveLength(3);
  expect(complaints[0]).toMatch('src/lanes/a.h uses src/attention/b.h');
  expect(complaints[1]).toMatch('web/charts/c.js uses web/labs/d.js');
  expect(complaints[2]).toMatch('folders.md does not say what web/new is for');
});

test('a row that uses a folder below it is a circle in the making', () => {
  const turned = [
    { folder: 'src/a', uses: ['src/b'] },
    { folder: 'src/b', uses: ['src/a'] },
  ];
  expect(complaintsAbout(turned, {})).toEqual([
    'src/a uses src/b, which does not stand above it in docs/contributing/folders.md',
  ]);
});

test('it holds for the sources', () => {
  expect(checkFolders()).toBe(0);
});
