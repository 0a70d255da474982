/** What stays a file beside the classic script, and is fetched when it is needed. */
import { address } from './address.js';

/** @param {string} file */
export const addressOf = (file) => new URL(`./${file}`, address).href;

/** @param {string} file a module, or a classic script, which runs as one */
export const importScript = (file) => import(/* @vite-ignore */ addressOf(file));

/** @param {string} name of a module */
export const importBeside = (name) => importScript(`${name}.js`);

/** @template T @param {string} name @returns {Promise<T>} what it makes */
export async function makeBeside(name) {
  const { default: make } = await importBeside(name);
  return make();
}
