/**
 * A program and its output. Runs the program in a session of the interpreter, collects the output, and keeps the values of the
 * program's own controls. Draws nothing.
 */

/** @import { openSession } from '../../playground/session.js' */
/** @import { OutputEvent, PictureEvent } from '../../playground/types.js' */

import { fetchSession } from './fetch-code.js';

/** @typedef {Extract<OutputEvent, {type: 'print'}>} Print */
/** @typedef {{type: 'text', lines: Print[]}} Text  lines that were printed one after the other */
/** @typedef {PictureEvent} Shown  a table or a picture */
/** @typedef {Extract<OutputEvent, {type: 'control'}>} Control */
/** @typedef {Extract<OutputEvent, {type: 'error'}>} Failure */
/** @typedef {Readonly<Record<string, number>>} Values  of a program's controls, by name */
/** @typedef {'idle' | 'running' | 'done' | 'failed' | 'stopped'} Status */

/**
 * The output of a run so far.
 * @typedef {object} Output
 * @property {(Text | Shown)[]} items
 * @property {Map<string, Control>} controls
 * @property {Failure | null} failure
 * @property {{done: number, total: number} | null} progress
 */

/** @returns {Output} */
const nothingYet = () => ({ items: [], controls: new Map(), failure: null, progress: null });

/** How long the previous output stays while a run prints nothing, ms. */
const patience = 400;

/** A run that has taken this long is stopped when a control moves, ms. */
const longRun = 1000;

export class ProgramRunner {
  #changed;
  /** @type {ReturnType<typeof openSession> | null} */
  #session = null;
  /** @type {AbortController | null} */
  #running = null;
  #coming = nothingYet();
  /** The output on the page: that of the previous run until this one has some. */
  output = nothingYet();
  /** @type {Status} */
  status = 'idle';
  milliseconds = 0;
  /** Whether a run of this program has ended. From then on its output stays until the next run has some. */
  hasEnded = false;
  /** A problem outside the program, such as an interpreter that could not be loaded. */
  trouble = '';
  /** Whether programs run on the page's own thread and block it. */
  onPage = false;
  /** Changes whenever there is something to draw. */
  version = 0;
  /** Start time of the current run. */
  #since = 0;
  /** The program to run after the current one. @type {{program: string, controls: Values} | null} */
  #next = null;
  /** Sessions run one program after the other. @type {Promise<void>} */
  #last = Promise.resolve();

  /** @param {() => void} changed  Called when there is something to draw */
  constructor(changed) {
    this.#changed = () => {
      this.version += 1;
      changed();
    };
  }

  get isRunning() {
    return this.status === 'running';
  }

  /**
   * Runs a program. Stops the one that is still running.
   * @param {string} program
   * @param {Values} [controls]  Values of its controls
   */
  async run(program, controls = {}) {
    this.#running?.abort();
    const running = new AbortController();
    [this.#running, this.#next, this.#since] = [running, null, performance.now()];
    this.#coming = nothingYet();
    [this.status, this.trouble] = ['running', ''];
    this.#changed();
    const timer = setTimeout(() => this.#show(running), patience);
    this.#last = this.#last.then(() => this.#runIn(running, program, controls));
    await this.#last;
    clearTimeout(timer);
    if (this.#running === running) this.hasEnded = true;
    this.#show(running, true);
    await this.#goOn(running);
  }

  /** Runs the program that was requested in the meantime. @param {AbortController} running */
  async #goOn(running) {
    const next = this.#next;
    if (next && this.#running === running) await this.run(next.program, next.controls);
  }

  /** @param {AbortController} running @param {string} program @param {Values} controls */
  async #runIn(running, program, controls) {
    const { signal } = running;
    const isLatest = () => this.#running === running;
    try {
      const brought = await fetchSession().catch(() => null);
      if (!isLatest()) return;
      if (!brought) return this.refuse('notFetched');
      this.#session ??= brought.openSession();
      const onEvent = (/** @type {OutputEvent} */ event) =>
        void (isLatest() && this.#take(event, running));
      const ending = await this.#session.run(program, { controls, signal, onEvent });
      if (!isLatest()) return;
      [this.status, this.milliseconds] = [ending.status, ending.milliseconds];
      this.onPage = ending.place === 'page';
    } catch (error) {
      if (!isLatest()) return;
      this.trouble = error instanceof Error ? error.message : String(error);
      this.status = 'failed';
    }
  }

  /**
   * Runs the program with other values of its controls. A current run gets up to `longRun` ms to finish, so that there is
   * something to see while a slider moves.
   * @param {string} program
   * @param {Values} controls
   */
  async adjust(program, controls) {
    const left = longRun - (performance.now() - this.#since);
    if (!this.isRunning || left <= 0) return this.run(program, controls);
    const running = this.#running;
    this.#next = { program, controls };
    setTimeout(() => this.#next && this.#running === running && running?.abort(), left);
  }

  /** Reports why nothing is run. @param {string} trouble */
  refuse(trouble) {
    [this.status, this.trouble] = ['failed', trouble];
    this.#changed();
  }

  stop() {
    this.#next = null;
    this.#running?.abort();
  }

  /** Removes the output. Called when the program has changed. */
  clear() {
    this.stop();
    this.#running = null;
    this.output = nothingYet();
    this.hasEnded = false;
    [this.status, this.trouble] = ['idle', ''];
  }

  /** Ends the session and its worker. */
  dispose() {
    this.stop();
    this.#running = null;
    this.#session?.close();
    this.#session = null;
    this.status = 'idle';
  }

  /**
   * Shows the output. Sliders stay until the end of a run, because a visitor may be holding one.
   * @param {AbortController} running
   * @param {boolean} [isEnd]
   */
  #show(running, isEnd = false) {
    if (this.#running !== running) return;
    const { controls } = this.#coming;
    this.output = {
      ...this.#coming,
      controls: isEnd ? controls : new Map([...this.output.controls, ...controls]),
    };
    this.#changed();
  }

  /** @param {OutputEvent} event @param {AbortController} running */
  #take(event, running) {
    const { items, controls } = this.#coming;
    if (event.type === 'control') {
      controls.set(event.name, event);
      // The previous output stays until there is something new.
      if (this.output.items.length > 0 && items.length === 0) return;
    } else if (event.type === 'progress') this.#coming.progress = event;
    else if (event.type === 'error') this.#coming.failure = event;
    else if (event.type !== 'print') items.push(event);
    else {
      const last = items.at(-1);
      if (last?.type === 'text') last.lines.push(event);
      else items.push({ type: 'text', lines: [event] });
    }
    this.#show(running);
  }
}
