/**
 * Reads the tensors of a visitor's file or text without blocking the page. A separate worker reads whatever may take
 * long, and frees its memory when it ends. Where the browser starts no worker, as in a sandboxed frame, the page itself
 * reads.
 */

/** @import { Engine } from '../../engine/index.js' */
/** @import { TensorsOfFile } from '../../files/types.js' */

import { limits, mostFileBytes } from '../../engine/border/limits.js';
import { problem } from '../../files/problem.js';
import { readTensors } from '../../files/read-tensors.js';
import { createWorker } from './create-worker.js';

/**
 * Sources up to this size, in bytes, are read at once. The limit is small because a zip may inflate to a thousand times
 * its size.
 */
const short = 4096;

/** Within how many ms a worker has to start. */
const patience = 8000;
/**
 * Interval between two checks of a reading worker, ms, and how many checks without a message end it: it may have died
 * silently, for lack of memory. Counts checks instead of time, so that a machine that slept does not lose its worker.
 */
const lookEvery = 1000;
const lostAfter = 60;

/**
 * @param {Engine} engine
 * @param {string} name
 * @param {Blob | string} source
 * @param {AbortSignal} signal
 * @returns {Promise<TensorsOfFile>}
 */
export async function readFile(engine, name, source, signal) {
  const size = typeof source === 'string' ? source.length : source.size;
  if (size > limits.fileBytes.max) throw problem(name, `${size} bytes`, mostFileBytes());
  const found = size > short ? await byWorker(engine, name, source, signal) : null;
  if (found) return found;
  // Lets the page show "Reading" first.
  if (size > short) await new Promise((resolve) => void setTimeout(resolve, 50));
  const content = typeof source === 'string' ? source : new Uint8Array(await source.arrayBuffer());
  return readTensors(engine, name, content);
}

/**
 * Returns null where no worker starts or its memory is too small. Rejects if a worker started and then stopped
 * responding: the page itself would do no better.
 * @param {Engine} engine
 * @param {string} name
 * @param {Blob | string} source
 * @param {AbortSignal} signal
 * @returns {Promise<TensorsOfFile | null>}
 */
async function byWorker(engine, name, source, signal) {
  /** @type {Worker | undefined} */
  let worker;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  /** @type {ReturnType<typeof setInterval> | undefined} */
  let looking;
  try {
    const { variant } = engine.engine;
    const own = (worker = createWorker());
    return await new Promise((resolve, reject) => {
      const stop = () => reject(signal.reason);
      if (signal.aborted) stop();
      signal.addEventListener('abort', stop);
      timer = setTimeout(() => resolve(null), patience);
      own.addEventListener('error', (event) => {
        event.preventDefault();
        resolve(null);
      });
      own.addEventListener('message', ({ data: { type, message, tensors, metadata, notes } }) => {
        clearTimeout(timer);
        let looks = 0;
        looking ??= setInterval(() => {
          if (++looks < lostAfter) return;
          reject(new RangeError(`${name}: it was not read within a minute; a smaller one may be`));
        }, lookEvery);
        if (type === 'failed') resolve(null);
        else if (type === 'refused') reject(new RangeError(message));
        else if (type === 'read')
          resolve({ tensors: Object.fromEntries(tensors), metadata, notes });
      });
      own.postMessage({ type: 'read', variant, name, source });
    });
  } catch (error) {
    if (error instanceof RangeError || signal.aborted) throw error;
    return null;
  } finally {
    clearTimeout(timer);
    clearInterval(looking);
    worker?.terminate();
  }
}
