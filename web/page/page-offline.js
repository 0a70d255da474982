/** Keeps the page for visits without a network. Browsers that refuse, and pages in frames, go without. */

import { trusted } from '../labs/lab/trusted.js';

/** Milliseconds: the first picture comes first. */
const patience = 3000;

export function keepForOffline() {
  /** @type {Navigator & {connection?: {saveData: boolean}}} */
  const { connection } = navigator;
  if (parent !== window || !/^https?:$/.test(location.protocol) || connection?.saveData) return;
  setTimeout(async () => {
    try {
      await navigator.serviceWorker.register(trusted('./offline.js'));
    } catch {
      // Without a secure address, in private windows or by a visitor's settings there are no service workers.
    }
  }, patience);
}
