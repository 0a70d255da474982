// What a visitor waits for: the bytes of each lab in a frame until its first computed picture stands, as a server sends
// them that compresses well. `npm run bench -- start` has the times.
import { coldLoad, isEngine, sizeOfAll } from '../bench/first-picture.mjs';
import { inRoot } from '../../scripts/tools.mjs';
import { labs } from '../../web/elements/index.js';
import { expect, test } from './visit.js';

/** Most kB of brotli beside the engine: what it is, and a little room; what trains before it answers has fetched what lies below by then. @type {Record<string, number>} */
const most = { variance: 93, softmax: 91, scoring: 98, attention: 103, heads: 93, training: 110 };

for (const kind of labs) {
  test(`${kind.lab}: code and words of the first picture stay small`, async ({
    browser,
    baseURL,
  }) => {
    for (const locale of ['en', 'zh-CN']) {
      const { fetched } = await coldLoad(browser, String(baseURL), 'embed.html', kind, { locale });
      const own = fetched.filter(({ file }) => !isEngine(file));
      expect(own.length).toBe(fetched.length - 2); // its WebAssembly, and what starts it
      expect(sizeOfAll(inRoot('site'), own).brotli).toBeLessThan(1000 * most[kind.lab]);
    }
  });
}
