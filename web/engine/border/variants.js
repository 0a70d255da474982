/**
 * The three builds of the engine, fastest first, and which of them run here. Where one comes from is said in carried.js
 * (inside a JavaScript module) and in fetched.js (as a file of its own).
 */

/** @import { EngineModule, Variant } from '../types.js' */

/** The head of a WebAssembly module: magic number, version 1, and one function of type () -> v128. */
const head = [0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0];
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
 * Whether this host compiles a module: it knows the instructions, and the content-security policy of
 * the page allows WebAssembly (which WebAssembly.validate would not tell).
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

/** @type {Record<Variant, () => boolean>} whether this host can run it */
const runs = {
  relaxed: () => compiles(relaxedModule),
  simd: () => compiles(simdModule),
  fallback: () => true,
};

/** Fastest first. */
export const variants = /** @type {readonly Variant[]} */ (Object.keys(runs));

/** @param {Variant} variant */
export const variantRuns = (variant) => runs[variant]();

/** @typedef {(variant: Variant) => Promise<EngineModule>} StartVariant a second call gives the same instance */

/**
 * @template {string} [Name=Variant]
 * @template [Module=EngineModule]
 * @param {Record<Name, () => Promise<unknown>>} openers each makes a new instance
 * @returns {(variant: Name) => Promise<Module>} a second call gives the same instance
 */
export function starter(openers) {
  /** @type {Map<Name, Promise<Module>>} */
  const started = new Map();
  return (variant) => {
    let module = started.get(variant);
    if (!module) {
      module = /** @type {Promise<Module>} */ (openers[variant]());
      started.set(variant, module);
      // A start that failed may be tried again: the network may be back.
      module.catch(() => started.delete(variant));
    }
    return module;
  };
}
