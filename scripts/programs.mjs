// The programs that cmake/engines.cmake builds, and the files made from them.
/** @import { ModuleFile } from '../web/engine/border/mark.js' */

import { partNames, trainingParts } from '../web/engine/border/parts.js';

/**
 * A program in one variant: TARGET.mjs of CMake, with TARGET.wasm unless it is plain JavaScript. In build/engine/ it is the module
 * NAME.js and one module NAME-PART.js for each part; GLUE.js, which variants share, starts it. Plain JavaScript has its glue inside.
 * For the classic script of the engine it is cut a second time: CLASSIC.js has all parts but those of `trainingParts`, which are CLASSIC-PART.js.
 *
 * Some programs are also one file, for hosts that cannot compile WebAssembly. It has a mark (web/engine/border/mark.js).
 *
 * @typedef {{target: string, name: string, variant: 'relaxed' | 'simd' | 'fallback', glue?: string, parts: readonly string[], given?: {entry: ModuleFile, file: string}, classic?: string}} Program
 */

/** @type {readonly Program[]} */
export const programs = [
  {
    target: 'engine-relaxed',
    name: 'relaxed',
    variant: 'relaxed',
    glue: 'glue',
    parts: partNames,
  },
  {
    target: 'engine-simd',
    name: 'simd',
    variant: 'simd',
    glue: 'glue',
    parts: partNames,
    given: { entry: 'simd.wasm', file: 'simd.wasm' },
    classic: 'simd-classic',
  },
  { target: 'engine-fallback', name: 'fallback', variant: 'fallback', parts: [] },
  {
    target: 'learning-simd',
    name: 'learning-simd',
    variant: 'simd',
    glue: 'learning-glue',
    parts: [],
    given: { entry: 'training.wasm', file: 'learning-simd.wasm' },
  },
  { target: 'learning-fallback', name: 'learning-fallback', variant: 'fallback', parts: [] },
];

/** Returns the name of the core, and the names of its parts with their suffixes. @param {string} name @param {readonly string[]} parts */
export const withParts = (name, parts) => [name, ...parts.map((part) => `${name}-${part}`)];

/** Returns the names of the modules that are made from programs. @param {readonly Program[]} of */
export const modulesOf = (of) => [
  ...new Set(
    of.flatMap(({ name, parts, glue, classic }) => [
      ...withParts(name, parts),
      ...(classic ? withParts(classic, trainingParts) : []),
      ...(glue ? [glue] : []),
    ]),
  ),
];

/** The WebAssembly files in build/engine/: those that scaledot/lean fetches, and those that callers pass to load(). */
export const wasmFiles = [
  ...new Set(
    programs
      .filter(({ glue }) => glue)
      .flatMap(({ target, parts, given }) => [
        ...withParts(target, parts).map((each) => `${each}.wasm`),
        ...(given ? [given.file] : []),
      ]),
  ),
];
