/** Results of the core by their arguments: pictures ask for the same few again and again. */

/** @import { EngineModule } from '../types.js' */

/** How many results are kept; the one that was asked for longest ago goes first. */
const most = 64;

/** @template Result */
export class Memo {
  /** @type {WeakMap<EngineModule, Map<string, Result>>} */
  #results = new WeakMap();

  /**
   * @param {EngineModule} module
   * @param {string} key all that the result depends on
   * @param {() => Result} compute
   * @returns {Result} shared with whoever asks again: to be copied before it is handed out
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
