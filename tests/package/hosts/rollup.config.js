import fs from 'node:fs';
import resolve from '@rollup/plugin-node-resolve';

// Only for scaledot/lean, which fetches its WebAssembly from beside the program.
const wasmBeside = {
  name: 'wasm-beside',
  generateBundle() {
    for (const fileName of ['engine-relaxed.wasm', 'engine-simd.wasm', 'learning-simd.wasm']) {
      const source = fs.readFileSync(new URL(fileName, import.meta.resolve('scaledot/lean')));
      this.emitFile({ type: 'asset', fileName, source });
    }
  },
};

export default {
  // The second entry is the program of the workers.
  input: { main: 'src/main.js', worker: 'scaledot/worker' },
  output: { dir: 'dist' },
  plugins: [resolve({ browser: true }), wasmBeside],
};
