/**
 * The worker of a page, at an address that is valid everywhere: beside this file in the sources, where the site's build
 * finds it, and in the package, where the build rewrites the address. It computes for the engine, or reads one file
 * (read-file.js).
 *
 * in:  {type: 'read', variant, name, source}
 * out: {type: 'reading'}, then {type: 'read', tensors, metadata, notes} or {type: 'refused', message}; {type: 'failed'}
 */
import '../../engine/worker.js';

/** @param {MessageEvent} event */
async function read({ data: order }) {
  if (order?.type !== 'read') return;
  globalThis.postMessage({ type: 'reading' });
  try {
    const { readOrder } = await import('../../files/read-order.js');
    const { answer, transfer } = await readOrder(order);
    globalThis.postMessage(answer, { transfer });
  } catch {
    globalThis.postMessage({ type: 'failed' });
  }
}

// In Node the package's worker is this file, too.
globalThis.addEventListener?.('message', read);
