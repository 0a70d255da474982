import fs from 'node:fs';
import resolve from '@rollup/plugin-node-resolve';

// Only for scaledot/lean, which fetches its WebAssembly from the program's folder.
const wasmBeside = {
  name: 'wasm-beside',
  generateBundle() {
    const from = new URL('.', import.meta.resolve('scaledot/lean'));
    for (const fileName of fs.readdirSync(from).filter((name) => name.endsWith('.wasm'))) {
      const source = fs.readFileSync(new URL(fileName, from));
      this.emitFile({ type: 'asset', fileName, source });
    }
  },
};

export default {
  // The second entry is the worker program.
  input: { main: 'src/main.js', worker: 'scaledot/worker' },
  output: { dir: 'dist' },
  plugins: [resolve({ browser: true }), wasmBeside],
};
