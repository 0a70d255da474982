// Wherever a bundle contains the interpreter, its parts are named with their licences.
import { expect, test } from '@jest/globals';
import { noticesFor } from '../../../scripts/notices.mjs';
import { inRoot } from '../../../scripts/tools.mjs';

test('QuickJS and what binds it', () => {
  const text = noticesFor([
    inRoot('build/interpreter/quickjs.js'),
    inRoot('node_modules/quickjs-emscripten-core/dist/index.mjs'),
  ]);
  for (const words of ['Fabrice Bellard', 'Charlie Gordon', 'Jake Teton-Landis'])
    expect(text).toContain(words);
  expect(text).toContain('@jitl/quickjs-wasmfile-release-sync 0.32.0\nMIT\n');
});
