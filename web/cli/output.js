/** Writes a result: a table, JSON or CSV to stdout, and a picture to a file. */
import fs from 'node:fs';
import path from 'node:path';
import { UsageError, wrong } from './parse.js';
import { toCsv, toJson } from './text.js';

/** @import { Arguments } from './types.js' */

/**
 * @typedef {object} Result
 * @property {object} json
 * @property {() => string} text
 * @property {() => Readonly<Record<string, string | number | undefined>>[]} rows  For CSV
 * @property {() => Promise<string>} [picture]  For SVG, where --svg is an option
 */

/** `--svg -` prints the picture instead of the table. */
const toStdout = '-';

/** @param {string} name */
const isFolder = (name) => fs.statSync(name, { throwIfNoEntry: false })?.isDirectory();

/** Checks before the work that the file's folder exists, and that the file is not a folder. @param {string} option @param {string} file */
export function checkFile(option, file) {
  const folder = path.dirname(path.resolve(file));
  if (!isFolder(folder)) throw wrong(option, file, 'a file in a folder that exists');
  if (isFolder(file)) throw wrong(option, file, 'a file, not a folder');
}

/**
 * Checks the requested outputs before any work is done.
 * @param {Arguments['flags']} flags
 * @param {number} [pictures]  Number of pictures to draw
 */
export function output({ json, csv, svg }, pictures = 1) {
  if (json && csv) throw new UsageError('--csv: got --json as well; expected one of the two');
  const file = svg === undefined ? undefined : String(svg);
  if (file !== undefined && pictures > 1)
    throw wrong('svg', file, `one run to draw, not ${pictures}`);
  if (file === toStdout) {
    if (json || csv) throw wrong('svg', file, `a file beside --${json ? 'json' : 'csv'}`);
  } else if (file !== undefined) checkFile('svg', file);
  return {
    /** @param {Result} result @returns {Promise<string>}  The text for stdout */
    async write(result) {
      const picture = file === undefined ? undefined : await result.picture?.();
      if (picture !== undefined && file === toStdout) return picture;
      if (picture !== undefined) fs.writeFileSync(String(file), picture);
      if (json) return `${toJson(result.json)}\n`;
      return `${csv ? toCsv(result.rows()) : result.text()}\n`;
    },
  };
}

/**
 * The engine's own results, each with its options.
 * @template {{options: unknown, result: unknown}} Run
 * @param {readonly Run[]} runs
 */
export const results = (runs) => runs.map(({ options, result }) => ({ options, result }));

/** The command line as typed, for the caption of a picture, without the file of the picture. */
export function commandLine() {
  const words = process.argv.slice(2);
  const at = words.findIndex((word) => word === '--svg' || word.startsWith('--svg='));
  if (at >= 0) words.splice(at, words[at] === '--svg' ? 2 : 1);
  return ['npx scaledot', ...words].join(' ');
}
