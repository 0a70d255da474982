// Every page of docs/decisions has a date, a context, a decision and numbers, and a row with its title and date in the
// list.
import { expect, test } from '@jest/globals';
import fs from 'node:fs';

const folder = new URL('../../docs/decisions/', import.meta.url);
const read = (/** @type {string} */ name) => fs.readFileSync(new URL(name, folder), 'utf8');
const pages = fs.readdirSync(folder).filter((name) => name !== 'README.md');

test.each(pages)('%s has all its sections', (name) => {
  const headings = [...read(name).matchAll(/^#+ .*$/gm)].map(([line]) => line);
  expect(headings.slice(1)).toEqual(['## Context', '## Decision', '## Numbers']);
  expect(read(name)).toMatch(/^# .+\n\nDate: \d{4}-\d\d-\d\d/);
});

test('the list has every page once', () => {
  const rows = pages.map((name) => {
    const [, title, date] = read(name).match(/^# (.+)\n\nDate: ([\d-]+)/) ?? [];
    return `| [${title}](${name}) | ${date} |`;
  });
  const listed = read('README.md')
    .split('\n')
    .filter((line) => line.startsWith('| ['));
  expect(listed.sort()).toEqual(rows.sort());
});

test('CONTRIBUTING.md has at most 120 lines', () => {
  const text = fs.readFileSync(new URL('../../CONTRIBUTING.md', import.meta.url), 'utf8');
  expect(text.split('\n').length - 1).toBeLessThanOrEqual(120);
});
