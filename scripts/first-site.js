// Vite's configuration of the page that `npm start` serves while some variants of the engine are still being built. Their
// modules are replaced by one that throws, so that load() takes the next variant.
import path from 'node:path';
import config from '../vite.config.js';
import { firstModules } from './build.mjs';
import { inRoot } from './tools.mjs';

const engines = inRoot('build', 'engine') + path.sep;
const built = firstModules.map((module) => inRoot(module));
const placeholder = '\0later';

export const later = {
  name: 'variants-built-later',
  enforce: /** @type {const} */ ('pre'),

  /** @param {string} source @param {string} [importer] */
  resolveId(source, importer = '') {
    const file = path.resolve(path.dirname(importer), source);
    return file.startsWith(engines) && !built.includes(file) ? placeholder : null;
  },

  /** @param {string} id */
  load(id) {
    if (id !== placeholder) return null;
    return `export default () => { throw new Error('this variant of the engine is still being built'); };`;
  },
};

export default {
  ...config,
  plugins: [later],
  worker: { ...config.worker, plugins: () => [later] },
};
