// node webpack.mjs in a project: what `webpack` does, without webpack-cli.
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import webpack from 'webpack';

const { default: config } = await import(pathToFileURL(path.resolve('webpack.config.js')).href);
// Terser would take ten times as long as the rest. The builds of Vite and esbuild are minified.
const unminified = { ...config, optimization: { ...config.optimization, minimize: false } };
webpack(unminified, (error, stats) => {
  if (!error && !stats?.hasErrors() && !stats?.hasWarnings()) return;
  console.error(error ?? stats?.toString({ all: false, errors: true, warnings: true }));
  process.exitCode = 1;
});
