// The other libraries, installed in tests/bench/node_modules. Without them the bench leaves out their rows.
import fs from 'node:fs';
import { inRoot, run, say } from '../../scripts/tools.mjs';

const folder = inRoot('tests/bench');

/** @param {string} file @returns {Record<string, {version: string}>} */
const packagesIn = (file) =>
  fs.existsSync(`${folder}/${file}`)
    ? JSON.parse(fs.readFileSync(`${folder}/${file}`, 'utf8')).packages
    : {};

function areCurrent() {
  const present = packagesIn('node_modules/.package-lock.json');
  return Object.entries(packagesIn('package-lock.json')).every(
    ([name, { version }]) => name === '' || present[name]?.version === version,
  );
}

/** Installs missing libraries, and bundles the one that no page can load directly. */
export async function preparePeers() {
  if (!areCurrent()) {
    say('installing the other libraries into tests/bench');
    const options = ['--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
    await run('npm', ['ci', '--prefix', folder, ...options]);
  }
  if (!areCurrent()) {
    say('the other libraries could not be installed');
    return;
  }
  const { rolldown } = await import('rolldown');
  const bundle = await rolldown({
    input: `${folder}/page/entrants/tfjs-library.js`,
    platform: 'browser',
  });
  await bundle.write({ file: inRoot('build/bench/tfjs.js'), format: 'es' });
  await bundle.close();
}
