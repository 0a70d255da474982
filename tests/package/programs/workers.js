import * as scaledot from 'scaledot';
import { engineAnswer } from './answers.js';
import { createWorker } from './create-worker.js';

/** With two workers; tells how many slices they computed, which must not be none. */
export default async function workersAnswer() {
  let slices = 0;
  const watched = () => {
    const worker = createWorker();
    worker.addEventListener('message', ({ data }) => {
      if (data.type === 'computed') ++slices;
    });
    return worker;
  };
  const answer = await engineAnswer(scaledot, { workers: 2, createWorker: watched });
  if (slices === 0) throw new Error('no worker computed anything');
  return answer;
}
