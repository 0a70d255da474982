/**
 * Lets everything else that waits (input, drawing, timers, messages) have its turn, and comes back
 * at once when nothing does. A promise alone would not: it continues within the same task.
 *
 * @returns {Promise<void>}
 */
export function turn() {
  const { scheduler, setImmediate, MessageChannel } =
    /** @type {{scheduler?: {yield?: () => Promise<void>}, setImmediate?: (f: () => void) => void, MessageChannel?: typeof globalThis.MessageChannel}} */ (
      globalThis
    );
  if (scheduler?.yield) return scheduler.yield();
  return new Promise((resolve) => {
    if (setImmediate) {
      setImmediate(resolve);
    } else if (MessageChannel) {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => {
        port1.close();
        resolve();
      };
      port2.postMessage(null);
    } else {
      setTimeout(resolve, 0);
    }
  });
}
