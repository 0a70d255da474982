/**
 * The public trainer: a small transformer and the task it learns. Everything is asynchronous, so that it behaves the
 * same with and without a worker.
 */

/**
 * @import { TrainerSettings, TrainingAttention, TrainingCallbacks, TrainingEvaluation, TrainingExample, TrainingReading, TrainingRow, TrainingState, TrainingView } from '../types.js'
 */
/** @import { CallResults, Facts, Report, Seen, State } from './types.js' */
/** @import { Executor } from './training.js' */

import { constant } from '../border/constant.js';
import { checkCallbacks } from '../workers/callbacks.js';
import { checkNumber, checkObject, isObject, wrongThis, wrongType } from '../border/checks.js';
import { checkOptions, choice, flag, later, number, optional } from '../border/option-table.js';
import { trainingLimits } from './training-limits.js';
import { ownBytes } from './checkpoint-bytes.js';
import { settingsOf } from './training-options.js';

/** In the order of the core's enumerations. */
const kinds = constant(['encoder', 'decoder', 'context']);
const splits = ['training', 'heldOut'];
const numberKinds = ['f32', 'f16'];
/** No label, and no position. */
const none = 2 ** 32 - 1;

/** @param {unknown} text @returns {string} */
function checkText(text) {
  if (typeof text !== 'string') throw wrongType('text', text, 'a string');
  const { max } = trainingLimits.text;
  if (text.length <= max) return text;
  throw new RangeError(`text: got ${text.length} characters; expected at most ${max}`);
}

// The options of the methods.

const scored = { scoreFactor: number(trainingLimits.scoreFactor, 1) };
export const metricsOptions = { from: number(trainingLimits.from, 0) };
export const attentionOptions = scored;
export const readOptions = scored;
export const evaluateOptions = {
  first: number(trainingLimits.index, 0),
  count: number(trainingLimits.examples, 500),
  ...scored,
};
export const saveOptions = {
  numbers: choice(numberKinds, 'f32'),
  optimizer: optional(flag()), // true with f32
};

/** An example of the task. A text of the caller's has no other property. */
const exampleTable = {
  index: number(trainingLimits.index),
  split: choice(splits, 'heldOut'),
  text: later(),
};

/** @param {unknown} value */
function checkExample(value) {
  if (isObject(value) && value.text !== undefined) {
    const { text } = checkObject('attention', value, ['text']);
    return { text: checkText(text) };
  }
  const { index, split } = checkOptions('attention', value, exampleTable);
  return { index, split };
}

/**
 * Returns the first rows and columns of matrices, without the padding after them.
 *
 * @param {Float32Array} data [heads, rows, columns]
 * @param {number} heads
 * @param {number} rows
 * @param {number} columns
 * @param {[number, number]} seen number of rows and columns
 */
function seenOf(data, heads, rows, columns, [seenRows, seenColumns]) {
  const own = new Float32Array(heads * seenRows * seenColumns);
  for (let row = 0; row < heads * seenRows; ++row) {
    const from = (Math.floor(row / seenRows) * rows + (row % seenRows)) * columns;
    own.set(data.subarray(from, from + seenColumns), row * seenColumns);
  }
  return { data: own, shape: [heads, seenRows, seenColumns] };
}

/** @param {number[]} sums @returns {TrainingEvaluation} */
const evaluationOf = ([loss, labels, right, exact, examples]) => ({
  ...{ loss: loss / labels, accuracy: right / labels, exact: exact / examples, examples },
});

/** A network in training, created by createTrainer(). */
export class Trainer {
  /** @type {Executor} */
  #executor;
  #onEnd;
  /** @type {Facts} */
  #facts;
  /** @type {TrainerSettings} */
  #options;
  /** @type {Set<(reason: unknown) => void>} functions that stop the running calls */
  #stops = new Set();
  /** Why calls are rejected from now on. @type {Error | undefined} */
  #ended;

  /**
   * Private: use createTrainer().
   *
   * @param {Executor} executor
   * @param {Facts} facts
   * @param {() => void} onEnd
   */
  constructor(executor, facts, onEnd) {
    this.#executor = executor;
    this.#onEnd = onEnd;
    this.#facts = facts;
    this.#options = settingsOf(facts.settings);
    Object.freeze(facts.words);
  }

  /**
   * Returns the trainer that a method was called on. Throws for any other object.
   *
   * @param {Trainer} trainer
   * @param {string} name of the method
   */
  static #own(trainer, name) {
    if (#executor in Object(trainer)) return trainer;
    throw wrongThis(name, trainer, 'a trainer that createTrainer() made');
  }

  /** All its options; createTrainer() creates the same trainer from them. @returns {TrainerSettings} */
  get options() {
    return Trainer.#own(this, 'options').#options;
  }

  /** Number of learned parameters. */
  get parameters() {
    return Trainer.#own(this, 'parameters').#facts.parameters;
  }

  /** The words, letters or numbers of the task. @returns {readonly string[]} */
  get vocabulary() {
    return Trainer.#own(this, 'vocabulary').#facts.words;
  }

  /**
   * Learns from `count` batches, up to options.steps in total. The division of steps into calls changes no bit. Calls
   * wait for each other; metrics(), attention(), read(), evaluate() and save() do not wait: they see the model between
   * two steps.
   *
   * @param {number} [count] 1
   * @param {TrainingCallbacks} [callbacks]
   * @returns {Promise<TrainingState>}
   */
  async step(count = 1, callbacks) {
    Trainer.#own(this, 'step').#checkHasExamples('step');
    checkNumber('count', count, trainingLimits.count);
    const told = checkCallbacks('step', callbacks, ['onProgress']);
    const last = (/** @type {State} */ { steps, made = 0 }) => ({ done: 1, units: made, steps });
    const state = await this.#call('step', { count }, told, last);
    return { steps: state.steps, divergedAt: state.divergedAt };
  }

  /**
   * Returns the measurements made every options.every steps; row 0 is before the first step. A checkpoint contains
   * none.
   *
   * @param {{from?: number}} [options] from: 0, the first row to return
   * @returns {Promise<TrainingRow[]>}
   */
  async metrics(options) {
    Trainer.#own(this, 'metrics');
    const { from } = checkOptions('metrics', options, metricsOptions);
    const numbers = await this.#call('metrics', { from });
    const { metricNumbers } = this.#facts;
    return Array.from({ length: numbers.length / metricNumbers }, (_, row) =>
      this.#rowOf(numbers.subarray(row * metricNumbers, (row + 1) * metricNumbers)),
    );
  }

  /**
   * Runs the current model on one example and returns its answer and the weights of every head.
   *
   * @param {TrainingExample} example
   * @param {{scoreFactor?: number}} [options] scoreFactor: 1; multiplies every score
   * @returns {Promise<TrainingView>}
   */
  async attention(example, options) {
    Trainer.#own(this, 'attention');
    const checked = checkExample(example);
    if ('index' in checked) this.#checkHasExamples('attention');
    const { scoreFactor } = checkOptions('attention', options, attentionOptions);
    const seen = await this.#call('look', { example: checked, scoreFactor });
    return this.#viewOf(seen, 'text' in checked);
  }

  /**
   * Returns the prediction of a model of the task text after each character, and how probable the actual next one was.
   *
   * @param {string} text
   * @param {{scoreFactor?: number}} [options] scoreFactor: 1; multiplies every score
   * @returns {Promise<TrainingReading>}
   */
  async read(text, options) {
    const { task } = Trainer.#own(this, 'read').#options;
    const checked = checkText(text);
    const { scoreFactor } = checkOptions('read', options, readOptions);
    if (task !== 'text') {
      throw new RangeError(
        `read: got a model of the task "${task}"; expected one of the task "text"`,
      );
    }
    const reading = await this.#call('read', { text: checked, scoreFactor });
    const { tokens, probabilities, losses, ...means } = reading;
    const { words } = this.#facts;
    return {
      tokens: tokens.map((token) => words[token]),
      probabilities: { data: probabilities, shape: [tokens.length, words.length] },
      losses,
      ...(losses.length > 0 ? means : { loss: null, perplexity: null }),
    };
  }

  /**
   * Measures loss and accuracy on held-out examples.
   *
   * @param {{first?: number, count?: number, scoreFactor?: number}} [options] first: 0; count: 500; scoreFactor: 1,
   *   multiplies every score
   * @param {TrainingCallbacks & {onPartial?: (evaluation: TrainingEvaluation) => void}} [callbacks] onPartial: called
   *   with the results so far
   * @returns {Promise<TrainingEvaluation>}
   */
  async evaluate(options, callbacks) {
    Trainer.#own(this, 'evaluate').#checkHasExamples('evaluate');
    const args = checkOptions('evaluate', options, evaluateOptions);
    const told = checkCallbacks('evaluate', callbacks, ['onProgress', 'onPartial']);
    const last = () => ({ done: 1, units: args.count });
    return evaluationOf(await this.#call('evaluate', args, told, last));
  }

  /**
   * Returns a checkpoint, a .safetensors file that also contains all options.
   *
   * @param {{numbers?: 'f32' | 'f16', optimizer?: boolean}} [options] numbers: 'f32', exact; 'f16' takes half the
   *   bytes. optimizer: true with 'f32'; whether training can continue from it with the same bits, or only with a new
   *   optimizer
   * @returns {Promise<Uint8Array>}
   */
  async save(options) {
    Trainer.#own(this, 'save');
    const given = checkOptions('save', options, saveOptions);
    const { numbers, optimizer = numbers === 0 } = given;
    if (optimizer && numbers !== 0) {
      throw new RangeError(`optimizer: got true; expected false with the numbers "f16"`);
    }
    return this.#call('save', { numbers, optimizer });
  }

  /**
   * Replaces the model and its options with those of a checkpoint.
   *
   * @param {Uint8Array} bytes
   * @returns {Promise<void>}
   */
  async load(bytes) {
    Trainer.#own(this, 'load');
    const args = { name: 'load', bytes: ownBytes('bytes', bytes) };
    this.#facts = await this.#call('open', args);
    this.#options = settingsOf(this.#facts.settings);
    Object.freeze(this.#facts.words);
  }

  /**
   * Frees its memory. Rejects running and later calls.
   *
   * @param {Error} [reason] the reason of the rejections; by default an AbortError
   */
  dispose(reason = new DOMException('The trainer was disposed of.', 'AbortError')) {
    if (Trainer.#own(this, 'dispose').#ended) return;
    this.#ended = reason;
    for (const stop of this.#stops) stop(reason);
    this.#executor.call('free', { handle: this.#facts.handle }).promise.catch(() => {}); // its worker may be gone already
    this.#onEnd();
  }

  /** @param {string} name of the method, which needs examples */
  #checkHasExamples(name) {
    if (this.#options.task !== 'text') return;
    throw new RangeError(
      `${name}: got a model of the task "text", whose examples are not here; expected a call with a text of your own, read(text) or attention({ text })`,
    );
  }

  /**
   * @template {keyof CallResults} Name
   * @param {Name} name
   * @param {object} args
   * @param {TrainingCallbacks & {onPartial?: (evaluation: TrainingEvaluation) => void}} [callbacks]
   * @param {(result: any) => Report} [last] makes the report of a finished call
   * @returns {Promise<CallResults[Name]>}
   */
  async #call(name, args, { signal, onProgress, onPartial } = {}, last = undefined) {
    if (this.#ended) throw this.#ended;
    signal?.throwIfAborted();
    const began = performance.now();
    const tell = (/** @type {Report} */ { done, units, steps }) => {
      const seconds = (performance.now() - began) / 1000;
      const progress = { done, seconds, perSecond: seconds > 0 ? units / seconds : 0 };
      onProgress?.({ ...progress, ...(steps !== undefined && { steps }) });
    };
    const report = (/** @type {Report} */ now) => {
      try {
        tell(now);
        if (now.sums && !this.#ended) onPartial?.(evaluationOf(now.sums));
      } catch (error) {
        stop(error);
      }
    };
    const { handle } = this.#facts;
    const { promise, stop } = this.#executor.call(name, { ...args, handle }, report);
    const abort = () => stop(signal?.reason);
    signal?.addEventListener('abort', abort);
    this.#stops.add(stop);
    try {
      const result = await promise;
      if (last) tell(last(result));
      return result;
    } finally {
      signal?.removeEventListener('abort', abort);
      this.#stops.delete(stop);
    }
  }

  /** @param {Float64Array} numbers in the order of src/learning/trainer.h @returns {TrainingRow} */
  #rowOf(numbers) {
    const { layers, stack, heads } = this.#options;
    let next = 0;
    const take = () => numbers[next++];
    return {
      step: take(),
      learningRate: take(),
      trainLoss: take(),
      trainAccuracy: take(),
      loss: take(),
      accuracy: take(),
      exact: take(),
      gradientNorm: take(),
      layers: Array.from({ length: layers * (stack === 'encoder-decoder' ? 2 : 1) }, take),
      blocks: this.#facts.blocks.map(([kind, layer]) => ({
        kind: kinds[kind],
        layer,
        wq: take(),
        wk: take(),
        heads: Array.from({ length: heads }, () => ({
          entropy: take(),
          topWeight: take(),
          scoreVariance: take(),
          temperature: take(),
        })),
      })),
    };
  }

  /** @param {Seen} seen @param {boolean} ofText @returns {TrainingView} */
  #viewOf(
    { tokens, targets, labels, best, length, targetLength, pronoun, antecedent, blocks },
    ofText,
  ) {
    const { words } = this.#facts;
    const wordOf = (/** @type {number} */ token) => (token === none ? null : words[token]);
    const read = tokens.slice(0, length).map((token) => words[token]);
    const written = targets.slice(0, targetLength).map((token) => words[token]);
    const right = labels.slice(0, targetLength || length).map(wordOf);
    // In a text without labels the answer is at its pronoun, or everywhere.
    const asked = (/** @type {number} */ i) =>
      ofText ? pronoun === none || pronoun === i : right[i] !== null;
    const answer = right.map((_, i) => (asked(i) ? words[best[i]] : null));
    return {
      tokens: read,
      targets: written,
      labels: right,
      answer,
      right: ofText ? null : right.every((label, i) => label === answer[i]),
      ...(pronoun !== none && { pronoun }),
      ...(antecedent !== none && { antecedent }),
      blocks: blocks.map((block, i) => this.#attentionOf(block, i, read, written)),
    };
  }

  /**
   * @param {Seen['blocks'][number]} block
   * @param {number} index
   * @param {string[]} read
   * @param {string[]} written
   * @returns {TrainingAttention}
   */
  #attentionOf({ weights, scores, input, memory }, index, read, written) {
    const [kind, layer, rows, columns] = this.#facts.blocks[index];
    const { heads, modelDim, stack } = this.#options;
    const decoded = stack === 'encoder-decoder' ? written : read;
    const queries = kinds[kind] === 'encoder' ? read : decoded;
    const keys = kinds[kind] === 'decoder' ? decoded : read;
    const cut = (/** @type {Float32Array} */ data) =>
      seenOf(data, heads, rows, columns, [queries.length, keys.length]);
    const rowsOf = (/** @type {Float32Array} */ data, /** @type {number} */ count) => ({
      data: data.slice(0, count * modelDim),
      shape: [count, modelDim],
    });
    const own = rowsOf(input, queries.length);
    return {
      ...{ kind: kinds[kind], layer, queries, keys },
      ...{ weights: cut(weights), scores: cut(scores) },
      ...{ input: own, memory: kinds[kind] === 'context' ? rowsOf(memory, keys.length) : own },
    };
  }
}
