/**
 * One program and what it has said: runs it in a session of the interpreter, collects the output, and keeps the values of the
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
/** @typedef {Readonly<Record<string, number>>} Values  of a program's controls, by their names */
/** @typedef {'idle' | 'running' | 'done' | 'failed' | 'stopped'} Status */

/**
 * What a run has brought.
 * @typedef {object} Output
 * @property {(Text | Shown)[]} items
 * @property {Map<string, Control>} controls
 * @property {Failure | null} failure
 * @property {{done: number, total: number} | null} progress
 */

/** @returns {Output} */
const nothingYet = () => ({ items: [], controls: new Map(), failure: null, progress: null });

/** A run that says nothing for so long takes what the one before has said from the page, ms. */
const patience = 400;

/** A run that has taken so long is stopped when a control moves, ms. */
const longRun = 1000;

export class ProgramRunner {
  #changed;
  /** @type {ReturnType<typeof openSession> | null} */
  #session = null;
  /** @type {AbortController | null} */
  #running = null;
  #coming = nothingYet();
  /** What is on the page: that of the run before, until this one has said something. */
  output = nothingYet();
  /** @type {Status} */
  status = 'idle';
  milliseconds = 0;
  /** What went wrong besides the program: its interpreter did not come. */
  trouble = '';
  /** Whether programs run on the page's own thread, which they hold up. */
  onPage = false;
  /** Another one whenever there is something to draw. */
  version = 0;
  /** When the run began that goes on. */
  #since = 0;
  /** What will run when the present run is done. @type {{program: string, controls: Values} | null} */
  #next = null;
  /** Sessions run one program after the other. @type {Promise<void>} */
  #last = Promise.resolve();

  /** @param {() => void} changed  told when there is something to draw */
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
   * Runs a program; one that still runs is stopped first.
   * @param {string} program
   * @param {Values} [controls]  of its controls
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
    this.#show(running, true);
    await this.#goOn(running);
  }

  /** Runs what has been asked for meanwhile. @param {AbortController} running */
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
   * Runs the program with other values of its controls. A run that will soon be done is not stopped for it, so that there is
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

  /** Says why it runs nothing. @param {string} trouble */
  refuse(trouble) {
    [this.status, this.trouble] = ['failed', trouble];
    this.#changed();
  }

  stop() {
    this.#next = null;
    this.#running?.abort();
  }

  /** What was said is not of the program that stands there now. */
  clear() {
    this.stop();
    this.#running = null;
    this.output = nothingYet();
    [this.status, this.trouble] = ['idle', ''];
  }

  /** Its worker ends. */
  dispose() {
    this.stop();
    this.#running = null;
    this.#session?.close();
    this.#session = null;
    this.status = 'idle';
  }

  /** Sliders stay while a run has not come to them, for somebody may hold one. @param {AbortController} running @param {boolean} [isEnd] */
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
      // What the run before has said stays until there is something else.
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
