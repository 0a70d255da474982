// Made by `npm run border` from scripts/border/records.mjs.

/** @import { LearningMemory, Memory, Place } from '../border/memory.js' */

/**
 * @typedef {object} Settings
 * @property {number} name
 * @property {number} size
 * @property {number} symbols
 * @property {number} stack
 * @property {number} layers
 * @property {number} modelDim
 * @property {number} heads
 * @property {number} headDim
 * @property {number} feedForward
 * @property {number} norm
 * @property {number} activation
 * @property {boolean} tied
 * @property {number} rule
 * @property {number} alpha
 * @property {number} queryKeyGain
 * @property {number} kind
 * @property {number} learningRate
 * @property {number} momentum
 * @property {number} beta1
 * @property {number} beta2
 * @property {number} epsilon
 * @property {number} weightDecay
 * @property {number} clip
 * @property {number} warmup
 * @property {number} steps
 * @property {number} schedule
 * @property {number} finalRate
 * @property {number} batch
 * @property {number} seed
 * @property {number} every
 * @property {number} heldOut
 */

/** @param {Memory} memory @param {Settings} settings */
export function writeSettings(memory, settings) {
  memory.add([
    settings.name,
    settings.size,
    settings.symbols,
    settings.stack,
    settings.layers,
    settings.modelDim,
    settings.heads,
    settings.headDim,
    settings.feedForward,
    settings.norm,
    settings.activation,
  ]);
  memory.number(settings.tied ? 1 : 0);
  memory.add([
    settings.rule,
    settings.alpha,
    settings.queryKeyGain,
    settings.kind,
    settings.learningRate,
    settings.momentum,
    settings.beta1,
    settings.beta2,
    settings.epsilon,
    settings.weightDecay,
    settings.clip,
    settings.warmup,
    settings.steps,
    settings.schedule,
    settings.finalRate,
    settings.batch,
    settings.seed,
    settings.every,
    settings.heldOut,
  ]);
}

/**
 * @typedef {object} SentenceBuffer
 * @property {number} capacity
 * @property {Place} letters
 */

/** @param {Memory} memory @param {SentenceBuffer} sentenceBuffer */
export function writeSentenceBuffer(memory, sentenceBuffer) {
  memory.add([sentenceBuffer.capacity, sentenceBuffer.letters]);
}

/**
 * @typedef {object} SeenPlaces
 * @property {Place} tokens
 * @property {Place} targets
 * @property {Place} labels
 * @property {Place} best
 */

/** @param {Memory} memory @param {SeenPlaces} seenPlaces */
export function writeSeenPlaces(memory, seenPlaces) {
  memory.add([seenPlaces.tokens, seenPlaces.targets, seenPlaces.labels, seenPlaces.best]);
}

/**
 * @typedef {object} TrainerPlanRecord
 * @property {Settings} settings
 */

/**
 * @param {LearningMemory} memory
 * @param {TrainerPlanRecord} record
 * @returns {{fits: number, stack: number, parameters: number, length: number, targetLength: number}}
 */
export function trainerPlan(memory, record) {
  writeSettings(memory, record.settings);
  memory.call(memory.module.trainerPlan);
  const [fits, stack, parameters, length, targetLength] = memory.results(5);
  return { fits, stack, parameters, length, targetLength };
}

/**
 * @typedef {object} TrainerCreateRecord
 * @property {Settings} settings
 */

/**
 * @param {LearningMemory} memory
 * @param {TrainerCreateRecord} record
 * @returns {number}
 */
export function trainerCreate(memory, record) {
  writeSettings(memory, record.settings);
  memory.call(memory.module.trainerCreate);
  return memory.result(0);
}

/**
 * @typedef {object} TrainerOpenRecord
 * @property {boolean} anew
 * @property {number} handle
 * @property {number} count
 * @property {Uint8Array} bytes
 * @property {SentenceBuffer} sentence
 */

/**
 * @param {LearningMemory} memory
 * @param {TrainerOpenRecord} record
 * @returns {{sentenceLength: number, handle: number}}
 */
export function trainerOpen(memory, record) {
  memory.number(record.anew ? 1 : 0);
  memory.add([record.handle, record.count]);
  memory.input(record.bytes, 'HEAPU8');
  writeSentenceBuffer(memory, record.sentence);
  memory.call(memory.module.trainerOpen);
  const sentenceLength = memory.result(0);
  const handle = memory.result(1);
  return { sentenceLength, handle };
}

/**
 * @typedef {object} TrainerFreeRecord
 * @property {number} handle
 */

/**
 * @param {LearningMemory} memory
 * @param {TrainerFreeRecord} record
 */
export function trainerFree(memory, record) {
  memory.number(record.handle);
  memory.call(memory.module.trainerFree);
}

/**
 * @typedef {object} TrainerFactsRecord
 * @property {number} handle
 * @property {Place} blocks
 */

/**
 * @param {LearningMemory} memory
 * @param {TrainerFactsRecord} record
 * @returns {{parameters: number, vocabulary: number, length: number, targetLength: number, positions: number, metricNumbers: number, blockCount: number, settings: {name: number, size: number, symbols: number, stack: number, layers: number, modelDim: number, heads: number, headDim: number, feedForward: number, norm: number, activation: number, tied: number, rule: number, alpha: number, queryKeyGain: number, kind: number, learningRate: number, momentum: number, beta1: number, beta2: number, epsilon: number, weightDecay: number, clip: number, warmup: number, steps: number, schedule: number, finalRate: number, batch: number, seed: number, every: number, heldOut: number}}}
 */
export function trainerFacts(memory, record) {
  memory.add([record.handle, record.blocks]);
  memory.call(memory.module.trainerFacts);
  const [
    parameters,
    vocabulary,
    length,
    targetLength,
    positions,
    metricNumbers,
    blockCount,
    name,
    size,
    symbols,
    stack,
    layers,
    modelDim,
    heads,
    headDim,
    feedForward,
    norm,
    activation,
    tied,
    rule,
    alpha,
    queryKeyGain,
    kind,
    learningRate,
    momentum,
    beta1,
    beta2,
    epsilon,
    weightDecay,
    clip,
    warmup,
    steps,
    schedule,
    finalRate,
    batch,
    seed,
    every,
    heldOut,
  ] = memory.results(38);
  return {
    parameters,
    vocabulary,
    length,
    targetLength,
    positions,
    metricNumbers,
    blockCount,
    settings: {
      name,
      size,
      symbols,
      stack,
      layers,
      modelDim,
      heads,
      headDim,
      feedForward,
      norm,
      activation,
      tied,
      rule,
      alpha,
      queryKeyGain,
      kind,
      learningRate,
      momentum,
      beta1,
      beta2,
      epsilon,
      weightDecay,
      clip,
      warmup,
      steps,
      schedule,
      finalRate,
      batch,
      seed,
      every,
      heldOut,
    },
  };
}

/**
 * @typedef {object} TrainerWordsRecord
 * @property {number} handle
 * @property {Place} text
 */

/**
 * @param {LearningMemory} memory
 * @param {TrainerWordsRecord} record
 * @returns {number}
 */
export function trainerWords(memory, record) {
  memory.add([record.handle, record.text]);
  memory.call(memory.module.trainerWords);
  return memory.result(0);
}

/**
 * @typedef {object} TrainerStepRecord
 * @property {number} handle
 * @property {number} count
 */

/**
 * @param {LearningMemory} memory
 * @param {TrainerStepRecord} record
 * @returns {{steps: number, divergedAt: number, rows: number}}
 */
export function trainerStep(memory, record) {
  memory.add([record.handle, record.count]);
  memory.call(memory.module.trainerStep);
  const [steps, divergedAt, rows] = memory.results(3);
  return { steps, divergedAt, rows };
}

/**
 * @typedef {object} TrainerMetricsRecord
 * @property {number} handle
 * @property {number} first
 * @property {number} count
 * @property {Place} rows
 */

/**
 * @param {LearningMemory} memory
 * @param {TrainerMetricsRecord} record
 */
export function trainerMetrics(memory, record) {
  memory.add([record.handle, record.first, record.count, record.rows]);
  memory.call(memory.module.trainerMetrics);
}

/**
 * @typedef {object} TrainerEvaluateRecord
 * @property {number} handle
 * @property {number} first
 * @property {number} count
 * @property {number} scoreFactor
 */

/**
 * @param {LearningMemory} memory
 * @param {TrainerEvaluateRecord} record
 * @returns {{loss: number, labels: number, right: number, exact: number, examples: number}}
 */
export function trainerEvaluate(memory, record) {
  memory.add([record.handle, record.first, record.count, record.scoreFactor]);
  memory.call(memory.module.trainerEvaluate);
  const [loss, labels, right, exact, examples] = memory.results(5);
  return { loss, labels, right, exact, examples };
}

/**
 * @typedef {object} TrainerLookRecord
 * @property {number} handle
 * @property {number} split
 * @property {number} index
 * @property {number} scoreFactor
 * @property {SeenPlaces} seen
 */

/**
 * @param {LearningMemory} memory
 * @param {TrainerLookRecord} record
 * @returns {{length: number, targetLength: number, pronoun: number, antecedent: number}}
 */
export function trainerLook(memory, record) {
  memory.add([record.handle, record.split, record.index, record.scoreFactor]);
  writeSeenPlaces(memory, record.seen);
  memory.call(memory.module.trainerLook);
  const [length, targetLength, pronoun, antecedent] = memory.results(4);
  return { length, targetLength, pronoun, antecedent };
}

/**
 * @typedef {object} TrainerLookAtRecord
 * @property {number} handle
 * @property {number} scoreFactor
 * @property {number} length
 * @property {Uint8Array} text
 * @property {SentenceBuffer} sentence
 * @property {SeenPlaces} seen
 */

/**
 * @param {LearningMemory} memory
 * @param {TrainerLookAtRecord} record
 * @returns {{sentenceLength: number, length: number, targetLength: number, pronoun: number, antecedent: number}}
 */
export function trainerLookAt(memory, record) {
  memory.add([record.handle, record.scoreFactor, record.length]);
  memory.input(record.text, 'HEAPU8');
  writeSentenceBuffer(memory, record.sentence);
  writeSeenPlaces(memory, record.seen);
  memory.call(memory.module.trainerLookAt);
  const [sentenceLength, length, targetLength, pronoun, antecedent] = memory.results(5);
  return { sentenceLength, length, targetLength, pronoun, antecedent };
}

/**
 * @typedef {object} TrainerReadRecord
 * @property {number} handle
 * @property {number} scoreFactor
 * @property {number} length
 * @property {Uint8Array} text
 * @property {SentenceBuffer} sentence
 * @property {Place} tokens
 * @property {Place} probabilities
 * @property {Place} losses
 */

/**
 * @param {LearningMemory} memory
 * @param {TrainerReadRecord} record
 * @returns {{sentenceLength: number, count: number, loss: number, perplexity: number}}
 */
export function trainerRead(memory, record) {
  memory.add([record.handle, record.scoreFactor, record.length]);
  memory.input(record.text, 'HEAPU8');
  writeSentenceBuffer(memory, record.sentence);
  memory.add([record.tokens, record.probabilities, record.losses]);
  memory.call(memory.module.trainerRead);
  const [sentenceLength, count, loss, perplexity] = memory.results(4);
  return { sentenceLength, count, loss, perplexity };
}

/**
 * @typedef {object} TrainerAttentionRecord
 * @property {number} handle
 * @property {number} block
 * @property {Place} weights
 * @property {Place} scores
 * @property {Place} input
 * @property {Place} memory
 */

/**
 * @param {LearningMemory} memory
 * @param {TrainerAttentionRecord} record
 */
export function trainerAttention(memory, record) {
  memory.add([
    record.handle,
    record.block,
    record.weights,
    record.scores,
    record.input,
    record.memory,
  ]);
  memory.call(memory.module.trainerAttention);
}

/**
 * @typedef {object} TrainerSaveRecord
 * @property {number} handle
 * @property {number} numbers
 * @property {boolean} optimizer
 */

/**
 * @param {LearningMemory} memory
 * @param {TrainerSaveRecord} record
 * @returns {number}
 */
export function trainerSave(memory, record) {
  memory.add([record.handle, record.numbers]);
  memory.number(record.optimizer ? 1 : 0);
  memory.call(memory.module.trainerSave);
  return memory.result(0);
}

/**
 * @typedef {object} TrainerSavedRecord
 * @property {Place} bytes
 */

/**
 * @param {LearningMemory} memory
 * @param {TrainerSavedRecord} record
 */
export function trainerSaved(memory, record) {
  memory.number(record.bytes);
  memory.call(memory.module.trainerSaved);
}
