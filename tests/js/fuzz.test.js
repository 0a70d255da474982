// The base of npm run fuzz: decisions that can be drawn, replayed and reduced, and a check of the clock.
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { expect, test } from '@jest/globals';
import { changed } from '../fuzz/bytes.mjs';
import { smallest, Source } from '../fuzz/source.mjs';

const draw = (/** @type {Source} */ source) =>
  Array.from({ length: 20 }, () => [source.below(9), source.of(['a', 'b']), source.oneIn(4)]);

test('a seed decides everything, and decisions play it again', () => {
  const source = new Source({ seed: 7 });
  const drawn = draw(source);
  expect(draw(new Source({ seed: 7 }))).toEqual(drawn);
  expect(draw(new Source({ seed: 8 }))).not.toEqual(drawn);
  expect(draw(new Source({ decisions: source.decisions }))).toEqual(drawn);
});

test('behind the end of what is played everything is at its plainest', () => {
  expect(draw(new Source({ decisions: [] }))).toEqual(Array(20).fill([0, 'a', false]));
});

test('a failing case is made as small as it goes', async () => {
  const { decisions } = new Source({ seed: 1 });
  for (let i = 0; i < 40; i++) decisions.push(i * 5);
  const fails = async (/** @type {readonly number[]} */ some) => some.some((each) => each > 60);
  expect(await smallest(decisions, fails)).toEqual([expect.any(Number)]);
  const [left] = await smallest(decisions, fails);
  expect(left).toBeLessThan(130);
});

test('bytes are changed, and what they were made of is not', () => {
  const good = Uint8Array.from({ length: 50 }, (_, i) => i);
  const before = good.slice();
  const all = Array.from({ length: 30 }, (_, seed) => changed(good, new Source({ seed })));
  expect(good).toEqual(before);
  expect(new Set(all.map(String)).size).toBeGreaterThan(15);
});

test.each([
  ['goes on forever', 'for (;;);'],
  ['waits in vain', 'await new Promise(() => {});'],
])('a case that %s is told of, with what plays it again', (_, ending) => {
  const watch = new URL('../fuzz/watch.mjs', import.meta.url).href;
  const program = `import { startWatch } from '${watch}';
    const watch = startWatch(1);
    watch.note('--case "calls 1 2"');
    watch.begin();
    ${ending}`;
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'scaledot-fuzz-'));
  const file = path.join(folder, 'case.mjs');
  fs.writeFileSync(file, program);
  const { stderr } = spawnSync(process.execPath, [file], { encoding: 'utf8', timeout: 60_000 });
  fs.rmSync(folder, { recursive: true });
  expect(stderr).toContain(
    'has not ended within 1 seconds\nagain: npm run fuzz -- --case "calls 1 2"',
  );
});
