/** A module that stays a file beside the classic script, and is fetched when it is needed. */
import { address } from './address.js';

/** @template T @param {string} name @returns {Promise<T>} what it makes */
export async function makeBeside(name) {
  const beside = new URL(`./${name}`, address).href;
  const { default: make } = await import(/* @vite-ignore */ beside);
  return make();
}
