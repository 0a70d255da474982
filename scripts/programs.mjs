// What cmake/engines.cmake makes, and what becomes of it.
import { partNames } from '../web/engine/border/parts.js';

/**
 * A program in one variant: TARGET.mjs of CMake, with TARGET.wasm unless it is plain JavaScript. In build/engine/ it is the module
 * NAME.js and one module NAME-PART.js for each part; GLUE.js, which variants share, starts it. Plain JavaScript has its glue inside.
 *
 * @typedef {{target: string, name: string, variant: 'relaxed' | 'simd' | 'fallback', glue?: string, parts: readonly string[]}} Program
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
  { target: 'engine-simd', name: 'simd', variant: 'simd', glue: 'glue', parts: partNames },
  { target: 'engine-fallback', name: 'fallback', variant: 'fallback', parts: [] },
  {
    target: 'learning-simd',
    name: 'learning-simd',
    variant: 'simd',
    glue: 'learning-glue',
    parts: [],
  },
  { target: 'learning-fallback', name: 'learning-fallback', variant: 'fallback', parts: [] },
];

/** Names with the part behind, the core's without. @param {string} name @param {readonly string[]} parts */
export const withParts = (name, parts) => [name, ...parts.map((part) => `${name}-${part}`)];

/** The modules that are made of programs, by name. @param {readonly Program[]} of */
export const modulesOf = (of) => [
  ...new Set(
    of.flatMap(({ name, parts, glue }) => [...withParts(name, parts), ...(glue ? [glue] : [])]),
  ),
];

/** The files that scaledot/lean fetches, in build/engine/. */
export const wasmFiles = programs
  .filter(({ glue }) => glue)
  .flatMap(({ target, parts }) => withParts(target, parts).map((each) => `${each}.wasm`));
