// The programs of the guide and the gallery run in the interpreter, and their output can be drawn.
import fs from 'node:fs';
import { expect, test } from '@jest/globals';
import { figureOf } from '../../../web/diagrams/diagram.js';
import { diagrams } from '../../../web/labs/playground/diagrams.js';
import { experiments } from '../../../web/labs/playground/experiments.js';
import { readTable } from '../../../web/labs/playground/table.js';
import { globals } from '../../../web/labs/playground/globals.js';
import { experimentsIn, translateExperiments } from '../../../web/labs/playground/translations.js';
import { defaultLimits } from '../../../web/playground/limits.js';
import { longestProgram } from '../../../web/tables/playground.js';
import { run, textOf } from './programs.js';

const guide = fs.readFileSync('docs/playground.md', 'utf8'); // the Chinese one has the same programs
const ofGuide = [...guide.matchAll(/```js(?: playground)?\n([^]*?)```/g)].map(([, program], i) => [
  `the guide's program ${i + 1}`,
  program,
]);

await translateExperiments('zh-Hans');
const inChinese = experimentsIn('zh-Hans');

/** @typedef {import('./programs.js').OutputEvent} OutputEvent */

/**
 * Returns all numbers that a program has shown, sorted, because the order in sentences depends on the language.
 * @param {readonly OutputEvent[]} events
 */
function numbersIn(events) {
  /** @type {number[]} */
  const found = [];
  const note = (/** @type {unknown} */ value) => {
    if (typeof value === 'number') found.push(value);
    else if (typeof value === 'string')
      found.push(...(value.match(/-?\d+(\.\d+)?(e[-+]?\d+)?/g) ?? []).map(Number));
    else if (ArrayBuffer.isView(value)) found.push(.../** @type {Float32Array} */ (value));
    else if (Array.isArray(value)) value.forEach(note);
    else if (value !== null && typeof value === 'object') Object.values(value).forEach(note);
  };
  for (const event of events) {
    if (event.type === 'print') note(event.text);
    else note('data' in event ? [event.data, event.options] : { ...event, line: 0 });
  }
  return found.sort((a, b) => a - b);
}

test.each([...ofGuide, ...Object.entries(experiments)])('%s', async (name, program) => {
  const { status, events, error } = await run(program);
  expect(error).toBeUndefined();
  expect(status).toBe('done');
  let shown = 0;
  for (const event of events) {
    if (event.type === 'print') shown += 1;
    if (!('data' in event)) continue;
    shown += 1;
    if (event.type === 'table') expect(readTable(event.data).rows.length).toBeGreaterThan(0);
    else {
      const kind = /** @type {keyof typeof diagrams} */ (event.type);
      const figure = figureOf(diagrams[kind](event.data, event.options), 'en');
      expect(figure.draw(600, 300).reader).toBeDefined();
      expect(figure.table().rows.length).toBeGreaterThan(0);
    }
  }
  expect(shown).toBeGreaterThan(0);
  if (!(name in inChinese)) return;
  const chinese = await run(inChinese[/** @type {keyof typeof inChinese} */ (name)]);
  expect(chinese.error).toBeUndefined();
  // The number of progress events depends on timing.
  const said = (/** @type {readonly OutputEvent[]} */ all) =>
    all.filter(({ type }) => type !== 'progress');
  expect(said(chinese.events).length).toBe(said(events).length);
  expect(numbersIn(said(chinese.events))).toEqual(numbersIn(said(events)));
});

test('the guide has programs', () => expect(ofGuide.length).toBeGreaterThanOrEqual(4));

test('what the editor and the guide name is there', async () => {
  const names = globals.map(({ name }) => name);
  const program = `print([${names.map((name) => `typeof ${name}`)}].includes('undefined'));`;
  expect(await textOf(program)).toBe('false\n');
  for (const name of names) expect(guide).toMatch(new RegExp(`\`${name}\\b`));
});

test('the guide has the limits that hold', () => {
  const { seconds, memory, lines, pictures, controls } = defaultLimits;
  const text = guide.replaceAll(/\s+/g, ' ');
  for (const told of [
    `${seconds} seconds`,
    `${memory / 2 ** 20} MiB`,
    `${lines / 1000} 000 lines`,
    `${pictures} tables and pictures`,
    `${controls} sliders`,
    `${longestProgram} characters`,
  ])
    expect(text).toContain(told);
});
