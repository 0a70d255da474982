// What a visitor waits for: the bytes of each lab in a frame until its first computed picture stands, as a server sends
// them that compresses well. `npm run bench -- start` has the times.
import { coldLoad, isEngine, sizeOfAll } from '../bench/first-picture.mjs';
import { inRoot } from '../../scripts/tools.mjs';
import { labs } from '../../web/elements/index.js';
import { expect, test } from './visit.js';

/** Most kB of brotli beside the engine: what it is, and a little room. @type {Record<string, number>} */
const most = { variance: 76, softmax: 80, scoring: 86, attention: 89, heads: 77, training: 94 };

/** Most kB of brotli of the engine: its WebAssembly, and what starts it; in Training also what trains, which is 49. @type {Record<string, number>} */
const mostEngine = {
  variance: 45,
  softmax: 33,
  scoring: 37,
  attention: 34,
  heads: 31,
  training: 72,
};

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
      const limit = 1000 * mostEngine[kind.lab];
      expect(sizeOfAll(inRoot('site'), engine).brotli).toBeLessThan(limit);
      expect(sizeOfAll(inRoot('site'), own).brotli).toBeLessThan(1000 * most[kind.lab]);
    }
  });
}
