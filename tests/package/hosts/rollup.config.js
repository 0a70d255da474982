import resolve from '@rollup/plugin-node-resolve';

export default {
  // The second entry is the program of the workers.
  input: { main: 'src/main.js', worker: 'scaledot/worker' },
  output: { dir: 'dist' },
  plugins: [resolve({ browser: true })],
};
