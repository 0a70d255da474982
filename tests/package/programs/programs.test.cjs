// A file of Jest's tests, in CommonJS; the answers lie beside it.
const fs = require('node:fs');
const { test } = require('@jest/globals');

const programs = {
  variant: () => import('./variant.js'),
  engine: () => import('./engine.js'),
  attention: () => import('./attention.js'),
  workers: () => import('./node-workers.js'),
  lean: () => import('./lean.js'),
  adapters: () => import('./adapters.js'),
  elements: () => import('./node-elements.js'),
  charts: () => import('./charts.js'),
};

test.each(Object.keys(programs))('%s', async (name) => {
  const { toText } = await import('./answers.js');
  const { default: program } = await programs[name]();
  fs.writeFileSync(`${name}.json`, toText(await program()));
});
