// Models in folders: symbolic links, as in Hugging Face's cache, and files that cannot be read.
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { load } from '../../../web/engine/index.js';
import { openModel } from '../../../web/engine/models/index.js';
import { gpt2Tensors, headerBytes, headerOf } from './files.js';

/** @type {import('../../../web/engine/index.js').Engine} */
let sd;
const root = fs.mkdtempSync(path.join(os.tmpdir(), 'scaledot-folders-'));
beforeAll(async () => {
  sd = await load({ engine: 'simd' });
});
afterAll(() => fs.rmSync(root, { recursive: true }));

const { header, end } = headerOf(gpt2Tensors({ layers: 1, width: 8, vocabulary: 5, positions: 6 }));
const bytes = Buffer.concat([headerBytes(header), new Uint8Array(end)]);
const config = JSON.stringify({ model_type: 'gpt2', n_head: 2, activation_function: 'gelu_new' });

/** Makes a new folder with a model in it. @param {string} name */
function folderOf(name) {
  const folder = path.join(root, name);
  fs.mkdirSync(folder);
  fs.writeFileSync(path.join(folder, 'model.safetensors'), bytes);
  fs.writeFileSync(path.join(folder, 'config.json'), config);
  return folder;
}

test('links to files with other names are followed', async () => {
  const blobs = path.join(root, 'blobs');
  const snapshot = path.join(root, 'snapshots', '607a30d783df');
  fs.mkdirSync(blobs);
  fs.mkdirSync(snapshot, { recursive: true });
  for (const [name, data] of Object.entries({
    'model.safetensors': bytes,
    'config.json': config,
  })) {
    fs.writeFileSync(path.join(blobs, `hash-${name.length}`), data);
    fs.symlinkSync(`../../blobs/hash-${name.length}`, path.join(snapshot, name));
  }
  const linked = path.join(root, 'linked');
  fs.symlinkSync(snapshot, linked);
  for (const files of [snapshot, linked, path.join(snapshot, 'model.safetensors')]) {
    const model = await openModel(sd, files, { heads: 2 });
    expect((await model.run([1, 2])).layers[0].weights?.shape).toEqual([2, 2, 2]);
  }
  expect((await openModel(sd, linked)).assumed).toEqual([]);
});

test.each([
  [
    'a link to nothing',
    (/** @type {string} */ file) => fs.symlinkSync('nothing', file),
    'config.json: got a file that cannot be read (ENOENT); expected one that can',
  ],
  [
    'a link to itself',
    (/** @type {string} */ file) => fs.symlinkSync('config.json', file),
    'config.json: got a file that cannot be read (ELOOP); expected one that can',
  ],
  [
    'a folder',
    (/** @type {string} */ file) => fs.symlinkSync('.', file),
    'files: got "config.json"; expected names of files: this is none',
  ],
  [
    'a pipe',
    (/** @type {string} */ file) => execFileSync('mkfifo', [file]),
    'files: got "config.json"; expected names of files: this is none',
  ],
])('%s in the place of a file is refused', async (name, make, sentence) => {
  const folder = folderOf(name);
  fs.rmSync(path.join(folder, 'config.json'));
  make(path.join(folder, 'config.json'));
  await expect(openModel(sd, folder)).rejects.toThrow(new RangeError(sentence));
});

test('a file that went away is one sentence', async () => {
  const folder = folderOf('away');
  const model = await openModel(sd, folder);
  fs.rmSync(folder, { recursive: true });
  await expect(model.run([1])).rejects.toThrow(
    new RangeError(
      'model.safetensors: got a file that cannot be read (ENOENT); expected one that can',
    ),
  );
});

test('and so is a File that the browser no longer reads', async () => {
  const gone = {
    ...{ name: 'model.safetensors', size: 100 },
    slice: () => ({ arrayBuffer: () => Promise.reject(new DOMException('', 'NotReadableError')) }),
  };
  await expect(openModel(sd, gone)).rejects.toThrow(
    'model.safetensors: got a file that cannot be read (NotReadableError); expected one that can',
  );
});
