/**
 * The trainers of an engine: on workers of their own, as many as the engine may have, among which trainers are shared out; or,
 * where there are none, on the calling thread.
 */

/** @import { LearningModule, LearningVariant, Variant, WorkerLike } from '../types.js' */
/** @import { Facts } from './training-core.js' */

import { Trainer } from './trainer.js';
import { TrainingHand } from './training-hand.js';
import { trainingLimits } from './training-limits.js';
import { checkpointOf } from './checkpoint-bytes.js';
import { trainerNumbers } from './training-options.js';
import { TrainingRoom } from './training-room.js';

/** Milliseconds of a slice on the calling thread: less than a frame. */
const sliceHere = 10;
/** Milliseconds that a place without trainers is kept for the next one. Its memory never shrinks, but ends with it. */
const idle = 2000;
/**
 * Questions, one a second, after which a worker that says nothing is lost. It may only have been slow: the next one is asked twice as
 * often, and so on up to eight times.
 */
const lostAfter = 60;
const mostPatient = 8;

/**
 * @typedef {(variant: LearningVariant, compiled?: WebAssembly.Module) => Promise<LearningModule>} StartLearning each call makes an
 *   instance, with a memory of its own
 *
 * What learning.js and learning-fetched.js export.
 *
 * @typedef {object} Learning
 * @property {typeof Training} Training
 * @property {StartLearning} startLearning
 * @property {() => Promise<WebAssembly.Module>} [compileLearning] for workers, where it does not come with their program
 * @property {() => WorkerLike | undefined} [createWorker] one that only trains, if there is any, in place of the engine's
 *
 * @typedef {TrainingRoom | TrainingHand} Place
 */

const gone = () => new DOMException('The engine was disposed of.', 'AbortError');

export class Training {
  #learning;
  /** @type {LearningVariant} */
  #variant;
  #createWorker;
  /** How many workers there may be; fewer once one did not start. */
  #most;
  /** Times `lostAfter`. */
  #patience = 1;
  /** @type {Set<TrainingHand>} */
  #hands = new Set();
  /** @type {TrainingRoom | undefined} */
  #room;
  /** Where trainers live, and those that are being made. @type {Map<symbol, {place: Place, trainer?: Trainer}>} */
  #guests = new Map();
  #ended = false;

  /**
   * @param {Learning} learning
   * @param {Variant} variant of the engine
   * @param {number} workers
   * @param {(() => WorkerLike) | undefined} createWorker
   */
  constructor(learning, variant, workers, createWorker) {
    this.#learning = learning;
    this.#variant = variant === 'fallback' ? variant : 'simd';
    this.#createWorker = createWorker;
    this.#most = createWorker ? workers : 0;
  }

  /** @param {unknown} options @returns {Promise<Trainer>} */
  async create(options) {
    const { name, args } = orderOf(options);
    const { max } = trainingLimits.trainers;
    if (this.#guests.size >= max) {
      throw new RangeError(
        `createTrainer: got ${max} trainers that were not disposed of; expected fewer than ${max}`,
      );
    }
    const guest = Symbol(name);
    try {
      const { place, facts } = await this.#make(guest, name, args);
      const trainer = new Trainer(place, facts, () => this.#leave(guest));
      this.#guests.set(guest, { place, trainer });
      if (!this.#ended) return trainer;
      trainer.dispose(gone());
      throw gone();
    } catch (error) {
      this.#leave(guest);
      throw error;
    }
  }

  /** Ends the trainers and their workers. */
  dispose() {
    this.#ended = true;
    for (const { trainer } of this.#guests.values()) trainer?.dispose(gone());
    for (const hand of this.#hands) hand.close(gone());
  }

  /**
   * Where it will live, and what is known of it. A worker is asked for it before it has started: one wait instead of two.
   *
   * @param {symbol} guest
   * @param {string} name
   * @param {object} args
   * @returns {Promise<{place: Place, facts: Facts}>}
   */
  async #make(guest, name, args) {
    for (;;) {
      if (this.#ended) throw gone();
      const place = this.#freestHand() ?? this.#here();
      this.#guests.set(guest, { place });
      const coming = /** @type {Promise<Facts>} */ (place.call(name, args).promise);
      coming.catch(() => {}); // who did not start makes nothing
      try {
        if (place instanceof TrainingHand) await place.started;
      } catch {
        this.#most = this.#hands.size; // what did not start would not start again
        continue;
      }
      return { place, facts: await coming };
    }
  }

  #here() {
    const { startLearning } = this.#learning;
    // The same bits, only slower: a file that is missing need not stop anybody.
    const start = () => startLearning(this.#variant).catch(() => startLearning('fallback'));
    return (this.#room ??= new TrainingRoom(start, sliceHere));
  }

  /** A new worker while there may be more and none is idle, else the one with the fewest trainers; undefined: there is none. */
  #freestHand() {
    const [freest] = [...this.#hands].sort((a, b) => this.#guestsOf(a) - this.#guestsOf(b));
    const full = this.#hands.size >= this.#most;
    return full || (freest && this.#guestsOf(freest) === 0) ? freest : (this.#newHand() ?? freest);
  }

  #newHand() {
    const make = /** @type {() => WorkerLike} */ (this.#createWorker);
    const [first] = this.#hands;
    try {
      const hand = new TrainingHand(
        () => this.#learning.createWorker?.() ?? make(),
        this.#start(first),
        (isSilent) => {
          this.#hands.delete(hand);
          if (isSilent) this.#patience = Math.min(2 * this.#patience, mostPatient);
        },
        lostAfter * this.#patience,
      );
      this.#hands.add(hand);
      return hand;
    } catch {
      this.#most = this.#hands.size; // refused, for example by a content-security policy
      return undefined;
    }
  }

  /** What a worker is started with: the first one's WebAssembly, for it is unpacked and compiled only once. @param {TrainingHand | undefined} first */
  async #start(first) {
    const variant = this.#variant;
    const compiling =
      first?.started ?? (variant === 'simd' ? this.#learning.compileLearning?.() : undefined);
    const compiled = await Promise.resolve(compiling).catch(() => undefined);
    return { variant, compiled };
  }

  /** @param {Place} place */
  #guestsOf(place) {
    return [...this.#guests.values()].filter((guest) => guest.place === place).length;
  }

  /** @param {symbol} guest */
  #leave(guest) {
    const place = this.#guests.get(guest)?.place;
    this.#guests.delete(guest);
    if (!place) return;
    const close = () => {
      if (this.#guestsOf(place) > 0) return;
      if (place instanceof TrainingHand) place.close(gone());
      else if (place === this.#room) this.#room = undefined;
    };
    const timer = setTimeout(close, idle);
    /** @type {{unref?: () => void}} */ (timer).unref?.(); // Node does not wait for it
  }
}

/** What makes a trainer. @param {unknown} options that nobody changes any more */
function orderOf(options) {
  const bytes = checkpointOf(options);
  return bytes
    ? { name: 'open', args: { name: 'createTrainer', bytes } }
    : { name: 'create', args: { settings: trainerNumbers(options) } };
}
