/**
 * The trained models that the lab brings along, by the names of their files: scripts/build.mjs puts the bytes of
 * web/models/NAME.safetensors into modules, because pages forbid to fetch.
 */

/** @type {Readonly<Record<string, () => Promise<Uint8Array>>>} */
export const shipped = Object.freeze({
  text: async () => (await import('../../../build/models/text.js')).default(),
  pronouns: async () => (await import('../../../build/models/pronouns.js')).default(),
});
