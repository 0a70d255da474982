// Rejections that nobody handles are reported like errors, with their line if it is known. Those that are handled later
// are not.
import { expect, test } from '@jest/globals';
import { run, textOf } from './programs.js';

/** @type {Record<string, [code: string, name: string, message: RegExp, line: number]>} */
const unhandled = {
  'a rejected promise': [
    "print(1);\nPromise.reject(new RangeError('lost'));",
    'RangeError',
    /^lost$/,
    2,
  ],
  'what is no error': ['Promise.reject(7);', '', /^7$/, 0],
  'a function that nobody awaits': [
    'async function main() {\n  await 0;\n  null.x;\n}\nmain();',
    'TypeError',
    /null/,
    3,
  ],
  'the same, while timers go on': [
    "(async () => {\n  await 0;\n  throw new Error('early');\n})();\nawait new Promise((resolve) => setTimeout(resolve, 20));",
    'Error',
    /^early$/,
    3,
  ],
  'work of the engine': [
    "print(1);\nsd.run('scoreStatistics', { dk: -1 });",
    'RangeError',
    /dk: got -1/,
    2,
  ],
  'a chain without an end of its own': [
    "Promise.resolve().then(() => {\n  throw new Error('in then');\n}).finally(() => {});",
    'Error',
    /^in then$/,
    2,
  ],
  'a microtask': [
    "queueMicrotask(() => {\n  throw new Error('micro');\n});",
    'Error',
    /^micro$/,
    2,
  ],
  'before what waits for nothing': [
    'let done;\nconst answer = new Promise((resolve) => (done = resolve));\n(async () => {\n  await 0;\n  nothing();\n  done();\n})();\nawait answer;',
    'ReferenceError',
    /nothing/,
    5,
  ],
};

test.each(Object.entries(unhandled))('%s', async (_, [code, name, message, line]) => {
  const { status, error } = await run(code);
  expect(status).toBe('failed');
  expect(error).toMatchObject({ name, line, limit: '' });
  expect(error?.message).toMatch(message);
});

test('the program goes on meanwhile, and the first failure is told at its end', async () => {
  const { text, error } = await run(
    "Promise.reject(new Error('first'));\nPromise.reject(new Error('second'));\nawait 0;\nprint('on');",
  );
  expect(text).toBe('on\n');
  expect(error?.message).toBe('first');
});

test('what is heard, however late, is no failure', async () => {
  expect(
    await textOf(`const late = Promise.reject(new Error('late'));
const all = Promise.allSettled([Promise.reject(1), sd.run('scoreStatistics', { dk: -1 })]);
await new Promise((resolve) => setTimeout(resolve, 20));
await late.catch(({ message }) => print(message));
for (const { status } of await all) print(status);
try {
  await Promise.reject(new Error('caught'));
} catch ({ message }) {
  print(message);
}
async function fails() {
  throw new Error('inside');
}
await fails().catch(() => print('inside'));
for (let i = 0; i < 1000; ++i) Promise.reject(i).catch(() => {});`),
  ).toBe('late\nrejected\nrejected\ncaught\ninside\n');
});

test('a flood of them ends, and the first is told', async () => {
  const { status, error } = await run(
    'for (let i = 0; i < 1e5; ++i) Promise.reject(new Error(String(i)));',
    { limits: { memory: 8 * 2 ** 20 } },
  );
  expect(status).toBe('failed');
  expect(error?.message).toBe('0');
});
