// scaledot/lean: the same engines, loaded from separate files.
import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import fs from 'node:fs';
import http from 'node:http';
import { compile } from '../../../web/engine/border/external.js';
import * as embedded from '../../../web/engine/index.js';
import * as lean from '../../../web/engine/lean.js';
import { variantRuns, variants } from './variants.js';

const wasm = fs.readFileSync(new URL('../../../build/engine/engine-simd.wasm', import.meta.url));

/** The content type that the server sends for each path. @type {Record<string, string | undefined>} */
const types = {
  '/right': 'application/wasm',
  '/charset': 'application/wasm; charset=utf-8',
  '/wrong': 'text/plain',
  '/untyped': undefined,
};

const server = http.createServer((request, response) => {
  const path = String(request.url);
  const type = types[path];
  if (type) response.setHeader('Content-Type', type);
  response.statusCode = path in types ? 200 : 404;
  response.end(path in types ? wasm : 'not here');
});

/** @param {string} path */
const address = (path) =>
  new URL(path, `http://127.0.0.1:${/** @type {any} */ (server.address()).port}`);

beforeAll(() => new Promise((done) => void server.listen(0, '127.0.0.1', () => done(null))));
afterAll(() => new Promise((done) => void server.close(done)));

test('the lean entry has everything that the main one has, and a load of its own', () => {
  expect(Object.keys(lean).sort()).toEqual(Object.keys(embedded).sort());
  expect(lean.load).not.toBe(embedded.load);
  expect(lean.tensor).toBe(embedded.tensor);
});

for (const variant of variants) {
  (variantRuns(variant) ? test : test.skip)(
    `the lean ${variant} engine gives the bits of the other`,
    async () => {
      const options = { dk: 37, queries: 50, keys: 60, seed: 3 };
      const [one, other] = await Promise.all([
        lean.load({ engine: variant }),
        embedded.load({ engine: variant }),
      ]);
      expect(one).not.toBe(other);
      expect(one.engine).toEqual(other.engine);
      expect(one.scoreStatistics(options)).toEqual(other.scoreStatistics(options));
    },
  );
}

test.each([
  ['/right', 1],
  ['/charset', 0],
  ['/wrong', 0],
  ['/untyped', 0],
])('WebAssembly from %s is compiled while it arrives: %d', async (path, streamed) => {
  const spy = jest.spyOn(WebAssembly, 'compileStreaming');
  try {
    expect(await compile(address(path))).toBeInstanceOf(WebAssembly.Module);
    expect(spy).toHaveBeenCalledTimes(streamed);
  } finally {
    spy.mockRestore();
  }
});

test('a missing file is named', async () => {
  await expect(compile(address('/gone'))).rejects.toThrow(/\/gone: got status 404; expected 200/);
});
