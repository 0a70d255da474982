import fs from 'node:fs';
import { build } from 'esbuild';

await build({
  // The second entry is the worker program.
  entryPoints: { main: 'src/main.js', worker: 'scaledot/worker' },
  outdir: 'dist',
  bundle: true,
  format: 'esm',
  splitting: true,
  minify: true,
});

// Only for scaledot/lean, which fetches its WebAssembly from the program's folder.
const from = new URL('.', import.meta.resolve('scaledot/lean'));
for (const file of fs.readdirSync(from).filter((name) => name.endsWith('.wasm')))
  fs.copyFileSync(new URL(file, from), `dist/${file}`);
