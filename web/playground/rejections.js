/**
 * Promises of a program that were rejected and that nobody has heard of. QuickJS tells its host of them by a function in C, which
 * the package that binds it does not offer: the function is put into the table of its WebAssembly (the build exports it) and its
 * number into the runtime, behind the handler of interrupts.
 */

/** @import { QuickJSContext, QuickJSHandle, QuickJSRuntime } from 'quickjs-emscripten-core' */

/** The bytes of a module that passes a function on as WebAssembly's own: what it imports, (i32, i64, i64, i32, i32), it exports. */
const passing = [
  ...[0, 0x61, 0x73, 0x6d, 1, 0, 0, 0],
  ...[1, 9, 1, 0x60, 5, 0x7f, 0x7e, 0x7e, 0x7f, 0x7f, 0], // its type
  ...[2, 7, 1, 1, 0x61, 1, 0x61, 0, 0], // import a from a
  ...[7, 5, 1, 1, 0x61, 0, 0], // export it as a
];

/** Promises that are remembered at a time. */
const most = 100;

/** Where in the runtime things stand, in words behind its handler of interrupts: what the handler is called with comes between. */
const [own, jobs] = [2, 4];
/** Words of a runtime in which the handler is looked for. */
const searched = 256;

/**
 * @typedef {object} Instance
 * @property {WebAssembly.Memory} memory
 * @property {WebAssembly.Table} table
 * @property {(size: number) => number} allocate
 */

export class Rejections {
  /** Bits of promises, and handles that hold these. @type {Map<bigint, QuickJSHandle>} */
  #promises = new Map();
  /** With what the library keeps for itself. @type {any} */
  #runtime;
  #instance;
  /** @type {any} */
  #context;

  /**
   * Sets the runtime's handler of interrupts, too: its place is found by that.
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
    // A list without jobs begins with its own address. Where it does not, the runtime is another than is known here.
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

  /** Of this context are the promises. @param {QuickJSContext} context */
  watch(context) {
    this.#context = context;
  }

  /** It is held until somebody hears of it, so that no other has its place. @param {bigint} promise @param {number} scratch */
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

  /** Why the first of them was rejected. @returns {QuickJSHandle | undefined} */
  get first() {
    const [promise] = this.#promises.values();
    const state = promise && this.#context.getPromiseState(promise);
    return state?.type === 'rejected' ? state.error : undefined;
  }
}
