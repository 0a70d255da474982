/**
 * One experiment: a network for each rule, all with the same data, seed and start, trained side by side. They advance
 * together, a few steps at a time. In between, other requests take their turn.
 *
 * Fires `change` whenever there is something new to draw. Does not use `document`.
 */

/** @import { Engine, Trainer } from '../../engine/index.js' */
/** @import { Params } from '../../tables/types.js' */
/** @import { Rule } from '../../tables/training.js' */
/** @import { Track } from './types.js' */

import { everyOf, heldOut, rulesOf, trainerOptions } from '../../tables/training.js';

/** @typedef {import('../../engine/types.js').TrainingView} Look */

/** @typedef {{step: number, files: readonly Uint8Array[], tracks: readonly Pick<Track, 'rows' | 'divergedAt'>[]}} Kept */

/**
 * The expected output of the code samples: loss and accuracy of every network on some held-out examples, and these
 * examples as token ids. A label is null where no answer is expected.
 * @typedef {{tokens: number[], targets: number[], labels: (number | null)[]}} Example
 * @typedef {{rule: Rule, loss: number, accuracy: number}} Printing
 * @typedef {{step: number, isCausal: boolean, examples: readonly Example[], of: readonly Printing[]}} Printed
 */

/**
 * Largest number of tokens in a program's examples. They are the examples of a measurement, or fewer if these are long.
 */
const mostTokens = 2400;

/**
 * Delay before networks are made, in milliseconds. Dragging a control asks for many experiments, and only the last is
 * wanted.
 */
const settle = 60;

/** How long the networks train before the page is redrawn, in milliseconds. */
const redrawEvery = 110;

/** Time between two looks at attention while the networks learn, in milliseconds. */
const lookEvery = 400;

/** A run below this share of its steps is far from its end. */
const far = 0.25;

/** Largest number of checkpoints. */
export const mostKept = 8;

export class Run extends EventTarget {
  #engine;
  #params;
  #quiet;
  #wait;
  /** The last request. Each waits for the one before. @type {Promise<unknown>} */
  #tail = Promise.resolve();
  /** Identifies the current period of training; null while the run is paused. @type {object | null} */
  #playing = null;
  #gone = false;
  /** The held-out example whose attention is shown; -1 if there is none. */
  #shown = -1;
  /** Whether the attention is on the screen. */
  #isSeen = false;
  #lookedAt = -Infinity;
  #toldAt = -Infinity;
  /** Steps per millisecond of each network, as last measured. */
  #pace = 0;

  /**
   * @param {Engine} engine
   * @param {Params} params
   * @param {{quiet?: number, wait?: number}} [options]  quiet: milliseconds between two drawings while they train; wait: delay
   *   before the networks are made, in milliseconds
   */
  constructor(engine, params, { quiet = 0, wait = settle } = {}) {
    super();
    this.#engine = engine;
    this.#params = params;
    this.#quiet = quiet;
    this.#wait = wait;
    this.every = everyOf(params);
    this.goal = Number(params.steps);
    this.step = 0;
    /** @type {Track[]} */
    this.tracks = rulesOf(params).map((rule) => ({
      rule,
      trainer: null,
      rows: [],
      seen: 0,
      divergedAt: 0,
    }));
    /** @type {readonly Kept[]} */
    this.kept = [];
    /** Attention of the networks in one held-out example. @type {{index: number, step: number, of: readonly Look[]} | null} */
    this.looks = null;
    /** @type {Printed | null} */
    this.printed = null;
    /** One sentence about what went wrong. */
    this.failure = '';
    /** Whether it paused by itself because it took too long. */
    this.isPatient = false;
    /** Resolves when the networks rest: just made, paused or at their goal. @type {Promise<void>} */
    this.settled = this.#exclusively(() => this.#make());
  }

  /** @returns {'training' | 'paused' | 'done'} */
  get state() {
    if (this.#playing) return 'training';
    return this.step < this.goal ? 'paused' : 'done';
  }

  /** Steps of all networks together, per second. */
  get speed() {
    return 1000 * this.#pace * this.tracks.length;
  }

  /** Whether the networks exist. Before the first step they have no measurements. */
  get isMade() {
    return this.tracks.every(({ trainer }) => trainer !== null);
  }

  /** Whether there is something to draw. */
  get isReady() {
    return this.tracks.every(({ rows }) => rows.length > 0);
  }

  /** @param {number} [patience]  milliseconds after which the run pauses by itself, if it is still far from its end */
  play(patience = Infinity) {
    // The button may be drawn a moment longer than the run lives. A run that was disposed of never reaches its goal.
    if (this.#playing || this.failure || this.#gone) return;
    this.isPatient = false;
    this.settled = this.#play(patience);
    this.#tell();
  }

  pause() {
    this.#playing = null;
  }

  /** Advances some steps, then rests. @param {number} count */
  advance(count) {
    this.pause();
    this.settled = this.#exclusively(async () => {
      await this.#advance(Math.min(count, this.goal - this.step));
      await this.#look();
    });
  }

  /** Goes back to the beginning, also after a failure. */
  reset() {
    this.pause();
    this.#tail = this.#tail.then(() => void (this.failure = ''));
    this.settled = this.#exclusively(() => this.#make());
  }

  /** Keeps all networks as they are now. */
  keep() {
    return this.#exclusively(async () => {
      if (this.kept.length >= mostKept || this.kept.some(({ step }) => step === this.step)) return;
      const files = await Promise.all(
        this.tracks.map((track) => trainerOf(track).save({ numbers: 'f32', optimizer: true })),
      );
      const tracks = this.tracks.map(({ rows, divergedAt }) => ({ rows, divergedAt }));
      const kept = { step: this.step, files, tracks };
      this.kept = [...this.kept, kept].sort((a, b) => a.step - b.step);
    });
  }

  /** @param {Kept} kept */
  goBack({ step, files, tracks }) {
    this.pause();
    this.settled = this.#exclusively(async () => {
      const seen = await Promise.all(
        this.tracks.map(async (track, i) => {
          await trainerOf(track).load(files[i]);
          return (await trainerOf(track).metrics()).length;
        }),
      );
      this.tracks = this.tracks.map((track, i) => ({ ...track, ...tracks[i], seen: seen[i] }));
      this.step = step;
      await this.#look();
    });
  }

  /** Returns a network as a file. @param {Rule} rule @returns {Promise<Uint8Array>} */
  async save(rule) {
    const track = this.tracks.find((each) => each.rule === rule);
    return trainerOf(track).save({ numbers: 'f32', optimizer: false });
  }

  /**
   * Requests the networks' attention in a held-out example: during training if it is on the screen, and always while
   * training is paused.
   * @param {number} index
   * @param {boolean} isSeen
   */
  show(index, isSeen) {
    const isOther = index !== this.#shown;
    if (isOther || (isSeen && !this.#isSeen)) this.#lookedAt = -Infinity;
    [this.#shown, this.#isSeen] = [index, isSeen];
    if (isOther && !this.#playing) void this.#exclusively(() => this.#look());
  }

  /** Computes the expected output of the code samples at the current step. */
  print() {
    return this.#exclusively(async () => {
      if (this.printed?.step === this.step) return;
      const [{ trainer }] = this.tracks;
      const examples = this.printed?.examples ?? (await examplesOf(trainerOf({ trainer })));
      const of = await Promise.all(
        this.tracks.map(async (track) => {
          const { loss, accuracy } = await trainerOf(track).evaluate({ count: examples.length });
          return { rule: track.rule, loss, accuracy };
        }),
      );
      const isCausal = trainerOf({ trainer }).options.stack === 'decoder';
      this.printed = { step: this.step, isCausal, examples, of };
    });
  }

  dispose() {
    this.#gone = true;
    this.pause();
    for (const { trainer } of this.tracks) trainer?.dispose();
  }

  /** @param {() => Promise<void>} task @returns {Promise<void>} */
  #exclusively(task) {
    const turn = this.#tail.then(async () => {
      if (this.#gone || this.failure) return;
      try {
        await task();
      } catch (error) {
        if (!this.#gone) this.failure = error instanceof Error ? error.message : String(error);
        this.pause();
      }
      if (!this.#playing) this.#tell();
    });
    this.#tail = turn;
    return turn;
  }

  async #make() {
    if (this.#wait > 0) await new Promise((resolve) => setTimeout(resolve, this.#wait));
    if (this.#gone) return;
    for (const { trainer } of this.tracks) trainer?.dispose();
    const made = await Promise.allSettled(
      this.tracks.map(({ rule }) => this.#engine.createTrainer(trainerOptions(this.#params, rule))),
    );
    this.step = 0;
    this.tracks = this.tracks.map(({ rule }, i) => ({
      rule,
      trainer: made[i].status === 'fulfilled' ? made[i].value : null,
      rows: [],
      seen: 0,
      divergedAt: 0,
    }));
    if (this.#gone) return this.dispose();
    const refused = made.find((each) => each.status === 'rejected');
    if (refused) throw refused.reason;
    await this.#look(); // measurements come with the first step
  }

  /** @param {number} patience */
  async #play(patience) {
    const start = performance.now();
    const own = (this.#playing = {});
    while (this.#playing === own && this.step < this.goal) {
      await this.#exclusively(() => this.#advance(this.#ahead()));
      this.isPatient = performance.now() - start > patience && this.step < far * this.goal;
      if (this.isPatient) this.pause();
      else if (this.#playing === own) this.#tell(this.#quiet);
    }
    if (this.#playing === own) this.pause();
    await this.#exclusively(() => this.#look());
  }

  /**
   * Returns the number of steps until the next drawing: as many as there is time for, up to a measurement if one falls
   * within them.
   */
  #ahead() {
    const due = Math.max(1, Math.floor(this.#pace * redrawEvery));
    const first = this.every - (this.step % this.every);
    const whole = first + Math.floor((due - first) / this.every) * this.every;
    return Math.min(this.goal - this.step, due < first ? due : whole);
  }

  /** @param {number} count */
  async #advance(count) {
    const start = performance.now();
    const told = await Promise.all(this.tracks.map((track) => trainerOf(track).step(count)));
    this.step += count;
    this.tracks = this.tracks.map((track, i) => ({
      ...track,
      divergedAt: told[i].divergedAt || 0,
    }));
    await this.#measure();
    this.#pace = count / Math.max(1, performance.now() - start);
    const isDue = performance.now() - this.#lookedAt > lookEvery;
    if (this.#playing && this.#isSeen && isDue) await this.#look();
  }

  /** Fetches the new measurements. */
  async #measure() {
    const rows = await Promise.all(
      this.tracks.map((track) => trainerOf(track).metrics({ from: track.seen })),
    );
    this.tracks = this.tracks.map((track, i) => ({
      ...track,
      rows: [...track.rows, ...rows[i]],
      seen: track.seen + rows[i].length,
    }));
  }

  async #look() {
    const index = this.#shown;
    if (index < 0) return;
    const of = await Promise.all(this.tracks.map((track) => trainerOf(track).attention({ index })));
    this.looks = { index, step: this.step, of };
    this.#lookedAt = performance.now();
  }

  /** @param {number} [quiet] */
  #tell(quiet = 0) {
    const now = performance.now();
    if (this.#gone || now - this.#toldAt < quiet) return;
    this.#toldAt = now;
    this.dispatchEvent(new Event('change'));
  }
}

/** @param {{trainer: Trainer | null} | undefined} track */
function trainerOf(track) {
  if (!track?.trainer) throw new Error('the network has not been made yet');
  return track.trainer;
}

/** Returns the first held-out examples of a trainer. @param {Trainer} trainer @returns {Promise<readonly Example[]>} */
async function examplesOf(trainer) {
  const { vocabulary } = trainer;
  const known = new Map(vocabulary.map((word, i) => [word, i]));
  const numberOf = (/** @type {string} */ word) => Number(known.get(word));
  const { stack } = trainer.options;
  const look = async (/** @type {number} */ index) => {
    const { tokens, targets, labels } = await trainer.attention({ index });
    return {
      tokens: (stack === 'decoder' ? asLearned(tokens, labels) : tokens).map(numberOf),
      targets: asLearned(targets, labels).map(numberOf),
      labels: labels.map((word) => (word === null ? null : numberOf(word))),
    };
  };
  const first = await look(0);
  const count = Math.floor(mostTokens / (first.tokens.length + first.targets.length));
  const rest = Array.from({ length: Math.min(heldOut, count) - 1 }, (_, i) => look(i + 1));
  return [first, ...(await Promise.all(rest))];
}

/**
 * Returns what a decoder reads while it learns: the correct answers so far, in place of its own.
 * @param {readonly string[]} read @param {readonly (string | null)[]} labels
 */
const asLearned = (read, labels) =>
  read.map((word, i) => (labels[i] === null ? null : labels[i - 1]) ?? word);
