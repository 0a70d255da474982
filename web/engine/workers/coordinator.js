/**
 * Distributes slices of the runs to the workers. Without workers it computes them on the calling thread, in short
 * slices that yield to other tasks in between.
 *
 * A worker that does not start or that dies is dropped, and its slice goes to another one. Without any worker left the
 * calling thread continues. Some workers die without an event. The work of a silent worker is therefore also given to
 * others, and the first result wins. A worker that stays silent long after that counts as lost, until it answers again.
 * If all are silent, they may only be busy with a long unit, which would block a page for as long. A new worker
 * therefore tries that unit before the calling thread does. A worker can thus make a run faster, but never make it
 * fail.
 */

/** @import { Port } from '../border/types.js' */
/** @import { EngineModule, PartName, Variant, WorkerLike } from '../types.js' */
/** @import { Answer } from '../worker.js' */
/** @import { Callbacks, Job, SliceNumbers } from './types.js' */

import { outOfMemory } from '../border/checks.js';
import { computeUnits } from './jobs.js';
import { Pace } from './pace.js';
import { TransferBuffers } from '../border/transfer.js';
import { completed, partOf } from '../border/parts.js';
import { openPort } from '../border/port.js';
import { Run } from './run.js';
import { turn } from './turn.js';

/** Milliseconds of a slice: on the calling thread at most half a frame, on a worker enough to make messages cheap. */
const sliceHere = 6;
const sliceOnWorker = 15;
/** Slices sent to a worker: the one that it computes, and the next, so that it is never idle. */
const ahead = 2;
/**
 * Milliseconds that a place stays with a run before it takes a slice of another one. After a switch it has to generate
 * the vectors again.
 */
const stay = 200;
/** Milliseconds that workers have to start before the calling thread begins without them. */
const startTimeout = 400;
/**
 * Milliseconds between two checks for workers that have work and are silent, and the number of checks in a row after
 * which a worker is lost. A worker cannot answer questions while it computes: its results are the only sign of life. It
 * is therefore only lost when another worker has done its work meanwhile, on the same machine at the same time, or when
 * no other worker answers either. Checks are counted instead of time, so that no worker is lost while the machine
 * sleeps. A slice takes 15 ms. A unit that cannot be cut gets ten more checks for each second that it should take. A
 * slow worker that was declared lost is back as soon as it answers, and has twice as many checks from then on.
 */
const checkInterval = 1000;
const checksPerMillisecond = 0.01;
/** The number of checks in a row after which other workers, if any, also compute the slices of a silent one. */
const helpedAfter = 5;
const lostAfter = 15;
/** Number of new workers that try, one after the other, before the calling thread does, which is after half a minute. */
const newAfterLoss = 1;
/**
 * A worker's memory never shrinks. A worker with more bytes than `large` is ended after `idle` milliseconds without a
 * run, and replaced at the next run. So is a worker that is still lost then. It is not replaced if `mostInARow` workers
 * in its place were lost in a row without an answer, because the next one would probably also be lost.
 */
const large = 2 ** 24;
const idle = 5000;
const mostInARow = 3;
/** How many checks a new worker has to start. */
const startChecks = 5;

/**
 * A place where slices are computed: the calling thread or a worker.
 *
 * @typedef {object} Place
 * @property {Run<any> | null} run the run of its last slice
 * @property {number} since when it switched to that run
 * @property {WeakMap<Run<any>, Pace>} paces
 */

/** @returns {Place} */
const newPlace = () => ({ run: null, since: 0, paces: new WeakMap() });

/**
 * @typedef {object} WorkerProxy a worker
 * @property {Port} port
 * @property {Place} place
 * @property {boolean} ready
 * @property {boolean} awaited whether the calling thread still waits for this new worker
 * @property {boolean} lost
 * @property {number} silent consecutive checks that found it busy and silent
 * @property {number} limit consecutive silent checks after which it is lost, in addition to those for its work
 * @property {number} memory its memory in bytes, from its last answer
 * @property {number} losses workers lost in its place since the last answer
 * @property {Set<PartName>} parts parts already sent to it
 * @property {Order[]} out the slice it computes, and the next ones
 * @property {Order[]} late its slices when it was lost
 *
 * @typedef {{id: number, run: Run<any>, slice: [number, number], checks: number, shared?: boolean}} Order checks: how many it should
 *   take; shared: other workers may compute it, too
 */

/** @param {WorkerProxy} proxy */
const isThere = ({ ready, lost }) => ready && !lost;

/** @param {WorkerProxy} proxy @returns {(other: WorkerProxy) => boolean} whether it is another worker that can help */
const isOther = (proxy) => (other) =>
  other !== proxy && isThere(other) && other.silent < helpedAfter;

/** @param {unknown} timer @param {boolean} busy whether it keeps a Node process alive */
const holdTimer = (timer, busy) =>
  /** @type {Record<string, (() => void) | undefined>} */ (timer)[busy ? 'ref' : 'unref']?.();

/** The order that an answer belongs to. @param {WorkerProxy} proxy @param {number} id */
const orderOf = ({ out, late }, id) =>
  out[0]?.id === id ? out.shift() : late.find((order) => order.id === id);

export class Coordinator {
  #module;
  #variant;
  #createWorker;
  #onLoss;
  #wanted;
  /** New workers started since the last result from any worker. */
  #new = 0;
  /** @type {Set<Run<any>>} */
  #runs = new Set();
  /** @type {Set<WorkerProxy> | null} null until the first run */
  #proxies = null;
  #here = newPlace();
  #buffers = new TransferBuffers();
  #workingHere = false;
  #lastId = 0;
  /** @type {ReturnType<typeof setInterval> | undefined} */
  #watchdog;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #startTimer;
  #isWaiting = true;
  /** The losses of each ended worker that the next run replaces. @type {number[]} */
  #ended = [];
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #idleTimer;

  /**
   * @param {EngineModule} module
   * @param {Variant} variant
   * @param {number} workers
   * @param {() => WorkerLike} [createWorker]
   * @param {() => void} [onLoss] called for each started worker that ends or falls silent
   */
  constructor(module, variant, workers, createWorker, onLoss = () => {}) {
    this.#onLoss = onLoss;
    this.#module = module;
    this.#variant = variant;
    this.#createWorker = createWorker;
    this.#wanted = createWorker ? workers : 0;
  }

  /** How many workers there are, or will be at the first run. */
  get workers() {
    return this.#proxies ? this.#living.length + this.#ended.length : this.#wanted;
  }

  /**
   * @template Result
   * @param {Job<Result>} job
   * @param {Callbacks<Result>} callbacks
   * @returns {Promise<Result>}
   */
  async run(job, callbacks) {
    const { signal } = callbacks;
    signal?.throwIfAborted();
    const run = new Run(job, callbacks);
    const abort = () => run.fail(signal?.reason);
    signal?.addEventListener('abort', abort);
    this.#runs.add(run);
    try {
      this.#startWorkers();
      this.#hold(true);
      this.#startAloneLater();
      this.#feed();
      return await run.promise;
    } finally {
      signal?.removeEventListener('abort', abort);
      this.#runs.delete(run);
      for (const proxy of this.#proxies ?? [])
        proxy.late = proxy.late.filter((late) => late.run !== run);
      if (this.#runs.size === 0) this.#hold(false);
    }
  }

  /** Ends the workers and the runs. */
  dispose() {
    const reason = new DOMException('The engine was disposed of.', 'AbortError');
    for (const run of this.#runs) run.fail(reason);
    this.#onLoss = () => {};
    for (const { port } of this.#proxies ?? []) port.close();
    this.#proxies = new Set();
    this.#ended = [];
    clearTimeout(this.#idleTimer);
    this.#buffers = new TransferBuffers();
  }

  // Workers ---------------------------------------------------------------------------------------

  get #living() {
    return [...(this.#proxies ?? [])].filter(({ lost }) => !lost);
  }

  #startWorkers() {
    const missing = this.#proxies ? this.#ended : new Array(this.#wanted).fill(0);
    const proxies = (this.#proxies ??= new Set());
    this.#ended = [];
    if (missing.length > 0) this.#isWaiting = true;
    for (const losses of missing) {
      if (proxies !== this.#proxies) break; // createWorker disposed of the engine
      try {
        this.#startWorker({ losses });
      } catch {
        break; // refused, for example by a content security policy, which would also refuse the others
      }
    }
  }

  /** Lets the calling thread begin after startTimeout if no worker is ready by then. */
  #startAloneLater() {
    this.#startTimer ??= setTimeout(() => {
      this.#isWaiting = false;
      this.#feed();
    }, startTimeout);
  }

  /** @param {Partial<WorkerProxy>} about */
  #startWorker({ awaited = false, losses = 0 }) {
    const proxies = this.#proxies;
    const worker = /** @type {() => WorkerLike} */ (this.#createWorker)();
    /** @type {WorkerProxy} */
    const proxy = {
      port: openPort(
        worker,
        (/** @type {Answer} */ message) => this.#receive(proxy, message),
        () => this.#drop(proxy),
      ),
      place: newPlace(),
      ready: false,
      awaited,
      lost: false,
      silent: 0,
      limit: lostAfter,
      memory: 0,
      losses,
      parts: new Set(),
      out: [],
      late: [],
    };
    if (proxies !== this.#proxies) return proxy.port.close(); // createWorker disposed of the engine
    proxies?.add(proxy);
    const { compiled } = this.#module;
    proxy.port.post({ type: 'start', variant: this.#variant, compiled }, []);
  }

  /** @param {WorkerProxy} proxy @param {Answer} answer */
  #receive(proxy, answer) {
    if (!this.#proxies?.has(proxy)) return;
    if (proxy.lost) proxy.limit *= 2;
    proxy.lost = proxy.awaited = false;
    proxy.silent = 0;
    if (answer.type === 'failed') return this.#drop(proxy);
    if (answer.type === 'ready') proxy.ready = true;
    if (answer.type === 'computed') [proxy.losses, proxy.memory] = [0, answer.memory]; // even if no run needs the result any more
    const order = answer.type === 'computed' && orderOf(proxy, answer.id);
    if (order) {
      const { run, slice } = order;
      this.#new = 0;
      this.#learn(proxy.place, run, slice, answer.numbers, answer.milliseconds);
      this.#absorb(run, slice, answer.numbers);
      if (answer.buffer) this.#buffers.giveBack(answer.buffer);
    }
    this.#feed();
  }

  /** @param {WorkerProxy} proxy */
  #drop(proxy) {
    if (!this.#proxies?.delete(proxy)) return;
    proxy.port.close();
    this.#takeBack(proxy);
    if (isThere(proxy)) this.#onLoss();
  }

  /** @param {WorkerProxy} proxy @returns {Order[]} its orders */
  #takeBack(proxy) {
    const orders = proxy.out.splice(0);
    this.#share(orders);
    return orders;
  }

  /** Makes orders available to other workers. @param {readonly Order[]} orders */
  #share(orders) {
    for (const order of orders) {
      if (!order.shared) order.run.giveBack(order.slice);
      order.shared = true;
    }
    this.#feed();
  }

  #checkWorkers() {
    const proxies = this.#proxies;
    for (const proxy of proxies ?? []) {
      if (proxies !== this.#proxies) break; // onLoss disposed of the engine
      if (proxy.awaited && ++proxy.silent >= startChecks) {
        proxy.awaited = false;
        this.#feed();
      } else if (proxy.out.length > 0 && ++proxy.silent >= helpedAfter) {
        const [{ run, slice, checks }] = proxy.out;
        const helped = this.#living.some(isOther(proxy));
        if (proxy.silent >= proxy.limit + checks && (!helped || run.isDone(slice)))
          this.#lose(proxy);
        else if (helped) this.#share(proxy.out);
      }
    }
    this.#watch();
  }

  /** @param {WorkerProxy} proxy */
  #lose(proxy) {
    proxy.lost = true;
    ++proxy.losses;
    if (![...this.#runs].some((run) => !run.settled)) {
      this.#endIdleLater(); // no run needs a replacement now
    } else if (this.#living.length === 0 && this.#new < newAfterLoss) {
      try {
        ++this.#new;
        this.#startWorker({ awaited: true });
      } catch {
        // refused, which can happen at any time; the calling thread takes over
      }
    }
    proxy.late.push(...this.#takeBack(proxy).filter(({ run }) => !run.settled));
    this.#onLoss();
  }

  #endIdleLater() {
    clearTimeout(this.#idleTimer);
    this.#idleTimer = setTimeout(() => this.#endIdle(), idle);
    holdTimer(this.#idleTimer, false);
  }

  /** Ends idle workers that have much memory, to free it, and those that are still lost. */
  #endIdle() {
    for (const proxy of this.#proxies ?? []) {
      if (!proxy.lost && !(proxy.memory > large)) continue;
      proxy.port.close();
      this.#proxies?.delete(proxy);
      // A worker that replaced a lost one may have exceeded the wanted number.
      if (proxy.losses < mostInARow && this.workers < this.#wanted) this.#ended.push(proxy.losses);
    }
  }

  /** @param {boolean} busy */
  #hold(busy) {
    for (const { port } of this.#proxies ?? []) port.hold(busy);
    clearTimeout(this.#idleTimer);
    this.#watch();
    if (busy) return;
    this.#endIdleLater();
    clearTimeout(this.#startTimer);
    this.#startTimer = undefined;
  }

  /** Checks go on while any worker has work, even of a finished run: a worker whose work others did is still lost. */
  #watch() {
    const isBusy = this.#runs.size > 0;
    if (isBusy || this.#living.some(({ out }) => out.length > 0)) {
      this.#watchdog ??= setInterval(() => this.#checkWorkers(), checkInterval);
      holdTimer(this.#watchdog, isBusy);
    } else {
      clearInterval(this.#watchdog);
      this.#watchdog = undefined;
    }
  }

  // Work ------------------------------------------------------------------------------------------

  /** Sends work to every place that waits for some. */
  #feed() {
    for (let out = 0; out < ahead; ++out) {
      for (const proxy of this.#proxies ?? []) {
        if (isThere(proxy) && proxy.out.length <= out) this.#send(proxy);
      }
    }
    if (this.#neededHere() && !this.#workingHere) void this.#workHere();
  }

  /** @param {WorkerProxy} proxy */
  #send(proxy) {
    const run = this.#choose(proxy.place);
    if (!run) return;
    const pace = this.#paceOf(proxy.place, run);
    const slice = run.take(pace.units(sliceOnWorker), this.workers);
    const [first, last] = slice;
    try {
      this.#sendParts(proxy, run.name);
      const { task, buffer } = this.#buffers.pack(run.task(slice));
      const id = ++this.#lastId;
      proxy.port.post({ type: 'compute', id, task, first, last, buffer }, buffer ? [buffer] : []);
      const checks = checksPerMillisecond * pace.milliseconds(last - first);
      if (proxy.out.push({ id, run, slice, checks }) === 1) proxy.silent = 0;
    } catch (error) {
      run.fail(error); // not enough memory for the copies
    }
  }

  /** Sends the parts that a task needs, before the first such task. @param {WorkerProxy} proxy @param {string} name of the run */
  #sendParts(proxy, name) {
    const own = partOf(name);
    for (const part of own ? completed([own]) : []) {
      const compiled = this.#module.parts.get(part);
      if (!compiled || proxy.parts.has(part)) continue; // the fallback has all parts
      proxy.port.post({ type: 'part', part, compiled }, []);
      proxy.parts.add(part);
    }
  }

  #neededHere() {
    if (this.#proxies?.size === 0) return true;
    const proxies = this.#living;
    return !this.#isWaiting && !proxies.some((proxy) => isThere(proxy) || proxy.awaited);
  }

  async #workHere() {
    this.#workingHere = true;
    for (;;) {
      await turn();
      const run = this.#neededHere() ? this.#choose(this.#here) : null;
      if (!run) break;
      this.#computeHere(run);
    }
    this.#workingHere = false;
  }

  /** @param {Run<any>} run */
  #computeHere(run) {
    const slice = run.take(this.#paceOf(this.#here, run).units(sliceHere), 1);
    const start = performance.now();
    try {
      const numbers = computeUnits(this.#module, run.task(slice), ...slice);
      this.#learn(this.#here, run, slice, numbers, performance.now() - start);
      this.#absorb(run, slice, numbers);
    } catch (error) {
      run.fail(error);
    }
  }

  /** @param {Run<any>} run @param {[number, number]} slice @param {SliceNumbers | null} numbers */
  #absorb(run, slice, numbers) {
    run.absorb(slice, numbers, (bytes) => outOfMemory(run.name, bytes));
  }

  /**
   * Chooses the next run of a place: the same as before for a while, then the runs in turn.
   *
   * @param {Place} place
   * @returns {Run<any> | null}
   */
  #choose(place) {
    const waiting = [...this.#runs].filter((run) => run.hasWork);
    const now = performance.now();
    const last = place.run ? waiting.indexOf(place.run) : -1;
    if (last >= 0 && (waiting.length === 1 || now - place.since < stay)) return waiting[last];
    place.run = waiting.length > 0 ? waiting[(last + 1) % waiting.length] : null;
    place.since = now;
    return place.run;
  }

  /**
   * @param {Place} place
   * @param {Run<any>} run
   * @param {[number, number]} slice
   * @param {SliceNumbers | null} numbers
   * @param {number} milliseconds
   */
  #learn(place, run, [first, last], numbers, milliseconds) {
    if (numbers && run.isTypical(numbers))
      this.#paceOf(place, run).learn(last - first, milliseconds);
  }

  /** @param {Place} place @param {Run<any>} run */
  #paceOf(place, run) {
    let pace = place.paces.get(run);
    if (!pace) place.paces.set(run, (pace = new Pace(run.guess)));
    return pace;
  }
}
