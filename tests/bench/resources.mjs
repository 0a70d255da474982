// The rows memory and workers of attention.
import { figures, least, median, report } from './report.mjs';

const MEGABYTE = 2 ** 20;

/** @param {import('@playwright/test').Page} page a fresh one */
export async function memory(page) {
  const [length, dim] = [16384, 64];
  const { before, after, seconds } = await page.evaluate(
    async (args) => (await import('/tests/bench/page/memory.js')).heapAfter('relaxed', ...args),
    /** @type {const} */ ([length, dim]),
  );
  const name = `memory of the engine after L = S = ${length}, d = ${dim}`;
  figures.push({ name, unit: 'MiB', before: before / MEGABYTE, after: after / MEGABYTE, seconds });
  console.log(
    `\n${name}: ${(after / MEGABYTE).toFixed(1)} MiB (${(before / MEGABYTE).toFixed(1)} before); ` +
      `the first call took ${seconds.toFixed(2)} s; the scores alone would be ${(4 * length ** 2) / MEGABYTE} MiB`,
  );
}

/** @param {import('@playwright/test').Page} page a fresh one @param {boolean} brief */
export async function workers(page, brief) {
  const shape = brief ? [4, 128, 32] : [8, 1024, 128];
  const times = await page.evaluate(
    async (args) => (await import('/tests/bench/page/workers.js')).timeWorkers(...args),
    /** @type {[number[], number]} */ ([shape, brief ? 1 : 15]),
  );
  const best = { direct: least(times.direct), one: least(times.one), two: least(times.two) };
  const middle = { direct: median(times.direct), one: median(times.one), two: median(times.two) };
  console.log('');
  report(`attention (${shape}), direct call`, 'ms', 1e3 * best.direct, 1e3 * middle.direct);
  report(`attention (${shape}), one worker`, 'ms', 1e3 * best.one, 1e3 * middle.one, {
    'times direct, best': best.direct / best.one,
  });
  report(`attention (${shape}), two workers`, 'ms', 1e3 * best.two, 1e3 * middle.two, {
    'times one worker, best': best.one / best.two,
    median: middle.one / middle.two,
    'times direct, best': best.direct / best.two,
  });
}
