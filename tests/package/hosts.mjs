// Where the package is used: how a project is built there, and how a program of it is asked for its answer.
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { createServer } from 'vite';
import { environments } from './environments.mjs';
import { command, inHere, node, project, temporaryFolder, toolFolder, writePage } from './kit.mjs';

/**
 * @typedef {'engine' | 'attention' | 'workers' | 'lean' | 'adapters' | 'elements' | 'charts'} Program
 * @typedef {(program: Program | 'variant') => Promise<string>} Ask
 *
 * @typedef {object} Place
 * @property {string} home where the package is installed
 * @property {string} tarball
 * @property {Awaited<ReturnType<import('./pages.mjs').openBrowser>>} browser
 * @property {(close: () => Promise<unknown>) => void} after
 *
 * @typedef {object} Host
 * @property {string} name
 * @property {true} [isSlow] tried only with --all; docs/bundlers.md keeps what was found then
 * @property {Program[]} [programs] the ones that are run there, if not all
 * @property {Partial<Record<Program, string>>} [notes] on what needs a setting, as in docs/bundlers.md
 * @property {Partial<Record<Program, RegExp>>} [cannot] what does not work, and how it fails
 * @property {(place: Place) => Promise<Ask>} prepare makes the project, and gives what asks its programs
 */

/** In Node there is no DOM, and workers are found without being asked for. */
const inNode = { workers: 'node-workers', elements: 'node-elements' };

/** @param {string} name @param {string} script @param {Record<string, string>} [programs] @returns {Host} */
const nodeHost = (name, script, programs = inNode) => ({
  name,
  notes: { elements: 'no DOM', charts: 'as text' },
  async prepare({ home }) {
    const folder = project(home, name);
    return (program) => node(folder, path.join('src', script), programs[program] ?? program);
  },
});

/** @param {string} tool @param {string} file */
const bin = (tool, file) => path.join(toolFolder(tool), file);

/**
 * A bundler that makes dist/main.js, which stands in a page.
 * @param {string} name
 * @param {{file: string, way?: import('./kit.mjs').Way, build: string[]} & Pick<Host, 'notes' | 'cannot'>} how
 * @returns {Host}
 */
const bundler = (name, { file, way, build, ...rest }) => ({
  name,
  ...rest,
  async prepare({ home, browser }) {
    const folder = project(home, name, { files: [file], way });
    writePage(path.join(folder, 'dist/index.html'), './main.js');
    await node(folder, ...build);
    return (program) => browser.answerOf(path.join(folder, 'dist'), program);
  },
});

const viteFile = { files: ['vite.config.js'] };

/** @type {Host} */
const viteBuild = {
  name: 'Vite 8, build',
  async prepare({ home, browser }) {
    const folder = project(home, 'vite-build', viteFile);
    writePage(path.join(folder, 'index.html'), './src/main.js');
    await node(folder, bin('vite', 'bin/vite.js'), 'build', '--logLevel', 'warn');
    return (program) => browser.answerOf(path.join(folder, 'dist'), program);
  },
};

/** @type {Host} */
const viteDevelopment = {
  name: 'Vite 8, development server',
  async prepare({ home, browser, after }) {
    const folder = project(home, 'vite-development', viteFile);
    writePage(path.join(folder, 'index.html'), './src/main.js');
    const port = 20000 + (process.pid % 20000);
    const server = await createServer({
      root: folder,
      logLevel: 'silent',
      server: { host: '127.0.0.1', port },
    });
    after(() => server.close());
    await server.listen();
    return (program) => browser.answerAt(`${server.resolvedUrls?.local[0]}#${program}`);
  },
};

/** What allows the import map of a file, by its hash. @param {string} file */
function allowMapOf(file) {
  const map = /** @type {RegExpMatchArray} */ (
    fs.readFileSync(file, 'utf8').match(/<script type="importmap">([^]*?)<\/script>/)
  )[1];
  const hash = createHash('sha256').update(map).digest('base64');
  return (/** @type {string} */ policy) =>
    policy.replace("script-src 'self'", `$& 'sha256-${hash}'`);
}

/** @type {Host} */
const plainPage = {
  name: 'no bundler, import map',
  async prepare({ home, browser }) {
    const folder = project(home, 'plain', { files: ['importmap.html'], way: '-plain' });
    const change = allowMapOf(path.join(folder, 'importmap.html'));
    const page = 'plain/importmap.html';
    return (program) => browser.answerOf(home, program, { change, page });
  },
};

/**
 * A page with one classic script for all.
 * @param {string} home
 * @param {string} name
 */
async function scriptTagPage(home, name) {
  const folder = project(home, name);
  const one = 'dist/scaledot.min.js';
  fs.copyFileSync(path.join(home, 'node_modules/scaledot', one), path.join(folder, 'scaledot.js'));
  const bundle = { entryPoints: ['src/classic.js'], bundle: true, outfile: 'classic.js' };
  await build({ ...bundle, absWorkingDir: folder });
  writePage(path.join(folder, 'index.html'), './scaledot.js', './classic.js');
  return folder;
}

/** @type {Program[]} */
const ofScriptTag = ['engine', 'elements'];

/** @type {Host[]} */
const scriptTags = [
  {
    name: 'script tag',
    programs: ofScriptTag,
    async prepare({ home, browser }) {
      const folder = await scriptTagPage(home, 'script-tag');
      return (program) => browser.answerOf(folder, program);
    },
  },
  {
    name: 'script tag, page from a disk',
    programs: ofScriptTag,
    notes: { elements: 'no workers' },
    async prepare({ home, browser }) {
      const folder = await scriptTagPage(home, 'disk');
      const page = pathToFileURL(path.join(folder, 'index.html')).href;
      return (program) => browser.answerAt(`${page}#${program}`, { alone: true });
    },
  },
];

/** Next.js writes scripts and styles into its pages. */
const allowNext = (/** @type {string} */ policy) =>
  policy
    .replace("script-src 'self'", "$& 'unsafe-inline'")
    .replace("style-src 'self'", "$& 'unsafe-inline'")
    .replace("connect-src 'none'", "connect-src 'self'");

/** @type {Host} */
const next = {
  name: 'Next.js 16, static export',
  isSlow: true,
  async prepare({ tarball, browser, after }) {
    // Not among the other projects: npm would take it for one of their workspaces.
    const apart = temporaryFolder();
    after(() => fs.promises.rm(apart, { recursive: true, force: true }));
    const folder = project(apart, 'next');
    fs.cpSync(inHere('next'), folder, { recursive: true, verbatimSymlinks: true });
    const quiet = ['--no-save', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
    await command(folder, 'npm', 'install', ...quiet, '--prefer-offline', tarball);
    await node(folder, 'node_modules/next/dist/bin/next', 'build');
    const out = path.join(folder, 'out');
    const built = builtAnswer(fs.readFileSync(path.join(out, 'index.html'), 'utf8'));
    return async (program) => {
      const answer = await browser.answerOf(out, program, { change: allowNext });
      // What the server component found while the site was built must be the same.
      if (program === 'engine') assert.equal(built, answer);
      return answer;
    };
  },
};

/** @param {string} html */
const builtAnswer = (html) =>
  (html.match(/<pre id="built">([^<]*)<\/pre>/)?.[1] ?? 'nothing was built').replaceAll(
    '&quot;',
    '"',
  );

/** @type {Host[]} */
export const hosts = [
  nodeHost('Node, import', 'run.mjs'),
  nodeHost('Node, require()', 'require.cjs', {}),
  nodeHost('Node, in a worker', 'thread.mjs'),
  viteBuild,
  viteDevelopment,
  bundler('webpack 5', { file: 'webpack.config.js', build: [inHere('webpack.mjs')] }),
  bundler('Rollup 4', {
    file: 'rollup.config.js',
    way: '-beside',
    build: [bin('rollup', 'dist/bin/rollup'), '-c', '--silent'],
    notes: { workers: 'worker entry', lean: 'wasm copied', elements: 'worker entry' },
  }),
  bundler('esbuild', {
    file: 'esbuild.mjs',
    way: '-beside',
    build: ['esbuild.mjs'],
    notes: { workers: 'worker entry', lean: 'wasm copied', elements: 'worker entry' },
  }),
  next,
  plainPage,
  ...scriptTags,
  ...environments,
];
