/**
 * Yields to all other waiting tasks (input, rendering, timers, messages), and returns at once if there are none.
 * Awaiting a promise does not yield, because it continues within the same task. scheduler.yield() continues before
 * timers and messages, so on a busy machine a long run would delay even the first messages of its own workers. A
 * message to oneself is the last resort, because Chromium handles several of them in one task.
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
      setTimeout(resolve, 0); // in the edge runtime of Next.js both exist and throw
    }
  });
}
