/**
 * Engines whose WebAssembly the caller has compiled, for hosts such as Cloudflare Workers that do not compile
 * WebAssembly at run time but provide precompiled modules. Only the entries of the package use this, the project's own
 * pages do not.
 */

/** @import { ModuleFile } from './border/mark.js' */
/** @import { StartVariant } from './border/variants.js' */
/** @import { Engine } from './engine.js' */
/** @import { Learning } from './training/types.js' */
/** @import { EngineModule, LoadOptions } from './types.js' */

import { describe, isObject, wrongType } from './border/checks.js';
import { startInstance } from './border/instance.js';
import { markOf, sectionOfMark } from './border/mark.js';
import { later } from './border/option-table.js';
import { ofThisRelease } from './border/release.js';
import { whole } from './border/variants.js';
import { loader } from './load.js';
import { hintAtNearNames } from './near-names.js';
import { snapshots } from './snapshots.js';
import { codeOf } from './parts/package.js';
import { version } from './version.js';

/** The only variant that exists as a single module. */
const variant = 'simd';

/** @param {any} value possibly of another realm, where instanceof fails @returns {string | undefined} undefined if the value is no module */
function readMark(value) {
  try {
    const [mark] = WebAssembly.Module.customSections(value, sectionOfMark);
    return mark ? new TextDecoder().decode(mark) : '';
  } catch {
    return undefined;
  }
}

/**
 * @param {string} name
 * @param {any} value
 * @param {ModuleFile} file
 * @returns {WebAssembly.Module}
 */
function checkModule(name, value, file) {
  const mark = readMark(value);
  const expected = `the WebAssembly.Module of scaledot/${file}`;
  if (mark === undefined) throw wrongType(name, value, expected);
  const [own, release] = mark.split(' ');
  if (own !== file) {
    const got = own ? `one called ${describe(own)}` : 'one that is not of scaledot';
    throw new RangeError(`${name}: got ${got}; expected ${expected}`);
  }
  if (mark !== markOf(file, version)) {
    const of = release === version ? 'another build' : `the release ${describe(release)}`;
    throw new RangeError(`${name}: got that of ${of}; expected that of this build of ${version}`);
  }
  return value;
}

/** @param {WebAssembly.Module} compiled */
function starterOf(compiled) {
  /** @type {Promise<EngineModule> | undefined} */
  let started;
  return () => {
    started ??= startInstance(compiled).then(ofThisRelease).then(whole);
    started.catch(() => (started = undefined)); // a failed start may be retried
    return started;
  };
}

/** @param {WebAssembly.Module} compiled @returns {Promise<Learning>} */
async function learningOf(compiled) {
  const { learningFrom } = await import('./training/learning-given.js');
  return learningFrom(async () => compiled);
}

/** Further options of load(). */
export const moduleTable = { module: later(), trainingModule: later() };

/** @typedef {(options?: LoadOptions) => Promise<Engine>} Load */

/**
 * Returns the load() of an entry of the package that also takes modules.
 *
 * @param {StartVariant} startVariant as for loader(), for calls without modules
 * @param {() => Promise<Learning>} openLearning
 * @returns {Load}
 */
export function loaderWithModules(startVariant, openLearning) {
  const alone = loader({ startVariant, openLearning, codeOf, snapshots, others: moduleTable });
  /** By the engine's module, then by the module for training. @type {WeakMap<WebAssembly.Module, Map<unknown, Load>>} */
  const known = new WeakMap();

  /** @param {WebAssembly.Module} module @param {WebAssembly.Module | undefined} training @returns {Load} */
  const loadOf = (module, training) => {
    const open = training ? () => learningOf(training) : openLearning;
    return loader({
      startVariant: starterOf(module),
      openLearning: open,
      codeOf,
      known: [variant],
      snapshots,
      others: moduleTable,
      runs: () => true,
    });
  };

  return async function load(options) {
    hintAtNearNames();
    const { module, trainingModule } = isObject(options) ? options : {};
    if (module === undefined && trainingModule === undefined) return alone(options);
    const own = checkModule('module', module, 'simd.wasm');
    const training =
      trainingModule === undefined
        ? undefined
        : checkModule('trainingModule', trainingModule, 'training.wasm');
    const loads = known.get(own) ?? new Map();
    known.set(own, loads);
    const one = loads.get(training) ?? loadOf(own, training);
    loads.set(training, one);
    return one(options);
  };
}
