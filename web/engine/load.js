/** @import { EngineModule, LoadOptions, PartName, Variant, WorkerLike } from './types.js' */
/** @import { Snapshots } from './workers/types.js' */
/** @import { Learning } from './training/types.js' */
/** @import { CodeOf } from './parts/types.js' */
/** @import { Table } from './border/types.js' */
/** @import { StartVariant } from './border/variants.js' */

import { checkChoice, checkNumber, isList, wrongType } from './border/checks.js';
import { Engine } from './engine.js';
import { autoWorkers, nodeWorkers } from './host.js';
import { addFunctions } from './border/instance.js';
import { limits } from './border/limits.js';
import { callback, checkOptions, choice, optional } from './border/option-table.js';
import { completed, partNames } from './border/parts.js';
import { variantRuns, variants } from './border/variants.js';

/** @param {string} name @param {unknown} value @returns {number} */
function checkWorkers(name, value) {
  if (value === 'auto') return autoWorkers();
  if (typeof value === 'number') return checkNumber(name, value, limits.workers);
  const { min, max } = limits.workers;
  throw wrongType(name, value, `"auto" or a whole number from ${min} to ${max}`);
}

/**
 * The table of options of load().
 *
 * @param {readonly Variant[]} known
 * @param {readonly PartName[]} parts the parts that exist
 * @param {Table} others further options, which the caller handles
 */
export const loadTable = (known, parts, others) => ({
  engine: choice(['auto', ...known], 'auto'),
  workers: optional({ check: checkWorkers, limit: limits.workers }),
  createWorker: optional(callback('a function that makes a Worker')),
  onWorkerLost: optional(callback()),
  parts: optional({ check: (_, value) => checkParts(value, parts) }),
  ...others,
});

/**
 * Starts variants whose parts consist of WebAssembly and JavaScript. Fetches both at the same time.
 *
 * @param {StartVariant} startVariant
 * @param {CodeOf} codeOf
 * @param {readonly PartName[]} all
 * @returns {StartVariant}
 */
function withFunctions(startVariant, codeOf, all) {
  return async (variant, named) => {
    const parts = variant === 'fallback' ? all : completed(named); // it has all parts
    const loading = parts.map(codeOf);
    const [module, ...codes] = await Promise.all([startVariant(variant, parts), ...loading]);
    parts.forEach((part, i) => addFunctions(module, part, codes[i]));
    return module;
  };
}

/**
 * The differences between the entries of the package.
 *
 * @typedef {object} Entry
 * @property {StartVariant} startVariant starts its engines
 * @property {() => Promise<Learning>} openLearning loads the code for training
 * @property {CodeOf} codeOf the JavaScript of the parts
 * @property {readonly Variant[]} [known] its variants
 * @property {readonly PartName[]} [parts] its parts
 * @property {() => readonly PartName[]} [usual] the parts that load() loads by default: all
 * @property {Snapshots} [snapshots] of entries whose users may change their options during a run
 * @property {Table} [others] further options, which the caller handles
 * @property {(variant: Variant) => boolean} [runs]
 */

/** Returns the load() of an entry of the package. @param {Entry} entry */
export function loader({
  startVariant,
  openLearning,
  codeOf,
  known = variants,
  parts: all = partNames,
  usual = () => all,
  snapshots = undefined,
  others = {},
  runs = variantRuns,
}) {
  const start = withFunctions(startVariant, codeOf, all);
  const table = loadTable(known, all, others);
  /** @type {Map<string, Promise<Engine>>} */
  const engines = new Map();

  /**
   * @param {LoadOptions} [options]
   * @returns {Promise<Engine>}
   */
  return async function load(options) {
    const checked = checkOptions('load', options, table);
    const { engine: choice, createWorker, onWorkerLost, parts = usual() } = checked;
    const { workers = createWorker ? autoWorkers() : 0 } = checked;
    const candidates = candidatesFor(known[choice - 1], known, runs);
    /** @type {(() => WorkerLike) | undefined} */
    const makeWorker = createWorker ?? nodeWorkers();
    const possible = makeWorker ? workers : 0;

    const key = `${choice} ${possible}`;
    let engine = engines.get(key);
    if (!engine) {
      /** Removes the engine from the map, unless another one has replaced it there. */
      const forget = () => void (engines.get(key) === own && engines.delete(key));
      const first = parts.filter((part) => usual().includes(part));
      const own = startFirst(candidates, first, start).then((module) => {
        const bring = (/** @type {readonly PartName[]} */ more) =>
          start(variants[module.variant], more);
        return new Engine(
          module,
          possible,
          makeWorker,
          bring,
          openLearning,
          forget,
          onWorkerLost,
          snapshots,
        );
      });
      engines.set(key, (engine = own));
      own.catch(forget);
    }
    const { variant } = (await engine).engine;
    await start(variant, parts);
    return engine;
  };
}

/**
 * @param {unknown} value
 * @param {readonly PartName[]} all
 */
function checkParts(value, all) {
  if (!isList(value)) {
    const known = all.map((name) => `"${name}"`).join(', ');
    throw wrongType('parts', value, `an array of any of ${known}`);
  }
  /** @type {PartName[]} */
  const own = [];
  for (let i = 0; i < value.length; ++i) {
    own.push(all[checkChoice(`parts[${i}]`, value[i], all)]);
  }
  return own;
}

/**
 * @param {Variant | undefined} variant the chosen variant
 * @param {readonly Variant[]} known
 * @param {(variant: Variant) => boolean} runs
 * @returns {readonly Variant[]} in the order of trying
 */
function candidatesFor(variant, known, runs) {
  if (!variant) return known.filter(runs);
  if (!runs(variant)) {
    const running = known.filter(runs).join(', ');
    throw new RangeError(`engine: got "${variant}"; expected a variant that runs here: ${running}`);
  }
  return [variant];
}

/**
 * Starts the first variant that works. If one fails to start (a missing file, a host that compiles small modules only),
 * tries the next.
 *
 * @param {readonly Variant[]} candidates
 * @param {readonly PartName[]} parts
 * @param {StartVariant} startVariant
 * @returns {Promise<EngineModule>}
 */
async function startFirst(candidates, parts, startVariant) {
  /** @type {unknown} */
  let cause;
  for (const variant of candidates) {
    try {
      return await startVariant(variant, parts);
    } catch (error) {
      cause = error;
    }
  }
  throw new Error(`The engine could not be started: ${candidates.join(', ')} failed.`, { cause });
}
