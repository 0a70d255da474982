// Values between a program and the engine keep their bits, errors and identity.
import { expect, test } from '@jest/globals';
import * as scaledot from '../../../web/engine/index.js';
import * as models from '../../../web/engine/models/index.js';
import * as onnx from '../../../web/engine/adapters/onnx.js';
import * as torch from '../../../web/engine/adapters/torch.js';
import { runProgram } from '../../../web/playground/interpreter.js';
import { defaultLimits } from '../../../web/playground/limits.js';
import { run, textOf } from './programs.js';

const engine = await scaledot.load({ engine: 'simd' });

/**
 * Returns the data of the pictures that a program shows.
 * @param {string} code
 * @param {Parameters<typeof run>[1]} [more]
 */
async function shown(code, more) {
  const { events, error } = await run(code, more);
  expect(error).toBeUndefined();
  return events.flatMap((event) => ('data' in event ? [event.data] : []));
}

const bitsOf = (/** @type {Float32Array} */ { buffer, byteOffset, length }) =>
  Array.from(new Uint32Array(buffer, byteOffset, length));

test('numbers come out of a program as they are in it', async () => {
  const [numbers, arrays, part] = await shown(`
table([0, -0, NaN, 1e-323, 2 ** 53 + 2, -Infinity, 1.1, 123456789012345678901234567890n, -1n, [undefined, null, true], 'é\\ud800\\u0000']);
const nan = new Uint32Array([0x7fc00001, 0xffc12345, 0x80000000, 1]);
table({ floats: new Float32Array(nan.buffer), doubles: Float64Array.of(-0, NaN, 5e-324), big: BigInt64Array.of(-(2n ** 63n)), bytes: Uint8ClampedArray.of(300, 1) });
table(new Float32Array(new Float32Array(1000).fill(7).buffer, 400, 3));
`);
  expect(numbers).toEqual([
    ...[0, -0, NaN, 1e-323, 2 ** 53 + 2, -Infinity, 1.1, 123456789012345678901234567890n, -1n],
    ...[[undefined, null, true], 'é\ud800\u0000'],
  ]);
  expect(bitsOf(arrays.floats)).toEqual([0x7fc00001, 0xffc12345, 0x80000000, 1]);
  expect(arrays.doubles).toEqual(Float64Array.of(-0, NaN, 5e-324));
  expect(arrays.big).toEqual(BigInt64Array.of(-(2n ** 63n)));
  expect(arrays.bytes).toEqual(Uint8ClampedArray.of(255, 1));
  expect(part).toEqual(Float32Array.of(7, 7, 7));
});

test('numbers come into a program as they are outside', async () => {
  const bits = [0x7fc00001, 0xffc12345, 0x80000000, 1, 0x3f800001];
  const data = new Float32Array(Uint32Array.from(bits).buffer);
  const files = { 'a.npy': engine.writeNpy({ data, shape: [5] }) };
  const text = await textOf(
    `import { readFile } from 'node:fs/promises';
const { data } = sd.readNpy(await readFile('a.npy'));
console.log(new Uint32Array(data.buffer, data.byteOffset, data.length).join());
console.log(data.buffer.byteLength, data instanceof Float32Array);`,
    { files },
  );
  expect(text).toBe(`${bits.join()}\n20 true\n`);
});

test('the engine gives a program the bits that it gives others', async () => {
  const [{ product, statistics }] = await shown(`
const a = sd.randomTensor([64, 48], { seed: 3 });
const b = sd.randomTensor([48, 80], { seed: 4 });
table({ product: sd.matmul(a, b), statistics: sd.scoreStatistics({ dk: 33, queries: 50, keys: 40 }).scores });`);
  const a = engine.randomTensor([64, 48], { seed: 3 });
  const b = engine.randomTensor([48, 80], { seed: 4 });
  expect(product).toEqual(engine.matmul(a, b));
  expect(statistics).toEqual(engine.scoreStatistics({ dk: 33, queries: 50, keys: 40 }).scores);
});

test('nested lists are tensors, and holes and others in them are refused with the engine’s own words', async () => {
  const given = [[1, 2, 3], [4, '5', 6]]; // prettier-ignore
  /** @param {() => unknown} call */
  const refusal = (call) => {
    try {
      call();
    } catch (error) {
      return `${/** @type {Error} */ (error).name}: ${/** @type {Error} */ (error).message}\n`;
    }
    return '';
  };
  const text = await textOf(`import { tensor } from 'scaledot';
console.log(tensor([[1, 2], [3, 4]]).data.join());
for (const call of [() => tensor([[1, 2, 3], [4, '5', 6]]), () => sd.matmul(new Map(), 1), () => sd.softmax(Symbol()), () => sd.softmax(() => 1), () => sd.scoreStatistics({ dkk: 1 })])
  try { call(); } catch (error) { console.log(error.name + ': ' + error.message); }`);
  const { tensor } = scaledot;
  const any = /** @type {any} */ (engine);
  expect(text).toBe(
    [
      '1,2,3,4\n',
      refusal(() => tensor(/** @type {any} */ (given))),
      refusal(() => any.matmul(new Map(), 1)),
      refusal(() => any.softmax(Symbol())),
      refusal(() => any.softmax(() => 1)),
      refusal(() => any.scoreStatistics({ dkk: 1 })),
    ].join(''),
  );
});

test('functions of an engine work without it, and take nested arrays', async () => {
  const { text } = await run(
    'const { softmax, run } = sd; console.log(softmax.name, softmax([0, 0]).data.join(), tensor([[true]]).dtype); console.log((await run("headAlgebra", { modelDim: 4, heads: 1, headDim: 2 })).rank, Object.keys(sd).join());',
  );
  expect(text).toBe('softmax 0.5,0.5 bool\n2 engine\n');
});

test('a program may import what the package exports', async () => {
  const text = await textOf(`import * as scaledot from 'scaledot';
import * as torch from 'scaledot/torch';
import * as onnx from 'scaledot/onnx';
import * as models from 'scaledot/models';
for (const each of [scaledot, torch, onnx, models]) console.log(Object.keys(each).sort().join());
console.log((await scaledot.load()) === sd, sd instanceof scaledot.Engine, scaledot.version);
const { Y } = onnx.attention(sd, Object.fromEntries(['Q', 'K', 'V'].map((name) => [name, sd.randomTensor([1, 1, 2, 4])])));
console.log(Y.shape.join());`);
  const names = (/** @type {object} */ module) => Object.keys(module).sort().join();
  expect(text).toBe(
    `${[scaledot, torch, onnx, models].map(names).join('\n')}\ntrue true ${scaledot.version}\n1,1,2,4\n`,
  );
});

test('every method and getter of an engine and a generator is there, and nothing else', async () => {
  const text = await textOf(`for (const each of [sd, random.RandomState(1)])
  console.log(Object.getOwnPropertyNames(Object.getPrototypeOf(each)).sort().join());`);
  const names = (/** @type {any} */ { prototype }) =>
    Object.getOwnPropertyNames(prototype).sort().join();
  const { Engine, NumpyRandom } = /** @type {any} */ (scaledot);
  expect(text).toBe(`${names(Engine)}\n${names(NumpyRandom)}\n`);
});

test('a run tells how far it is and can be aborted, with the reason of the program', async () => {
  const { text, events } = await run(`const seen = [];
const result = await sd.run('scoreStatistics', { dk: 16, queries: 300, keys: 300 }, { onProgress: ({ done }) => seen.push(done) });
console.log(seen.at(-1), seen.length > 0, result.scores.variance === sd.scoreStatistics({ dk: 16, queries: 300, keys: 300 }).scores.variance);
const controller = new AbortController();
const reason = { mine: true };
const running = sd.run('scoreStatistics', { dk: 64, queries: 4000, keys: 4000 }, { signal: controller.signal, onProgress: () => controller.abort(reason) });
console.log(await running.catch((error) => error === reason));
class Mine extends Error {}
const thrown = new Mine('of a callback');
console.log(await sd.run('scoreStatistics', {}, { onProgress() { throw thrown; } }).catch((error) => error === thrown));
console.log(await sd.run('scoreStatistics', {}, { signal: AbortSignal.abort() }).catch(({ name, message }) => name + ': ' + message));`);
  expect(text).toBe('1 true true\ntrue\ntrue\nAbortError: This operation was aborted\n');
  expect(events).toContainEqual({ type: 'progress', done: 1, total: 1 });
});

test('into is written', async () => {
  const text = await textOf(`const q = sd.randomTensor([3, 4], { seed: 1 });
const expected = sd.attention(q, q, q).output.data.join();
const data = new Float32Array(12);
const into = { output: { data, shape: [3, 4] } };
console.log(sd.attention(q, q, q, { into }).output.data === data, data.join() === expected);
data.fill(0);
const { output } = await sd.run('attention', { query: q, key: q, value: q, into });
console.log(output.data === data, data.join() === expected);`);
  expect(text).toBe('true true\ntrue true\n');
});

test('a trainer is the trainer of others', async () => {
  const options = /** @type {any} */ ({ task: 'recall', steps: 6, batch: 8, modelDim: 16 });
  const trainer = await engine.createTrainer(options);
  await trainer.step(6);
  const [row] = (await trainer.metrics()).slice(-1);
  const text = await textOf(`const trainer = await sd.createTrainer(${JSON.stringify(options)});
await trainer.step(6);
const rows = await trainer.metrics();
console.log(rows.at(-1).loss, trainer.parameters, trainer.options.task, (await trainer.save()).length);
const other = await sd.createTrainer({ checkpoint: await trainer.save() });
console.log((await other.evaluate({ count: 20 })).loss === (await trainer.evaluate({ count: 20 })).loss);
trainer.dispose();
await trainer.step().catch(({ name, message }) => console.log(name, message));`);
  expect(text).toBe(
    `${row.loss} ${trainer.parameters} recall ${(await trainer.save()).length}\ntrue\nAbortError The trainer was disposed of.\n`,
  );
  trainer.dispose();
});

test('random numbers are NumPy’s, and the same in every run', async () => {
  const code = `console.log(random.normal(0, 1, [3]).join(), Math.random(), Math.random());
random.seed(5);
console.log(random.randn(), random.uniform(), random.randint(10), random.RandomState(5).randn());`;
  const first = await textOf(code);
  const [zero, five] = [engine.numpyRandom(0), engine.numpyRandom(5)];
  const head = zero.normal(0, 1, [3]).join();
  expect(first.startsWith(`${head} 0.`)).toBe(true);
  const tail = `${five.randn()} ${five.uniform()} ${five.randint(10)} ${engine.numpyRandom(5).randn()}`;
  expect(first.split('\n')[1]).toBe(tail);
  expect(await textOf(code)).toBe(first);
});

test('controls give what they are set to, within their limits', async () => {
  const code = `console.log(control('dk', { min: 1, max: 512, scale: 'log', step: 1 }), control('sd', { min: 0, max: 2, value: 1 }));`;
  expect(await textOf(code)).toBe('23 1\n');
  const { text, events } = await run(code, { controls: { dk: 1e6, sd: NaN } });
  expect(text).toBe('512 1\n');
  expect(events[0]).toEqual({
    ...{
      type: 'control',
      name: 'dk',
      min: 1,
      max: 512,
      step: 1,
      scale: 'log',
      value: 512,
      line: 1,
    },
  });
});

test('errors say where they are', async () => {
  const places = async (/** @type {string} */ code) => {
    const { status, error } = await run(code);
    return [status, error?.name, error?.line, error?.column];
  };
  expect(await places('let x = 1;\nlet y = ;')).toEqual(['failed', 'SyntaxError', 2, 9]);
  expect(await places('\n\nfunction f() {\n  null.x;\n}\nf();')).toEqual([
    'failed',
    'TypeError',
    4,
    7,
  ]);
  expect(await places('\nsd.matmul(1, 2);')).toEqual(['failed', 'TypeError', 2, 10]);
  expect(await places('\nawait 1;\nawait sd.run("x");')).toEqual(['failed', 'RangeError', 3, 13]);
  expect(await places('\nawait Promise.reject(new RangeError("x"));')).toEqual([
    'failed',
    'RangeError',
    2,
    36,
  ]);
  expect(await places('\nimport { a } from "b";')).toEqual(['failed', 'TypeError', 2, 19]);
  expect(await places('throw { a: 1 };')).toEqual(['failed', '', 0, 0]);
  // Even if the program forges a stack, the reported place is inside the program.
  const faked = (/** @type {string} */ stack) =>
    places(`const e = new Error('x');\ne.stack = '${stack}';\nthrow e;\n// end`);
  expect(await faked('program.js:123456789')).toEqual(['failed', 'Error', 4, 1]);
  expect(await faked('program.js:3:99')).toEqual(['failed', 'Error', 3, 9]);
  const { events } = await run('\nconsole.warn("w");\nfunction f() { print("x"); }\nf();');
  expect(events.map((event) => [event.type, 'line' in event && event.line])).toEqual([['print', 2], ['print', 3]]); // prettier-ignore
});

test('what was shown before a program goes round for ever is handed on while it does', async () => {
  /** @type {string[][]} */
  const batches = [];
  const emit = (/** @type {{type: string}[]} */ events) =>
    void batches.push(events.map(({ type }) => type));
  const code = 'print(1); print(2); table([{ a: 1 }]); for (;;);';
  const limits = { ...defaultLimits, seconds: 1 };
  await runProgram({ code, controls: {}, files: {}, limits }, { isPage: false, emit });
  expect(batches.flat()).toEqual(['print', 'print', 'table', 'error']);
  expect(batches.at(-1)).toEqual(['error']);
});

test('a zero character does not end what is printed', async () => {
  expect(await textOf("print('a\\0b', 'end')")).toBe('a\u2400b end\n');
});
