/**
 * Hands slices of the runs to the workers and, where there are none, computes them on the calling
 * thread in short slices with turns for everything else between them.
 *
 * A worker that does not start or dies is dropped and its slice is given to somebody else; without
 * any worker left the calling thread goes on. Some die without a word: work held by a silent worker is also given to others,
 * and what comes first counts. One that is still silent long after that is taken for lost, until it speaks again. Where all are
 * silent, they may only be busy with a unit that takes long, which would hold up a page for
 * as long: so a new worker tries before the calling thread does. So a worker can make a run faster, never make it fail.
 */

/** @import { Port } from '../border/types.js' */
/** @import { EngineModule, PartName, Progress, Variant, WorkerLike } from '../types.js' */
/** @import { Answer } from '../worker.js' */
/** @import { Job, SliceNumbers } from './types.js' */

import { outOfMemory } from '../border/checks.js';
import { computeUnits } from './jobs.js';
import { Pace } from './pace.js';
import { TransferBuffers } from '../border/transfer.js';
import { completed, partOf } from '../border/parts.js';
import { openPort } from '../border/port.js';
import { Run } from './run.js';
import { turn } from './turn.js';

/** Milliseconds of a slice: on the calling thread half a frame at most, on a worker enough to make messages cheap. */
const sliceHere = 6;
const sliceOnWorker = 15;
/** Slices that a worker has been sent: the one it computes and the next, so that it never waits for it. */
const ahead = 2;
/** Milliseconds that a place stays with a run before it takes one of another: changing costs making the vectors anew. */
const stay = 200;
/** Milliseconds that workers have for starting before the calling thread begins without them. */
const startTimeout = 400;
/**
 * Milliseconds between two checks of who has work and is silent, and how many in a row find a worker lost. It cannot answer
 * questions while it computes: its answers are all there is to hear. So it is lost only when somebody else has done meanwhile
 * what it has, in the same machine at the same time, or when nobody else says anything either. Checks are counted, not time: a
 * machine that slept has lost nobody. A slice is 15 ms; for a unit that cannot be cut there are ten checks more for each
 * second that it should take. Who was slow all the same is back as soon as it answers, and gets twice as many from then on.
 */
const checkInterval = 1000;
const checksPerMillisecond = 0.01;
/** How many in a row until other workers, where there are any, also do what a silent one has. */
const helpedAfter = 5;
const lostAfter = 15;
/** How many new workers try, one after the other, before the calling thread does: that is after half a minute. */
const newAfterLoss = 1;
/**
 * A worker's memory never shrinks, but ends with it: one with more bytes than these ends once there has been no run for so many
 * milliseconds, and another comes with the next run. So it is with one that is still lost then, unless so many in a row have been
 * lost in that place without an answer: the next one would be, too.
 */
const large = 2 ** 24;
const idle = 5000;
const mostInARow = 3;
/** How many checks a new worker has for starting. */
const startChecks = 5;

/**
 * Where slices are computed: the calling thread or a worker.
 *
 * @typedef {object} Place
 * @property {Run<any> | null} run the last one worked for
 * @property {number} since when it began with that run
 * @property {WeakMap<Run<any>, Pace>} paces
 */

/** @returns {Place} */
const newPlace = () => ({ run: null, since: 0, paces: new WeakMap() });

/**
 * @typedef {object} WorkerProxy a worker
 * @property {Port} port
 * @property {Place} place
 * @property {boolean} ready
 * @property {boolean} awaited a new one that the calling thread still waits for
 * @property {boolean} lost
 * @property {number} silent how many checks have found it at work without a word
 * @property {number} limit how many find it lost, if what it has takes no time
 * @property {number} memory bytes of it, as it said last
 * @property {number} losses how many were lost in its place since any answered
 * @property {Set<PartName>} parts that it was sent
 * @property {Order[]} out what it is computing, and what next
 * @property {Order[]} late what it had when it was lost
 *
 * @typedef {{id: number, run: Run<any>, slice: [number, number], checks: number, shared?: boolean}} Order checks: that it should
 *   take; shared: others may do it, too
 */

/** @param {WorkerProxy} proxy */
const isThere = ({ ready, lost }) => ready && !lost;

/** @param {WorkerProxy} proxy @returns {(other: WorkerProxy) => boolean} whether it is another one that can be asked */
const isOther = (proxy) => (other) =>
  other !== proxy && isThere(other) && other.silent < helpedAfter;

/** @param {unknown} timer @param {boolean} busy whether it keeps a Node process alive */
const holdTimer = (timer, busy) =>
  /** @type {Record<string, (() => void) | undefined>} */ (timer)[busy ? 'ref' : 'unref']?.();

/** What an answer is the answer to. @param {WorkerProxy} proxy @param {number} id */
const orderOf = ({ out, late }, id) =>
  out[0]?.id === id ? out.shift() : late.find((order) => order.id === id);

export class Coordinator {
  #module;
  #variant;
  #createWorker;
  #onLoss;
  #wanted;
  /** How many new workers there were since any last brought something. */
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
  /** For each worker that ended and comes again: its losses. @type {number[]} */
  #ended = [];
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #idleTimer;

  /**
   * @param {EngineModule} module
   * @param {Variant} variant
   * @param {number} workers
   * @param {() => WorkerLike} [createWorker]
   * @param {() => void} [onLoss] told of each worker that worked and ended or fell silent
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
   * @param {{signal?: AbortSignal, onProgress?: (progress: Progress) => void, onPartial?: (result: Result) => void}} callbacks
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
      if (proxies !== this.#proxies) break; // disposed of by who made the one before
      try {
        this.#startWorker({ losses });
      } catch {
        break; // refused, for example by a content-security policy: the others would be, too
      }
    }
  }

  /** While there are runs and nobody is ready: the calling thread waits no longer than startTimeout. */
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
    if (proxies !== this.#proxies) return proxy.port.close(); // disposed of by who made the worker
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
    if (answer.type === 'computed') [proxy.losses, proxy.memory] = [0, answer.memory]; // also if nobody waits for it any more
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

  /** @param {WorkerProxy} proxy @returns {Order[]} what it had */
  #takeBack(proxy) {
    const orders = proxy.out.splice(0);
    this.#share(orders);
    return orders;
  }

  /** Lets others do it. @param {readonly Order[]} orders */
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
      if (proxies !== this.#proxies) break; // disposed of by who was told of a loss
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
      this.#endIdleLater(); // nobody needs another one now
    } else if (this.#living.length === 0 && this.#new < newAfterLoss) {
      try {
        ++this.#new;
        this.#startWorker({ awaited: true });
      } catch {
        // refused, as it may be at any time: there is the calling thread
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

  /** Gives back the memory of those who have much of it and nothing to do, and ends those who are still lost. */
  #endIdle() {
    for (const proxy of this.#proxies ?? []) {
      if (!proxy.lost && !(proxy.memory > large)) continue;
      proxy.port.close();
      this.#proxies?.delete(proxy);
      // One that came in the place of a lost one may have been one more than there are to be.
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

  /** Checks go on while somebody has work, also of a run that is over: who had it done by others is lost all the same. */
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

  /** Gives work to everybody who waits for some. */
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
      run.fail(error); // no memory for the copies
    }
  }

  /** What a task needs, before the first such task. @param {WorkerProxy} proxy @param {string} name of the run */
  #sendParts(proxy, name) {
    const own = partOf(name);
    for (const part of own ? completed([own]) : []) {
      const compiled = this.#module.parts.get(part);
      if (!compiled || proxy.parts.has(part)) continue; // the fallback is whole
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
   * The run that a place works for next: the same as before for a while, then one after the other.
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
