// The row `models`: a checkpoint of GPT-2's size in a fresh page, as a share of the multiply-add peak of the same run.
import { execFileSync } from 'node:child_process';
import { inRoot } from '../../scripts/tools.mjs';
import { figures, report } from './report.mjs';

const MiB = 2 ** 20;

/** @param {() => Promise<import('@playwright/test').Page>} blank  opens a fresh page @param {boolean} brief */
export async function models(blank, brief) {
  const [length, layers] = brief ? [8, 1] : [64, 12];
  for (const variant of /** @type {const} */ (['relaxed', 'simd'])) {
    const page = await blank();
    const { open, first, all, statistics, peak, rate, memory } = await page.evaluate(
      async (args) => (await import('/tests/bench/page/models.js')).timeModel(...args),
      /** @type {const} */ ([variant, length, layers]),
    );
    await page.close();
    const name = `GPT-2 of 124 million, ${length} tokens: ${variant}`;
    report(`${name}, opened`, 'ms', 1e3 * open, 1e3 * open);
    report(`${name}, statistics of the first layer`, 's', first, first);
    report(`${name}, ${layers} layers`, 's', all, all, { 'of peak': rate / peak });
    report(`${name}, statistics of ${layers} layers`, 's', statistics, statistics);
    figures.push({ name: `${name}, WebAssembly's memory`, unit: 'MiB', best: memory / MiB });
    console.log(`${name}, WebAssembly's memory: ${(memory / MiB).toFixed(1)} MiB`);
  }
  const child = execFileSync(process.execPath, [
    inRoot('tests/bench/model-memory.mjs'),
    String(length),
  ]);
  const { before, after } = JSON.parse(String(child));
  const name = `GPT-2 of 124 million, ${length} tokens: peak of Node's resident memory`;
  figures.push({ name, unit: 'MiB', before: before / MiB, after: after / MiB });
  console.log(
    `${name}: ${(after / MiB).toFixed(0)} MiB (${(before / MiB).toFixed(0)} with the engine alone)`,
  );
}
