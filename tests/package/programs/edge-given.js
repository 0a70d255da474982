// A route of Next.js on its edge runtime, app/answer/route.js. Only createTrainer() needs the second module.
import * as scaledot from 'scaledot';
import module from '../../node_modules/scaledot/dist/simd.wasm?module';
import trainingModule from '../../node_modules/scaledot/dist/learning-simd.wasm?module';
import { engineAnswer, toText } from './answers.js';

export const runtime = 'edge';

export async function GET() {
  const answer = await engineAnswer(scaledot, { module, trainingModule });
  return new Response(toText(answer));
}
