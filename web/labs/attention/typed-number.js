/** A number as somebody types it into a cell, and how long what was wrong with it is told. */
import { halfWidth } from '../../tables/params.js';

/** @typedef {{value: number, problem?: 'clamped'} | {value: null, problem: 'notNumber' | 'empty'}} Typed */

/** @typedef {{name: string, row: number, column: number, head: number}} Place  head: that is shown */
/** @typedef {Typed & {text: string, place: Place, inputs: string}} Noted  inputs: what the model depends on, with what was typed */

const numeral = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i;

/**
 * Full-width digits and signs are read; a comma, a fraction, a power or another base is not guessed at.
 * @param {string} text
 * @param {{min: number, max: number}} limits
 * @returns {Typed}
 */
export function typedNumber(text, { min, max }) {
  const plain = halfWidth(text).replaceAll('\u2212', '-').trim();
  if (plain === '') return { value: null, problem: 'empty' };
  if (!numeral.test(plain)) return { value: null, problem: 'notNumber' };
  const number = Number(plain);
  const value = Math.min(max, Math.max(min, number)) + 0;
  return value === number ? { value } : { value, problem: 'clamped' };
}

/**
 * Whether a note is about this place of what is now shown: other words, another head and a cell that was restored have none.
 * @param {Noted | null} noted
 * @param {Place} place
 * @param {string} inputs
 * @returns {noted is Noted}
 */
export const holds = (noted, place, inputs) =>
  noted !== null &&
  noted.inputs === inputs &&
  /** @type {const} */ (['name', 'row', 'column', 'head']).every(
    (part) => noted.place[part] === place[part],
  );
