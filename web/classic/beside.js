/** Loads files that stay beside the classic script, when they are needed. */
import { trusted } from '../labs/lab/trusted.js';
import { address, nonce } from './address.js';

/** @param {string} file */
export const addressOf = (file) => new URL(`./${file}`, address).href;

/** @param {string} name of a module */
export const importBeside = (name) => import(/* @vite-ignore */ addressOf(`${name}.js`));

/**
 * Runs another classic script. In a page it uses a script element, which also works for pages opened from disk.
 *
 * @param {string} file
 * @returns {Promise<unknown>}
 */
export async function runBeside(file) {
  const source = addressOf(file);
  if (!globalThis.document) return import(/* @vite-ignore */ source);
  const element = document.createElement('script');
  Object.assign(element, { src: trusted(source), nonce });
  const done = new Promise((resolve, reject) => {
    element.onload = resolve;
    element.onerror = () => reject(new Error(`${source} could not be fetched`));
  });
  document.head.append(element);
  return done.finally(() => element.remove());
}

/** @template T @param {string} name @returns {Promise<T>} the result of the module's default export */
export async function makeBeside(name) {
  const { default: make } = await importBeside(name);
  return make();
}
