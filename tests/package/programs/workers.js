import * as scaledot from 'scaledot';
import { engineAnswer } from './answers.js';
import { createWorker } from './create-worker.js';

/** With two workers; one of them must compute something, however long they take to start. */
export default async function workersAnswer() {
  let slices = 0;
  const watched = () => {
    const worker = createWorker();
    worker.addEventListener('message', ({ data }) => {
      if (data.type === 'computed') ++slices;
    });
    return worker;
  };
  for (let run = 0; run < 100; ++run) {
    const answer = await engineAnswer(scaledot, { workers: 2, createWorker: watched });
    if (slices > 0) return answer;
  }
  throw new Error('no worker computed anything');
}
