/**
 * Addresses of our own scripts, for pages that take such from a policy only (require-trusted-types-for 'script'). The policy
 * is called "scaledot" and known to nobody else. Where a page refuses it, addresses are plain text, and the page decides.
 */

/** @typedef {{createScriptURL: (address: string | URL) => string}} Policy */

/** undefined: nobody has asked; null: there are no such types here, or no policy of this name. @type {Policy | null | undefined} */
let policy;

/** Made when it is needed: of two copies of this file only one may have it. @returns {Policy | null} */
function policyOf() {
  if (policy !== undefined) return policy;
  policy = null;
  try {
    policy = globalThis.trustedTypes.createPolicy('scaledot', {
      createScriptURL: (/** @type {string} */ address) => address,
    });
  } catch {
    // It stays null.
  }
  return policy ?? null;
}

/** @param {string | URL} address  of a script of ours */
export const trusted = (address) => policyOf()?.createScriptURL(address) ?? address;

/**
 * Makes a worker of a script of ours. Bundlers find a worker's script by the words `new Worker(new URL(...))` alone, where
 * an address cannot be wrapped: so for the time of this call, in which nothing else runs, `Worker` wraps what it is given.
 * @param {() => Worker} make
 */
export function trustedWorker(make) {
  if (!policyOf()) return make();
  const { Worker: Plain } = globalThis;
  try {
    globalThis.Worker = /** @type {any} */ (
      function (/** @type {URL} */ address, /** @type {WorkerOptions} */ options) {
        return new Plain(trusted(address), options);
      }
    );
    return make();
  } finally {
    globalThis.Worker = Plain;
  }
}
