// npm run test:mutation [-- NAME...]: applies the deliberate faults of mutants.mjs to a copy of the sources, one at a
// time, and expects the native tests to turn red. Fails if a fault survives or does not compile, or if the text that it
// replaces does not occur exactly once. With --check it only checks the latter.
import { spawn } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { cmakeEnv, inRoot, installEmscripten, runMain, say, Stop } from '../../scripts/tools.mjs';
import { mutants } from './mutants.mjs';

/** @import { Edit, Mutant } from './mutants.mjs' */

/**
 * Runs a program. Returns its exit code (null if it took too long and was ended) and its output.
 * @param {string} command
 * @param {string[]} args
 * @param {{cwd: string, seconds?: number}} options
 * @returns {Promise<{code: number | null, output: string}>}
 */
function runIn(command, args, { cwd, seconds = 600 }) {
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      cwd,
      env: { ...process.env, ...cmakeEnv() },
      timeout: seconds * 1000,
      killSignal: 'SIGKILL',
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    child.stdout.on('data', (chunk) => (output += chunk));
    child.stderr.on('data', (chunk) => (output += chunk));
    child.on('error', (error) => resolve({ code: 127, output: error.message }));
    child.on('close', (code) => resolve({ code, output }));
  });
}

/** @param {Edit} edit @returns {string} the text of the file with the fault */
function faulty({ file, find, replace }) {
  const text = fs.readFileSync(inRoot(file), 'utf8');
  const parts = text.split(find);
  if (parts.length !== 2)
    throw new Stop(`${file} holds this ${parts.length - 1} times instead of once:\n${find}`);
  return parts.join(replace);
}

/** @param {Mutant[]} chosen */
function check(chosen) {
  const problems = chosen.flatMap((mutant) =>
    mutant.edits.flatMap((edit) => {
      try {
        faulty(edit);
        return [];
      } catch (error) {
        return [`${mutant.name}: ${/** @type {Error} */ (error).message}`];
      }
    }),
  );
  for (const problem of problems) say(problem);
  return problems.length;
}

/** A copy of the sources, for one fault at a time. */
class Copy {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'scaledot-mutation-'));

  constructor() {
    for (const part of ['CMakeLists.txt', 'cmake', 'src', 'tests/native'])
      fs.cpSync(inRoot(part), path.join(this.folder, part), { recursive: true });
    if (fs.existsSync(inRoot('.toolchain')))
      fs.symlinkSync(fs.realpathSync(inRoot('.toolchain')), path.join(this.folder, '.toolchain'));
  }

  async configure() {
    // Optimised only a little, because compiling takes most of the time.
    const flags = ['-DCMAKE_BUILD_TYPE=Release', '-DCMAKE_CXX_FLAGS_RELEASE=-O1'];
    const { code, output } = await runIn(
      'cmake',
      ['-S', '.', '-B', 'build', '-DSCALEDOT_WERROR=OFF', ...flags],
      { cwd: this.folder },
    );
    if (code !== 0) throw new Stop(output);
  }

  /** @param {string[]} tests @returns {Promise<string>} the error messages; '' if the build succeeded */
  async build(tests) {
    const { code, output } = await runIn('cmake', ['--build', 'build', '--target', ...tests], {
      cwd: this.folder,
    });
    return code === 0 ? '' : output;
  }

  /** @param {string[]} tests @returns {Promise<string>} the first test that is red; '' if there is none */
  async firstRed(tests) {
    for (const test of tests) {
      const { code, output } = await runIn(
        path.join(this.folder, 'build', test),
        ['--gtest_fail_fast', '--gtest_color=no'],
        { cwd: this.folder, seconds: 180 },
      );
      if (code === 0) continue;
      const named =
        output.match(/\[ {2}FAILED {2}\] (\S+)/)?.[1] ?? output.match(/.*\[ RUN {6}\] (\S+)/s)?.[1];
      return `${named ?? test}${code === null ? ' (ended)' : ''}`;
    }
    return '';
  }

  /** @param {Edit[]} edits */
  apply(edits) {
    for (const edit of edits) fs.writeFileSync(path.join(this.folder, edit.file), faulty(edit));
  }

  /** @param {Edit[]} edits */
  restore(edits) {
    for (const { file } of edits) fs.copyFileSync(inRoot(file), path.join(this.folder, file));
  }

  remove() {
    fs.rmSync(this.folder, { recursive: true, force: true });
  }
}

/**
 * @param {Copy} copy
 * @param {Mutant} mutant
 * @returns {Promise<{killed: boolean, by: string}>}
 */
async function tryMutant(copy, { edits, tests }) {
  copy.apply(edits);
  try {
    const errors = await copy.build(tests);
    if (errors !== '') return { killed: false, by: `DOES NOT COMPILE\n${errors}` };
    const red = await copy.firstRed(tests);
    return { killed: red !== '', by: red === '' ? 'SURVIVED' : red };
  } finally {
    copy.restore(edits);
  }
}

await runMain(async () => {
  const args = process.argv.slice(2);
  const names = args.filter((arg) => !arg.startsWith('--'));
  const chosen = mutants.filter(({ name }) => names.every((part) => name.includes(part)));
  if (chosen.length === 0) throw new Stop('no fault has all of these words in its name');
  const stale = check(chosen);
  if (args.includes('--check') || stale > 0) {
    say(`${chosen.length} deliberate faults, ${stale} of them cannot be made as the sources are`);
    return stale > 0 ? 1 : 0;
  }
  await installEmscripten(); // provides GoogleTest if the system has none
  const copy = new Copy();
  try {
    await copy.configure();
    const tests = [...new Set(chosen.flatMap((mutant) => mutant.tests))];
    say(`building ${tests.join(', ')}`);
    const errors = await copy.build(tests);
    if (errors !== '') throw new Stop(errors);
    const red = await copy.firstRed(tests);
    if (red !== '') throw new Stop(`${red} is red without any fault`);
    let survivors = 0;
    for (const mutant of chosen) {
      const started = performance.now();
      const { killed, by } = await tryMutant(copy, mutant);
      if (!killed) survivors += 1;
      const seconds = ((performance.now() - started) / 1000).toFixed(0);
      console.log(`${killed ? 'red ' : 'GREEN'} ${mutant.name.padEnd(60)} ${by} (${seconds} s)`);
    }
    console.log(`\n${chosen.length - survivors} of ${chosen.length} deliberate faults were found`);
    return survivors > 0 ? 1 : 0;
  } finally {
    copy.remove();
  }
});
