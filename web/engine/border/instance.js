/** Instances of the WebAssembly built from src/, and the parts added to them. */

/** @import { EngineModule, PartName } from '../types.js' */

import start from '../../../build/engine/glue.js';
import { readMark } from './mark.js';
import { ofThisBuild } from './release.js';

/**
 * @param {WebAssembly.Module} compiled the core of an engine
 * @returns {Promise<EngineModule>} without any part
 */
export async function startInstance(compiled) {
  const core = /** @type {EngineModule} */ (await start(ofThisBuild(compiled)));
  return Object.assign(core, { parts: new Map(), ...noFunctions() });
}

/** Empty tables, which addFunctions() fills. @returns {Pick<EngineModule, 'open' | 'functions' | 'jobs'>} */
export const noFunctions = () => ({ open: new Set(), functions: {}, jobs: {} });

/**
 * Adds the JavaScript of a part, whose WebAssembly is loaded already, to an instance.
 *
 * @param {EngineModule} core
 * @param {PartName} part
 * @param {Pick<EngineModule, 'functions' | 'jobs'>} code
 */
export function addFunctions(core, part, { functions, jobs }) {
  Object.assign(core.functions, functions);
  Object.assign(core.jobs, jobs);
  core.open.add(part);
}

/**
 * Puts the functions of a part into the core's table. They work on the core's memory. A part imports functions of the core from a
 * namespace that has the name of its build (scripts/parts.mjs).
 *
 * @param {EngineModule} core
 * @param {PartName} part
 * @param {WebAssembly.Module} compiled
 * @param {string} [file] that it comes from, for a refusal; otherwise that of the core with the part's name
 */
export async function addPart(core, part, compiled, file) {
  const { file: own = '', build = '' } = readMark(core.compiled) ?? {};
  if (WebAssembly.Module.imports(compiled).some(({ module }) => module !== build)) {
    const name = file ?? own.replace(/(?=\.wasm$)/, `-${part}`);
    throw new Error(`${name} is not of the build of ${own}; expected the files of one build`);
  }
  await WebAssembly.instantiate(compiled, { [build]: core.exports });
  core.parts.set(part, compiled);
}
