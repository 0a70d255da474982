// Made by `npm run border` from scripts/border/records.mjs.

/** @import { NumberArray } from '../types.js' */
/** @import { Memory, Place } from '../border/memory.js' */

/**
 * @typedef {object} Sentence
 * @property {number} count
 * @property {NumberArray} words
 * @property {NumberArray} kinds
 * @property {Place} embeddings
 */

/** @param {Memory} memory @param {Sentence} sentence */
export function writeSentence(memory, sentence) {
  memory.number(sentence.count);
  memory.input(sentence.words, 'HEAPU32');
  memory.input(sentence.kinds, 'HEAPU32');
  memory.number(sentence.embeddings);
}

/**
 * @typedef {object} HandMadeRecord
 * @property {readonly Sentence[]} sentences
 * @property {Place} query
 * @property {Place} key
 * @property {Place} value
 * @property {Place} output
 */

/**
 * @param {Memory} memory
 * @param {HandMadeRecord} record
 */
export function handMade(memory, record) {
  memory.number(record.sentences.length);
  for (const one of record.sentences) writeSentence(memory, one);
  memory.add([record.query, record.key, record.value, record.output]);
  memory.call(memory.module.handMade);
}
