/** Address and nonce of the classic script. A page only provides them while the script runs for the first time. */
const script = /** @type {{src?: string, nonce?: string} | null | undefined} */ (
  globalThis.document?.currentScript
);

/** In a worker, the worker's own address. */
export const address = globalThis.document ? script?.src : globalThis.location?.href;
export const nonce = script?.nonce ?? '';
