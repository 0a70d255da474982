/**
 * The calls of the training module: their arguments and results as plain numbers. It runs on the calling thread or in a
 * worker. trainer.js adds the names.
 */

/** @import { LearningModule } from '../types.js' */
/** @import { LearningMemory, Memory } from '../border/memory.js' */
/** @import { SeenPlaces, SentenceBuffer, Settings } from '../records/training-core.js' */
/** @import { Plan } from './training-options.js' */
/** @import { Facts, Reading, Seen, State } from './types.js' */

import { trainingLimits } from './training-limits.js';
import { checkPlan, settingsOf } from './training-options.js';
import { memoryOf } from '../border/memory.js';
import * as core from '../records/training-core.js';

/** The most blocks of a model: an encoder has one per layer, its decoder two. */
const mostBlocks = 3 * trainingLimits.layers.max;
/** Bytes of a token's text in UTF-8, and of an error sentence. */
const wordBytes = 64;
const sentenceBytes = 512;

/** Numbers of 4 bytes. @param {number} bytes */
const words = (bytes) => Math.ceil(bytes / 4);

/** @param {Memory} memory @returns {SentenceBuffer} */
const sentenceIn = (memory) => ({
  capacity: sentenceBytes,
  letters: memory.alloc(words(sentenceBytes)),
});

export class TrainingCore {
  /** @type {LearningMemory} */
  #memory;
  /** @type {Map<number, Facts>} */
  #facts = new Map();

  /** @param {LearningModule} module */
  constructor(module) {
    const memory = memoryOf(/** @type {any} */ (module)); // it only uses what both kinds of module have
    this.#memory = /** @type {LearningMemory} */ (memory);
  }

  /** @param {Settings} settings @returns {Facts} */
  create(settings) {
    const memory = this.#memory;
    checkPlan(settings, this.#plan(settings));
    memory.begin('createTrainer');
    return this.#learnFacts(core.trainerCreate(memory, { settings }));
  }

  /**
   * @param {string} name of the function that was called, for errors
   * @param {Uint8Array} bytes of a checkpoint
   * @param {number} [handle] the trainer that it replaces
   * @returns {Facts}
   */
  open(name, bytes, handle) {
    if (handle !== undefined) this.#factsOf(handle);
    const memory = this.#memory;
    memory.begin(name);
    const sentence = sentenceIn(memory);
    const place = { anew: handle === undefined, handle: handle ?? 0 };
    const file = { count: bytes.length, bytes, sentence };
    const given = core.trainerOpen(memory, { ...place, ...file });
    this.#checkTaken(name, sentence, given.sentenceLength);
    return this.#learnFacts(given.handle);
  }

  /** @param {number} handle */
  free(handle) {
    this.#factsOf(handle);
    this.#facts.delete(handle);
    this.#memory.begin('dispose');
    core.trainerFree(this.#memory, { handle });
  }

  /** @param {number} handle @param {number} count @returns {State} */
  step(handle, count) {
    this.#factsOf(handle);
    const memory = this.#memory;
    memory.begin('step');
    return core.trainerStep(memory, { handle, count });
  }

  /** @param {number} handle @param {number} from @returns {Float64Array} the rows of metrics from there on */
  metrics(handle, from) {
    const { metricNumbers } = this.#factsOf(handle);
    const count = Math.max(0, this.step(handle, 0).rows - from);
    const memory = this.#memory;
    memory.begin('metrics');
    const rows = memory.alloc(2 * count * metricNumbers);
    core.trainerMetrics(memory, { handle, first: from, count, rows });
    return memory.doubles(rows, count * metricNumbers);
  }

  /**
   * @param {number} handle
   * @param {number} first
   * @param {number} count
   * @param {number} scoreFactor
   * @returns {number[]} summed loss, number of labels, correct labels, examples with all labels correct, examples
   */
  evaluate(handle, first, count, scoreFactor) {
    this.#factsOf(handle);
    const memory = this.#memory;
    memory.begin('evaluate');
    const given = core.trainerEvaluate(memory, { handle, first, count, scoreFactor });
    return [given.loss, given.labels, given.right, given.exact, given.examples];
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
    const places = {
      tokens: memory.alloc(length),
      targets: memory.alloc(targetLength),
      labels: memory.alloc(positions),
      best: memory.alloc(positions),
    };
    const given =
      'text' in example
        ? this.#lookAt(handle, example.text, scoreFactor, places)
        : core.trainerLook(memory, { handle, ...example, scoreFactor, seen: places });
    return {
      tokens: memory.wholes(places.tokens, length),
      targets: memory.wholes(places.targets, targetLength),
      labels: memory.wholes(places.labels, positions),
      best: memory.wholes(places.best, positions),
      ...given,
      blocks: this.#attentions(handle),
    };
  }

  /** @param {number} handle @param {string} text @param {number} scoreFactor @param {SeenPlaces} seen */
  #lookAt(handle, text, scoreFactor, seen) {
    const memory = this.#memory;
    const sentence = sentenceIn(memory);
    const bytes = new TextEncoder().encode(text);
    const { sentenceLength, ...given } = core.trainerLookAt(memory, {
      ...{ handle, scoreFactor, length: bytes.length, text: bytes, sentence, seen },
    });
    this.#checkTaken('text', sentence, sentenceLength);
    return given;
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
    const sentence = sentenceIn(memory);
    const places = {
      tokens: memory.alloc(most),
      probabilities: memory.alloc(most * vocabulary),
      losses: memory.alloc(2 * most),
    };
    const { sentenceLength, count, loss, perplexity } = core.trainerRead(memory, {
      ...{ handle, scoreFactor, length: most, text: bytes, sentence, ...places },
    });
    this.#checkTaken('text', sentence, sentenceLength);
    return {
      ...{ loss, perplexity },
      tokens: memory.wholes(places.tokens, count),
      probabilities: memory.take(places.probabilities, count * vocabulary),
      losses: memory.doubles(places.losses, count - 1),
    };
  }

  /** @param {number} handle a trainer that has just looked at an example */
  #attentions(handle) {
    const memory = this.#memory;
    const { blocks, settings } = this.#factsOf(handle);
    const { heads, modelDim } = settingsOf(settings);
    return blocks.map(([, , queries, keys], block) => {
      const pairs = heads * queries * keys;
      memory.begin('attention');
      const places = {
        weights: memory.alloc(pairs),
        scores: memory.alloc(pairs),
        input: memory.alloc(queries * modelDim),
        memory: memory.alloc(keys * modelDim),
      };
      core.trainerAttention(memory, { handle, block, ...places });
      return {
        weights: memory.take(places.weights, pairs),
        scores: memory.take(places.scores, pairs),
        input: memory.take(places.input, queries * modelDim),
        memory: memory.take(places.memory, keys * modelDim),
      };
    });
  }

  /** @param {number} handle @param {number} numbers @param {boolean} optimizer @returns {Uint8Array} */
  save(handle, numbers, optimizer) {
    this.#factsOf(handle);
    const memory = this.#memory;
    memory.begin('save');
    const length = core.trainerSave(memory, { handle, numbers, optimizer });
    memory.begin('save');
    const bytes = memory.alloc(words(length));
    core.trainerSaved(memory, { bytes });
    return memory.bytes(bytes, length);
  }

  /** @param {Settings} settings @returns {Plan} */
  #plan(settings) {
    const memory = this.#memory;
    memory.begin('createTrainer');
    const { fits, ...plan } = core.trainerPlan(memory, { settings });
    return { fits: fits !== 0, ...plan };
  }

  /** Checks a handle, because the module uses it as an index of a trainer without a check. @param {number} handle */
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
    const places = memory.alloc(4 * mostBlocks);
    const given = core.trainerFacts(memory, { handle, blocks: places });
    const { vocabulary, blockCount, settings, ...sizes } = given;
    const numbers = memory.wholes(places, 4 * blockCount);
    /** @type {Facts} */
    const facts = {
      ...{ handle, ...sizes },
      settings: { ...settings, tied: settings.tied !== 0 },
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
    const place = memory.alloc(words(wordBytes * vocabulary));
    const length = core.trainerWords(memory, { handle, text: place });
    const text = new TextDecoder().decode(memory.bytes(place, length));
    return text.split('\0').slice(0, -1);
  }

  /** @param {string} name @param {SentenceBuffer} sentence of an error @param {number} length */
  #checkTaken(name, { letters }, length) {
    if (length === 0) return;
    const text = new TextDecoder().decode(this.#memory.bytes(letters, length));
    throw new RangeError(`${name}: ${text}`);
  }
}
