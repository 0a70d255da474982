// What a visitor waits for: the bytes of each lab in a frame until its first computed picture stands, as a server sends
// them that compresses well. `npm run bench -- start` has the times.
import { coldLoad, isEngine, sizeOfAll } from '../bench/first-picture.mjs';
import { inRoot } from '../../scripts/tools.mjs';
import { labs } from '../../web/elements/index.js';
import { expect, test } from './visit.js';

/** Most kB of brotli beside the engine: what it is, and a little room. @type {Record<string, number>} */
const most = { variance: 81, softmax: 90, scoring: 94, attention: 105, heads: 85, training: 94 };

/** Most kB of brotli of the engine: its WebAssembly, and what starts it. */
const mostEngine = 45;
/** With what trains, which is 49. */
const mostTraining = 72;

for (const kind of labs) {
  test(`${kind.lab}: code and words of the first picture stay small`, async ({
    browser,
    baseURL,
  }) => {
    for (const locale of ['en', 'zh-CN']) {
      const { fetched } = await coldLoad(browser, String(baseURL), 'embed.html', kind, { locale });
      // Workers start beside the first picture, which is theirs only where networks learn on them, and the font comes after it: on
      // a slow machine before the answer.
      const trains = kind.lab === 'training';
      const beside = trains ? /\/math-/ : /\/(worker|math)-/;
      const own = fetched.filter(({ file }) => !isEngine(file) && !beside.test(file));
      const engine = fetched.filter(({ file }) => isEngine(file));
      expect(engine.length).toBeGreaterThanOrEqual(2); // its WebAssembly, and what starts it
      const limit = trains ? mostTraining : mostEngine;
      expect(sizeOfAll(inRoot('site'), engine).brotli).toBeLessThan(1000 * limit);
      expect(sizeOfAll(inRoot('site'), own).brotli).toBeLessThan(1000 * most[kind.lab]);
    }
  });
}
