// Environments of the package other than Node, bundlers and pages: other runtimes, and test runners.
import fs from 'node:fs';
import path from 'node:path';
import { build } from 'esbuild';
import { command, inHere, node, project, toolFolder } from './kit.mjs';

/** @import { Ask, Host, Program } from './hosts.mjs' */

/**
 * @typedef {object} Own
 * @property {string} engine which one load() takes there by itself; '': the one of Node
 * @property {boolean} [takesModule] whether load({ module }) makes sense there
 * @property {string} write what a user writes there, for the table of docs/bundlers.md
 *
 * @typedef {Host & Own} Environment
 */

const installed = (/** @type {string[]} */ ...parts) =>
  inHere('environments', 'node_modules', ...parts);

/** Returns a native program. npm installs only the one for this system. @param {string} scope @param {...string} file */
const nativeProgram = (scope, ...file) =>
  fs
    .readdirSync(installed(scope))
    .map((name) => installed(scope, name, ...file))
    .find((each) => fs.existsSync(each)) ?? '';

/** As in Node, without a DOM, but with workers. @type {Partial<Record<Program | 'variant', string>>} */
const inNode = { workers: 'node-workers', elements: 'node-elements' };

/**
 * @param {string} name
 * @param {Own & {start: () => [string, ...string[]]}} how  start: the command that runs a file
 * @returns {Environment}
 */
const runtime = (name, { start, ...own }) => ({
  name,
  ...own,
  notes: { elements: 'no DOM', charts: 'as text' },
  async prepare({ home }) {
    const folder = project(home, name);
    return (program) =>
      command(folder, ...start(), path.join('src', 'run.mjs'), inNode[program] ?? program);
  },
});

/**
 * Runs a test runner on a file with a test for each program.
 * @param {string} name
 * @param {Omit<Own, 'engine'> & Pick<Host, 'notes' | 'programs'> & {args: string[]}} how  args: of Node
 * @returns {Environment}
 */
const runner = (name, { args, ...own }) => ({
  name,
  engine: '',
  ...own,
  async prepare({ home }) {
    const folder = project(home, name);
    await node(folder, ...args);
    return async (program) => fs.readFileSync(path.join(folder, `${program}.json`), 'utf8');
  },
});

/**
 * @param {string} folder of a project
 * @param {string} name of a program in src/
 * @param {import('esbuild').BuildOptions} options
 */
const bundle = (folder, name, options) =>
  build({
    ...{ absWorkingDir: folder, bundle: true, logLevel: 'error' },
    ...{ entryPoints: [`src/${name}.js`], outdir: `dist/${name}` },
    ...options,
  });

/** Returns the module for `workerd test`. It prints the Worker's answer. @param {string} name */
const workerTest = (name) => `import worker from './${name}.js';
export default { test: async () => console.log(await (await worker.fetch()).text()) };
`;

/** @param {readonly string[]} wasm  its files */
const workerConfig = (wasm) => `using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (services = [(name = "main", worker = (
  compatibilityDate = "2026-11-01",
  modules = [
    (name = "test.js", esModule = embed "test.js"),
    ${wasm.map((name) => `(name = "./${name}", wasm = embed "${name}"),`).join('\n    ')}
  ],
))]);
`;

/** @type {Environment} */
const workers = {
  name: 'Cloudflare Workers',
  engine: 'fallback',
  takesModule: true,
  write: '`load({ module })`, as below',
  programs: ['lean'],
  notes: { lean: '`module`' },
  async prepare({ home }) {
    const folder = project(home, 'workers');
    return async (program) => {
      const name = program === 'lean' ? 'worker-given' : 'worker-alone';
      fs.writeFileSync(path.join(folder, 'src/test.js'), workerTest(name));
      // As Cloudflare's wrangler does: one file, with the WebAssembly beside it.
      const out = path.join(folder, 'dist', name);
      await bundle(folder, 'test', { outdir: out, format: 'esm', loader: { '.wasm': 'copy' } });
      const wasm = fs.readdirSync(out).filter((file) => file.endsWith('.wasm'));
      fs.writeFileSync(path.join(out, 'config.capnp'), workerConfig(wasm));
      return command(out, installed('.bin', 'workerd'), 'test', 'config.capnp');
    };
  },
};

/** Next.js compiles such modules for its edge runtime and passes them to the script as globals. */
function wasmModules() {
  /** @type {{name: string, filePath: string}[]} */
  const files = [];
  /** @type {import('esbuild').Plugin} */
  const plugin = {
    name: 'wasm-modules',
    setup({ onResolve, onLoad, resolve }) {
      onResolve({ filter: /\.wasm\?module$/ }, async ({ path: from, kind, resolveDir }) => {
        const found = await resolve(from.replace('?module', ''), { kind, resolveDir });
        const name = `wasm_${files.length}`;
        files.push({ name, filePath: found.path });
        return { path: name, namespace: 'wasm' };
      });
      onLoad({ filter: /.*/, namespace: 'wasm' }, ({ path: name }) => ({
        contents: `export default globalThis.${name};`,
      }));
    },
  };
  return { plugin, files };
}

/** @type {Environment} */
const edge = {
  name: 'Next.js 16, edge runtime',
  engine: '', // as where Next.js itself runs it; hosts do not compile
  takesModule: true,
  write: '`load({ module })`, as below',
  programs: ['engine'],
  notes: { engine: '`module`' },
  async prepare({ home }) {
    const folder = project(home, 'edge');
    return async (program) => {
      const name = program === 'engine' ? 'edge-given' : 'edge-alone';
      const { plugin, files } = wasmModules();
      await bundle(folder, name, {
        format: 'iife',
        globalName: 'route',
        plugins: [plugin],
        logOverride: { 'empty-import-meta': 'silent' },
      });
      const script = path.join(folder, 'dist', name, `${name}.js`);
      return node(folder, inHere('edge.cjs'), script, JSON.stringify(files));
    };
  },
};

/** @type {Environment[]} */
export const environments = [
  runtime('Deno 2', {
    start: () => [installed('.bin', 'deno'), 'run', '--allow-all'],
    engine: 'relaxed',
    write: 'as in Node; without `package.json` `npm:scaledot`',
  }),
  runtime('Bun 1', {
    start: () => [nativeProgram('@oven', 'bin', 'bun'), 'run'],
    engine: 'relaxed',
    write: 'as in Node',
  }),
  workers,
  edge,
  runner('Vitest 4, jsdom', {
    args: [
      ...[installed('vitest/vitest.mjs'), 'run', 'src/programs.test.js'],
      ...['--environment', 'jsdom', '--reporter=dot'],
    ],
    write: 'as in Node',
    programs: ['engine', 'attention', 'workers', 'lean', 'elements'],
    notes: { elements: 'nothing drawn' },
  }),
  runner('Jest 30, CommonJS', {
    args: [
      ...['--experimental-vm-modules', path.join(toolFolder('jest'), 'bin/jest.js')],
      'src/programs.test.cjs',
    ],
    write: "`await import('scaledot')`, and `NODE_OPTIONS=--experimental-vm-modules`",
    notes: { elements: 'no DOM', charts: 'as text' },
  }),
];
