/**
 * Lets everything else that waits (input, drawing, timers, messages) have its turn, and comes back
 * at once when nothing does. A promise alone would not: it continues within the same task. Nor would
 * scheduler.yield(), which comes back before timers and messages: on a busy machine a long run would
 * keep even its own workers' first words waiting. Messages to oneself are the last choice, because
 * Chromium takes several of them in one task.
 *
 * @returns {Promise<void>}
 */
export function turn() {
  /** @type {{scheduler?: {postTask?: (f: () => void) => Promise<void>}, setImmediate?: (f: () => void) => void, MessageChannel: typeof globalThis.MessageChannel}} */
  const { scheduler, setImmediate, MessageChannel } = globalThis;
  if (scheduler?.postTask) return scheduler.postTask(() => {});
  return new Promise((resolve) => {
    try {
      if (setImmediate) return void setImmediate(resolve);
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => {
        port1.close();
        resolve();
      };
      port2.postMessage(null);
    } catch {
      setTimeout(resolve, 0); // the edge runtime of Next.js has both, and both throw
    }
  });
}
