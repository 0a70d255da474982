/**
 * Engines whose WebAssembly is a file of its own, found with a literal new URL() that bundlers and servers understand, and
 * compiled while it arrives. The fallback has none and comes as a module.
 */
import { starter } from './variants.js';

/**
 * @param {URL} address
 * @returns {Promise<WebAssembly.Module>}
 */
export async function compile(address) {
  // Node's fetch knows no files, and a bundler for pages no node:fs.
  const files = globalThis.process?.getBuiltinModule?.('node:fs/promises');
  if (files && address.protocol === 'file:')
    return WebAssembly.compile(await files.readFile(address));
  const response = await fetch(address, { credentials: 'same-origin' });
  if (!response.ok) throw new Error(`${address}: got status ${response.status}; expected 200`);
  // Only what a server calls exactly so may be compiled while it arrives; many call it something else.
  const streams = response.headers.get('content-type')?.toLowerCase() === 'application/wasm';
  if (streams) return WebAssembly.compileStreaming(response);
  return WebAssembly.compile(await response.arrayBuffer());
}

/** @param {URL} address */
async function start(address) {
  const [glue, module] = await Promise.all([
    import('../../../build/engine/glue.js'),
    compile(address),
  ]);
  return glue.default(module);
}

/** Starts a variant; a second call gives the same instance. */
export const startVariant = /* @__PURE__ */ starter({
  relaxed: () => start(new URL('../../../build/engine/engine-relaxed.wasm', import.meta.url)),
  simd: () => start(new URL('../../../build/engine/engine-simd.wasm', import.meta.url)),
  fallback: async () => (await import('../../../build/engine/fallback.js')).default(),
});
