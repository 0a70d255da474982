/**
 * @typedef {{
 *   'node:fs/promises': typeof import('node:fs/promises'),
 *   'node:os': typeof import('node:os'),
 *   'node:path': typeof import('node:path'),
 *   'node:worker_threads': typeof import('node:worker_threads'),
 * }} Builtins
 */

/**
 * A built-in module of Node, without an import that a bundler for pages would trip over; undefined elsewhere.
 *
 * @template {keyof Builtins} Name
 * @param {Name} name
 * @returns {Builtins[Name] | undefined}
 */
export function builtin(name) {
  try {
    return globalThis.process?.getBuiltinModule?.(name);
  } catch {
    return undefined; // Next.js gives its edge runtime a process whose functions throw
  }
}
