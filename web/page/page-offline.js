/** Caches the page for visits without a network. Does nothing in frames and in browsers that refuse. */

import { trusted } from '../labs/lab/trusted.js';

/** Delay before the worker is registered, so that the first picture is loaded first, ms. */
const patience = 3000;

export function keepForOffline() {
  /** @type {Navigator & {connection?: {saveData: boolean}}} */
  const { connection } = navigator;
  if (parent !== window || !/^https?:$/.test(location.protocol) || connection?.saveData) return;
  setTimeout(async () => {
    try {
      await navigator.serviceWorker.register(trusted('./offline.js'));
    } catch {
      // Service workers are not available without a secure address, in private windows or if the visitor disables them.
    }
  }, patience);
}
