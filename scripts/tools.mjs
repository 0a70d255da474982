// Functions that the other scripts share: running programs, checking the host, installing missing packages, durations, and stamps
// that tell whether a step has to be repeated. Uses only Node itself, because it runs before `npm ci`.
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

/** An error whose message is meant for the user. It is shown without a stack trace. */
export class Stop extends Error {}

/** @param {string} text */
export const say = (text) => process.stderr.write(`scaledot: ${text}\n`);

/**
 * Runs a script's main function. A Stop ends it with only its message.
 * @param {() => Promise<number | void>} main  returns the exit code
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
 * Runs a program in the project's root, with its output on this terminal. Returns its exit code.
 * @param {string} command
 * @param {string[]} args
 * @param {{env?: Record<string, string>, quiet?: boolean, hideOutput?: boolean, yielding?: boolean}} [options]
 *   quiet: show its output only if it fails; hideOutput: never show its standard output;
 *   yielding: run it and its children with low priority
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
 * Like run(), but throws if the program fails.
 * @param {string} command
 * @param {string[]} args
 * @param {Parameters<typeof run>[2]} [options]
 */
export async function mustRun(command, args, options) {
  const code = await run(command, args, options);
  if (code !== 0) throw new Stop(`failed with exit code ${code}: ${command} ${args.join(' ')}`);
}

/**
 * Returns the standard output of a program, or '' if it cannot be started.
 * @param {string} command
 * @param {...string} args
 */
export const outputOf = (command, ...args) =>
  spawnSync(command, args, { encoding: 'utf8', shell: windows }).stdout ?? '';

/**
 * Waits for all steps. Throws an error only after all have ended, so that its message is not in the middle of their output.
 * @param {Promise<void>[]} steps
 */
export async function together(...steps) {
  for (const result of await Promise.allSettled(steps)) {
    if (result.status === 'rejected') throw result.reason;
  }
}

/**
 * Formats a duration: `0 s`, `59 s`, `2 min 5 s`.
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
 * Stops with instructions if this machine lacks programs that cannot be installed into the project.
 * @param {{compiler?: boolean}} [needs]  compiler: also a C++ compiler for this machine
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
 * Returns environment variables for CMake: Ninja if it is installed, else CMake's default; all cores. Emscripten gets the path of
 * the Python program. If `python3` is a script that looks for it, such as pyenv's, each source would take 0.1 s longer.
 */
export const cmakeEnv = () => ({
  CMAKE_BUILD_PARALLEL_LEVEL: String(os.availableParallelism()),
  ...(has('ninja') ? { CMAKE_GENERATOR: 'Ninja' } : {}),
  EMSDK_PYTHON:
    process.env.EMSDK_PYTHON ??
    outputOf('python3', '-c', 'import sys; print(sys.executable)').trim(),
});

let holdsLock = false;

/** Whether the process that created a lock is alive. @param {string} lock  a file with its process id */
function makerIsAlive(lock) {
  try {
    process.kill(Number(fs.readFileSync(lock, 'utf8')), 0);
    return true;
  } catch {
    return false;
  }
}

/**
 * Runs a step while no other process runs such a step in this checkout.
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

// --- Installing into the project ------------------------------------------------------------

/** Whether a folder's node_modules matches its package-lock.json. @param {string} folder */
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

/** Installs the npm packages, unless they are current. */
export async function installPackages() {
  if (packagesAreCurrent(root)) return;
  say('installing npm packages');
  await mustRun('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error']);
}

/** Installs the packages of a folder with its own package.json. @param {string} name  of the folder, below the root */
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

/** Makes sure that there is an Emscripten: the project's own copy, the system's, or a new copy. */
export async function installEmscripten() {
  const own = process.env.SCALEDOT_TOOLCHAIN ?? inRoot('.toolchain');
  if (!fs.existsSync(path.join(own, 'stamp')) && systemHasEmscripten()) return;
  // The script checks its stamp first, and explains what to do if it cannot install anything.
  const quiet = fs.existsSync(path.join(own, 'stamp'));
  await alone(() => mustRun('sh', ['scripts/setup-toolchain.sh'], { quiet }));
}

// --- Stamps -----------------------------------------------------------------------------

/** Returns the file, or all files below the folder, sorted. @param {string} file @returns {string[]} */
function filesBelow(file) {
  if (!fs.existsSync(file)) return [];
  if (!fs.statSync(file).isDirectory()) return [file];
  return fs
    .readdirSync(file)
    .sort()
    .flatMap((name) => filesBelow(path.join(file, name)));
}

/** Returns a hash of the contents. @param {string[]} inputs  files and folders below the root @param {string} options */
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
 * @property {string} [options] other data that the outputs depend on
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
 * Runs a step unless it is current.
 * @param {string} name
 * @param {Step} step
 * @param {() => Promise<void>} work
 */
export async function unlessCurrent(name, step, work) {
  if (isCurrent(name, step)) return;
  await alone(async () => {
    if (isCurrent(name, step)) return; // another process has done it in the meantime
    say(`building the ${name}`);
    const stamp = stampOf(name);
    const hash = hashOf(step.inputs, step.options ?? ''); // before the build, because inputs may be edited meanwhile
    fs.rmSync(stamp, { force: true });
    await work();
    fs.mkdirSync(path.dirname(stamp), { recursive: true });
    fs.writeFileSync(stamp, hash);
  });
}
