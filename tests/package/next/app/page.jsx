import * as scaledot from 'scaledot';
import { engineAnswer, toText } from '../src/answers.js';
import { Programs } from './programs.jsx';

/** A server component: it asks the engine while the site is built. */
export default async function Page() {
  return (
    <main>
      <pre id="built">{toText(await engineAnswer(scaledot))}</pre>
      <Programs />
    </main>
  );
}
