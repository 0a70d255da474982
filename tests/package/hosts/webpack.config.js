import path from 'node:path';

export default {
  mode: 'production',
  entry: './src/main.js',
  output: { path: path.resolve('dist'), filename: 'main.js' },
  // An engine is larger than webpack's 244 KiB, but it is a chunk of its own, and only the one in use is loaded.
  performance: { hints: false },
};
