/** A module that stays a file beside the classic script, and is fetched when it is needed. */
import { address } from './address.js';

/** @param {string} name */
export const importBeside = (name) =>
  import(/* @vite-ignore */ new URL(`./${name}.js`, address).href);

/** @template T @param {string} name @returns {Promise<T>} what it makes */
export async function makeBeside(name) {
  const { default: make } = await importBeside(name);
  return make();
}
