// Shared by the package tests: the tarball, temporary projects that install it, and programs run in them.
import { spawn } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { stagePackage } from '../../scripts/pack.mjs';

const here = path.dirname(fileURLToPath(import.meta.url));
const root = path.resolve(here, '../..');

/** Returns a path in this folder. @param {...string} parts */
export const inHere = (...parts) => path.join(here, ...parts);

/**
 * Runs a program and returns its output. Rejects with all output if the program fails or takes more than ten minutes.
 * @param {string} folder
 * @param {string} program
 * @param {...string} args
 * @returns {Promise<string>}
 */
export const command = (folder, program, ...args) =>
  new Promise((resolve, reject) => {
    const child = spawn(program, args, {
      cwd: folder,
      stdio: ['ignore', 'pipe', 'pipe'],
      timeout: 600_000,
      shell: process.platform === 'win32' && program === 'npm', // npm is a .cmd file there
      // Vite is imported here and sets NODE_ENV.
      env: {
        ...process.env,
        NEXT_TELEMETRY_DISABLED: '1',
        DENO_NO_UPDATE_CHECK: '1',
        NODE_OPTIONS: '',
        NODE_ENV: undefined,
      },
    });
    const printed = { stdout: '', stderr: '' };
    child.stdout.on('data', (text) => (printed.stdout += text));
    child.stderr.on('data', (text) => (printed.stderr += text));
    child.on('error', reject);
    child.on('close', (code) => {
      if (code === 0) resolve(printed.stdout.trimEnd());
      else
        reject(
          new Error(`${program} ${args.join(' ')}: ${code}\n${printed.stdout}${printed.stderr}`),
        );
    });
  });

/** @param {string} folder @param {...string} args */
const npm = (folder, ...args) => command(folder, 'npm', ...args);

/** @param {string} folder @param {...string} args */
export const node = (folder, ...args) => command(folder, process.execPath, ...args);

/** Tools that a project finds beside the package, as if installed there. They come from this folder or from the root. */
const tools = [
  ...['rollup', '@rollup/plugin-node-resolve', 'esbuild', 'webpack', 'vite'],
  ...['react', '@types/react'],
];

/** @param {string} tool */
export const toolFolder = (tool) =>
  [inHere('node_modules', tool), path.join(root, 'node_modules', tool)].find((folder) =>
    fs.existsSync(folder),
  ) ?? '';

/** Makes a folder outside the repository, so that dependencies missing from the tarball cannot be found in a parent folder. */
export const temporaryFolder = () =>
  fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'scaledot-package-')));

/** Packs the built package. Returns the tarball. @param {string} folder where it is put */
async function pack(folder) {
  const options = ['--json', '--silent', '--pack-destination', folder];
  const [{ filename }] = JSON.parse(await npm(folder, 'pack', stagePackage(), ...options));
  return path.join(folder, filename);
}

/**
 * Installs a tarball as users do.
 * @param {string} home
 * @param {string} tarball
 */
export async function installTarball(home, tarball) {
  // The projects are workspaces of one package, from which Vite's development server derives the folders that it may serve.
  fs.writeFileSync(path.join(home, 'package.json'), '{ "private": true, "workspaces": ["*"] }\n');
  const quiet = ['--prefer-offline', '--ignore-scripts', '--no-audit', '--no-fund'];
  await npm(home, 'install', ...quiet, '--loglevel=error', tarball);
}

/** Packs the package and installs the tarball beside the tools. */
export async function install() {
  const home = temporaryFolder();
  const tarball = await pack(home);
  await installTarball(home, tarball);
  for (const tool of tools) {
    const place = path.join(home, 'node_modules', tool);
    fs.mkdirSync(path.dirname(place), { recursive: true });
    fs.symlinkSync(toolFolder(tool), place, 'junction');
  }
  return {
    tarball,
    /** The folder of the installed package. */
    unpacked: path.join(home, 'node_modules', 'scaledot'),
    home,
    remove: () => fs.rmSync(home, { recursive: true, force: true }),
  };
}

/** The three ways of making workers. @typedef {'' | '-beside' | '-plain'} Way */

/**
 * Makes a new project with the programs in src/, and files of hosts/ at its top.
 * @param {string} home
 * @param {string} name
 * @param {{files?: string[], way?: Way}} [options]
 */
export function project(home, name, { files = [], way = '' } = {}) {
  const folder = path.join(home, name.replaceAll(/\W+/g, '-'));
  fs.cpSync(inHere('programs'), path.join(folder, 'src'), { recursive: true });
  for (const file of files) fs.copyFileSync(inHere('hosts', file), path.join(folder, file));
  fs.writeFileSync(path.join(folder, 'package.json'), '{ "private": true, "type": "module" }\n');
  fs.copyFileSync(
    inHere(`programs/create-worker${way}.js`),
    path.join(folder, 'src/create-worker.js'),
  );
  return folder;
}

/**
 * Writes the page of a project, with a module or with classic scripts.
 * @param {string} file
 * @param {string} script
 * @param {...string} more
 */
export function writePage(file, script, ...more) {
  const tags =
    more.length === 0
      ? `<script type="module" src="${script}"></script>`
      : [script, ...more].map((src) => `<script src="${src}"></script>`).join('\n    ');
  fs.mkdirSync(path.dirname(file), { recursive: true });
  fs.writeFileSync(
    file,
    `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <link rel="icon" href="data:," />
    <title>A project</title>
    ${tags}
  </head>
  <body></body>
</html>
`,
  );
}
