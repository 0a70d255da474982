// The entrants of the attention bench. Each has its own page or Python process and answers the same three requests: prepare
// a shape, take one sample of a task, finish.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { inRoot } from '../../scripts/tools.mjs';

/**
 * @typedef {{kind: string, name: string, error: number}} Prepared
 * @typedef {{seconds: number, peak?: number}} Sample
 * @typedef {{batch: number, warmUp: number}} Times  in seconds
 *
 * @typedef {object} Entrant
 * @property {string} id
 * @property {(shape: readonly number[], kinds: string[], times: Times) => Promise<Prepared[]>} prepare
 * @property {(index: number) => Promise<Sample>} sample
 * @property {() => Promise<void>} finish
 * @property {() => Promise<unknown>} close
 */

/** By id: the module in page/entrants, our engine variant, and the required package. @type {Record<string, {module: string, variant?: string, needs?: string}>} */
const pages = {
  relaxed: { module: 'scaledot', variant: 'relaxed' },
  simd: { module: 'scaledot', variant: 'simd' },
  fallback: { module: 'scaledot', variant: 'fallback' },
  litert: { module: 'litert', needs: '@litertjs/core' },
  onnxruntime: { module: 'onnxruntime', needs: 'onnxruntime-web' },
  tfjs: { module: 'tfjs', needs: '@tensorflow/tfjs-backend-wasm' },
  jax: { module: 'jax', needs: '@jax-js/jax' },
  plain: { module: 'plain' },
};
const natives = ['numpy', 'torch'];

export const entrantNames = [...Object.keys(pages), ...natives];

/**
 * @param {string} id @param {import('@playwright/test').BrowserContext} context @param {string} address
 * @returns {Promise<Entrant>}
 */
export async function openEntrant(id, context, address) {
  if (natives.includes(id)) return openPython(id);
  const { module, variant, needs } = pages[id];
  if (needs && !existsSync(inRoot('tests/bench/node_modules', needs)))
    throw new Error(`${needs} is not installed`);
  const page = await context.newPage();
  await page.goto(`${address}tests/bench/page/index.html`);
  /** @param {'open' | 'prepare' | 'sample' | 'finish'} name @param {unknown[]} args */
  const ask = (name, ...args) =>
    page.evaluate(
      async ([f, list]) => (await import('/tests/bench/page/harness.js'))[f](...list),
      /** @type {[string, unknown[]]} */ ([name, args]),
    );
  await ask('open', module, variant);
  return {
    id,
    prepare: (...args) => ask('prepare', ...args),
    sample: (index) => ask('sample', index),
    finish: () => ask('finish'),
    close: () => page.close(),
  };
}

const python = existsSync('/usr/bin/python3') ? '/usr/bin/python3' : 'python3';
/**
 * Starts a process that answers each line with one line of JSON, and prints `ready` before the first.
 * @param {string} command @param {string[]} args
 */
export async function converse(command, args) {
  const child = spawn(command, args, {
    stdio: ['pipe', 'pipe', 'ignore'],
    env: { ...process.env, OMP_NUM_THREADS: '1', OPENBLAS_NUM_THREADS: '1', MKL_NUM_THREADS: '1' },
  });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const failed = new Promise((_, reject) => child.on('error', reject));
  const answer = async () => {
    const { value, done } = await /** @type {Promise<IteratorResult<string>>} */ (
      Promise.race([lines.next(), failed])
    );
    if (done) throw new Error('it is not installed, or failed');
    return JSON.parse(value);
  };
  return {
    ready: await answer(),
    /** @param {string} line */
    ask(line) {
      child.stdin.write(`${line}\n`);
      return answer();
    },
    close: async () => child.kill(),
  };
}

/** @param {string} file below tests/bench @param {string[]} args */
export const conversePython = (file, args) =>
  converse(python, [inRoot('tests/bench', file), ...args]);

/** @param {string} id @returns {Promise<Entrant>} */
async function openPython(id) {
  const process = await conversePython('python_attention.py', [id]);
  /** @param {...unknown} request */
  const ask = (...request) => process.ask(JSON.stringify(request));
  return {
    id,
    prepare: (...args) => ask('prepare', ...args),
    sample: (index) => ask('sample', index),
    finish: () => ask('finish'),
    close: process.close,
  };
}
