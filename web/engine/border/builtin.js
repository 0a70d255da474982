/**
 * @typedef {{
 *   'node:fs/promises': typeof import('node:fs/promises'),
 *   'node:os': typeof import('node:os'),
 *   'node:path': typeof import('node:path'),
 *   'node:worker_threads': typeof import('node:worker_threads'),
 * }} Builtins
 */

/**
 * Returns a built-in module of Node, or undefined elsewhere. Has no import statement, which would break bundlers for
 * pages.
 *
 * @template {keyof Builtins} Name
 * @param {Name} name
 * @returns {Builtins[Name] | undefined}
 */
export function builtin(name) {
  try {
    return globalThis.process?.getBuiltinModule?.(name);
  } catch {
    return undefined; // in the edge runtime of Next.js the functions of process throw
  }
}
