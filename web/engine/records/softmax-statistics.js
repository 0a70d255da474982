// Made by `npm run border` from scripts/border/records.mjs.

/** @import { Memory, Place } from '../border/memory.js' */
/** @import { ComponentNumbers } from './options.js' */

import { writeComponentNumbers } from './options.js';

/**
 * @typedef {object} DrawNumbers
 * @property {number} headDim
 * @property {number} keys
 * @property {number} seed
 * @property {ComponentNumbers} query
 * @property {ComponentNumbers} key
 * @property {number} masked
 * @property {number} maskAs
 */

/** @param {Memory} memory @param {DrawNumbers} drawNumbers */
export function writeDrawNumbers(memory, drawNumbers) {
  memory.add([drawNumbers.headDim, drawNumbers.keys, drawNumbers.seed]);
  writeComponentNumbers(memory, drawNumbers.query);
  writeComponentNumbers(memory, drawNumbers.key);
  memory.add([drawNumbers.masked, drawNumbers.maskAs]);
}

/**
 * @typedef {object} RuleNumbers
 * @property {boolean} cosine
 * @property {number} multiplier
 */

/** @param {Memory} memory @param {RuleNumbers} ruleNumbers */
export function writeRuleNumbers(memory, ruleNumbers) {
  memory.number(ruleNumbers.cosine ? 1 : 0);
  memory.number(ruleNumbers.multiplier);
}

/**
 * @typedef {object} SamplePlaces
 * @property {Place} query
 * @property {Place} key
 * @property {Place} scores
 * @property {Place} logits
 * @property {Place} weightGradient
 * @property {Place} walks
 */

/** @param {Memory} memory @param {SamplePlaces} samplePlaces */
export function writeSamplePlaces(memory, samplePlaces) {
  memory.add([
    samplePlaces.query,
    samplePlaces.key,
    samplePlaces.scores,
    samplePlaces.logits,
    samplePlaces.weightGradient,
    samplePlaces.walks,
  ]);
}

/**
 * @typedef {object} SoftmaxDrawsRecord
 * @property {DrawNumbers} draws
 * @property {readonly RuleNumbers[]} rules
 * @property {number} first
 * @property {number} last
 * @property {Place} measures
 */

/**
 * @param {Memory} memory
 * @param {SoftmaxDrawsRecord} record
 */
export function softmaxDraws(memory, record) {
  writeDrawNumbers(memory, record.draws);
  memory.number(record.rules.length);
  for (const one of record.rules) writeRuleNumbers(memory, one);
  memory.add([record.first, record.last, record.measures]);
  memory.call(memory.module.softmaxDraws);
}

/**
 * @typedef {object} SoftmaxSampleRecord
 * @property {DrawNumbers} draws
 * @property {RuleNumbers} rule
 * @property {number} shift
 * @property {number} draw
 * @property {SamplePlaces} sample
 */

/**
 * @param {Memory} memory
 * @param {SoftmaxSampleRecord} record
 */
export function softmaxSample(memory, record) {
  writeDrawNumbers(memory, record.draws);
  writeRuleNumbers(memory, record.rule);
  memory.add([record.shift, record.draw]);
  writeSamplePlaces(memory, record.sample);
  memory.call(memory.module.softmaxSample);
}
