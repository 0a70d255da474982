/**
 * The calls of the module that learns: what crosses to it and comes back, as plain numbers. It runs on the calling thread or in a
 * worker; trainer.js gives the numbers their names. Their order is that of src/bindings/training.cpp.
 */

/** @import { LearningModule } from '../types.js' */
/** @import { Place } from '../border/memory.js' */
/** @import { Plan } from './training-options.js' */

import { trainingLimits } from './training-limits.js';
import { checkPlan, settingNumbers, settingsOf } from './training-options.js';
import { memoryOf } from '../border/memory.js';

/**
 * What stays the same of a trainer.
 *
 * @typedef {object} Facts
 * @property {number} handle
 * @property {Float64Array} settings as of training-options.js
 * @property {number} parameters
 * @property {string[]} words of the vocabulary
 * @property {number} length
 * @property {number} targetLength
 * @property {number} positions
 * @property {number} metricNumbers
 * @property {[kind: number, layer: number, queries: number, keys: number][]} blocks
 *
 * @typedef {{steps: number, divergedAt: number, rows: number, made?: number}} State made: steps of a whole call, which may be fewer
 *   than it asked for
 *
 * @typedef {object} Seen
 * @property {number[]} tokens
 * @property {number[]} targets
 * @property {number[]} labels
 * @property {number[]} best
 * @property {number} length
 * @property {number} targetLength
 * @property {number} pronoun where it stands; nowhere, if there is none
 * @property {number} antecedent
 * @property {{weights: Float32Array, scores: Float32Array, input: Float32Array, memory: Float32Array}[]} blocks
 *
 * @typedef {{tokens: number[], probabilities: Float32Array, losses: Float64Array, loss: number, perplexity: number}} Reading
 *   of a text: what is expected behind each token, [tokens, vocabulary], and -log of the probability of each but the first
 */

/** Blocks that a model may have: of an encoder one a layer, of its decoder two. */
const mostBlocks = 3 * trainingLimits.layers.max;
/** Bytes of a token's text in UTF-8, and of a sentence of refusal. */
const wordRoom = 64;
const sentenceRoom = 512;

/** @param {number} bytes in numbers of 4 */
const words = (bytes) => Math.ceil(bytes / 4);

export class TrainingCore {
  #memory;
  #module;
  /** @type {Map<number, Facts>} */
  #facts = new Map();

  /** @param {LearningModule} module */
  constructor(module) {
    this.#module = module;
    this.#memory = memoryOf(/** @type {any} */ (module)); // which takes from it what both kinds have
  }

  /** @param {Float64Array} settings @returns {Facts} */
  create(settings) {
    const memory = this.#memory;
    checkPlan(settings, this.#plan(settings));
    memory.begin('createTrainer');
    memory.input(settings, 'HEAPF64');
    memory.call(this.#module.trainerCreate);
    return this.#learnFacts(memory.given(0));
  }

  /**
   * @param {string} name of the function that was called, for errors
   * @param {Uint8Array} bytes of a checkpoint
   * @param {number} [handle] of the trainer whose place it takes
   * @returns {Facts}
   */
  open(name, bytes, handle) {
    if (handle !== undefined) this.#factsOf(handle);
    const memory = this.#memory;
    memory.begin(name);
    memory.add([Number(handle === undefined), handle ?? 0, bytes.length]);
    memory.input(bytes, 'HEAPU8');
    memory.number(sentenceRoom);
    const sentence = memory.result(words(sentenceRoom));
    memory.call(this.#module.trainerOpen);
    this.#checkTaken(name, sentence);
    return this.#learnFacts(memory.given(1));
  }

  /** @param {number} handle */
  free(handle) {
    this.#factsOf(handle);
    this.#facts.delete(handle);
    this.#memory.begin('dispose');
    this.#memory.number(handle);
    this.#memory.call(this.#module.trainerFree);
  }

  /** @param {number} handle @param {number} count @returns {State} */
  step(handle, count) {
    this.#factsOf(handle);
    const memory = this.#memory;
    memory.begin('step');
    memory.add([handle, count]);
    memory.call(this.#module.trainerStep);
    const [steps, divergedAt, rows] = memory.gifts(3);
    return { steps, divergedAt, rows };
  }

  /** @param {number} handle @param {number} from @returns {Float64Array} the rows of metrics from that one on */
  metrics(handle, from) {
    const { metricNumbers } = this.#factsOf(handle);
    const count = Math.max(0, this.step(handle, 0).rows - from);
    const memory = this.#memory;
    memory.begin('metrics');
    memory.add([handle, from, count]);
    const place = memory.result(2 * count * metricNumbers);
    memory.call(this.#module.trainerMetrics);
    return memory.doubles(place, count * metricNumbers);
  }

  /**
   * @param {number} handle
   * @param {number} first
   * @param {number} count
   * @param {number} scoreFactor
   * @returns {number[]} summed loss, labels, those that are hit, examples whose every label is, examples
   */
  evaluate(handle, first, count, scoreFactor) {
    this.#factsOf(handle);
    const memory = this.#memory;
    memory.begin('evaluate');
    memory.add([handle, first, count, scoreFactor]);
    memory.call(this.#module.trainerEvaluate);
    return memory.gifts(5);
  }

  /**
   * @param {number} handle
   * @param {{index: number, split: number} | {text: string}} example
   * @param {number} scoreFactor
   * @returns {Seen}
   */
  look(handle, example, scoreFactor) {
    const memory = this.#memory;
    const { length, targetLength, positions } = this.#factsOf(handle);
    memory.begin('attention');
    memory.number(handle);
    let sentence = memory.room(0, false);
    if ('text' in example) {
      const bytes = new TextEncoder().encode(example.text);
      memory.add([scoreFactor, bytes.length]);
      memory.input(bytes, 'HEAPU8');
      memory.number(sentenceRoom);
      sentence = memory.result(words(sentenceRoom));
    } else {
      memory.add([example.split, example.index, scoreFactor]);
    }
    const places = [length, targetLength, positions, positions].map((room) => memory.result(room));
    memory.call('text' in example ? this.#module.trainerLookAt : this.#module.trainerLook);
    if ('text' in example) this.#checkTaken('text', sentence);
    const [, read, written, pronoun, antecedent] = memory.gifts(5);
    const [tokens, targets, labels, best] = [length, targetLength, positions, positions].map(
      (room, i) => memory.wholes(places[i], room),
    );
    return {
      ...{ tokens, targets, labels, best, length: read, targetLength: written },
      ...{ pronoun, antecedent },
      blocks: this.#attentions(handle),
    };
  }

  /**
   * @param {number} handle
   * @param {string} text
   * @param {number} scoreFactor
   * @returns {Reading}
   */
  read(handle, text, scoreFactor) {
    const memory = this.#memory;
    const vocabulary = this.#factsOf(handle).words.length;
    const bytes = new TextEncoder().encode(text);
    const most = bytes.length;
    memory.begin('read');
    memory.add([handle, scoreFactor, most]);
    memory.input(bytes, 'HEAPU8');
    memory.number(sentenceRoom);
    const sentence = memory.result(words(sentenceRoom));
    const places = [most, most * vocabulary, 2 * most].map((room) => memory.result(room));
    memory.call(this.#module.trainerRead);
    this.#checkTaken('text', sentence);
    const [, count, loss, perplexity] = memory.gifts(4);
    return {
      ...{ loss, perplexity },
      tokens: memory.wholes(places[0], count),
      probabilities: memory.take(places[1], count * vocabulary),
      losses: memory.doubles(places[2], count - 1),
    };
  }

  /** @param {number} handle of a trainer that has just looked at an example */
  #attentions(handle) {
    const memory = this.#memory;
    const { blocks, settings } = this.#factsOf(handle);
    const { heads, modelDim } = settingsOf(settings);
    return blocks.map(([, , queries, keys], block) => {
      const pairs = heads * queries * keys;
      const counts = [pairs, pairs, queries * modelDim, keys * modelDim];
      memory.begin('attention');
      memory.add([handle, block]);
      const places = counts.map((count) => memory.result(count));
      memory.call(this.#module.trainerAttention);
      const [weights, scores, input, memoryRows] = places.map((place, i) =>
        memory.take(place, counts[i]),
      );
      return { weights, scores, input, memory: memoryRows };
    });
  }

  /** @param {number} handle @param {number} numbers @param {boolean} optimizer @returns {Uint8Array} */
  save(handle, numbers, optimizer) {
    this.#factsOf(handle);
    const memory = this.#memory;
    memory.begin('save');
    memory.add([handle, numbers, Number(optimizer)]);
    memory.call(this.#module.trainerSave);
    const bytes = memory.given(0);
    memory.begin('save');
    const place = memory.result(words(bytes));
    memory.call(this.#module.trainerSaved);
    return memory.bytes(place, bytes);
  }

  /** @param {Float64Array} settings @returns {Plan} */
  #plan(settings) {
    const memory = this.#memory;
    memory.begin('createTrainer');
    memory.input(settings, 'HEAPF64');
    memory.call(this.#module.trainerPlan);
    const [fits, stack, parameters, length, targetLength] = memory.gifts(5);
    return { fits: fits !== 0, stack, parameters, length, targetLength };
  }

  /** The module takes a handle for the place of a trainer, unseen: so no other goes to it. @param {number} handle */
  #factsOf(handle) {
    const facts = this.#facts.get(handle);
    if (!facts)
      throw new RangeError('handle: expected one of a trainer that has not been disposed of');
    return facts;
  }

  /** @param {number} handle @returns {Facts} */
  #learnFacts(handle) {
    const memory = this.#memory;
    memory.begin('createTrainer');
    memory.number(handle);
    const settingsPlace = memory.result(2 * settingNumbers);
    const blocksPlace = memory.result(4 * mostBlocks);
    memory.call(this.#module.trainerFacts);
    const [parameters, vocabulary, length, targetLength, positions, metricNumbers, blockCount] =
      memory.gifts(7);
    const settings = memory.doubles(settingsPlace, settingNumbers);
    const numbers = memory.wholes(blocksPlace, 4 * blockCount);
    /** @type {Facts} */
    const facts = {
      ...{ handle, settings, parameters, length, targetLength, positions, metricNumbers },
      words: this.#words(handle, vocabulary),
      blocks: Array.from({ length: blockCount }, (_, i) => {
        const [kind, layer, queries, keys] = numbers.slice(4 * i, 4 * i + 4);
        return [kind, layer, queries, keys];
      }),
    };
    this.#facts.set(handle, facts);
    return facts;
  }

  /** @param {number} handle @param {number} vocabulary */
  #words(handle, vocabulary) {
    const memory = this.#memory;
    memory.begin('createTrainer');
    memory.number(handle);
    const place = memory.result(words(wordRoom * vocabulary));
    memory.call(this.#module.trainerWords);
    const text = new TextDecoder().decode(memory.bytes(place, memory.given(0)));
    return text.split('\0').slice(0, -1);
  }

  /** @param {string} name @param {Place} sentence the place of a refusal */
  #checkTaken(name, sentence) {
    const length = this.#memory.given(0);
    if (length === 0) return;
    throw new RangeError(
      `${name}: ${new TextDecoder().decode(this.#memory.bytes(sentence, length))}`,
    );
  }
}
