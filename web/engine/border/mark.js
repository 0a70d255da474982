/** The mark that scripts/build.mjs writes at the end of every WebAssembly that JavaScript starts: file, release, build. */

/** The custom section of a module that holds the mark. */
export const sectionOfMark = 'scaledot';

/** @typedef {'simd.wasm' | 'training.wasm'} ModuleFile an entry of the package */

/** @param {string} file @param {string} release of the package @param {string} build of that program: a hash */
export const markOf = (file, release, build) => `${file} ${release} ${build}`;

/**
 * @param {any} value possibly of another realm, where instanceof fails
 * @returns {{file?: string, release?: string, build?: string} | undefined} undefined: it is no module
 */
export function readMark(value) {
  try {
    const [mark] = WebAssembly.Module.customSections(value, sectionOfMark);
    const [file, release, build] = mark ? new TextDecoder().decode(mark).split(' ') : [];
    return { file, release, build };
  } catch {
    return undefined;
  }
}
