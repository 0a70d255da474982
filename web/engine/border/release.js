import { stamp } from '../records/stamp.js';

/**
 * Throws if a module comes from another release. A cache or an interrupted upload may mix files of two releases, whose
 * records differ.
 *
 * @template {{stamp: number}} Module
 * @param {Module} module
 */
export function ofThisRelease(module) {
  if (module.stamp === stamp) return module;
  throw new Error('engine: got one of another release; expected files of the same release');
}
