// Files of two builds of one release, mixed by a cache or an incomplete upload. Nothing is computed with them.
import { expect, test } from '@jest/globals';
import fs from 'node:fs';
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { addPart, startInstance } from '../../../web/engine/border/instance.js';
import { readMark } from '../../../web/engine/border/mark.js';
import { checkBuild } from '../../../web/engine/border/release.js';
import { learningFrom } from '../../../web/engine/training/learning-given.js';
import { build } from '../../../web/engine/border/build.js';

/** @param {string} name */
const bytesOf = (name) =>
  fs.readFileSync(new URL(`../../../build/engine/${name}.wasm`, import.meta.url));

const core = new WebAssembly.Module(bytesOf('engine-simd'));
const own = String(readMark(core)?.build);

/** Returns the module of a file as another build would have it. @param {string} name */
const other = (name) => {
  const bytes = bytesOf(name);
  const [from, to] = [own, '00000000'].map((text) => Buffer.from(text));
  const build = name.includes('learning')
    ? String(readMark(new WebAssembly.Module(bytes))?.build)
    : own;
  for (let at = bytes.indexOf(build); at >= 0; at = bytes.indexOf(build)) to.copy(bytes, at);
  expect(from.length).toBe(to.length);
  return new WebAssembly.Module(bytes);
};

test('a part of another build is refused, by the names of both files', async () => {
  const instance = await startInstance(core);
  const part = other('engine-simd-gradients');
  await expect(addPart(instance, 'gradients', part)).rejects.toThrow(
    new Error(
      'engine-simd-gradients.wasm is not of the build of engine-simd.wasm; expected the files of one build',
    ),
  );
  await expect(addPart(instance, 'gradients', part, 'more.js')).rejects.toThrow(
    /^more\.js is not of the build of engine-simd\.wasm;/,
  );
  expect(instance.parts.size).toBe(0);
  const right = new WebAssembly.Module(bytesOf('engine-simd-matrices'));
  await addPart(instance, 'matrices', right);
  expect([...instance.parts.keys()]).toEqual(['matrices']);
});

test('a core of another build than the JavaScript around it is refused', async () => {
  await expect(startInstance(other('engine-simd'))).rejects.toThrow(
    new Error('engine: got engine-simd.wasm of another build; expected the files of one build'),
  );
});

test('so is what trains', async () => {
  const { startLearning } = learningFrom(async () => other('learning-simd'));
  await expect(startLearning('simd')).rejects.toThrow(
    new Error('engine: got training.wasm of another build; expected the files of one build'),
  );
});

test('a file that a script fetches is of its build', () => {
  checkBuild('learning.js', build, 'scaledot-engine.min.js');
  for (const wrong of ['00000000', undefined])
    expect(() => checkBuild('learning.js', wrong, 'scaledot-engine.min.js')).toThrow(
      new Error(
        'learning.js is not of the build of scaledot-engine.min.js; expected the files of one build',
      ),
    );
});

for (const start of [
  { type: 'start', variant: 'fallback' },
  { type: 'training', id: 1, name: 'start', args: { variant: 'fallback' } },
])
  test(`a worker refuses a script of another build, and says so: ${start.type}`, async () => {
    const worker = new Worker(new URL('../../../web/engine/worker.js', import.meta.url), {
      stderr: true,
    });
    const told = once(worker.stderr, 'data');
    const answer = once(worker, 'message');
    worker.postMessage({ ...start, build: '00000000' });
    const [said] = await answer;
    const sentence =
      'worker.js is not of the build of the script that starts it; expected the files of one build';
    expect(String(await told)).toBe(`scaledot: ${sentence}\n`);
    expect(said).toEqual(
      start.type === 'start'
        ? { type: 'failed' }
        : { type: 'trained', id: 1, error: { kind: 'Error', message: sentence } },
    );
    await worker.terminate();
  });
