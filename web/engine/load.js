/** @import { EngineModule, LoadOptions, Variant, WorkerLike } from './types.js' */
/** @import { Learning } from './training/training.js' */
/** @import { StartVariant } from './border/variants.js' */

import { checkChoice, checkNumber, checkObject, wrongType } from './border/checks.js';
import { Engine } from './engine.js';
import { autoWorkers, nodeWorkers } from './host.js';
import { limits } from './border/limits.js';
import { variantRuns, variants } from './border/variants.js';

/**
 * The function load() of an entry of the package.
 *
 * @param {StartVariant} startVariant where this entry takes its engines from
 * @param {() => Promise<Learning>} openLearning and what trains
 */
export function loader(startVariant, openLearning) {
  /** @type {Map<string, Promise<Engine>>} */
  const engines = new Map();

  /**
   * @param {LoadOptions} [options]
   * @returns {Promise<Engine>}
   */
  return async function load(options) {
    const {
      engine: choice = 'auto',
      createWorker,
      workers: wish = createWorker ? 'auto' : 0,
    } = checkObject('load', options, ['engine', 'workers', 'createWorker']);
    const candidates = candidatesFor(choice);
    if (createWorker !== undefined && typeof createWorker !== 'function') {
      throw wrongType('createWorker', createWorker, 'a function that makes a Worker');
    }
    const workers = wish === 'auto' ? autoWorkers() : checkNumber('workers', wish, limits.workers);

    const makeWorker =
      /** @type {(() => WorkerLike) | undefined} */ (createWorker) ?? nodeWorkers();
    const possible = makeWorker ? workers : 0;

    const key = `${choice} ${possible}`;
    let engine = engines.get(key);
    if (!engine) {
      const forget = () => void engines.delete(key);
      engine = startFirst(candidates, startVariant).then(
        (module) => new Engine(module, possible, makeWorker, openLearning, forget),
      );
      engines.set(key, engine);
      engine.catch(forget);
    }
    return engine;
  };
}

/**
 * @param {unknown} choice
 * @returns {readonly Variant[]} in the order to try them
 */
function candidatesFor(choice) {
  checkChoice('engine', choice, ['auto', ...variants]);
  if (choice === 'auto') return variants.filter(variantRuns);
  const variant = /** @type {Variant} */ (choice);
  if (!variantRuns(variant)) {
    const running = variants.filter(variantRuns).join(', ');
    throw new RangeError(`engine: got "${variant}"; expected a variant that runs here: ${running}`);
  }
  return [variant];
}

/**
 * Starts the first variant that will: should one that could run not come (a file that is missing, a
 * host that compiles small modules only), the next is tried.
 *
 * @param {readonly Variant[]} candidates
 * @param {StartVariant} startVariant
 * @returns {Promise<EngineModule>}
 */
async function startFirst(candidates, startVariant) {
  /** @type {unknown} */
  let cause;
  for (const variant of candidates) {
    try {
      return await startVariant(variant);
    } catch (error) {
      cause = error;
    }
  }
  throw new Error(`The engine could not be started: ${candidates.join(', ')} failed.`, { cause });
}
