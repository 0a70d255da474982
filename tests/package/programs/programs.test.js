// A file of Vitest's tests; the answers lie beside it.
import fs from 'node:fs';
import { test } from 'vitest';
import { toText } from './answers.js';

const programs = {
  variant: () => import('./variant.js'),
  engine: () => import('./engine.js'),
  attention: () => import('./attention.js'),
  workers: () => import('./node-workers.js'),
  lean: () => import('./lean.js'),
  elements: () => import('./labs-jsdom.js'),
};

test.each(Object.keys(programs))('%s', async (name) => {
  const { default: program } = await programs[name]();
  fs.writeFileSync(`${name}.json`, toText(await program()));
});
