// Where the package is used: how a project is built there, and how a program of it is asked for its answer.
import path from 'node:path';
import { inHere, node, project, toolFolder, writePage } from './kit.mjs';

/**
 * @typedef {'engine' | 'workers' | 'lean' | 'adapters' | 'elements'} Program
 *
 * @typedef {object} Host
 * @property {string} name
 * @property {Program[]} [programs] the ones that are run there, if not all
 * @property {Partial<Record<Program, string>>} [notes] of what needs a setting
 * @property {Partial<Record<Program, RegExp>>} [cannot] what does not work, and how it fails
 * @property {(kit: {home: string, browser: any}) => Promise<(program: Program) => Promise<string>>} prepare
 *   makes the project, and gives what asks a program for its answer
 */

/** In Node there is no DOM, and workers are found without being asked for. */
const inNode = { workers: 'node-workers', elements: 'node-elements' };

/** @param {string} name @param {string} script @param {Record<string, string>} [programs] @returns {Host} */
const nodeHost = (name, script, programs = inNode) => ({
  name,
  notes: { elements: 'no DOM' },
  async prepare({ home }) {
    const folder = project(home, name.replaceAll(/\W+/g, '-'));
    return (program) => node(folder, path.join('src', script), programs[program] ?? program);
  },
});

/** @param {string} tool @param {string} file */
const bin = (tool, file) => path.join(toolFolder(tool), file);

/**
 * A bundler that makes dist/main.js, which stands in a page.
 * @param {string} name
 * @param {{file: string, beside?: boolean, build: string[], pageFirst?: boolean} & Pick<Host, 'notes' | 'cannot'>} how
 * @returns {Host}
 */
const bundler = (name, { file, beside = false, build, pageFirst = false, ...rest }) => ({
  name,
  ...rest,
  async prepare({ home, browser }) {
    const folder = project(home, name.replaceAll(/\W+/g, '-'), { files: [file], beside });
    if (pageFirst) writePage(path.join(folder, 'index.html'), './src/main.js');
    else writePage(path.join(folder, 'dist/index.html'), './main.js');
    await node(folder, ...build);
    return (program) => browser.answerOf(path.join(folder, 'dist'), program);
  },
});

/** @type {Host[]} */
export const hosts = [
  nodeHost('Node, import', 'run.mjs'),
  nodeHost('Node, require()', 'require.cjs', {}),
  nodeHost('Node, in a worker', 'thread.mjs'),
  bundler('Vite 8, build', {
    file: 'vite.config.js',
    pageFirst: true,
    build: [bin('vite', 'bin/vite.js'), 'build', '--logLevel', 'warn'],
  }),
  bundler('webpack 5', { file: 'webpack.config.js', build: [inHere('webpack.mjs')] }),
  bundler('Rollup 4', {
    file: 'rollup.config.js',
    beside: true,
    build: [bin('rollup', 'dist/bin/rollup'), '-c', '--silent'],
    notes: { workers: 'worker entry' },
  }),
  bundler('esbuild', {
    file: 'esbuild.mjs',
    beside: true,
    build: ['esbuild.mjs'],
    notes: { workers: 'worker entry' },
  }),
];
