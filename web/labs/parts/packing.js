/** A program as a link carries it: UTF-8, deflated, in base64 with the letters that links may hold. */
import { Inflate, deflateSync } from 'fflate';
import { longestPacked, longestProgram } from '../../tables/playground.js';

/** Bytes that are inflated at once: at most 1032 times as many come of it. */
const slice = 256;
/** A character takes at most so many bytes of UTF-8. */
const widest = 3;

/** @param {Uint8Array} bytes */
const toLetters = (bytes) =>
  btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');

/** @param {string} letters */
const toBytes = (letters) =>
  Uint8Array.from(atob(letters.replaceAll('-', '+').replaceAll('_', '/')), (c) => c.charCodeAt(0));

/** @param {string} program  that fits */
export const pack = (program) =>
  program === '' ? '~' : toLetters(deflateSync(new TextEncoder().encode(program), { level: 9 }));

/** Whether a link can carry a program. Characters that take several bytes may be too many before they are too many characters. @param {string} program */
export const fits = (program) =>
  program.length <= longestProgram &&
  (widest * program.length <= longestProgram || pack(program).length <= longestPacked);

/**
 * The program in a link; null where it is none. Links are not trusted: nothing is inflated further than a program may be long.
 * @param {string} letters
 */
export function unpack(letters) {
  if (letters === '~') return '';
  try {
    const program = new TextDecoder('utf-8', { fatal: true }).decode(inflated(toBytes(letters)));
    return program.length <= longestProgram ? program : null;
  } catch {
    return null;
  }
}

/** @param {Uint8Array} bytes */
function inflated(bytes) {
  const most = widest * longestProgram;
  const all = new Uint8Array(most);
  let length = 0;
  const stream = new Inflate((chunk) => {
    if (length + chunk.length > most) throw new RangeError('a program that is too long');
    all.set(chunk, length);
    length += chunk.length;
  });
  for (let at = 0; at < bytes.length; at += slice)
    stream.push(bytes.subarray(at, at + slice), at + slice >= bytes.length);
  return all.subarray(0, length);
}
