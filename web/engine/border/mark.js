/** The mark that scripts/build.mjs writes into the WebAssembly that callers give to load(). given.js reads it. */

import { stamp } from '../records/stamp.js';

/** The custom section of a module that holds the mark. */
export const sectionOfMark = 'scaledot';

/** @typedef {'simd.wasm' | 'training.wasm'} ModuleFile an entry of the package */

/** @param {ModuleFile} file @param {string} release of the package */
export const markOf = (file, release) => `${file} ${release} ${stamp}`;
