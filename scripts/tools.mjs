// What the other scripts share: running programs, looking at the host, installing what is missing, durations,
// and stamps that tell whether a step has to be done again. Plain Node: it runs before `npm ci`.
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

export const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');
/** @param {...string} parts of a path below the project's root */
export const inRoot = (...parts) => path.join(root, ...parts);

const windows = process.platform === 'win32';
export const isRoot = process.getuid?.() === 0;
export const isCI = process.env.CI === 'true';

/** An error whose message is meant for the person at the terminal: no stack is shown. */
export class Stop extends Error {}

/** @param {string} text */
export const say = (text) => process.stderr.write(`scaledot: ${text}\n`);

/**
 * Runs a script's main function; a Stop ends it with its message alone.
 * @param {() => Promise<number | void>} main gives the exit code
 */
export async function runMain(main) {
  try {
    process.exitCode = (await main()) ?? 0;
  } catch (error) {
    say(error instanceof Stop ? error.message : String(/** @type {Error} */ (error).stack));
    process.exitCode = 1;
  }
}

/**
 * Runs a program in the project's root, its output on this terminal. Gives its exit code.
 * @param {string} command
 * @param {string[]} args
 * @param {{env?: Record<string, string>, quiet?: boolean, hideOutput?: boolean, yielding?: boolean}} [options]
 *   quiet: show what it prints only if it fails; hideOutput: never show its standard output;
 *   yielding: it and what it starts get the processor when nothing else wants it
 * @returns {Promise<number>}
 */
export function run(command, args, { env = {}, quiet = false, hideOutput, yielding } = {}) {
  const output = quiet ? 'pipe' : 'inherit';
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      cwd: root,
      env: { ...process.env, ...env },
      shell: windows, // npm is a .cmd file there
      stdio: ['ignore', hideOutput ? 'ignore' : output, output],
    });
    if (yielding && child.pid) os.setPriority(child.pid, os.constants.priority.PRIORITY_LOW);
    /** @type {Buffer[]} */
    const printed = [];
    child.stdout?.on('data', (chunk) => printed.push(chunk));
    child.stderr?.on('data', (chunk) => printed.push(chunk));
    child.on('error', (error) => {
      say(error.message);
      resolve(127);
    });
    child.on('close', (code) => {
      if (quiet && code !== 0) process.stderr.write(Buffer.concat(printed));
      resolve(code ?? 1);
    });
  });
}

/**
 * The same, but failing is an error.
 * @param {string} command
 * @param {string[]} args
 * @param {Parameters<typeof run>[2]} [options]
 */
export async function mustRun(command, args, options) {
  const code = await run(command, args, options);
  if (code !== 0) throw new Stop(`failed with exit code ${code}: ${command} ${args.join(' ')}`);
}

/**
 * What a program prints, or '' if it fails or is not there.
 * @param {string} command
 * @param {...string} args
 */
export const outputOf = (command, ...args) =>
  spawnSync(command, args, { encoding: 'utf8', shell: windows }).stdout ?? '';

/**
 * Waits for all of them. Should one fail, that is said when the others have ended, too: not in the midst of what they print.
 * @param {Promise<void>[]} steps
 */
export async function together(...steps) {
  for (const result of await Promise.allSettled(steps)) {
    if (result.status === 'rejected') throw result.reason;
  }
}

/**
 * A duration for people: `0 s`, `59 s`, `2 min 5 s`.
 * @param {number} milliseconds
 */
export function duration(milliseconds) {
  const seconds = Math.round(milliseconds / 1000);
  const minutes = Math.floor(seconds / 60);
  return minutes > 0 ? `${minutes} min ${seconds % 60} s` : `${seconds} s`;
}

/** @param {string} command */
export const has = (command) => outputOf(command, '--version') !== '';

// --- The host ---------------------------------------------------------------------------

const packagesOf = { cmake: 'cmake', make: 'make', python3: 'python3', 'c++': 'g++' };

/**
 * Stops with instructions when this machine lacks what cannot be installed into the project.
 * @param {{compiler?: boolean}} [needs] compiler: also a C++ compiler for this machine
 */
export function checkHost({ compiler = false } = {}) {
  const [major, minor] = process.versions.node.split('.').map(Number);
  if (major < 20 || (major === 20 && minor < 19) || major === 21) {
    throw new Stop(`Node ${process.versions.node} is too old: 20.19 or newer is needed.
  Debian 13 or newer: apt-get install nodejs npm; elsewhere: https://nodejs.org/en/download`);
  }
  /** @type {(keyof typeof packagesOf)[]} */
  const missing = [];
  if (!has('cmake')) missing.push('cmake');
  if (!has('ninja') && !has('make')) missing.push('make');
  if (!windows && !has('python3')) missing.push('python3');
  if (compiler && !windows && !has('c++')) missing.push('c++');
  if (missing.length === 0) return;
  throw new Stop(`not found: ${missing.join(', ')}.
  Debian and Ubuntu: apt-get install ${missing.map((name) => packagesOf[name]).join(' ')}
  macOS: xcode-select --install; brew install cmake
  Windows: use the Windows Subsystem for Linux`);
}

/**
 * Ninja where there is one, else what CMake takes by itself; all cores. Emscripten gets the Python itself: where `python3` is a
 * script that looks for it, as pyenv's, each source would take 0.1 s longer.
 */
export const cmakeEnv = () => ({
  CMAKE_BUILD_PARALLEL_LEVEL: String(os.availableParallelism()),
  ...(has('ninja') ? { CMAKE_GENERATOR: 'Ninja' } : {}),
  EMSDK_PYTHON:
    process.env.EMSDK_PYTHON ??
    outputOf('python3', '-c', 'import sys; print(sys.executable)').trim(),
});

let holdsLock = false;

/** @param {string} lock a lock file; it holds the id of the process that made it */
function makerIsAlive(lock) {
  try {
    process.kill(Number(fs.readFileSync(lock, 'utf8')), 0);
    return true;
  } catch {
    return false;
  }
}

/**
 * Does a step while no other process does such a step in this checkout.
 * @template T
 * @param {() => Promise<T>} step
 * @returns {Promise<T>}
 */
async function alone(step) {
  if (holdsLock) return step();
  const lock = inRoot('build', 'lock');
  fs.mkdirSync(path.dirname(lock), { recursive: true });
  for (let said = false; !holdsLock;) {
    try {
      fs.writeFileSync(lock, String(process.pid), { flag: 'wx' });
      holdsLock = true;
    } catch {
      if (!said) say('waiting for another build in this folder');
      said = true;
      await setTimeout(300);
      if (!makerIsAlive(lock)) fs.rmSync(lock, { force: true });
    }
  }
  try {
    return await step();
  } finally {
    holdsLock = false;
    fs.rmSync(lock, { force: true });
  }
}

/**
 * Configures and builds a preset of CMakePresets.json, or only some of its targets.
 * @param {string} preset
 * @param {...string} targets
 */
export async function cmakeBuild(preset, ...targets) {
  const env = cmakeEnv();
  const strict = `-DSCALEDOT_WERROR=${isCI ? 'ON' : 'OFF'}`;
  await alone(async () => {
    await mustRun('cmake', ['--preset', preset, strict], { env, quiet: true });
    const only = targets.length > 0 ? ['--target', ...targets] : [];
    await mustRun('cmake', ['--build', '--preset', preset, ...only], { env });
  });
}

// --- What is installed into the project ----------------------------------------------------

/** Whether a folder's node_modules holds what its package-lock.json says. @param {string} folder */
function packagesAreCurrent(folder) {
  try {
    const read = (/** @type {string} */ file) =>
      JSON.parse(fs.readFileSync(path.join(folder, file), 'utf8')).packages;
    const wanted = read('package-lock.json');
    const present = read('node_modules/.package-lock.json');
    return Object.keys(wanted).every(
      (name) =>
        name === '' || wanted[name].optional || present[name]?.version === wanted[name].version,
    );
  } catch {
    return false; // no node_modules yet
  }
}

/** Installs the npm packages, if they are not there. */
export async function installPackages() {
  if (packagesAreCurrent(root)) return;
  say('installing npm packages');
  await mustRun('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error']);
}

/** Installs the packages of a folder that has its own. @param {string} name of the folder, below the root */
export async function installPackagesOf(name) {
  const folder = inRoot(name);
  if (packagesAreCurrent(folder)) return;
  say(`installing npm packages into ${name}`);
  const quiet = ['--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
  await mustRun('npm', ['ci', '--prefix', folder, ...quiet]);
}

const oldestEmscripten = [3, 1, 61];

/** Whether a new enough Emscripten is in $EMSDK or on the PATH. */
function systemHasEmscripten() {
  const { EMSDK } = process.env;
  const places = [...(EMSDK ? [path.join(EMSDK, 'upstream', 'emscripten', 'emcc')] : []), 'emcc'];
  return places.some((emcc) => {
    const version = outputOf(emcc, '--version')
      .match(/(\d+)\.(\d+)\.(\d+)/)
      ?.slice(1)
      .map(Number);
    if (!version) return false;
    const first = version.findIndex((number, i) => number !== oldestEmscripten[i]);
    return first < 0 || version[first] > oldestEmscripten[first];
  });
}

/** Sees to an Emscripten: the project's own copy, the system's, or a new copy. */
export async function installEmscripten() {
  const own = process.env.SCALEDOT_TOOLCHAIN ?? inRoot('.toolchain');
  if (!fs.existsSync(path.join(own, 'stamp')) && systemHasEmscripten()) return;
  // The script looks at its stamp first, and explains what to do where it cannot help.
  const quiet = fs.existsSync(path.join(own, 'stamp'));
  await alone(() => mustRun('sh', ['scripts/setup-toolchain.sh'], { quiet }));
}

// --- Stamps -----------------------------------------------------------------------------

/** @param {string} file @returns {string[]} the file, or all files below the folder, sorted */
function filesBelow(file) {
  if (!fs.existsSync(file)) return [];
  if (!fs.statSync(file).isDirectory()) return [file];
  return fs
    .readdirSync(file)
    .sort()
    .flatMap((name) => filesBelow(path.join(file, name)));
}

/** @param {string[]} inputs files and folders below the root @param {string} options */
function hashOf(inputs, options) {
  const hash = createHash('sha256').update(options);
  for (const file of inputs.flatMap((input) => filesBelow(inRoot(input)))) {
    hash.update(`${path.relative(root, file)}\0`).update(fs.readFileSync(file));
  }
  return hash.digest('hex');
}

/**
 * @typedef {object} Step
 * @property {string[]} inputs files and folders below the root
 * @property {string[]} outputs
 * @property {string} [options] what else the outputs depend on
 */

const stampOf = (/** @type {string} */ name) => inRoot('build', 'stamps', name);

/**
 * Whether a step was done with the same inputs and its outputs are still there.
 * @param {string} name
 * @param {Step} step
 */
export const isCurrent = (name, { inputs, outputs, options = '' }) =>
  fs.existsSync(stampOf(name)) &&
  fs.readFileSync(stampOf(name), 'utf8') === hashOf(inputs, options) &&
  outputs.every((output) => fs.existsSync(inRoot(output)));

/**
 * Does a step unless it is current.
 * @param {string} name
 * @param {Step} step
 * @param {() => Promise<void>} work
 */
export async function unlessCurrent(name, step, work) {
  if (isCurrent(name, step)) return;
  await alone(async () => {
    if (isCurrent(name, step)) return; // by the process that this one has waited for
    say(`building the ${name}`);
    const stamp = stampOf(name);
    const hash = hashOf(step.inputs, step.options ?? ''); // of what is built now, whatever is edited meanwhile
    fs.rmSync(stamp, { force: true });
    await work();
    fs.mkdirSync(path.dirname(stamp), { recursive: true });
    fs.writeFileSync(stamp, hash);
  });
}
