// src/bindings/embind.cpp replaces internal functions of one release of Embind. The build omits it with any other
// release.
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from '@jest/globals';

const root = fileURLToPath(new URL('../..', import.meta.url));
const plain = /^-- Emscripten \S+: Embind's whole library; \S+ is for [\d.;]+\n$/;

/** Returns the message of the build about a release. @param {string} version @param {...string} flags */
function said(version, ...flags) {
  const args = [`-DEMSCRIPTEN_VERSION=${version}`, ...flags, '-P', 'cmake/embind.cmake'];
  const { status, stdout, stderr } = spawnSync('cmake', args, { cwd: root, encoding: 'utf8' });
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  return stdout;
}

test('the release that the project installs has our own start', () => {
  const script = fs.readFileSync(`${root}scripts/setup-toolchain.sh`, 'utf8');
  const installed = /^emscripten_version=(\S+)$/m.exec(script)?.[1] ?? '';
  expect(said(installed)).toBe('');
});

test.each(['3.1.61', '3.1.68', '3.1.7', '3.1.690', '3.1.70', '4.0.0', ''])(
  'Emscripten "%s" has the start of its library',
  (version) => {
    expect(said(version)).toMatch(version === '' ? /whole library/ : plain);
  },
);

test('the start of the library may be asked for', () => {
  expect(said('3.1.69', '-DSCALEDOT_PLAIN_EMBIND=ON')).toMatch(plain);
});
