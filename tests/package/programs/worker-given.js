// A Cloudflare Worker. It imports its WebAssembly as modules; a Worker that trains nothing needs only the first.
import * as scaledot from 'scaledot/lean';
import module from 'scaledot/simd.wasm';
import trainingModule from 'scaledot/training.wasm';
import { engineAnswer, toText } from './answers.js';

export default {
  async fetch() {
    const answer = await engineAnswer(scaledot, { module, trainingModule });
    return new Response(toText(answer));
  },
};
