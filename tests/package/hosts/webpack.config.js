import path from 'node:path';

export default {
  mode: 'production',
  entry: './src/main.js',
  output: { path: path.resolve('dist'), filename: 'main.js' },
  // An engine is larger than webpack's limit of 244 KiB, but each is a separate chunk, and only the one in use is loaded.
  performance: { hints: false },
};
