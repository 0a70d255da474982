// scaledot/attention, bundled as its users do: attention is computed, and the rest of the engine is left out.
import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { nodeResolve } from '@rollup/plugin-node-resolve';
import { build } from 'esbuild';
import { rolldown } from 'rolldown';
import { rollup } from 'rollup';
import { partNames } from '../../web/engine/border/parts.js';
import { node, project } from './kit.mjs';

const code = `import { load, tensor } from 'scaledot/attention';
const sd = await load({ engine: 'simd' });
const x = tensor([[1, 0.5], [-2, 3]]);
const { output } = await sd.run('attention', { query: x, key: x, value: x });
const refused = await Promise.all([
  load({ parts: ['laws'] }),
  sd.run('headAlgebra', { modelDim: 8, headDim: 2, spectrum: false }),
  sd.createTrainer(),
  Promise.resolve().then(() => sd.attentionGradient(x, x, x, x)),
].map((promise) => promise.then(() => 'nothing', (error) => error.message)));
console.log(JSON.stringify({ output: [...output.data], parts: sd.parts, refused }));
sd.dispose();
`;

const parts = ['matrices', 'forward', 'attention'];

/** @typedef {(folder: string) => Promise<unknown>} Bundle  bundles src/alone.js into dist/ */

/** Returns the Bundle of a bundler with Rollup's interface. @param {Function} open @param {object} options @returns {Bundle} */
const likeRollup = (open, options) => async (folder) => {
  const bundle = await open({
    input: path.join(folder, 'src/alone.js'),
    external: /^node:/,
    onwarn: () => {},
    ...options,
  });
  await bundle.write({ dir: path.join(folder, 'dist'), format: 'es' });
  await bundle.close();
};

/** @type {Record<string, Bundle>} */
const bundlers = {
  esbuild: (folder) =>
    build({
      ...{ bundle: true, splitting: true, format: 'esm', external: ['node:*'] },
      ...{ entryPoints: ['src/alone.js'], outdir: 'dist', absWorkingDir: folder },
    }),
  Rollup: likeRollup(rollup, { plugins: [nodeResolve()] }),
  Rolldown: likeRollup(rolldown, { platform: 'node' }),
};

/** @param {import('node:test').TestContext} t @param {string} home @param {import('../../web/engine/index.js').Engine} engine */
export async function tryAttentionAlone(t, home, engine) {
  const x = { data: Float32Array.of(1, 0.5, -2, 3), shape: [2, 2] };
  const expected = {
    output: [...engine.attention(x, x, x).output.data],
    parts,
    refused: [
      'parts[0]: got "laws"; expected one of "matrices", "forward", "attention"',
      ...['headAlgebra', 'createTrainer', 'attentionGradient'].map(
        (name) => `${name}: it is not in 'scaledot/attention', but in 'scaledot'`,
      ),
    ],
  };
  for (const [name, bundle] of Object.entries(bundlers))
    await t.test(name, async () => {
      const folder = project(home, `alone-${name}`);
      fs.writeFileSync(path.join(folder, 'src/alone.js'), code);
      assert.deepEqual(JSON.parse(await node(folder, 'src/alone.js')), expected);
      await bundle(folder);
      const dist = path.join(folder, 'dist');
      assert.deepEqual(JSON.parse(await node(dist, 'alone.js')), expected);
      const files = fs.readdirSync(dist);
      const needed = ['matrices', 'forward', 'attention'];
      const other = partNames.filter((part) => !needed.includes(part)).join('|');
      const others = RegExp(
        `^(engine-parts-(${other})|engine-training|learning|functions|(simd|relaxed)-(${other})-)`,
      );
      assert.deepEqual(
        files.filter((file) => others.test(file)),
        [],
      );
    });
}
