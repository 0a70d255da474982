// node src/thread.mjs PROGRAM prints its answer, computed in a worker of the user's own.
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';
import { toText } from './answers.js';

if (isMainThread) {
  const thread = new Worker(new URL(import.meta.url), { workerData: process.argv[2] });
  thread.once('message', (answer) => console.log(answer));
} else {
  const { default: program } = await import(`./${workerData}.js`);
  parentPort.postMessage(toText(await program()));
}
