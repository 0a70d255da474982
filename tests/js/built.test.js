// Checks the built files for code that the minifier changed. `npm test` builds them first.
import fs from 'node:fs';
import { expect, test } from '@jest/globals';
import { inRoot } from '../../scripts/tools.mjs';

/** An empty `try`: the minifier removed its body because it took it for pure. */
const emptied = /\btry\{(return\s?[!\w]*)?;?\}/g;

test.each(['dist', 'site', 'site/assets'])('no guard in %s has lost what it guards', (folder) => {
  const files = fs.readdirSync(inRoot(folder)).filter((name) => name.endsWith('.js'));
  expect(files.length).toBeGreaterThan(1);
  const found = files.flatMap((name) => {
    const text = fs.readFileSync(inRoot(folder, name), 'utf8');
    return [...text.matchAll(emptied)].map(
      ({ 0: words, index }) => `${name}: ${text.slice(Math.max(0, index - 60), index)}${words}`,
    );
  });
  expect(found).toEqual([]);
});

test('modules of the package are readable, and named after their sources', () => {
  const files = ['', 'parts'].flatMap((folder) =>
    fs
      .readdirSync(inRoot('dist', folder))
      .filter((name) => name.endsWith('.js'))
      .map((name) => ({ name, text: fs.readFileSync(inRoot('dist', folder, name), 'utf8') })),
  );
  // The bundler writes the path of each source above its code, and the minifier removes it. Short files only import.
  const minified = files.filter(
    ({ text }) => text.length > 2000 && !/^\/\/ (web|build|node_modules)\//m.test(text),
  );
  expect(minified.map(({ name }) => name).sort()).toEqual([
    ...['dates-model.js', 'fallback.js', 'learning-fallback.js', 'learning-glue.js'],
    ...['pronouns-model.js', 'scaledot-engine.min.js', 'scaledot-training.min.js'],
    ...['scaledot.min.js', 'text-model.js'],
  ]);
  expect(files.map(({ name }) => name).filter((name) => /[0-9A-Z]{8}/.test(name))).toEqual([]);
});

test('whatever makes pages or the package first makes what these import', () => {
  const script = fs.readFileSync(inRoot('scripts/build.mjs'), 'utf8');
  const body = (/** @type {string} */ name) =>
    script.match(new RegExp(`function ${name}\\([^]*?\\n}\\n`))?.[0] ?? '';
  for (const name of ['buildSite', 'buildFirstSite', 'buildPackage'])
    expect([name, body(name)]).toEqual([name, expect.stringContaining('await buildModules();')]);
  const imported = fs
    .readdirSync(inRoot('web'), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.js'))
    .flatMap((file) => [
      ...fs.readFileSync(inRoot('web', file), 'utf8').matchAll(/'[./]+\/build\/(\w+)\//g),
    ])
    .map(([, folder]) => folder);
  const made = {
    models: 'Models',
    interpreter: 'Interpreter',
    font: 'Font',
    reference: 'Reference',
  };
  expect(new Set(imported)).toEqual(new Set(['engine', ...Object.keys(made)]));
  for (const name of Object.values(made)) expect(body('buildModules')).toContain(`build${name}()`);
});
