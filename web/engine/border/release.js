import { stamp } from '../records/stamp.js';

/**
 * Files of two releases may lie side by side, in a cache or after half an upload: the records of the one are not those of the
 * other.
 *
 * @template {{stamp: number}} Module
 * @param {Module} module
 */
export function ofThisRelease(module) {
  if (module.stamp === stamp) return module;
  throw new Error('engine: got one of another release; expected the files of one release');
}
