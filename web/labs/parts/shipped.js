/**
 * The trained models of the labs. scripts/build.mjs puts the bytes of web/models/NAME.safetensors into modules, because
 * pages may forbid fetch. Each is loaded when it is first shown.
 */

/** @typedef {() => Promise<Uint8Array<ArrayBuffer>>} Bring */

/** By the name of their task. @type {Readonly<Record<string, Bring>>} */
export const shipped = Object.freeze({
  dates: async () => (await import('../../../build/models/dates-model.js')).default(),
  pronouns: async () => (await import('../../../build/models/pronouns-model.js')).default(),
  text: async () => (await import('../../../build/models/text-model.js')).default(),
});
