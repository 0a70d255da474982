// Made by `npm run border` from scripts/border/records.mjs.

/** @import { NumberArray } from '../types.js' */
/** @import { Memory, Place } from '../border/memory.js' */

/**
 * @typedef {object} FileStart
 * @property {number} fileSize
 * @property {number} count
 * @property {Uint8Array} bytes
 */

/** @param {Memory} memory @param {FileStart} fileStart */
export function writeFileStart(memory, fileStart) {
  memory.add([fileStart.fileSize, fileStart.count]);
  memory.input(fileStart.bytes, 'HEAPU8');
}

/**
 * @typedef {object} FileLimits
 * @property {number} header
 * @property {number} numbers
 * @property {number} axis
 */

/** @param {Memory} memory @param {FileLimits} fileLimits */
export function writeFileLimits(memory, fileLimits) {
  memory.add([fileLimits.header, fileLimits.numbers, fileLimits.axis]);
}

/**
 * @typedef {object} TextBuffer
 * @property {number} capacity
 * @property {Place} letters
 */

/** @param {Memory} memory @param {TextBuffer} textBuffer */
export function writeTextBuffer(memory, textBuffer) {
  memory.add([textBuffer.capacity, textBuffer.letters]);
}

/**
 * @typedef {object} ReadNpyHeaderRecord
 * @property {FileStart} file
 * @property {FileLimits} limits
 * @property {TextBuffer} sentence
 * @property {Place} tensor
 */

/**
 * @param {Memory} memory
 * @param {ReadNpyHeaderRecord} record
 * @returns {number}
 */
export function readNpyHeader(memory, record) {
  writeFileStart(memory, record.file);
  writeFileLimits(memory, record.limits);
  writeTextBuffer(memory, record.sentence);
  memory.number(record.tensor);
  memory.call(memory.module.readNpyHeader);
  return memory.result(0);
}

/**
 * @typedef {object} ReadSafetensorsHeaderRecord
 * @property {FileStart} file
 * @property {FileLimits} limits
 * @property {TextBuffer} sentence
 * @property {number} tensorCapacity
 * @property {Place} tensors
 * @property {number} metadataCapacity
 * @property {Place} metadata
 * @property {TextBuffer} text
 */

/**
 * @param {Memory} memory
 * @param {ReadSafetensorsHeaderRecord} record
 * @returns {{sentenceLength: number, tensorCount: number, metadataCount: number, textLength: number}}
 */
export function readSafetensorsHeader(memory, record) {
  writeFileStart(memory, record.file);
  writeFileLimits(memory, record.limits);
  writeTextBuffer(memory, record.sentence);
  memory.add([record.tensorCapacity, record.tensors, record.metadataCapacity, record.metadata]);
  writeTextBuffer(memory, record.text);
  memory.call(memory.module.readSafetensorsHeader);
  const [sentenceLength, tensorCount, metadataCount, textLength] = memory.results(4);
  return { sentenceLength, tensorCount, metadataCount, textLength };
}

/**
 * @typedef {object} ReadNumbersRecord
 * @property {NumberArray} tensor
 * @property {Uint8Array} bytes
 * @property {Place} numbers
 */

/**
 * @param {Memory} memory
 * @param {ReadNumbersRecord} record
 * @returns {number}
 */
export function readNumbers(memory, record) {
  memory.input(record.tensor, 'HEAPU32');
  memory.input(record.bytes, 'HEAPU8');
  memory.number(record.numbers);
  memory.call(memory.module.readNumbers);
  return memory.result(0);
}

/**
 * @typedef {object} WriteNpyHeaderRecord
 * @property {NumberArray} tensor
 * @property {TextBuffer} header
 */

/**
 * @param {Memory} memory
 * @param {WriteNpyHeaderRecord} record
 * @returns {number}
 */
export function writeNpyHeader(memory, record) {
  memory.input(record.tensor, 'HEAPU32');
  writeTextBuffer(memory, record.header);
  memory.call(memory.module.writeNpyHeader);
  return memory.result(0);
}

/**
 * @typedef {object} WriteSafetensorsHeaderRecord
 * @property {number} tensorCount
 * @property {NumberArray} tensors
 * @property {number} metadataCount
 * @property {NumberArray} metadata
 * @property {number} textLength
 * @property {Uint8Array} text
 * @property {TextBuffer} header
 */

/**
 * @param {Memory} memory
 * @param {WriteSafetensorsHeaderRecord} record
 * @returns {number}
 */
export function writeSafetensorsHeader(memory, record) {
  memory.number(record.tensorCount);
  memory.input(record.tensors, 'HEAPU32');
  memory.number(record.metadataCount);
  memory.input(record.metadata, 'HEAPU32');
  memory.number(record.textLength);
  memory.input(record.text, 'HEAPU8');
  writeTextBuffer(memory, record.header);
  memory.call(memory.module.writeSafetensorsHeader);
  return memory.result(0);
}
