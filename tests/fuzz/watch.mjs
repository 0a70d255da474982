// A case that does not end holds the thread that it runs on, so another thread looks at the clock.
import fs from 'node:fs';
import { isMainThread, Worker, workerData } from 'node:worker_threads';

/** Characters of what is noted. */
const room = 4096;

/**
 * Ends the process, with what plays the case again, where one takes longer than so many seconds.
 * @param {number} seconds
 */
export function startWatch(seconds) {
  const shared = new SharedArrayBuffer(8 + room);
  const [clock, text] = [new Int32Array(shared, 0, 2), new Uint8Array(shared, 8)];
  const worker = new Worker(new URL(import.meta.url), { workerData: { shared, seconds } });
  worker.unref();
  return {
    /** What plays the next cases again. @param {string} words */
    note(words) {
      text.fill(0);
      new TextEncoder().encode(words.slice(0, room)).forEach((byte, i) => {
        if (i < room) text[i] = byte;
      });
    },
    begin() {
      worker.ref(); // a case that waits in vain leaves nothing to do, and the process would end without a word
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
    // One more second, unless the case has ended meanwhile: a machine that stood still is not the case's fault.
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
