/** Caches results of the core by their arguments. Pictures ask for the same few again and again. */

/** @import { EngineModule } from '../types.js' */

/** How many results are kept. The least recently used is dropped first. */
const most = 64;

/** @template Result */
export class Memo {
  /** @type {WeakMap<EngineModule, Map<string, Result>>} */
  #results = new WeakMap();

  /**
   * @param {EngineModule} module
   * @param {string} key everything that the result depends on
   * @param {() => Result} compute
   * @returns {Result} shared between calls, so copy it before returning it to a caller
   */
  get(module, key, compute) {
    let results = this.#results.get(module);
    if (!results) this.#results.set(module, (results = new Map()));
    const result = results.get(key) ?? compute();
    results.delete(key);
    results.set(key, result); // the newest is last
    const [oldest] = results.keys();
    if (results.size > most) results.delete(oldest);
    return result;
  }
}
