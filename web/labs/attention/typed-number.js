/** Reads numbers that are typed into a cell, and decides how long a note about a problem stays. */
import { constant } from '../../engine/border/constant.js';
import { halfWidth } from '../../tables/params.js';

/** @typedef {{value: number, problem?: 'clamped'} | {value: null, problem: 'notNumber' | 'empty'}} Typed */

/** @typedef {{name: string, row: number, column: number, head: number}} Place  head: the shown one */
/** @typedef {Typed & {text: string, place: Place, inputs: string}} Noted  inputs: the parameters of the model, including the typed number */

const numeral = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i;

/**
 * Reads a typed number. Accepts full-width digits and signs. Does not guess at a comma, a fraction, a power or another
 * base.
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
 * Whether a note is still about this place. It is not after other words, with another head or on a restored cell.
 * @param {Noted | null} noted
 * @param {Place} place
 * @param {string} inputs
 * @returns {noted is Noted}
 */
export const holds = (noted, place, inputs) =>
  noted !== null &&
  noted.inputs === inputs &&
  constant(['name', 'row', 'column', 'head']).every((part) => noted.place[part] === place[part]);
