/**
 * The three builds of the engine, fastest first, and how to start one.
 *
 * Each is a module that carries its WebAssembly inside and stands behind a literal import(), so that
 * every bundler makes a chunk of it and only the one in use is downloaded.
 */

/** @import { EngineModule, Variant } from './types.js' */

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

/**
 * @typedef {object} VariantEntry
 * @property {() => boolean} runs whether this host can run it
 * @property {() => Promise<{default: unknown}>} open
 */

/** @type {Record<Variant, VariantEntry>} */
const entries = {
  relaxed: {
    runs: () => compiles(relaxedModule),
    open: () => import('../../build/engine/relaxed.js'),
  },
  simd: {
    runs: () => compiles(simdModule),
    open: () => import('../../build/engine/simd.js'),
  },
  fallback: {
    runs: () => true,
    open: () => import('../../build/engine/fallback.js'),
  },
};

/** Fastest first. */
export const variants = /** @type {readonly Variant[]} */ (Object.keys(entries));

/** @param {Variant} variant */
export const variantRuns = (variant) => entries[variant].runs();

/** @type {Map<Variant, Promise<EngineModule>>} */
const started = new Map();

/**
 * Starts a variant; a second call gives the same instance.
 *
 * @param {Variant} variant
 * @returns {Promise<EngineModule>}
 */
export function startVariant(variant) {
  let module = started.get(variant);
  if (!module) {
    module = entries[variant].open().then((opened) => {
      const start = /** @type {() => Promise<EngineModule>} */ (opened.default);
      return start();
    });
    started.set(variant, module);
    // A start that failed may be tried again: the network may be back.
    module.catch(() => started.delete(variant));
  }
  return module;
}
