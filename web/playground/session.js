/**
 * The page's side of the playground. Programs run one after the other, in a worker, or on the page's own thread if no worker
 * can start.
 *
 * @example
 * const session = openSession();
 * const { status } = await session.run("console.log(sd.engine.variant)", { onEvent: console.log });
 */

/** @import { Ending, LimitName, Limits, OutputEvent, Program } from './types.js' */

import { createWorker as createOwn } from './create-worker.js';
import { defaultLimits } from './limits.js';

/** Seconds that a worker has after a program's time limit to report it. Some built-in functions cannot be interrupted. */
const grace = 5;

/**
 * @typedef {object} RunOptions
 * @property {Readonly<Record<string, number>>} [controls] values of controls, by name
 * @property {Readonly<Record<string, Uint8Array>>} [files] files that the program may read, by name
 * @property {(event: OutputEvent) => void} [onEvent]
 * @property {AbortSignal} [signal] stops the program at once
 * @property {Partial<Limits>} [limits]
 */

/** @typedef {{postMessage: (message: object) => void, terminate: () => void, addEventListener: (type: string, listener: (event: any) => void) => void, removeEventListener: (type: string, listener: (event: any) => void) => void}} WorkerLike */

class Session {
  #createWorker;
  /** @type {Promise<WorkerLike | undefined> | undefined} */
  #worker;
  #isRunning = false;
  #isClosed = false;
  /** Stops the running program. */
  #stopNow = new AbortController();

  /** @param {() => WorkerLike} createWorker */
  constructor(createWorker) {
    this.#createWorker = createWorker;
  }

  /**
   * Starts the worker if there is none, so that the first program starts sooner. Returns where programs run.
   * @returns {Promise<'worker' | 'page'>}
   */
  async start() {
    this.#worker ??= started(this.#createWorker);
    return (await this.#worker) ? 'worker' : 'page';
  }

  /**
   * @param {string} code
   * @param {RunOptions} [options]
   * @returns {Promise<Ending>}
   */
  async run(code, { controls = {}, files = {}, onEvent = () => {}, signal, limits } = {}) {
    if (this.#isClosed) throw new Error('The session was closed.');
    if (this.#isRunning) throw new Error('A program is running; stop it before the next.');
    this.#isRunning = true;
    this.#stopNow = new AbortController();
    const abort = () => this.#stopNow.abort();
    if (signal?.aborted) abort();
    signal?.addEventListener('abort', abort);
    const began = performance.now();
    /** @type {Program} */
    const program = { code, controls, files, limits: { ...defaultLimits, ...limits } };
    try {
      const place = await this.start();
      const worker = await this.#worker;
      const stop = this.#stopNow.signal;
      const status = stop.aborted
        ? 'stopped'
        : worker
          ? await this.#runIn(worker, program, onEvent, stop)
          : await runHere(program, onEvent, stop);
      return { status, milliseconds: performance.now() - began, place };
    } finally {
      signal?.removeEventListener('abort', abort);
      this.#isRunning = false;
    }
  }

  /** Terminates the worker. */
  close() {
    this.#isClosed = true;
    this.#stopNow.abort();
    this.#end();
  }

  #end() {
    const worker = this.#worker;
    this.#worker = undefined;
    void worker?.then((own) => own?.terminate());
  }

  /**
   * @param {WorkerLike} worker
   * @param {Program} program
   * @param {(event: OutputEvent) => void} onEvent
   * @param {AbortSignal} signal
   * @returns {Promise<Ending['status']>}
   */
  #runIn(worker, program, onEvent, signal) {
    return new Promise((resolve) => {
      /** @param {Ending['status']} status @param {boolean} isLost whether the worker can no longer be used */
      const end = (status, isLost) => {
        clearTimeout(alarm);
        worker.removeEventListener('message', receive);
        worker.removeEventListener('error', fail);
        signal.removeEventListener('abort', stop);
        if (isLost) this.#end();
        resolve(status);
      };
      /** @param {LimitName} limit */
      const cross = (limit) => {
        onEvent({ type: 'error', name: 'Limit', message: '', limit, line: 0, column: 0 });
        end('failed', true);
      };
      const receive = (/** @type {{data: any}} */ { data }) => {
        if (data.type === 'events') for (const event of data.events) onEvent(event);
        if (data.type === 'end') end(data.status, false);
      };
      // A worker that runs out of memory cannot report it itself.
      const fail = () => cross('memory');
      const stop = () => end('stopped', true);
      const alarm = setTimeout(() => cross('time'), 1000 * (program.limits.seconds + grace));
      worker.addEventListener('message', receive);
      worker.addEventListener('error', fail);
      signal.addEventListener('abort', stop);
      worker.postMessage({ type: 'run', program });
    });
  }
}

/**
 * Returns a worker that is ready, or undefined if none starts.
 * @param {() => WorkerLike} createWorker
 * @returns {Promise<WorkerLike | undefined>}
 */
function started(createWorker) {
  return new Promise((resolve) => {
    /** @type {WorkerLike} */
    let worker;
    try {
      worker = createWorker();
    } catch {
      resolve(undefined);
      return;
    }
    const settle = (/** @type {WorkerLike | undefined} */ own) => {
      worker.removeEventListener('message', ready);
      worker.removeEventListener('error', fail);
      resolve(own);
    };
    const ready = () => settle(worker);
    const fail = (/** @type {{preventDefault?: () => void}} */ event) => {
      event.preventDefault?.();
      worker.terminate();
      settle(undefined);
    };
    worker.addEventListener('message', ready);
    worker.addEventListener('error', fail);
  });
}

/** @param {Program} program @param {(event: OutputEvent) => void} onEvent @param {AbortSignal} signal */
async function runHere(program, onEvent, signal) {
  const { runProgram } = await import('./interpreter.js');
  const emit = (/** @type {OutputEvent[]} */ events) => events.forEach(onEvent);
  return runProgram(program, { isPage: true, emit, signal });
}

/** @param {{createWorker?: () => WorkerLike}} [options] */
export const openSession = ({ createWorker = createOwn } = {}) => new Session(createWorker);
