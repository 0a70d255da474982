/** Packs a program for links: UTF-8, deflated, in base64 with characters allowed in links. */
import { Inflate, deflateSync } from 'fflate';
import { longestPacked, longestProgram } from '../../tables/playground.js';

/** Bytes inflated at a time. They yield at most 1032 times as many. */
const slice = 256;
/** Largest number of UTF-8 bytes per UTF-16 code unit. */
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

/** @param {string} program  one that fits */
export const pack = (program) =>
  program === '' ? '~' : toLetters(deflateSync(new TextEncoder().encode(program), { level: 9 }));

/**
 * Whether a link can carry a program. Multi-byte characters may exceed the limit of bytes before that of characters.
 * @param {string} program
 */
export const fits = (program) =>
  program.length <= longestProgram &&
  (widest * program.length <= longestProgram || pack(program).length <= longestPacked);

/**
 * Returns the program in a link, or null if it cannot be read or is too long. Links are not trusted: inflation stops
 * when it exceeds the largest size of a program.
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
