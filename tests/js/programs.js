// The code twins of a lab are programs: they are run as a reader would run them, and what they print is what the page shows.
import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { load } from '../../web/engine/index.js';
import { initialParams } from '../../web/tables/state.js';
import { pythonWith } from './python.js';

/** @typedef {import('../../web/tables/state.js').Params} Params */
/** @typedef {{numpy?: string, pytorch?: string, javascript?: string, output?: string}} Programs */

/** @param {string} program @param {string} folder @param {string} name @param {string} code */
function run(program, folder, name, code) {
  const file = path.join(folder, name);
  writeFileSync(file, code);
  try {
    return execFileSync(program, [file], { cwd: folder, encoding: 'utf8' });
  } finally {
    rmSync(file);
  }
}

/**
 * @param {string} lab
 * @param {Record<string, object>} states  What each changes in the initial state, by its name
 * @param {(engine: import('../../web/engine/index.js').Engine, params: Params, folder: string) => Programs | Promise<Programs>} twinsOf
 *   `folder`: where the programs in Python run
 */
export function testPrograms(lab, states, twinsOf) {
  let folder = '';
  jest.setTimeout(120_000); // a Python that starts on a busy machine
  beforeAll(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'scaledot-twins-'));
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  const numpy = pythonWith('numpy');
  const torch = pythonWith('torch');

  describe.each(Object.entries(states))(`code twins of the ${lab} lab: %s`, (_, changes) => {
    const made = async () => {
      const params = /** @type {Params} */ ({ ...initialParams(lab), ...changes });
      const engine = await load({ engine: 'simd' });
      try {
        return await twinsOf(engine, params, folder);
      } finally {
        engine.dispose();
      }
    };

    (numpy ? test : test.skip)('the NumPy program prints the digits of the page', async () => {
      const { numpy: code = '', output } = await made();
      expect(run(String(numpy), folder, 'twin.py', code)).toBe(output);
    });

    (torch ? test : test.skip)('the PyTorch program prints the digits of the page', async () => {
      const { pytorch: code = '', output } = await made();
      expect(run(String(torch), folder, 'twin.py', code)).toBe(output);
    });

    test('the JavaScript program prints the digits of the page', async () => {
      const { javascript: code = '', output } = await made();
      // Inside the repository, so that import 'scaledot' is the package that was built.
      const name = `.twin-${lab}-${process.pid}.mjs`;
      expect(run(process.execPath, process.cwd(), name, code)).toBe(output);
    });
  });
}
