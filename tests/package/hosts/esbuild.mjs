import { build } from 'esbuild';

await build({
  // The second entry is the program of the workers.
  entryPoints: { main: 'src/main.js', worker: 'scaledot/worker' },
  outdir: 'dist',
  bundle: true,
  format: 'esm',
  splitting: true,
  minify: true,
});
