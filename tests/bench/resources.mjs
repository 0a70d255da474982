// The rows `memory`, `first` and `workers` of attention.
import { figures, least, median, report } from './report.mjs';

const MEGABYTE = 2 ** 20;

/** @param {import('@playwright/test').Page} page  a fresh one */
export async function memory(page) {
  const [length, dim] = [16384, 64];
  const { before, after } = await page.evaluate(
    async (args) => (await import('/tests/bench/page/memory.js')).heapAfter('relaxed', ...args),
    /** @type {const} */ ([length, dim]),
  );
  const name = `memory of the engine after L = S = ${length}, d = ${dim}`;
  figures.push({
    name,
    unit: 'MiB',
    before: before / MEGABYTE,
    after: after / MEGABYTE,
  });
  console.log(
    `\n${name}: ${(after / MEGABYTE).toFixed(1)} MiB (${(before / MEGABYTE).toFixed(1)} before); ` +
      `the scores alone would be ${(4 * length ** 2) / MEGABYTE} MiB`,
  );
}

/** @param {() => Promise<import('@playwright/test').Page>} blank @param {boolean} brief */
export async function first(blank, brief) {
  for (const [what, whole] of /** @type {const} */ ([
    ['attention', 4096],
    ['attention', 16384],
    ['attentionGradient', 4096],
  ])) {
    const length = brief ? 512 : whole;
    for (const variant of /** @type {const} */ (['relaxed', 'simd'])) {
      const firsts = [];
      const laters = [];
      for (let i = 0; i < (brief ? 1 : 5); i++) {
        const page = await blank();
        const times = await page.evaluate(
          async (args) => (await import('/tests/bench/page/first-call.js')).timeFirstCall(...args),
          /** @type {['relaxed' | 'simd', 'attention' | 'attentionGradient', number, number]} */ ([
            variant,
            what,
            length,
            64,
          ]),
        );
        await page.close();
        firsts.push(times.first);
        laters.push(times.later);
      }
      report(`first ${what} of ${variant}, L = ${length}`, 's', least(firsts), median(firsts), {
        'times later ones, best': least(firsts) / least(laters),
        median: median(firsts) / median(laters),
      });
    }
  }
}

/** @param {import('@playwright/test').Page} page  a fresh one @param {boolean} brief */
export async function workers(page, brief) {
  for (const [what, again, whole] of /** @type {const} */ ([
    ['attention', false, [8, 1024, 128]],
    ['attention', true, [8, 1024, 128]],
    ['attentionGradient', true, [8, 512, 64]],
  ])) {
    const shape = brief ? [4, 128, 32] : [...whole];
    const times = await page.evaluate(
      async (args) => (await import('/tests/bench/page/workers.js')).timeWorkers(...args),
      /** @type {['attention' | 'attentionGradient', boolean, number[], number]} */ ([
        what,
        again,
        shape,
        brief ? 1 : 40,
      ]),
    );
    reportWorkers(`${what} (${shape})${again ? ' into the last result' : ''}`, times);
  }
}

/** @param {string} title @param {Record<'direct' | 'one' | 'two', number[]>} times */
function reportWorkers(title, { direct, one, two }) {
  /** @param {number[]} slow @param {number[]} fast @param {string} name */
  const ratios = (slow, fast, name) => ({
    [`times ${name}, best`]: least(slow) / least(fast),
    median: median(slow) / median(fast),
  });
  const row = (
    /** @type {string} */ name,
    /** @type {number[]} */ times,
    /** @type {Record<string, number>} */ more,
  ) => report(`${title}, ${name}`, 'ms', 1e3 * least(times), 1e3 * median(times), more);
  console.log('');
  row('direct call', direct, {});
  row('one worker', one, ratios(direct, one, 'direct'));
  row('two workers', two, {
    ...ratios(one, two, 'one worker'),
    'times direct, best': least(direct) / least(two),
  });
}
