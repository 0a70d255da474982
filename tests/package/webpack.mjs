// node webpack.mjs in a project: does what `webpack` does, without webpack-cli.
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import webpack from 'webpack';

const { default: config } = await import(pathToFileURL(path.resolve('webpack.config.js')).href);
// Terser takes ten times as long as the rest, so it runs only with --all, for a release.
const minimize = Boolean(process.env.SCALEDOT_ALL);
webpack({ ...config, optimization: { ...config.optimization, minimize } }, (error, stats) => {
  if (!error && !stats?.hasErrors() && !stats?.hasWarnings()) return;
  console.error(error ?? stats?.toString({ all: false, errors: true, warnings: true }));
  process.exitCode = 1;
});
