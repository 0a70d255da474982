/**
 * Addresses of our own scripts for pages that require trusted types (require-trusted-types-for 'script'). The policy is
 * called "scaledot" and is private to this file. Where a page refuses it, addresses are plain text, and the page
 * decides.
 */

/** @typedef {{createScriptURL: (address: string | URL) => string}} Policy */

/**
 * undefined before first use; null without trusted types, or if the policy was refused.
 * @type {Policy | null | undefined}
 */
let policy;

/** Creates the policy on demand: of two copies of this file only one may have it. @returns {Policy | null} */
function policyOf() {
  if (policy !== undefined) return policy;
  policy = null;
  try {
    policy = globalThis.trustedTypes.createPolicy('scaledot', {
      createScriptURL: (/** @type {string} */ address) => address,
    });
  } catch {
    // The policy stays null.
  }
  return policy ?? null;
}

/** @param {string | URL} address  of a script of ours */
export const trusted = (address) => policyOf()?.createScriptURL(address) ?? address;

/**
 * Creates a worker from one of our scripts. Bundlers find a worker's script only by `new Worker(new URL(...))`, where
 * an address cannot be wrapped. During this call, in which nothing else runs, `Worker` therefore wraps its argument.
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
