// A case that does not end blocks its own thread, so another thread watches the time.
import fs from 'node:fs';
import { isMainThread, Worker, workerData } from 'node:worker_threads';

/** Size of the note, in bytes. */
const room = 4096;

/**
 * Ends the process when a case takes longer than `seconds`, and prints the command that repeats it.
 * @param {number} seconds
 */
export function startWatch(seconds) {
  const shared = new SharedArrayBuffer(8 + room);
  const [clock, text] = [new Int32Array(shared, 0, 2), new Uint8Array(shared, 8)];
  const worker = new Worker(new URL(import.meta.url), { workerData: { shared, seconds } });
  worker.unref();
  return {
    /** Notes the arguments that repeat the next cases. @param {string} words */
    note(words) {
      text.fill(0);
      new TextEncoder().encode(words.slice(0, room)).forEach((byte, i) => {
        if (i < room) text[i] = byte;
      });
    },
    begin() {
      worker.ref(); // otherwise the process would end silently when a case waits in vain
      Atomics.store(clock, 0, 1);
    },
    end() {
      Atomics.store(clock, 0, 0);
      worker.unref();
    },
  };
}

if (!isMainThread && workerData?.shared) {
  const { shared, seconds } = workerData;
  const [clock, text] = [new Int32Array(shared, 0, 2), new Uint8Array(shared, 8)];
  setInterval(() => {
    // Adds one second, unless the case has ended meanwhile. Counting does not blame a case for a machine that stood still.
    const looked = Atomics.load(clock, 0);
    if (looked > 0) Atomics.compareExchange(clock, 0, looked, looked + 1);
    if (looked <= seconds) return;
    const again = new TextDecoder().decode(text.slice()).replace(/\0+$/, '');
    fs.writeSync(
      2,
      `scaledot: fuzz: a case has not ended within ${seconds} seconds\nagain: npm run fuzz -- ${again}\n`,
    );
    process.kill(process.pid, 'SIGKILL');
  }, 1000);
}
