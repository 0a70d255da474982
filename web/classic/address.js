/** Where the classic script lies, and its nonce; a page tells only while the script runs for the first time. */
const script = /** @type {{src?: string, nonce?: string} | null | undefined} */ (
  globalThis.document?.currentScript
);

/** In a worker, its own address. */
export const address = globalThis.document ? script?.src : globalThis.location?.href;
export const nonce = script?.nonce ?? '';
