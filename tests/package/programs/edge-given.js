// A route of Next.js on its edge runtime, app/answer/route.js.
import * as scaledot from 'scaledot/lean';
import module from 'scaledot/simd.wasm?module';
import trainingModule from 'scaledot/training.wasm?module';
import { engineAnswer, toText } from './answers.js';

export const runtime = 'edge';

export async function GET() {
  const answer = await engineAnswer(scaledot, { module, trainingModule });
  return new Response(toText(answer));
}
