/**
 * Runs a program in QuickJS, a JavaScript interpreter in WebAssembly. The program has the language and what `scope.js` lists, but
 * no access to the page. Its calls of the engine are computed by the host's WebAssembly. Each run has its own instance, whose
 * memory is released with it.
 */

/** @import { QuickJSContext, QuickJSHandle } from 'quickjs-emscripten-core' */
/** @import { LimitName, OutputEvent, Program, Status } from './types.js' */
/** @import { Packet } from './bridge.js' */

import { newQuickJSWASMModuleFromVariant, newVariant } from 'quickjs-emscripten-core';
import { QuickJSFFI } from '@jitl/quickjs-wasmfile-release-sync/ffi';
import compileInterpreter from '../../build/interpreter/quickjs.js';
import startModule from '../../build/interpreter/quickjs-glue.js';
import guestCode from '../../build/interpreter/guest.js';
import { turn } from '../engine/workers/turn.js';
import { Bridge } from './bridge.js';
import { Limit } from './limits.js';
import { Output } from './output.js';
import { Rejections } from './rejections.js';
import { firstEngine, notImportable, scopeOf } from './scope.js';

/** Size of the interpreter's stack: half of the stack that hosts have, bytes. */
const stackSize = 2 ** 18;
const pageSize = 2 ** 16;
/** Memory besides the program's: the interpreter, and messages in transit, bytes. */
const besides = 96 * 2 ** 20;
/** Seed of the generator behind Math.random(), and how many numbers are drawn at once. */
const randomSeed = 1;
const randomCount = 256;
/** Longest delay of a browser's timer, ms. */
const longestTimer = 2 ** 31 - 1;
/** Milliseconds of computing before other tasks get their turn. */
const slice = 30;
const ownModules = [
  ...['start', 'inside', 'scaledot', 'scaledot/torch', 'scaledot/onnx'],
  'scaledot/models',
  'node:fs/promises',
];

/** @type {Promise<WebAssembly.Module> | undefined} */
let compiled;

/** Creates an instance of the interpreter with its own memory. @param {number} bytes that a program may use */
async function startInterpreter(bytes) {
  compiled ??= compileInterpreter();
  const most = Math.ceil((bytes + besides) / pageSize);
  const wasmMemory = new WebAssembly.Memory({ initial: 256, maximum: Math.max(most, 256) });
  /** @type {any} */
  let module;
  /** @type {WebAssembly.ExportValue | undefined} */
  let table;
  /** @type {any} */
  const own = {
    type: 'sync',
    importFFI: async () => QuickJSFFI,
    importModuleLoader: async () => async (/** @type {any} */ options) => {
      const instantiateWasm = (/** @type {object} */ imports, /** @type {Function} */ done) =>
        options.instantiateWasm(imports, (/** @type {WebAssembly.Instance} */ instance) => {
          ({ table } = instance.exports);
          return done(instance);
        });
      return (module = await startModule({ ...options, instantiateWasm }));
    },
  };
  const wasmModule = await compiled;
  const interpreter = await newQuickJSWASMModuleFromVariant(
    newVariant(own, { wasmModule, wasmMemory }),
  );
  const { _malloc: allocated } = module;
  module._malloc = (/** @type {number} */ size) => {
    const place = allocated(size);
    if (place === 0 && size > 0) throw new RangeError('out of memory');
    return place;
  };
  if (!(table instanceof WebAssembly.Table)) throw new Error('the interpreter has no table');
  const instance = { memory: wasmMemory, table, allocate: module._malloc };
  return { runtime: interpreter.newRuntime(), instance };
}

/**
 * Returns the place of an error, clamped to the program, because a program may write anything into its stack.
 * @param {string} code
 * @param {string} stack
 */
function placeOf(code, stack) {
  const [, given = '0', column = '1'] = /program\.js:(\d+)(?::(\d+))?/.exec(stack) ?? [];
  const lines = code.split('\n');
  const line = Math.min(Number(given), lines.length);
  return { line, column: line > 0 ? Math.min(Number(column), lines[line - 1].length + 1) : 0 };
}

/**
 * Returns the place where an unknown module is imported. The interpreter does not report it.
 * @param {string} code
 * @param {string} message
 */
function importPlace(code, message) {
  const [, name] = /^import: got "(.*)"; expected/.exec(message) ?? [];
  const before = name ? code.split(/(?=["'])/) : [];
  const at = before.findIndex((part) => part.slice(1) === name);
  if (at < 0) return { line: 0, column: 0 };
  const lines = before.slice(0, at).join('').split('\n');
  return { line: lines.length, column: lines[lines.length - 1].length + 1 };
}

class Run {
  #program;
  #isPage;
  #output;
  /** @type {QuickJSContext} */
  #context = /** @type {any} */ (undefined);
  /** @type {Bridge} */
  #bridge = /** @type {any} */ (undefined);
  /** @type {Record<string, QuickJSHandle>} */
  #hooks = {};
  /** @type {Rejections | undefined} */
  #rejections;
  /** The packet that the guest takes next. @type {Packet} */
  #packet = { message: new ArrayBuffer(0), buffers: [] };
  /** @type {Packet | undefined} */
  #reply;
  /** How the run ended. The first reason counts. @type {{status: Status, error?: OutputEvent} | undefined} */
  #ended;
  /** Events to pass to the program, in order. @type {(() => void)[]} */
  #news = [];
  #wake = () => {};
  /** @type {Map<number, ReturnType<typeof setTimeout>>} */
  #timers = new Map();
  #began = performance.now();
  #turnBegan = 0;
  #isRunning = false;
  /** @type {WebAssembly.Memory | undefined} */
  #memory;

  /** @param {Program} program @param {boolean} isPage @param {(events: OutputEvent[]) => void} emit */
  constructor(program, isPage, emit) {
    this.#program = program;
    this.#isPage = isPage;
    this.#output = new Output(program.limits, emit);
  }

  /** @param {AbortSignal | undefined} signal @returns {Promise<Status>} */
  async toEnd(signal) {
    const stop = () => this.#end({ status: 'stopped' });
    if (signal?.aborted) return 'stopped';
    signal?.addEventListener('abort', stop);
    const { seconds } = this.#program.limits;
    const alarm = setTimeout(() => this.#cross('time'), Math.min(1000 * seconds, longestTimer));
    try {
      await this.#start();
      if (!this.#ended) await this.#go();
    } catch (error) {
      this.#broken(error);
    } finally {
      clearTimeout(alarm);
      signal?.removeEventListener('abort', stop);
      this.#tidy();
    }
    const { status, error } = this.#ended ?? { status: 'done' };
    if (error) this.#output.last(error);
    this.#output.flush();
    return status;
  }

  async #start() {
    const { code, files, limits } = this.#program;
    const [{ runtime, instance }, scope, sd] = await Promise.all([
      startInterpreter(limits.memory),
      scopeOf(code, files),
      firstEngine(),
    ]);
    if (this.#ended) return;
    this.#memory = instance.memory;
    runtime.setMemoryLimit(limits.memory);
    runtime.setMaxStackSize(stackSize);
    this.#rejections = new Rejections(runtime, instance, () => this.#isOver());
    this.#bridge = new Bridge(scope.kinds, {
      tell: (packet) => this.#tell(packet),
      later: (news) => this.#later(news),
      show: (type, line, given) => this.#show(type, line, given),
      watch: (object, method, given) => this.#watch(method, given),
    });
    const context = (this.#context = runtime.newContext());
    this.#rejections.watch(context);
    this.#giveRaw();
    const uniform = sd.numpyRandom(randomSeed);
    this.#packet = this.#bridge.opening(
      scope.modules,
      {
        encode: (/** @type {string} */ text) => new TextEncoder().encode(text),
        decode: (/** @type {Uint8Array<ArrayBuffer>} */ bytes) => new TextDecoder().decode(bytes),
        generator: (/** @type {number} */ seed) => sd.numpyRandom(seed),
        uniform: () => uniform.uniform(0, 1, randomCount),
      },
      sd,
    );
    runtime.setModuleLoader(
      (name) => moduleCode(name, scope.modules),
      // The program must not import the internal modules.
      (from, name) =>
        ownModules.includes(from) || !['inside', 'start'].includes(name) ? name : `./${name}`,
    );
    this.#turnBegan = performance.now();
    const inside = context.unwrapResult(
      context.evalCode("export * from 'inside';", 'start', { type: 'module' }),
    );
    const hooks = context.getProp(inside, 'hooks');
    for (const name of ['receive', 'describe']) this.#hooks[name] = context.getProp(hooks, name);
  }

  /** Defines the host functions that the guest's own code calls. */
  #giveRaw() {
    const context = this.#context;
    const raw = context.newObject();
    /** @param {string} name @param {(...given: QuickJSHandle[]) => QuickJSHandle | void} call */
    const give = (name, call) => {
      const own = context.newFunction(name, (...given) => {
        try {
          return call(...given) ?? context.undefined;
        } catch (error) {
          if (error instanceof Limit) this.#cross(error.limit);
          throw error;
        }
      });
      context.setProp(raw, name, own);
    };
    give('ask', (...given) => {
      const packet = this.#packetOf(given);
      const from = performance.now();
      this.#packet = this.#bridge.answer(packet);
      // Time spent in the engine does not count as the program's.
      this.#turnBegan += performance.now() - from;
      return context.newNumber(this.#packet.buffers.length);
    });
    give('reply', (...given) => {
      this.#reply = this.#packetOf(given);
    });
    give('take', (index) => {
      const { message, buffers } = this.#packet;
      const at = context.getNumber(index);
      const buffer = at < 0 ? message : buffers[at];
      if (!buffer) throw new RangeError('a buffer that does not exist');
      if (buffer.byteLength > this.#program.limits.memory) throw new Limit('memory');
      return context.newArrayBuffer(buffer);
    });
    give('print', (level, text, line) => {
      if (this.#ended) return;
      const [kind, words] = [context.getString(level), context.getString(text)];
      this.#output.print(kind, words, context.getNumber(line));
    });
    give('timer', (id, milliseconds) => {
      const [own, time] = [context.getNumber(id), context.getNumber(milliseconds)];
      const wait = time > 0 && time < longestTimer ? time : 0;
      const timer = setTimeout(() => {
        this.#later(() => {
          if (this.#timers.delete(own)) this.#bridge.timer(own);
        });
      }, wait);
      this.#timers.set(own, timer);
    });
    give('clear', (id) => {
      const own = context.getNumber(id);
      clearTimeout(this.#timers.get(own));
      this.#timers.delete(own);
    });
    give('now', () => context.newNumber(performance.now() - this.#began));
    context.setProp(raw, 'isPage', this.#isPage ? context.true : context.false);
    context.setProp(context.global, '__raw', raw);
  }

  /** @param {QuickJSHandle[]} given a buffer, the length of the message in it, and further buffers @returns {Packet} */
  #packetOf([message, length, ...buffers]) {
    const context = this.#context;
    /** @param {QuickJSHandle} handle */
    const copied = (handle) => {
      try {
        return context.getArrayBuffer(handle).consume(({ value }) => value.slice().buffer);
      } catch {
        return new ArrayBuffer(0); // the buffer is empty or has been transferred
      }
    };
    return {
      message: copied(message).slice(0, context.getNumber(length)),
      buffers: buffers.map(copied),
    };
  }

  /** Lets the guest take a packet. Returns its reply. @param {Packet} packet */
  #tell(packet) {
    if (this.#ended) throw new DOMException('The program has ended.', 'AbortError');
    const outer = this.#packet;
    this.#packet = packet;
    this.#reply = undefined;
    if (!this.#isRunning) this.#turnBegan = performance.now();
    const context = this.#context;
    const result = context.callFunction(this.#hooks.receive, context.undefined);
    const reply = this.#reply;
    this.#packet = outer;
    if ('error' in result && result.error) {
      // A timer's function threw and nothing catches it, or the guest cannot continue.
      this.#fail(result.error);
      throw new DOMException('The program has ended.', 'AbortError');
    }
    result.dispose();
    this.#wake(); // the program may be able to continue
    return reply;
  }

  /** @param {() => void} news */
  #later(news) {
    this.#news.push(news);
    this.#wake();
  }

  // The run ------------------------------------------------------------------------------------------------------------

  async #go() {
    const context = this.#context;
    this.#isRunning = true;
    this.#turnBegan = performance.now();
    const { code } = this.#program;
    const result = context.evalCode(code, 'program.js', { type: 'module', strict: true });
    if (result.error) return this.#fail(result.error);
    const main = result.value;
    while (!this.#ended) {
      this.#jobs();
      if (this.#ended) return;
      const state = context.getPromiseState(main);
      if (state.type === 'rejected') return this.#fail(state.error);
      if (context.runtime.hasPendingJob() || this.#news.length > 0) {
        await this.#pause();
        continue;
      }
      const waits = this.#bridge.waiting > 0 || this.#timers.size > 0;
      if (!waits) return this.#finish(state.type === 'fulfilled');
      await this.#pause();
      const isIdle = this.#news.length === 0 && !context.runtime.hasPendingJob();
      if (isIdle && !this.#ended)
        await new Promise((resolve) => (this.#wake = () => resolve(undefined)));
      this.#wake = () => {};
      this.#turnBegan = performance.now();
    }
  }

  /**
   * Ends a run with nothing left to do. Reports an unhandled rejection.
   * @param {boolean} isDone  If false, the program waits for something that never comes
   */
  #finish(isDone) {
    const unhandledRejection = this.#rejections?.first;
    if (unhandledRejection) this.#fail(unhandledRejection);
    else if (!isDone) this.#cross('waiting');
  }

  /** Runs jobs until none are left or the time slice is over. */
  #jobs() {
    const { runtime } = this.#context;
    const until = performance.now() + slice;
    do {
      const done = runtime.executePendingJobs(100);
      if ('error' in done && done.error) return this.#fail(done.error);
      if (this.#ended || runtime.hasPendingJob()) continue;
      const news = this.#news.shift();
      if (!news) return;
      news();
    } while (!this.#ended && performance.now() < until);
  }

  async #pause() {
    this.#isRunning = false;
    this.#output.flush();
    await turn();
    this.#isRunning = true;
    this.#turnBegan = performance.now();
  }

  #isOver() {
    if (this.#ended) return true;
    const now = performance.now();
    this.#output.flushSoon(now); // here too, because the program may print nothing more and never end
    const { seconds, turn: most } = this.#program.limits;
    if (now - this.#began > 1000 * seconds) this.#cross('time');
    else if (this.#isPage && now - this.#turnBegan > 1000 * most) this.#cross('turn');
    return this.#ended !== undefined;
  }

  // The end ------------------------------------------------------------------------------------------------------------

  /** @param {{status: Status, error?: OutputEvent}} how */
  #end(how) {
    this.#ended ??= how;
    this.#wake();
  }

  /** @param {LimitName} limit @param {string} [stack] */
  #cross(limit, stack = '') {
    this.#end({
      status: 'failed',
      error: {
        ...{ type: 'error', name: 'Limit', message: '', limit },
        ...placeOf(this.#program.code, stack),
      },
    });
  }

  /** Whether memory has grown beyond half of the limit. It never shrinks during a run. */
  get #wasFull() {
    return (this.#memory?.buffer.byteLength ?? 0) > this.#program.limits.memory / 2;
  }

  /** Ends with an error of the program. @param {QuickJSHandle} handle */
  #fail(handle) {
    if (this.#ended) return;
    const context = this.#context;
    const described = context.callFunction(this.#hooks.describe, context.undefined, handle);
    const words = context.getString(described.error ?? described.value);
    if (this.#ended) return;
    // If describing fails too, `words` is the error of that failure.
    const { name, message, stack } = described.error
      ? { name: 'Error', message: words, stack: '' }
      : JSON.parse(words);
    // Without memory for an error object, QuickJS throws null or a value without a type.
    const isNothing = /^(null|\[unsupported type\])$/.test(message) && name === '';
    if (described.error ? /out of memory|^null$/.test(words) : isNothing && this.#wasFull)
      return this.#cross('memory');
    if (name === 'InternalError' && /^out of memory/.test(message))
      return this.#cross('memory', stack);
    if (name === 'InternalError' && message === 'stack overflow')
      return this.#cross('stack', stack);
    const place = placeOf(this.#program.code, stack);
    const { line, column } = place.line > 0 ? place : importPlace(this.#program.code, message);
    this.#end({
      status: 'failed',
      error: { type: 'error', name, message, limit: '', line, column },
    });
  }

  /** Ends with an error of the interpreter itself. @param {unknown} error */
  #broken(error) {
    if (this.#ended) return;
    const message = error instanceof Error ? error.message : String(error);
    if (/call stack|recursion/.test(message)) return this.#cross('stack');
    if (error instanceof WebAssembly.RuntimeError || /out of memory/.test(message))
      return this.#cross('memory');
    this.#end({
      status: 'failed',
      error: { type: 'error', name: 'Error', message, limit: '', line: 0, column: 0 },
    });
  }

  #tidy() {
    this.#ended ??= { status: 'done' };
    for (const timer of this.#timers.values()) clearTimeout(timer);
    // Engines and trainers hold resources that must be released.
    for (const each of this.#bridge?.objects ?? []) {
      for (const end of ['dispose', 'close']) Reflect.get(each, end)?.call(each);
    }
  }

  // Output ---------------------------------------------------------------------------------------------

  /** @param {string} type @param {number} line @param {any[]} given */
  #show(type, line, given) {
    if (this.#ended) return undefined;
    if (type === 'control') return this.#control(line, given);
    const [data, options] = given;
    this.#output.picture(/** @type {any} */ (type), data, options, line);
    return undefined;
  }

  /** @param {number} line @param {any[]} given */
  #control(line, [name, options]) {
    const control = checkedControl(name, options);
    const { min, max, step } = control;
    const wanted = Object.hasOwn(this.#program.controls, control.name)
      ? this.#program.controls[control.name]
      : control.value;
    const finite = Number.isFinite(wanted) ? wanted : control.value;
    const near = step ? min + Math.round((finite - min) / step) * step : finite;
    const value = Math.min(max, Math.max(min, near));
    this.#output.control({ ...control, value, line });
    return value;
  }

  /** Adds a progress callback to long calls. @param {string} method @param {unknown[]} given @returns {unknown[]} */
  #watch(method, given) {
    const at = { run: 2, step: 1, evaluate: 1 }[method];
    if (at === undefined) return given;
    const callbacks = given[at];
    if (callbacks !== undefined && Object.prototype.toString.call(callbacks) !== '[object Object]')
      return given;
    const own = Object(callbacks);
    const { onProgress } = own;
    if (onProgress !== undefined && typeof onProgress !== 'function') return given;
    const watched = {
      ...own,
      onProgress: (/** @type {{done: number}} */ progress) => {
        if (!this.#ended) this.#output.progress(progress.done, 1);
        onProgress?.(progress);
      },
    };
    return Object.assign([...given], { [at]: watched });
  }
}

/** @param {unknown} name @param {unknown} options */
function checkedControl(name, options) {
  if (typeof name !== 'string' || name === '' || name.length > 40)
    throw new TypeError('control: expected a name of 1 to 40 characters');
  if (typeof options !== 'object' || options === null)
    throw new TypeError(`control: expected ${name} with { min, max }`);
  const { min, max, step, scale = 'linear' } = /** @type {Record<string, any>} */ (options);
  if (!(Number.isFinite(min) && Number.isFinite(max) && min < max))
    throw new RangeError(`control: expected ${name} with numbers min < max`);
  if (scale !== 'linear' && scale !== 'log')
    throw new RangeError(`control: expected the scale of ${name} to be "linear" or "log"`);
  if (scale === 'log' && !(min > 0))
    throw new RangeError(`control: expected min > 0 of ${name}, whose scale is "log"`);
  if (step !== undefined && !(step > 0 && step <= max - min))
    throw new RangeError(`control: expected the step of ${name} to be above 0 and to fit in`);
  const middle = scale === 'log' ? Math.sqrt(min) * Math.sqrt(max) : min + (max - min) / 2;
  const { value = middle } = /** @type {Record<string, any>} */ (options);
  if (!Number.isFinite(value))
    throw new RangeError(`control: expected a number as value of ${name}`);
  return { name, min, max, step, scale: scale === 'log' ? scale : 'linear', value };
}

/**
 * Returns the code of a module. Its exports were created before the program started.
 * @param {string} name
 * @param {Record<string, object>} modules
 */
function moduleCode(name, modules) {
  if (name === 'inside') return guestCode;
  if (!Object.hasOwn(modules, name)) return { error: new TypeError(notImportable(name)) };
  const names = Object.keys(modules[name]).join(', ');
  return `import { modules } from 'inside';\nexport const { ${names} } = modules['${name}'];`;
}

/**
 * @param {Program} program
 * @param {{isPage: boolean, emit: (events: OutputEvent[]) => void, signal?: AbortSignal}} where
 * @returns {Promise<Status>}
 */
export const runProgram = (program, { isPage, emit, signal }) =>
  new Run(program, isPage, emit).toEnd(signal);
