// Runs the code samples of a lab as a reader would. They must print the numbers of the page.
import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { execFileSync } from 'node:child_process';
import {
  existsSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { load } from '../../web/engine/index.js';
import { initialParams } from '../../web/tables/state.js';
import { textOf } from './playground/programs.js';
import { pythonWith, startPython } from './python.js';

/** @typedef {import('../../web/tables/state.js').Params} Params */
/** @typedef {{numpy?: string, pytorch?: string, javascript?: string, output?: string}} Programs */

/**
 * Returns the output of a program run with this Node.
 * @param {string} folder
 * @param {string} name
 * @param {string} code
 */
export function runInNode(folder, name, code) {
  const file = path.join(folder, name);
  writeFileSync(file, code);
  try {
    return execFileSync(process.execPath, [file], { cwd: folder, encoding: 'utf8' });
  } finally {
    rmSync(file);
  }
}

/** Returns the files and folders that a program names, as the playground provides them. @param {string} code */
function filesNamed(code) {
  const paths = [...code.matchAll(/'([^'\n]+)'/g)].map(([, name]) => name);
  const found = paths
    .filter((name) => existsSync(name))
    .flatMap((name) =>
      statSync(name).isDirectory() ? readdirSync(name).map((each) => `${name}/${each}`) : [name],
    );
  return Object.fromEntries(found.map((name) => [name, new Uint8Array(readFileSync(name))]));
}

/** Returns the output of the same program in the playground. @param {string} code */
export const runInPlayground = (code) => textOf(code, { files: filesNamed(code) });

/** @typedef {ReturnType<typeof startPython>} Python */
/** @type {Map<string, Python | null>} by module; null: none here has it */
const pythons = new Map();
afterAll(() => pythons.forEach((python) => python?.end()));

/**
 * Returns a function that runs programs which use a module, or null if no Python here has it. The tests of a file
 * share it.
 * @param {string} module
 * @returns {((folder: string, code: string) => Promise<string>) | null}
 */
export function pythonRuns(module) {
  if (!pythons.has(module)) {
    const found = pythonWith(module);
    pythons.set(module, found ? startPython(found, module) : null);
  }
  const python = pythons.get(module);
  if (!python) return null;
  return (folder, code) => {
    writeFileSync(path.join(folder, 'sample.py'), code);
    return python.run(folder, 'sample.py');
  };
}

/**
 * @param {string} lab
 * @param {Record<string, object>} states  the changes of each state, by its name
 * @param {(engine: import('../../web/engine/index.js').Engine, params: Params, folder: string) => Programs | Promise<Programs>} samplesOf
 *   `folder`: where the Python programs run
 */
export function testPrograms(lab, states, samplesOf) {
  let folder = '';
  jest.setTimeout(120_000); // Python starts slowly on a busy machine
  beforeAll(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'scaledot-samples-'));
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  const [numpy, torch] = ['numpy', 'torch'].map(pythonRuns);

  describe.each(Object.entries(states))(`code samples of the ${lab} lab: %s`, (_, changes) => {
    const make = async () => {
      const params = /** @type {Params} */ ({ ...initialParams(lab), ...changes });
      const engine = await load({ engine: 'simd' });
      try {
        return await samplesOf(engine, params, folder);
      } finally {
        engine.dispose();
      }
    };
    /** @type {Promise<Programs> | undefined} */
    let once;
    const made = () => (once ??= make());

    (numpy ? test : test.skip)('the NumPy program prints the digits of the page', async () => {
      const { numpy: code = '', output } = await made();
      expect(await numpy?.(folder, code)).toBe(output);
    });

    (torch ? test : test.skip)('the PyTorch program prints the digits of the page', async () => {
      const { pytorch: code = '', output } = await made();
      expect(await torch?.(folder, code)).toBe(output);
    });

    test('the JavaScript program prints the digits of the page', async () => {
      const { javascript: code = '', output } = await made();
      // Inside the repository, so that import 'scaledot' resolves to the built package.
      const name = `.sample-${lab}-${process.pid}.mjs`;
      expect(runInNode(process.cwd(), name, code)).toBe(output);
    });

    test('and prints them in the playground, unchanged', async () => {
      const { javascript: code = '', output } = await made();
      expect(await runInPlayground(code)).toBe(output);
    });
  });
}
