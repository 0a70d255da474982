/** A cache or an interrupted upload may mix files of two releases or builds. */

import builds from '../../../build/engine/builds.js';
import { stamp } from '../records/stamp.js';
import { build as ownBuild } from './build.js';
import { readMark } from './mark.js';

/**
 * Throws if a module comes from another release, whose records differ.
 *
 * @template {{stamp: number}} Module
 * @param {Module} module
 */
export function ofThisRelease(module) {
  if (module.stamp === stamp) return module;
  throw new Error('engine: got one of another release; expected the files of one release');
}

/** Whether a file is of the same build as this JavaScript. @param {string | undefined} build */
export const isOfThisBuild = (build) => builds.includes(String(build));

/** @param {WebAssembly.Module} compiled @returns {WebAssembly.Module} */
export function ofThisBuild(compiled) {
  const { file = 'an unknown file', build } = readMark(compiled) ?? {};
  if (isOfThisBuild(build)) return compiled;
  throw new Error(`engine: got ${file} of another build; expected the files of one build`);
}

/** @param {string} file @param {string} own  a file of another build */
const otherBuild = (file, own) =>
  `${file} is not of the build of ${own}; expected the files of one build`;

/**
 * Throws if a file is of another build. Only files of one build understand each other's messages.
 *
 * @param {string} file
 * @param {string | undefined} build of that file
 * @param {string} own  the file that uses it
 */
export function checkBuild(file, build, own) {
  if (build !== ownBuild) throw new Error(otherBuild(file, own));
}

/**
 * Checks the build in a worker. Nobody would see its error, because the work goes on without it.
 *
 * @param {string | undefined} build of the script that starts it
 */
export function checkStarter(build) {
  if (build === ownBuild) return;
  const message = otherBuild(globalThis.location?.href ?? 'worker.js', 'the script that starts it');
  console.error(`scaledot: ${message}`);
  throw new Error(message);
}
