// Programs that nobody would write by mistake. Each ends at a limit or with an error, is refused, or does no harm. The
// next program runs and finds nothing changed, and the engine has the same bits. The deadlines only stop programs that
// would never end.
import { expect, test } from '@jest/globals';
import { run, textOf } from './programs.js';

const short = { seconds: 0.3 };
const time = /^time$/;
const memory = /^memory$/;
const stack = /^stack$/;
const small = { memory: 8 * 2 ** 20 };

/** Programs that are ended by a limit. @type {Record<string, [code: string, told: RegExp, limits?: object]>} */
const ended = {
  'an endless loop': ['for (;;);', time, short],
  'an endless loop that catches': ['for (;;) try { for (;;); } catch {}', time, short],
  'an endless loop in finally': ['try { throw 1 } finally { for (;;); }', time, short],
  'an endless loop in a promise': [
    'await Promise.resolve().then(() => { for (;;); });',
    time,
    short,
  ],
  'endless promises': [
    'const f = () => Promise.resolve().then(f); f(); await new Promise(() => {});',
    time,
    short,
  ],
  'endless microtasks': ['const f = () => queueMicrotask(f); f();', time, short],
  'endless awaits': ['for (;;) await 0;', time, short],
  'endless timers': ['const f = () => setTimeout(f); f();', time, short],
  'an interval': ['setInterval(() => {}, 1);', time, short],
  'an endless getter of options': ['sd.scoreStatistics({ get dk() { for (;;); } });', time, short],
  'an endless toString': ['console.log(`${{ toString() { for (;;); } }}`);', time, short],
  'an endless toJSON': ['JSON.stringify({ toJSON() { for (;;); } });', time, short],
  'an endless comparison': ['[1, 2, 3].sort(() => { for (;;); });', time, short],
  'an endless generator': [
    'function* g() { for (;;) yield 1; } for (const _ of g());',
    time,
    short,
  ],
  'an endless iterator in arguments': [
    'Math.max(...{ [Symbol.iterator]() { for (;;); } });',
    time,
    short,
  ],
  'an endless proxy in arguments': [
    'sd.matmul(new Proxy({}, { ownKeys() { for (;;); } }), 1);',
    time,
    short,
  ],
  'an endless regular expression': ["/^(a+)+$/.test('a'.repeat(40) + 'b');", time, short],
  'an endless callback of the engine': [
    "await sd.run('scoreStatistics', {}, { onProgress() { for (;;); } });",
    time,
    short,
  ],
  'an endless thenable': ['await { then() { for (;;); } };', time, short],
  'an endless class': ['class A { static { for (;;); } }', time, short],
  'an endless text of an error': [
    'throw { get stack() { for (;;); }, toString() { for (;;); } };',
    time,
    short,
  ],
  'an endless message of an error': [
    "const e = new Error(); Object.defineProperty(e, 'message', { get() { for (;;); } }); throw e;",
    time,
    short,
  ],
  'eval of an endless loop': ["(0, eval)('for (;;);');", time, short],
  'a list without an end': ['const a = []; for (;;) a.push(a.length);', memory, small],
  'lists of lists': ['let a = []; for (;;) a = [a, a];', memory, small],
  texts: ["const a = []; for (;;) a.push('x'.repeat(1e5) + a.length);", memory, small],
  'a text that doubles': ["let a = 'xy'; for (;;) a += a;", /memory|too long/, small],
  'typed arrays': ['const a = []; for (;;) a.push(new Float64Array(1e4));', memory, small],
  closures: ['let f = () => 1; for (;;) { const g = f; f = () => g; }', memory, small],
  generators: [
    'const a = []; function* g() { yield; } for (;;) { const x = g(); x.next(); a.push(x); }',
    memory,
    small,
  ],
  promises: ['const a = []; for (;;) a.push(new Promise(() => {}));', memory, small],
  maps: ['const a = new Map(); for (let i = 0; ; ++i) a.set(i, {});', memory, small],
  'results of the engine': [
    'const a = []; for (let i = 0; ; ++i) a.push(sd.randomTensor([500, 100], { seed: i }));',
    memory,
    small,
  ],
  'a result too large to hold': ['sd.randomTensor([2000, 2000]);', memory, small],
  'an error without memory for it': ["'a'.repeat(3e7).replace(/a/g, 'bb');", memory],
  // When QuickJS has no memory left, it may collect garbage for minutes before it gives up.
  'many promises at once': [
    'await Promise.all(Array(3e6).fill(1));',
    /^(memory|time)$/,
    { seconds: 3 },
  ],
  'memory of a regular expression': ["/(.)*/.exec('a'.repeat(3e7));", memory],
  'deep recursion': ['function f() { return f() + 1; } f();', stack],
  'deep recursion of getters': ['const a = { get x() { return this.x; } }; a.x;', stack],
  'deep JSON': ["JSON.parse('['.repeat(1e5));", stack],
  'deep code': ["(0, eval)('['.repeat(1e5));", stack],
  'deep data in JSON': [
    'let o = {}; for (let i = 0; i < 1e5; ++i) o = { o }; JSON.stringify(o);',
    stack,
  ],
  'deep proxies': ['let h = {}; for (let i = 0; i < 1e5; ++i) h = new Proxy(h, {}); h.x;', stack],
  'deep console': [
    'const deep = () => console.log({ toString: deep, get a() { return deep(); } }, deep()); deep();',
    stack,
  ],
  'a thousand million lines': ['for (let i = 0; i < 1e9; ++i) console.log(i);', /^lines$/],
  'lines that it catches': ['for (;;) try { console.log(1); } catch {}', /^lines$/],
  'a long text': ["for (;;) console.log('x'.repeat(1e5));", /^text$/],
  'a thousand pictures': ['for (;;) histogram([1]);', /^pictures$/],
  'a huge table': ['table(new Float32Array(2e6));', /^numbers$/],
  'a huge table of rows': ['table({ rows: Array(1e3).fill(Array(1e4).fill(1)) });', /^numbers$/],
  'many controls': ['for (let i = 0; ; ++i) control(`c${i}`, { min: 0, max: 1 });', /^controls$/],
  'waiting for nothing': ['await new Promise(() => {});', /^waiting$/],
  'calls that never end': [
    "const a = []; for (;;) a.push(sd.run('scoreStatistics', { queries: 1e5, keys: 1e5 }).catch(() => {}));",
    /memory|have not ended/,
    { memory: 2 ** 26 },
  ],
  'objects of the engine': [
    'for (let i = 0; ; ++i) sd.numpyRandom(i);',
    /got 10000 objects of the engine; expected fewer/,
  ],
  'a flood of timers': [
    'for (;;) setTimeout(() => {}, 1e6);',
    /^setTimeout: 10000 timers are waiting/,
  ],
  'promises whose rejections nobody handles': [
    "for (;;) { Promise.reject(new Error('unhandled')); if (Math.random() > 0.99) break; }",
    /^unhandled$/,
  ],
  'a throwing timer': [
    'setTimeout(() => { throw new RangeError("from a timer"); });',
    /^from a timer$/,
  ],
};

/**
 * Programs whose requests are refused, and their output.
 * @type {Record<string, [code: string, text: string | RegExp]>}
 */
const refused = {
  'globals of a host': [
    "console.log(['fetch', 'document', 'window', 'self', 'postMessage', 'WebAssembly', 'process', 'require', 'XMLHttpRequest', 'Worker', 'importScripts', 'localStorage', 'indexedDB', 'navigator', 'location', 'module', 'global', 'Buffer', '__raw', 'std', 'os', 'SharedWorker', 'caches', 'crypto'].filter((name) => name in globalThis).join());",
    '\n',
  ],
  'a walk through all that can be reached': [
    `const seen = new Set();
const names = new Set();
function walk(value) {
  if ((typeof value !== 'object' && typeof value !== 'function') || value === null || seen.has(value)) return;
  seen.add(value);
  walk(Object.getPrototypeOf(value));
  for (const key of Reflect.ownKeys(value)) {
    names.add(String(key));
    let own;
    try { own = Object.getOwnPropertyDescriptor(value, key); } catch { continue; }
    walk(own.value); walk(own.get); walk(own.set);
  }
}
walk(globalThis);
console.log(['fetch', 'document', 'postMessage', 'WebAssembly', 'process', 'require', 'ask', 'reply', '__raw'].filter((name) => names.has(name)).join(), seen.size > 500);`,
    ' true\n',
  ],
  'constructors of constructors': [
    "console.log([sd, console.log, sd.matmul, random.RandomState(1), (await sd.run('headAlgebra', { modelDim: 4, heads: 1, headDim: 2 }))].map((each) => each.constructor.constructor('return typeof process + typeof fetch + typeof document')()).join());",
    `${Array(5).fill('undefinedundefinedundefined').join()}\n`,
  ],
  'prototypes of the engine': [
    'const a = sd.__proto__; console.log(a === Object.getPrototypeOf(sd), a.__proto__ === Object.prototype, typeof a.matmul); try { a.matmul(1, 2); } catch ({ message }) { console.log(message); }',
    /^true true function\nthis of matmul: got an object; expected the engine that load\(\) gives\n$/,
  ],
  'methods of other objects': [
    'for (const self of [undefined, null, 1, {}, random.RandomState(1), new Proxy(sd, {})]) try { sd.__proto__.scoreTheory.call(self); } catch ({ message }) { console.log(/^this of scoreTheory: got .*; expected the engine/.test(message)); }',
    'true\n'.repeat(6),
  ],
  'a new engine': [
    "import { Engine, NumpyRandom } from 'scaledot'; for (const Kind of [Engine, NumpyRandom]) try { new Kind({}); } catch ({ name }) { console.log(name); }",
    'TypeError\nTypeError\n',
  ],
  'polluted prototypes': [
    `const expected = sd.randomTensor([3], { seed: 1 }).data.join();
Object.prototype.shape = [9]; Object.prototype.seed = 7; Object.prototype.get = () => 1;
Array.prototype.push = Array.prototype.map = Array.prototype.join = () => { throw 1; };
Array.prototype[Symbol.iterator] = function* () {};
Map.prototype.get = Map.prototype.set = WeakMap.prototype.get = () => 1;
Uint8Array.prototype.__proto__.set = DataView.prototype.setUint32 = () => {};
Function.prototype.call = Function.prototype.apply = Reflect.apply = () => 2;
globalThis.Error = globalThis.Promise = globalThis.ArrayBuffer = globalThis.Float64Array = globalThis.Uint8Array = undefined;
Promise = undefined;
const { data } = sd.randomTensor([3], { seed: 1 });
console.log('' + ('' + data[0] + ',' + data[1] + ',' + data[2] === expected));`,
    'true\n',
  ],
  'a polluted then': [
    `Promise.prototype.catch = Promise.prototype.finally = () => { throw 1; };
Object.prototype.then = undefined;
const { scores } = await sd.run('scoreStatistics', { dk: 4, queries: 10, keys: 10 });
console.log(scores.variance === sd.scoreStatistics({ dk: 4, queries: 10, keys: 10 }).scores.variance);`,
    'true\n',
  ],
  'setters for the indexes of lists': [
    "Object.defineProperty(Array.prototype, 0, { set() { throw new Error('caught'); }, get() { return 9; } }); console.log(sd.randomTensor([2, 2], { seed: 1 }).shape.length);",
    '2\n',
  ],
  'getters that throw': [
    'const mine = {}; try { sd.scoreStatistics({ get dk() { throw mine; } }); } catch (error) { console.log(error === mine); }',
    'true\n',
  ],
  'getters that lie': [
    'let n = 0; const { shape } = sd.randomTensor({ get length() { return ++n; }, 0: 2 }.length ? [2] : [3]); let k = 0; console.log(shape.join(), sd.scoreStatistics({ get dk() { return ++k; }, queries: 2, keys: 2 }).options === undefined, k);',
    /^2 (true|false) 1\n$/,
  ],
  'lists that change while they are read': [
    'const list = [1, 2, 3]; Object.defineProperty(list, 1, { get() { list.length = 1; return 5; } }); try { console.log(sd.softmax(list)); } catch ({ name }) { console.log(name); }',
    'TypeError\n',
  ],
  proxies: [
    'const q = sd.randomTensor([2, 2]); console.log(sd.attention(new Proxy(q, {}), q, q).output.data.join() === sd.attention(q, q, q).output.data.join()); const { proxy, revoke } = Proxy.revocable({}, {}); revoke(); try { sd.matmul(proxy, q); } catch ({ message }) { console.log(message.slice(0, 26)); }',
    'true\nleft: got a revoked proxy;\n',
  ],
  'proxies whose traps throw': [
    "for (const trap of ['get', 'ownKeys', 'getPrototypeOf', 'getOwnPropertyDescriptor', 'has']) try { sd.softmax(new Proxy({ a: 1 }, { [trap]() { throw new Error(trap); } })); console.log('?'); } catch ({ name }) { console.log(name); }",
    /^((Type)?Error\n){5}$/,
  ],
  symbols: [
    "for (const value of [Symbol('a'), Symbol.iterator, { [Symbol()]: 1 }]) try { sd.softmax(value); } catch ({ name }) { console.log(name); }",
    'TypeError\n'.repeat(3),
  ],
  circles: [
    'const a = []; a[0] = a; const o = { o: null }; o.o = o; for (const value of [a, o]) try { sd.softmax(value); } catch ({ name }) { console.log(name); } try { table(o); } catch ({ message }) { console.log(message); }',
    'RangeError\nTypeError\ntable: got data that contains itself; expected plain data\n',
  ],
  'what is nested deeply': [
    'let a = []; for (let i = 0; i < 1000; ++i) a = [a]; try { sd.softmax(a); } catch ({ message }) { console.log(message); }',
    'got something nested deeper than 100; expected less\n',
  ],
  'buffers that were transferred': [
    "const data = new Float32Array(4); if (data.buffer.transfer) data.buffer.transfer(); try { sd.softmax({ data, shape: [4] }); console.log(!data.buffer.transfer); } catch ({ name }) { console.log(name === 'TypeError' || name === 'RangeError'); }",
    'true\n',
  ],
  'other modules': [
    "for (const name of ['fs', 'node:fs', 'inside', 'start', './inside', 'scaledot/elements', 'https://example.org/a.js', '', '__proto__', 'constructor', 'os', 'std']) try { await import(name); console.log('came', name); } catch ({ message }) { if (!/^import: got/.test(message)) console.log(name, message); }",
    '',
  ],
  'import.meta': [
    'console.log(Object.keys(import.meta).filter((name) => name !== "url" && name !== "main").join(), String(import.meta.url).slice(0, 20).includes("/work"));',
    /^ ?(false)\n$/,
  ],
  'eval and Function': [
    "console.log((0, eval)('1 + 1'), new Function('return typeof process')(), (async () => {}).constructor('return typeof fetch')() instanceof Promise, typeof (0, eval)('this').document);",
    '2 undefined true undefined\n',
  ],
  'frozen and sealed arguments': [
    'console.log(sd.softmax(Object.freeze({ data: new Float32Array(2), shape: Object.freeze([2]) })).data.join());',
    '0.5,0.5\n',
  ],
  'throwing what is no error': [
    "for (const value of [1, null, undefined, 'x', Symbol()]) try { await sd.run('scoreStatistics', {}, { onProgress() { throw value; } }); } catch (error) { console.log(error === value); }",
    'true\n'.repeat(5),
  ],
  'signals that are none': [
    "for (const signal of [{}, 1, { aborted: true }, Object.create(AbortSignal.prototype), new Proxy(new AbortController().signal, {})]) try { await sd.run('scoreStatistics', {}, { signal }); console.log('?'); } catch ({ name }) { console.log(name); }",
    /^((Type)?Error\n){5}$/,
  ],
  'aborting in every way': [
    "const c = new AbortController(); c.signal.addEventListener('abort', () => c.abort()); c.abort(); c.abort(2); try { new AbortSignal(); } catch ({ name }) { console.log(name); } await sd.run('scoreStatistics', {}, { signal: c.signal }).catch(({ name }) => console.log(name)); try { AbortSignal.prototype.aborted; } catch ({ name }) { console.log(name); }",
    'TypeError\nAbortError\nTypeError\n',
  ],
  'handles after their end': [
    "const trainer = await sd.createTrainer({ task: 'recall' }); sd.dispose(); sd.dispose(); for (const call of [() => trainer.step(), () => sd.run('scoreStatistics'), () => sd.createTrainer()]) await call().catch(({ name }) => console.log(name)); console.log(sd.scoreTheory({ dk: 4 }).variance !== 0, random.randn() !== 0);",
    'AbortError\nAbortError\nAbortError\ntrue true\n',
  ],
  'a worker of its own': [
    "import { load } from 'scaledot'; await load({ createWorker: () => ({}) }).catch(({ message }) => console.log(message)); console.log((await load({ workers: 8 })).workers);",
    'createWorker: got a function; expected none in the playground, which is a worker itself\n0\n',
  ],
  'files of the host': [
    "import { readFile } from 'node:fs/promises'; import { openModel, openTokenizer } from 'scaledot/models'; for (const call of [() => readFile('/etc/passwd'), () => openModel(sd, '/etc/passwd'), () => openModel(sd, ['package.json']), () => openTokenizer('.'), () => readFile(new URL1())]) try { await call(); console.log('came'); } catch ({ name }) { console.log(name); }",
    'RangeError\nRangeError\nRangeError\nRangeError\nReferenceError\n',
  ],
  'files that are functions': [
    "import { openModel } from 'scaledot/models'; for (const slice of [() => 1, () => { throw 1; }, () => ({ arrayBuffer: () => 7 }), () => ({ arrayBuffer: async () => new ArrayBuffer(3) })]) await openModel(sd, { name: 'a.safetensors', size: 100, slice }).catch(({ name }) => console.log(name));",
    /^((Range|Type)?Error\n){4}$/,
  ],
  'pictures of functions': [
    "for (const data of [() => 1, Symbol(), new Map(), new Date(), [{ a: [sd] }], Promise.resolve(1)]) try { bars(data); console.log('?'); } catch ({ message }) { console.log(message.slice(0, 9)); }",
    'bars: got\n'.repeat(6),
  ],
  'controls that are none': [
    "for (const [name, options] of [[], ['a'], ['a', {}], ['a', { min: 2, max: 1 }], ['a', { min: -1, max: 1, scale: 'log' }], ['x'.repeat(99), { min: 0, max: 1 }], ['__proto__', { min: NaN, max: 1 }]]) try { control(name, options); console.log('?'); } catch ({ message }) { console.log(message.slice(0, 17)); } console.log(control('__proto__', { min: 0, max: 2 }));",
    `${'control: expected\n'.repeat(7)}1\n`,
  ],
  'then on everything': [
    'Object.prototype.then = function (resolve) { resolve(1); }; console.log(sd.scoreTheory({ dk: 4 }).mean);',
    '0\n',
  ],
  'a changed console': [
    "console.log = () => {}; console.error('still'); globalThis.print = 1;",
    'still\n',
  ],
  'a finalizer': [
    "const r = new FinalizationRegistry(() => console.log('freed')); r.register({}, 1); await 1; await 2; console.log('end');",
    /end\n/,
  ],
};

const bits = async () =>
  textOf(`const a = sd.randomTensor([32, 32], { seed: 9 });
const { data } = sd.attention(a, a, a).output;
console.log(Array.from(new Uint32Array(data.buffer)).join());
console.log(Object.keys(Object.prototype).length, typeof Array.prototype.map, typeof Promise, typeof __raw);`);
const before = await bits();

test.each(Object.entries(ended))('%s', async (_, [code, told, limits]) => {
  const { status, error } = await run(code, { limits: { seconds: 60, ...limits } });
  expect(status).toBe('failed');
  expect(error?.limit || error?.message).toMatch(told);
  // The page itself describes a limit, in its own language.
  if (error?.limit) expect(error.message).toBe('');
  expect(await bits()).toBe(before);
});

test.each(Object.entries(refused))('%s', async (_, [code, text]) => {
  const { status, error, text: printed } = await run(code);
  expect({ status, error }).toEqual({ status: 'done', error: undefined });
  if (typeof text === 'string') expect(printed).toBe(text);
  else expect(printed).toMatch(text);
  expect(await bits()).toBe(before);
});

test('on the page’s thread a program computes for so long at a time', async () => {
  const limits = { turn: 0.2 };
  const { status, error } = await run('for (;;);', { isPage: true, limits });
  expect(status).toBe('failed');
  expect(error).toMatchObject({ limit: 'turn', message: '' });
});

test('a program is stopped wherever it waits', async () => {
  const stop = new AbortController();
  const { status, error } = await run(
    "console.log('on'); await new Promise((resolve) => setTimeout(resolve, 1e6));",
    {
      signal: stop.signal,
      onEvent: () => stop.abort(),
    },
  );
  expect({ status, error }).toEqual({ status: 'stopped', error: undefined });
  const { status: again } = await run('', { signal: AbortSignal.abort() });
  expect(again).toBe('stopped');
});
