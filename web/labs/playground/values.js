/** The values of a program's controls in a link: name~value, separated by commas. In a name, .hh is a byte of UTF-8. */

/** @import { Params } from '../../tables/types.js' */

/** @param {string} name */
const packedName = (name) =>
  Array.from(new TextEncoder().encode(name), (byte) => {
    const letter = String.fromCharCode(byte);
    return /[\w-]/.test(letter) ? letter : `.${byte.toString(16).padStart(2, '0')}`;
  }).join('');

/** @param {string} packed */
const nameIn = (packed) =>
  new TextDecoder().decode(
    Uint8Array.from(packed.match(/\.[\da-f]{2}|[^]/g) ?? [], (piece) =>
      piece.length > 1 ? parseInt(piece.slice(1), 16) : piece.charCodeAt(0),
    ),
  );

/** @param {Params} params @returns {Record<string, number>} */
export function readValues({ controls }) {
  const pairs = String(controls)
    .split(',')
    .map((piece) => piece.split('~'))
    .filter(([name, value]) => name && value && Number.isFinite(Number(value)));
  return Object.fromEntries(pairs.map(([name, value]) => [nameIn(name), Number(value)]));
}

/** @param {Readonly<Record<string, number>>} values @param {readonly string[]} names  Of the existing controls */
export const writeValues = (values, names) =>
  names
    .filter((name) => Object.hasOwn(values, name))
    .map((name) => `${packedName(name)}~${values[name]}`.replace('+', ''))
    .join();
