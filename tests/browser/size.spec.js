// What a visitor waits for: the bytes of each lab in a frame until its first computed picture stands, as a server sends
// them that compresses well. `npm run bench -- start` has the times.
import { coldLoad, isEngine, sizeOfAll } from '../bench/first-picture.mjs';
import { inRoot } from '../../scripts/tools.mjs';
import { labs } from '../../web/elements/index.js';
import { expect, test } from './visit.js';

/** Most kB of brotli beside the engine: what it is, and a little room; what trains before it answers has fetched what lies below by then. @type {Record<string, number>} */
const most = { variance: 76, softmax: 80, scoring: 86, attention: 89, heads: 77, training: 112 };

/** Most kB of brotli of the engine: its WebAssembly, and what starts it. What trains before it answers has fetched everything by then. @type {Record<string, number>} */
const mostEngine = {
  variance: 45,
  softmax: 33,
  scoring: 37,
  attention: 34,
  heads: 31,
  training: Infinity,
};

for (const kind of labs) {
  test(`${kind.lab}: code and words of the first picture stay small`, async ({
    browser,
    baseURL,
  }) => {
    for (const locale of ['en', 'zh-CN']) {
      const { fetched } = await coldLoad(browser, String(baseURL), 'embed.html', kind, { locale });
      // Workers start beside the first picture, and the font comes after it: on a slow machine before the answer.
      const own = fetched.filter(({ file }) => !isEngine(file) && !/\/(worker|math)-/.test(file));
      const engine = fetched.filter(({ file }) => isEngine(file));
      expect(engine.length).toBeGreaterThanOrEqual(2); // its WebAssembly, and what starts it
      const limit = 1000 * mostEngine[kind.lab];
      expect(sizeOfAll(inRoot('site'), engine).brotli).toBeLessThan(limit);
      expect(sizeOfAll(inRoot('site'), own).brotli).toBeLessThan(1000 * most[kind.lab]);
    }
  });
}
