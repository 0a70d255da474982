// THIRD-PARTY-NOTICES.txt of the package, its classic file and the site name everything they contain, with its licence.
import fs from 'node:fs';
import { expect, test } from '@jest/globals';
import { noticesFor } from '../../scripts/notices.mjs';
import { inRoot } from '../../scripts/tools.mjs';

const { packages } = JSON.parse(fs.readFileSync(inRoot('package-lock.json'), 'utf8'));

/** Returns the packages installed with this one, including indirect dependencies. */
function runtimePackages() {
  /** @type {Set<string>} */
  const all = new Set();
  /** @param {Record<string, string>} [names] */
  const add = (names = {}) => {
    for (const name of Object.keys(names)) {
      if (all.has(name)) continue;
      all.add(name);
      add(packages[`node_modules/${name}`].dependencies);
    }
  };
  add(packages[''].dependencies);
  return [...all];
}

/**
 * None of these is bundled: types, a replacement of the DOM for Node, and a dependency of d3-array functions not used
 * here.
 */
const elsewhere = ['@types/trusted-types', '@lit-labs/ssr-dom-shim', 'internmap'];
const carried = runtimePackages().filter((name) => !elsewhere.includes(name));

test.each(['dist/THIRD-PARTY-NOTICES.txt', 'dist/scaledot.min.js', 'site/THIRD-PARTY-NOTICES.txt'])(
  '%s',
  (file) => {
    const text = fs.readFileSync(inRoot(file), 'utf8');
    const [, notices] = text.split('scaledot contains code of others');
    for (const name of carried) {
      const { version, license } = packages[`node_modules/${name}`];
      expect(notices).toContain(`\n${name} ${version}\n${license}\n`);
    }
    for (const name of ['Eigen', 'musl', 'compiler-rt', 'Emscripten', '@fontsource/stix-two-math'])
      expect(notices).toContain(name);
    for (const words of [
      'MPL-2.0',
      'Rich Felker',
      'SIL Open Font License',
      'Google LLC',
      'Mike Bostock',
    ])
      expect(notices).toContain(words);
    expect(notices).not.toContain('The scaledot authors');
    expect(notices.split('*/').length).toBe(file.endsWith('.js') ? 2 : 1); // its comment must not end early
  },
);

test('a package without a licence ends the build with a sentence', () => {
  expect(() => noticesFor(['/x/node_modules/@lit-labs/ssr-dom-shim/index.js'])).toThrow(
    /^notices: @lit-labs\/ssr-dom-shim has no licence in /,
  );
});

test('a package within a package is that one, in its own version', () => {
  const nested = Object.keys(packages).filter((key) => /node_modules\/.*node_modules\//.test(key));
  const licensed = nested.filter(
    (key) =>
      fs.existsSync(inRoot(key)) &&
      fs.readdirSync(inRoot(key)).some((file) => /^licen[sc]e/i.test(file)),
  );
  expect(licensed.length).toBeGreaterThan(3);
  for (const key of licensed) {
    const name = key.replace(/.*node_modules\//, '');
    const { version, license } = packages[key];
    const text = noticesFor([inRoot(key, 'lib', 'index.js')]);
    expect(text).toContain(`\n${name} ${version}\n${license}\n`);
    expect(text.match(/^-{80}$/gm)).toHaveLength(5); // the package itself, and those in the engine
  }
});

test('what the bundlers put into a bundle is theirs', () => {
  const text = noticesFor(['\0vite/preload-helper.js', '\0rolldown/runtime.js', '/x/web/page.js']);
  for (const name of ['vite', 'rolldown']) {
    const { version, license } = packages[`node_modules/${name}`];
    expect(text).toContain(`\n${name} ${version}\n${license}\n`);
  }
  expect(text).toContain('VoidZero');
  expect(text).not.toContain('Bundled dependencies');
  const site = fs.readFileSync(inRoot('site/THIRD-PARTY-NOTICES.txt'), 'utf8');
  expect(site).toContain(`\nvite ${packages['node_modules/vite'].version}\n`);
});
