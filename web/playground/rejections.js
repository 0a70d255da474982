/**
 * Tracks unhandled promise rejections of a program. QuickJS reports them to a C function, for which its npm package has no
 * binding. The function is therefore added to the table of the WebAssembly module (which the build exports), and its index is
 * written into the runtime, after the interrupt handler.
 */

/** @import { QuickJSContext, QuickJSHandle, QuickJSRuntime } from 'quickjs-emscripten-core' */

/** A WebAssembly module that exports the function it imports, (i32, i64, i64, i32, i32). Tables take only WebAssembly functions. */
const passing = [
  ...[0, 0x61, 0x73, 0x6d, 1, 0, 0, 0],
  ...[1, 9, 1, 0x60, 5, 0x7f, 0x7e, 0x7e, 0x7f, 0x7f, 0], // its type
  ...[2, 7, 1, 1, 0x61, 1, 0x61, 0, 0], // import a from a
  ...[7, 5, 1, 1, 0x61, 0, 0], // export it as a
];

/** Largest number of promises remembered at a time. */
const most = 100;

/** Offsets of the rejection handler and of the job list from the interrupt handler, in words. Each handler is followed by its argument. */
const [own, jobs] = [2, 4];
/** Number of words of the runtime that are searched for the interrupt handler. */
const searched = 256;

/**
 * @typedef {object} Instance
 * @property {WebAssembly.Memory} memory
 * @property {WebAssembly.Table} table
 * @property {(size: number) => number} allocate
 */

export class Rejections {
  /** Handles that keep promises alive, by the bits of the promise. @type {Map<bigint, QuickJSHandle>} */
  #promises = new Map();
  /** `any` gives access to private fields of the library. @type {any} */
  #runtime;
  #instance;
  /** @type {any} */
  #context;

  /**
   * Also sets the runtime's interrupt handler, which reveals its place in memory.
   * @param {QuickJSRuntime} runtime
   * @param {Instance} instance
   * @param {() => boolean} interrupt
   */
  constructor(runtime, instance, interrupt) {
    this.#runtime = runtime;
    this.#instance = instance;
    const place = this.#runtime.rt.value;
    const words = () => new Uint32Array(instance.memory.buffer, place, searched);
    const before = words().slice();
    runtime.setInterruptHandler(interrupt);
    const now = words();
    const handler = now.findIndex((word, i) => word !== before[i]);
    // An empty job list starts with its own address. Otherwise the runtime has an unknown layout, and nothing is tracked.
    if (handler < 0 || now[handler + jobs] !== place + 4 * (handler + jobs)) return;
    const scratch = instance.allocate(8);
    const heard = (
      /** @type {number} */ _,
      /** @type {bigint} */ promise,
      /** @type {bigint} */ __,
      /** @type {number} */ isHeard,
    ) => (isHeard ? this.#forget(promise) : this.#remember(promise, scratch));
    const { exports } = new WebAssembly.Instance(new WebAssembly.Module(Uint8Array.from(passing)), {
      a: { a: heard },
    });
    words()[handler + own] = instance.table.grow(1, exports.a);
  }

  /** Sets the context of the promises. @param {QuickJSContext} context */
  watch(context) {
    this.#context = context;
  }

  /** Keeps a promise alive until it is handled, so that no other gets its address. @param {bigint} promise @param {number} scratch */
  #remember(promise, scratch) {
    if (this.#promises.size >= most || !this.#context) return;
    const { ctx, memory } = this.#context;
    new DataView(this.#instance.memory.buffer).setBigInt64(scratch, promise, true);
    const held = this.#runtime.ffi.QTS_DupValuePointer(ctx.value, scratch);
    this.#promises.set(promise, memory.heapValueHandle(held));
  }

  /** @param {bigint} promise */
  #forget(promise) {
    this.#promises.get(promise)?.dispose();
    this.#promises.delete(promise);
  }

  /** Reason of the first unhandled rejection. @returns {QuickJSHandle | undefined} */
  get first() {
    const [promise] = this.#promises.values();
    const state = promise && this.#context.getPromiseState(promise);
    return state?.type === 'rejected' ? state.error : undefined;
  }
}
