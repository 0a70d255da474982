/** Instances of the WebAssembly built from src/, and the parts added to them. */

/** @import { EngineModule, PartName } from '../types.js' */

import start from '../../../build/engine/glue.js';

/**
 * @param {WebAssembly.Module} compiled the core of an engine
 * @returns {Promise<EngineModule>} without any part
 */
export async function startInstance(compiled) {
  const core = /** @type {EngineModule} */ (await start(compiled));
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
 * Puts the functions of a part into the core's table. They work on the core's memory.
 *
 * @param {EngineModule} core
 * @param {PartName} part
 * @param {WebAssembly.Module} compiled
 */
export async function addPart(core, part, compiled) {
  await WebAssembly.instantiate(compiled, { primary: core.exports });
  core.parts.set(part, compiled);
}
