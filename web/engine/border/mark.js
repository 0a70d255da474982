/** What scripts/build.mjs writes into the WebAssembly that callers give to load(), and given.js reads. */

import { stamp } from '../records/stamp.js';

/** The section of a module that it stands in. */
export const sectionOfMark = 'scaledot';

/** @typedef {'simd.wasm' | 'training.wasm'} ModuleFile an entry of the package */

/** @param {ModuleFile} file @param {string} release of the package */
export const markOf = (file, release) => `${file} ${release} ${stamp}`;
