/**
 * A trained model in the lab. Loads it, runs it on the visitor's text, and measures how often it is right on held-out
 * examples. All of this takes time and runs elsewhere (trainer.attention(), trainer.evaluate()). Until it is done, the
 * last picture stays. Of the changes during an answer, only the last is answered next.
 */

/** @import { Engine, Trainer } from '../../engine/index.js' */
/** @import { Tensor, TrainingView } from '../../engine/types.js' */
/** @import { Translate } from '../../i18n/index.js' */
/** @import { Params } from '../../tables/types.js' */

import { heldOut } from '../../tables/attention.js';
import { scaleOption } from '../../tables/entries.js';
import { messageOf } from '../parts/refusal.js';
import { shipped } from '../parts/shipped.js';
import { bestOf } from './model.js';

/**
 * @typedef {{block: number, head: number, hits?: number, of?: number, all?: readonly (readonly number[])[]}} Pointing  The head to
 *   show first, from 0. hits: in how many of `of` held-out sentences it gives most of the pronoun's attention to the
 *   antecedent; all: the same for each head of each attention
 * @typedef {{text: string} | {index: number}} Question
 * @typedef {TrainingView & {question: Question, factor: number}} Seen  factor: the factor on all scores; 1 as in training
 * @typedef {{examples: number, exact: number}} Tally  Number of held-out examples that were tried, and of those that were right
 */

/** Held-out examples of one slice. Between slices other work may come first. */
const slice = 50;

/** Number of held-out examples that decide which head is shown first. */
const searched = { pronouns: 60, others: 8 };

export class TrainedModel {
  /** @type {Engine} */
  #engine;
  /** @type {() => void} */
  #redraw;
  /** @type {Trainer | null} */
  #trainer = null;
  #opening = 0;
  /** @type {Params | null} */
  #params = null;
  #looking = false;
  /** @type {Promise<void> | null} */
  #measuring = null;
  #stopped = false;
  /** Factors of the curve. @type {readonly number[]} */
  #curve = [];

  /** The open or loading model: the name of one that the lab ships, or a visitor's file. @type {string | Blob} */
  #of = '';
  /** Grows with every visible change. */
  version = 0;
  /** Why there is no model, in one sentence. */
  failure = '';
  /** Whether the failure is that the file could not be fetched. */
  unfetched = false;
  /** The model's message about a text that it cannot read. */
  refusal = '';
  /** @type {Seen | null} */
  seen = null;
  /** The parameters by their names. @type {Readonly<Record<string, Tensor>>} */
  tensors = {};
  /** The bytes of the file. @type {Uint8Array<ArrayBuffer>} */
  bytes = new Uint8Array();
  /** @type {Pointing} */
  pointing = { block: 0, head: 0 };
  /** Texts of held-out examples to click, by their numbers. @type {Map<number, string>} */
  examples = new Map();
  /** Tallies by the factor on all scores. @type {Map<number, Tally>} */
  tallies = new Map();

  /** @param {Engine} engine @param {() => void} redraw */
  constructor(engine, redraw) {
    this.#engine = engine;
    this.#redraw = redraw;
  }

  /** The trainer that runs the network. @returns {Trainer} */
  get reader() {
    return /** @type {Trainer} */ (this.#trainer);
  }

  /** A different number for every opened model; 0 if none is open yet. */
  get opened() {
    return this.seen ? this.#opening : 0;
  }

  /** Returns an id for the needs of pictures. A model that was opened later has a different one. */
  toJSON() {
    return this.opened;
  }

  /** Complete options of the training. */
  get options() {
    return this.#trainer?.options;
  }

  get parameters() {
    return this.#trainer?.parameters ?? 0;
  }

  /** Words or letters that the model knows. */
  get vocabulary() {
    return this.#trainer?.vocabulary ?? [];
  }

  /** The model's task. */
  get name() {
    return this.options?.task ?? '';
  }

  /** Takes the page's current request. @param {Params} params @param {Blob | null} [file]  a visitor's, instead of the lab's own */
  ask(params, file) {
    const of = file ?? String(params.source);
    const before = this.#params;
    this.#params = params;
    if (of !== this.#of) void this.#open(of);
    else if (before !== params) this.#goOn();
  }

  /** Called when the model is no longer shown. Ends running work and keeps the model. */
  rest() {
    this.#params = null;
  }

  /** Opens the model again after a failure. */
  retry() {
    void this.#open(this.#of);
    this.#changed();
  }

  dispose() {
    this.#opening++;
    this.#params = null;
    this.#trainer?.dispose();
    this.#trainer = null;
    this.seen = null;
    this.#of = '';
  }

  // ---- opening the model ------------------------------------------------------------------------------------------

  /** @param {string | Blob} of */
  async #open(of) {
    const own = ++this.#opening;
    this.#trainer?.dispose();
    this.#trainer = null;
    this.#of = of;
    this.failure = '';
    this.refusal = '';
    this.seen = null;
    this.tallies = new Map();
    this.examples = new Map();
    this.#stopped = false;
    /** @type {Uint8Array<ArrayBuffer> | undefined} */
    let bytes;
    /** @type {Trainer | undefined} */
    let trainer;
    try {
      bytes = typeof of === 'string' ? await shipped[of]() : new Uint8Array(await of.arrayBuffer());
      trainer = await this.#engine.createTrainer({ checkpoint: bytes });
      const pointing = await pointingOf(trainer);
      if (own !== this.#opening) return trainer.dispose();
      this.#trainer = trainer;
      this.bytes = bytes;
      this.tensors = this.#engine.readSafetensors(bytes).tensors;
      this.pointing = pointing;
      this.#goOn();
    } catch (error) {
      trainer?.dispose();
      if (own !== this.#opening) return;
      this.failure = messageOf(error);
      this.unfetched = !bytes;
      this.#changed();
    }
  }

  #changed() {
    this.version++;
    this.#redraw();
  }

  #goOn() {
    void this.#look();
    void this.#measure();
  }

  // ---- reading ----------------------------------------------------------------------------------------------------

  /** Returns the factor on all scores relative to the training: the page's rule over the trained one. 1 if they are equal. @param {Params} params */
  factorOf(params) {
    const { headDim: dk = 1, rule: scale = 'rsqrt' } = this.options ?? {};
    const trained = this.#engine.scoreTheory({ dk, scale: /** @type {any} */ (scale) }).scale;
    return this.scaleOf(params) / trained;
  }

  /** Returns the factor that the page's rule puts on a score. @param {Params} params */
  scaleOf(params) {
    const { headDim: dk = 1 } = this.options ?? {};
    return this.#engine.scoreTheory({ dk, scale: scaleOption(params) }).scale;
  }

  /** @param {Params} params @returns {Question} */
  #questionOf(params) {
    const text = String(params[textName(this.name)] ?? '');
    return text ? { text } : { index: Number(params.index) };
  }

  /** Answers the last question, however many came in the meantime. */
  async #look() {
    if (this.#looking) return;
    this.#looking = true;
    try {
      let done = '';
      for (;;) {
        const trainer = this.#trainer;
        if (!trainer || !this.#params) return;
        const question = this.#questionOf(this.#params);
        const factor = this.factorOf(this.#params);
        const asked = JSON.stringify([this.#opening, question, factor]);
        if (asked === done || (done === '' && asked === this.#answered)) return;
        done = asked;
        await this.#answer(trainer, question, factor);
        this.#answered = asked;
        this.#changed();
      }
    } finally {
      this.#looking = false;
    }
  }

  /** The question that was answered last. */
  #answered = '';

  /** @param {Trainer} trainer @param {Question} question @param {number} factor */
  async #answer(trainer, question, factor) {
    const read = async (/** @type {Question} */ what) => {
      const seen = await trainer.attention(what, { scoreFactor: factor });
      if (trainer === this.#trainer) this.seen = { ...seen, question: what, factor };
    };
    try {
      await read(question);
      if (trainer === this.#trainer) this.refusal = '';
    } catch (error) {
      // A trainer that was disposed of in the meantime throws, and its answer is no longer needed.
      if (trainer !== this.#trainer) return;
      this.refusal = messageOf(error);
      // Shows a held-out example if nothing has been shown yet.
      if (!this.seen) await read({ index: 0 }).catch(() => {});
    }
  }

  /** Fetches the texts of a few held-out examples. @param {readonly number[]} indices */
  async show(indices) {
    const trainer = this.#trainer;
    const missing = indices.filter((index) => !this.examples.has(index));
    if (!trainer || missing.length === 0) return;
    for (const index of missing) this.examples.set(index, '');
    try {
      for (const index of missing) {
        const { tokens } = await trainer.attention({ index });
        if (trainer !== this.#trainer) return;
        this.examples.set(index, textOf(this.name, tokens));
      }
      this.#changed();
    } catch {
      // Disposed of in the meantime, or unable to go on. The page then shows the examples' numbers.
    }
  }

  // ---- accuracy ---------------------------------------------------------------------------------------------------

  /** Returns the tally of a factor, as far as it has been measured. @param {number} factor @returns {Tally} */
  tallyOf(factor) {
    return this.tallies.get(factor) ?? { examples: 0, exact: 0 };
  }

  /** The tally of the page's factor. */
  get tally() {
    return this.#params && this.#trainer ? this.tallyOf(this.factorOf(this.#params)) : null;
  }

  get running() {
    return !this.#stopped && this.#next() !== undefined;
  }

  /** Measures these factors, too, after the page's own. Resolves after the last of them. @param {readonly number[]} factors */
  measure(factors) {
    this.#curve = factors;
    return this.#measure();
  }

  stop() {
    this.#stopped = true;
    this.#changed();
  }

  resume() {
    this.#stopped = false;
    this.#changed();
    void this.#measure();
  }

  /** Returns the factor to measure next: the page's, the trained one, then those of the curve. */
  #next() {
    if (!this.#trainer || !this.#params) return undefined;
    return [this.factorOf(this.#params), 1, ...this.#curve].find(
      (factor) => this.tallyOf(factor).examples < heldOut,
    );
  }

  /** Measures slice by slice, so that another factor or question waits for one slice only. */
  #measure() {
    this.#measuring ??= this.#measureAll().finally(() => (this.#measuring = null));
    return this.#measuring;
  }

  async #measureAll() {
    for (;;) {
      const [trainer, factor] = [this.#trainer, this.#next()];
      if (!trainer || factor === undefined || this.#stopped) return;
      const { examples: first, exact } = this.tallyOf(factor);
      const count = Math.min(slice, heldOut - first);
      try {
        const found = await trainer.evaluate({ first, count, scoreFactor: factor });
        if (trainer !== this.#trainer) continue;
        const right = exact + Math.round(found.exact * count);
        this.tallies.set(factor, { examples: first + count, exact: right });
      } catch (error) {
        if (trainer !== this.#trainer) continue;
        this.#stopped = true;
        this.refusal = messageOf(error);
      }
      this.#changed();
    }
  }
}

/** Returns the parameter that holds a visitor's own text; '' if the task takes none. @param {string} name */
export const textName = (name) => ({ dates: 'date', pronouns: 'sentence' })[name] ?? '';

/** Returns the key of the message for a task, or for any task. @param {Translate} t @param {string} key @param {string} name */
export const keyFor = (t, key, name) =>
  `trained.${key}.${t.has(`trained.${key}.${name}`) ? name : 'other'}`;

/** Joins tokens as they are written: words with blanks between them, letters without. @param {string} name @param {readonly (string | null)[]} tokens */
export const textOf = (name, tokens) => tokens.join(name === 'dates' ? '' : ' ');

/** Returns the positions that have an answer. @param {TrainingView} seen */
export const answerPlaces = ({ answer }) => [...answer.keys()].filter((at) => answer[at] !== null);

/** Returns one row of one head. @param {Tensor} weights  [heads, queries, keys] @param {number} head @param {number} query */
export function rowOf({ data, shape: [, rows, keys] }, head, query) {
  const at = (head * rows + query) * keys;
  return data.subarray(at, at + keys);
}

/**
 * Finds the head to show first, by a few held-out examples. If there is a pronoun, it is the head that most often gives
 * most of the pronoun's attention to its antecedent. Otherwise it is, of the heads that attend from one sentence to the
 * other, the one whose largest weights are largest.
 * @param {Trainer} trainer
 * @returns {Promise<Pointing>}
 */
export async function pointingOf(trainer) {
  const isPronouns = trainer.options.task === 'pronouns';
  const count = isPronouns ? searched.pronouns : searched.others;
  /** @type {Map<string, Pointing & {score: number}>} */
  const found = new Map();
  for (let index = 0; index < count; index++) {
    const { blocks, pronoun, antecedent } = await trainer.attention({ index });
    const last = blocks.at(-1)?.kind;
    blocks.forEach(({ kind, weights }, block) => {
      if (!isPronouns && kind !== last) return;
      for (let head = 0; head < weights.shape[0]; head++) {
        const name = `${block} ${head}`;
        const own = found.get(name) ?? { block, head, score: 0 };
        own.score += isPronouns
          ? Number(bestOf(rowOf(weights, head, pronoun ?? 0)) === antecedent)
          : meanTop(weights, head);
        found.set(name, own);
      }
    });
  }
  const [{ score, ...best }] = [...found.values()].sort((a, b) => b.score - a.score);
  if (!isPronouns) return best;
  /** @type {number[][]} */
  const all = [];
  for (const { block, score: hits } of found.values()) (all[block] ??= []).push(hits);
  return { ...best, hits: score, of: count, all };
}

/** @param {Tensor} weights @param {number} head */
function meanTop(weights, head) {
  const [, rows] = weights.shape;
  const tops = Array.from({ length: rows }, (_, query) => {
    const row = rowOf(weights, head, query);
    return row[bestOf(row)];
  });
  return tops.reduce((sum, top) => sum + top, 0) / rows;
}
