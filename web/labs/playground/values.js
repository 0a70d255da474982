/** The values of a program's controls, as a link has them: name~value, with commas. */

/** @typedef {import('../../tables/params.js').Params} Params */

/** @param {Params} params @returns {Record<string, number>} */
export function readValues({ controls }) {
  const pairs = String(controls)
    .split(',')
    .map((piece) => piece.split('~'))
    .filter(([name, value]) => name && value && Number.isFinite(Number(value)));
  return Object.fromEntries(pairs.map(([name, value]) => [name, Number(value)]));
}

/** @param {Readonly<Record<string, number>>} values @param {readonly string[]} names  of the controls that there are */
export const writeValues = (values, names) =>
  names
    .filter((name) => Object.hasOwn(values, name) && /^[\w-]+$/.test(name))
    .map((name) => `${name}~${values[name]}`.replace('+', ''))
    .join();
