/**
 * In the classic script, the engine for pages that refuse WebAssembly. It would be a third of the script and few need it: it
 * stays a file beside the script, and is fetched when it is needed.
 */
import { address } from './address.js';

/** @returns {Promise<unknown>} */
export default async function start() {
  const beside = new URL('./fallback.js', address).href;
  const { default: make } = await import(/* @vite-ignore */ beside);
  return make();
}
