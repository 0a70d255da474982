/**
 * The worker of a page, under an address that is right everywhere: beside this file in the sources, where the site's build
 * follows it, and in the package, where the build changes it. It computes for the engine, or reads one file
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

// In Node, too, the package's worker is this file.
globalThis.addEventListener?.('message', read);
