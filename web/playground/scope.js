/** The scope of a program: modules to import, and objects of the engine with exactly their own methods. */

/** @import { Engine } from '../engine/engine.js' */

import { wrongType } from '../engine/border/checks.js';
import { startVariant } from '../engine/border/embedded-simd.js';
import { limits } from '../engine/border/limits.js';
import { tensor } from '../engine/border/tensor.js';
import { sameBits, variantRuns } from '../engine/border/variants.js';
import { Engine as EngineClass } from '../engine/engine.js';
import { NumpyRandom } from '../engine/functions/numpy-random.js';
import { loader } from '../engine/load.js';
import { snapshots } from '../engine/snapshots.js';
import { codeOf } from '../engine/parts/all.js';
import { Trainer } from '../engine/training/trainer.js';
import { version } from '../engine/version.js';

const loadHere = loader({
  startVariant,
  openLearning: () => import('../engine/training/learning.js'),
  codeOf,
  known: sameBits,
  snapshots,
});

/** Returns the default variant, which computes the same bits on every machine. */
const ownVariant = () => sameBits.find(variantRuns);

/** Loads the engine that a program has from the start. */
export const firstEngine = () => loadHere({ engine: ownVariant() });

/** Loads an engine without workers. Programs compute on their own thread. @param {any} [options] @returns {Promise<Engine>} */
async function load(options) {
  if (options !== undefined && Object.prototype.toString.call(options) !== '[object Object]')
    return loadHere(options); // refuses them
  const { engine = 'auto', createWorker, ...others } = options ?? {};
  if (createWorker !== undefined)
    throw wrongType(
      'createWorker',
      createWorker,
      'none in the playground, which is a worker itself',
    );
  return loadHere({ ...others, engine: engine === 'auto' ? ownVariant() : engine, workers: 0 });
}

/** @typedef {{Class: any, name: string, methods: string[], getters: string[], bound: boolean}} Kind bound: whether methods are bound to their object */

/** Returns the names of a class's methods and getters. @param {any} Class @returns {Kind} */
function kindOf(Class) {
  const found = Object.entries(Object.getOwnPropertyDescriptors(Class.prototype));
  const named = found.filter(([name]) => name !== 'constructor');
  return {
    Class,
    name: Class.name,
    methods: named.filter(([, { value }]) => typeof value === 'function').map(([name]) => name),
    getters: named.filter(([, { get }]) => get).map(([name]) => name),
    bound: Class === EngineClass,
  };
}

/** @typedef {Readonly<Record<string, any>>} Exports */

const importable = ['scaledot', 'scaledot/torch', 'scaledot/onnx', 'scaledot/models'];
const files = 'node:fs/promises';

/** @param {string} name */
export const notImportable = (name) =>
  `import: got "${name.slice(0, 100)}"; expected one of ${importable.join(', ')}`;

/**
 * @param {string} code only modules whose names occur in it are loaded
 * @param {Readonly<Record<string, Uint8Array>>} given files by name
 */
export async function scopeOf(code, given) {
  const wants = (/** @type {string} */ name) => code.includes(name);
  /** @type {Record<string, Exports>} */
  const modules = {
    scaledot: { Engine: EngineClass, limits, NumpyRandom, tensor, version, load },
  };
  /** @type {{prototype: object}[]} */
  const classes = [EngineClass, NumpyRandom, Trainer];
  if (wants('scaledot/torch'))
    modules['scaledot/torch'] = { ...(await import('../engine/adapters/torch.js')) };
  if (wants('scaledot/onnx'))
    modules['scaledot/onnx'] = { ...(await import('../engine/adapters/onnx.js')) };
  if (wants('scaledot/models')) {
    const models = await import('../engine/models/index.js');
    classes.push(models.Model);
    modules['scaledot/models'] = {
      ...models,
      openModel: async (
        /** @type {any} */ engine,
        /** @type {any} */ named,
        /** @type {any} */ options,
      ) => models.openModel(engine, filesOf(named, given), options),
      openTokenizer: async (/** @type {any} */ named) =>
        models.openTokenizer(filesOf(named, given)),
    };
  }
  modules[files] = {
    readFile: async (/** @type {unknown} */ name, /** @type {unknown} */ encoding) => {
      const [file] = found(name, given);
      const bytes = given[file].slice();
      return encoding === undefined ? bytes : new TextDecoder().decode(bytes);
    },
  };
  return { modules, kinds: classes.map(kindOf) };
}

/**
 * Returns the name of the given file with this name, or the names of all files in the folder with this name.
 * @param {unknown} name
 * @param {Readonly<Record<string, Uint8Array>>} given
 */
function found(name, given) {
  const own = Object.keys(given);
  const isOne = own.filter((each) => each === name);
  const all = isOne.length > 0 ? isOne : own.filter((each) => each.startsWith(`${name}/`));
  if (typeof name === 'string' && all.length > 0) return all;
  const known = own.length > 0 ? own.join(', ').slice(0, 200) : 'no name: there are no files here';
  throw new RangeError(`files: got ${JSON.stringify(name)?.slice(0, 100)}; expected ${known}`);
}

/**
 * Replaces names with files. A program can read only those that it was given.
 * @param {any} named
 * @param {Readonly<Record<string, Uint8Array>>} given
 * @returns {any}
 */
function filesOf(named, given) {
  if (Array.isArray(named)) return named.slice(0, 1000).flatMap((each) => filesOf(each, given));
  if (typeof named !== 'string') return named;
  const all = found(named, given).map((name) => {
    const bytes = given[name];
    return Object.assign(new Blob([/** @type {BlobPart} */ (bytes)]), { name });
  });
  return all.length === 1 ? all[0] : all;
}
