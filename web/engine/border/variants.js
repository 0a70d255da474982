/**
 * The three builds of the engine, fastest first, and which of them run here. Sources of the code: embedded.js and
 * embedded-simd.js (embedded in a JavaScript module), and external.js (an external file).
 */

/** @import { EngineModule, PartName, Variant } from '../types.js' */

import { addPart, noFunctions, startInstance } from './instance.js';
import { completed, partNames } from './parts.js';

/**
 * The head of a WebAssembly module: magic number, version 1, one function of type () -> v128, and two tables, which
 * parts need.
 */
const head = [
  ...[0, 97, 115, 109, 1, 0, 0, 0],
  ...[1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0],
  ...[4, 7, 2, 112, 0, 0, 112, 0, 0],
];
/** i32.const 0, i8x16.splat */
const splat = [0x41, 0, 0xfd, 0x0f];
const end = 0x0b;
/** Code section with one body: splat. */
const simdModule = [...head, 10, 8, 1, 6, 0, ...splat, end];
/** Code section with one body: f32x4.relaxed_madd of three splats. */
const relaxedModule = [
  ...head,
  ...[10, 19, 1, 17, 0],
  ...[...splat, ...splat, ...splat],
  ...[0xfd, 0x85, 0x02],
  end,
];

/**
 * Whether this host compiles a module, that is, supports the instructions and has a content security policy that allows
 * WebAssembly. WebAssembly.validate() would not detect the latter.
 *
 * @param {number[]} bytes
 */
function compiles(bytes) {
  try {
    return Boolean(new WebAssembly.Module(new Uint8Array(bytes)));
  } catch {
    return false;
  }
}

/** @type {Record<Variant, () => boolean>} whether this host can run the variant */
const runs = {
  relaxed: () => compiles(relaxedModule),
  simd: () => compiles(simdModule),
  fallback: () => true,
};

/** Fastest first. */
export const variants = /** @type {readonly Variant[]} */ (Object.keys(runs));

/** The variants that give the same bits on every machine. Pages, programs and the command line use them. */
export const sameBits = variants.filter((variant) => variant !== 'relaxed');

/** @param {Variant} variant */
export const variantRuns = (variant) => runs[variant]();

/**
 * Marks an instance that has the WebAssembly of all parts.
 *
 * @param {EngineModule} module
 */
export const whole = (module) =>
  Object.assign(module, {
    parts: new Map(partNames.map((part) => [part, undefined])),
    ...noFunctions(),
  });

/**
 * @typedef {(variant: Variant, parts: readonly PartName[]) => Promise<EngineModule>} StartVariant the same instance at every
 *   call, with these parts and those that it already has. The fallback always has all parts
 * @typedef {Record<'core' | PartName, () => Promise<WebAssembly.Module>>} Code of a variant
 */

/**
 * @param {Partial<Record<Variant, Code>>} code code of each WebAssembly variant
 * @param {() => Promise<unknown>} [startFallback]
 * @returns {StartVariant}
 */
export function starter(code, startFallback) {
  /** @type {Map<string, Promise<EngineModule>>} */
  const started = new Map();
  /** @param {string} name @param {() => Promise<EngineModule>} start */
  const once = (name, start) => {
    let module = started.get(name);
    if (!module) {
      module = start();
      started.set(name, module);
      // A failed start may be retried, because the network may be back.
      module.catch(() => started.delete(name));
    }
    return module;
  };
  return async (variant, parts) => {
    const own = code[variant];
    if (!own && variant === 'fallback' && startFallback)
      return once(variant, async () => whole(/** @type {EngineModule} */ (await startFallback())));
    if (!own) throw new Error(`there is no engine "${variant}" here`);
    const core = once(variant, async () => startInstance(await own.core()));
    /** @param {PartName} part @returns {Promise<EngineModule>} */
    const bring = (part) =>
      once(`${variant} ${part}`, async () => {
        const needs = completed([part]).filter((other) => other !== part);
        const loading = Promise.all([core, own[part]()]);
        await Promise.all([loading, ...needs.map(bring)]);
        const [module, compiled] = await loading;
        await addPart(module, part, compiled);
        return module;
      });
    await Promise.all([core, ...parts.map(bring)]);
    return core;
  };
}
