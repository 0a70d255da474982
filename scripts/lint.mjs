// npm run lint [-- --all]: checks formatting, suspicious code and types in both languages; with --all also clang's analyzer and slow
// checks. npm run format fixes the formatting.
import fs from 'node:fs';
import { checkAudit } from './audit.mjs';
import { borderComplaints } from './border/border.mjs';
import { checkFolders } from './folders.mjs';
import { buildEngine, buildModules } from './build.mjs';
import {
  checkHost,
  cmakeEnv,
  has,
  inRoot,
  installPackages,
  mustRun,
  run,
  runMain,
  say,
  Stop,
} from './tools.mjs';

/** @param {string} folder @param {RegExp} pattern */
const files = (folder, pattern) =>
  fs
    .readdirSync(inRoot(folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => pattern.test(name))
    .map((name) => `${folder}/${name}`);

const cpp = ['src', 'tests/native', 'tests/fuzz', 'tests/bench'].flatMap((folder) =>
  files(folder, /\.(h|cpp)$/),
);
// The bindings need Emscripten's headers. The wasm build treats warnings in them as errors.
const core = files('src', /\.cpp$/).filter((file) => !file.startsWith('src/bindings/'));

/** @param {string} name @param {...string} args */
const bin = (name, ...args) => run(process.execPath, [inRoot('node_modules', name), ...args]);

/**
 * Finds lines that clang-format broke only because of a comment at their end. Without it the two lines would fit into one.
 * @param {string} text
 * @returns {number[]}  the numbers of the first lines
 */
function brokenByComments(text) {
  const lines = text.split('\n');
  return lines.flatMap((line, i) => {
    const end = /^ *(?! |\/\/)(.*?[;}]) +\/\/ (?!namespace)/.exec(lines[i + 1] ?? '')?.[1];
    if (end === undefined) return [];
    const complete = /^\s*(#.*)?$|\/\/|[;{}:]$/.test(line);
    return end === '}' || (!complete && `${line} ${end}`.length <= 100) ? [i + 1] : [];
  });
}

async function comments() {
  const broken = cpp.flatMap((file) =>
    brokenByComments(fs.readFileSync(inRoot(file), 'utf8')).map((line) => `${file}:${line}`),
  );
  for (const place of broken) say(`${place}: put the comment above, and the line stays whole`);
  return broken.length;
}

async function clangTidy() {
  // clang-tidy needs the compile commands.
  await mustRun('cmake', ['--preset', 'native'], { env: cmakeEnv(), quiet: true });
  // The analyzer takes as long as all other linters together, and the sanitizers and fuzzers find the same errors. The other two
  // checks take a third of the remaining time, because they check every line of every header.
  const slow = ['clang-analyzer-*', 'bugprone-reserved-identifier', 'bugprone-stringview-nullptr'];
  const without = slow.map((check) => `-${check}`).join();
  const checks = process.argv.includes('--all') ? [] : [`--checks=${without}`];
  const half = Math.ceil(core.length / 2);
  const codes = await Promise.all(
    [core.slice(0, half), core.slice(half)].map((part) =>
      run('clang-tidy', ['--quiet', '-p', 'build/native', ...checks, ...part], { quiet: true }),
    ),
  );
  return Math.max(...codes);
}

/** @type {Record<string, (fix: boolean) => Promise<number>>} */
const linters = {
  'clang-format': (fix) =>
    run('clang-format', [...(fix ? ['-i'] : ['--dry-run', '-Werror']), ...cpp]),
  'comments of C++': comments,
  prettier: (fix) =>
    bin('prettier/bin/prettier.cjs', fix ? '--write' : '--check', '--log-level=warn', '.'),
  eslint: (fix) => bin('eslint/bin/eslint.js', '--max-warnings=0', ...(fix ? ['--fix'] : []), '.'),
  // Checks type files, too. tsconfig.json skips them, together with those of packages.
  tsc: () => bin('typescript/bin/tsc', '-p', 'tsconfig.lint.json'),
  folders: async () => checkFolders(),
  border: async () => {
    const complaints = borderComplaints();
    for (const complaint of complaints) say(complaint);
    return complaints.length;
  },
  audit: async () => checkAudit(),
  'clang-tidy': clangTidy,
};

/**
 * These linters wait for the build: for the types of the engine's modules, or for Eigen if the toolchain fetches it. The audit
 * waits because it blocks this process.
 */
const readers = new Set(['eslint', 'tsc', 'clang-tidy', 'audit']);

async function build() {
  await buildEngine();
  await buildModules();
}

await runMain(async () => {
  const fix = process.argv.includes('--fix');
  checkHost();
  for (const tool of ['clang-format', 'clang-tidy']) {
    if (!has(tool))
      throw new Stop(
        `${tool} not found. Debian and Ubuntu: apt-get install ${tool}; macOS: brew install llvm`,
      );
  }
  await installPackages();
  const built = build();
  /** @type {string[]} */
  const failed = [];
  /** @param {[string, (fix: boolean) => Promise<number>]} linter */
  const look = async ([name, lint]) => {
    if ((await lint(fix)) !== 0) failed.push(name);
    say(name);
  };
  const all = Object.entries(linters);
  // Most take one core each. With --fix they run one after the other, because two may write the same file.
  if (fix) {
    await built;
    for (const linter of all) await look(linter);
  } else
    await Promise.all(
      all.map(async (linter) => {
        if (readers.has(linter[0])) await built;
        await look(linter);
      }),
    );
  say(failed.length === 0 ? 'no complaints' : `complaints from ${failed.join(', ')}`);
  return failed.length;
});
