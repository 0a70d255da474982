// npm test [-- native js browser package browsers sanitize hosts]: runs the tests and prints one summary.
//
//   native    the C++ core: GoogleTest through ctest
//   js        the engine variants and the page's modules: Jest
//   browser   the built page in Chromium: Playwright
//   package   the npm package, packed, installed and run in Node, in bundlers and in pages: node:test
//   browsers  the page side by side in Chromium, Firefox and WebKit: node:test; only if asked for
//   sanitize  the native tests under AddressSanitizer and UndefinedBehaviorSanitizer; only if asked for
//   hosts     the recipes of docs/hosts, built with their tools (700 MB, minutes); only if asked for
import fs from 'node:fs';
import { buildEngine, buildPackage, buildSite } from './build.mjs';
import {
  failuresOfJest,
  failuresOfJUnit,
  failuresOfPlaywright,
  failuresOfTap,
} from './failures.mjs';
import {
  currentNode,
  findChromium,
  findHeadless,
  installBrowsers,
  installHosts,
} from './installs.mjs';
import { summaryOf } from './summary.mjs';
import {
  checkHost,
  cmakeBuild,
  inRoot,
  installEmscripten,
  installPackages,
  installPackagesOf,
  isCI,
  run,
  runMain,
  say,
  Stop,
} from './tools.mjs';

/** @import { Result } from './summary.mjs' */

// The child processes read this variable: playwright.config.js, tests/browsers, tests/js/training-presets.test.js.
if (process.argv.includes('--all')) process.env.SCALEDOT_ALL = '1';

/** @param {string} name */
function reportFile(name) {
  const file = inRoot('build', 'reports', name);
  fs.mkdirSync(inRoot('build', 'reports'), { recursive: true });
  fs.rmSync(file, { force: true });
  return file;
}

/**
 * Runs a test runner and reads its report. A runner that fails without naming a failed test counts as one.
 * @param {string} name
 * @param {{report: string, read: (text: string) => Omit<Result, 'name'>, run: () => Promise<number>}} runner
 * @returns {Promise<Result>}
 */
async function runTests(name, runner) {
  const begun = performance.now();
  const code = await runner.run();
  const time = performance.now() - begun;
  const text = fs.existsSync(runner.report) ? fs.readFileSync(runner.report, 'utf8') : undefined;
  const result = {
    name,
    time,
    ...(text ? runner.read(text) : { passed: 0, failed: 0, skipped: 0, note: 'no report' }),
  };
  if (result.passed + result.failed + result.skipped === 0) result.note ??= 'no tests';
  if ((code !== 0 || result.note) && result.failed === 0) result.failed = 1;
  return result;
}

/** @param {string} preset */
async function ctest(preset) {
  await cmakeBuild(preset);
  const report = reportFile(`${preset}.xml`);
  return runTests(preset, {
    report,
    run: () =>
      run('ctest', ['--preset', preset, '--parallel', '2', '--output-junit', report], {
        quiet: true,
      }),
    read(text) {
      const count = (/** @type {string} */ what) =>
        Number(text.match(new RegExp(`\\b${what}="(\\d+)"`))?.[1]);
      const [failed, skipped] = [count('failures'), count('skipped') + count('disabled')];
      const failures = failuresOfJUnit(text);
      return { passed: count('tests') - failed - skipped, failed, skipped, failures };
    },
  });
}

/**
 * @param {string} name
 * @param {string} node the Node to run
 * @param {string[]} nodeFlags
 * @param {{names?: string, files?: string}} [only]  patterns of the names of tests and files; others are not counted
 */
function jest(name, node, nodeFlags, only = {}) {
  const report = reportFile(`${name.replaceAll(/\W+/g, '-')}.json`);
  const { names, files } = only;
  const jestArgs = [
    ...['--json', `--outputFile=${report}`],
    ...(names ? ['-t', names] : []),
    ...(files ? ['--testPathPatterns', files] : []),
  ];
  const flags = ['--experimental-vm-modules', '--no-warnings', ...nodeFlags];
  return runTests(name, {
    report,
    // Hides Jest's standard output, because Jest also writes its JSON there.
    run: () =>
      run(node, [...flags, inRoot('node_modules/jest/bin/jest.js'), ...jestArgs], {
        hideOutput: true,
      }),
    read(text) {
      const results = JSON.parse(text);
      const { numPassedTests, numFailedTests, numPendingTests, numRuntimeErrorTestSuites } =
        results;
      return {
        passed: numPassedTests,
        failed: numFailedTests + numRuntimeErrorTestSuites,
        skipped: names ? 0 : numPendingTests,
        failures: failuresOfJest(results),
      };
    },
  });
}

/** @param {string} preset */
async function native(preset) {
  await installEmscripten(); // also installs GoogleTest and Eigen if the system has none
  return [await ctest(preset)];
}

async function js() {
  await buildEngine();
  await buildPackage(); // imported by the code that visitors copy from the page
  await buildSite(); // some tests check its files
  if (parseInt(process.versions.node) >= 22) return [await jest('js', process.execPath, [])];
  // This Node has relaxed SIMD only behind a flag, so the tests of the relaxed variant run in a newer one.
  const node = await currentNode();
  const results = [
    await jest('js', process.execPath, node ? [] : ['--experimental-wasm-relaxed-simd']),
  ];
  // The files with tests that run on every variant. Other files would be loaded without having anything to run.
  const only = { names: 'relaxed', files: 'tests/js/(engine|files|models|vectors)' };
  if (node) results.push(await jest('js, current Node', node, [], only));
  else say('the relaxed engine was tested behind a flag: no current Node could be installed');
  return results;
}

/** Returns the result of a suite that needs a Chromium, if there is none. @param {string} name @returns {Result} */
function withoutChromium(name) {
  const what = name.toUpperCase();
  say(`******** ${what} TESTS SKIPPED: no Chromium here, and none could be installed ********`);
  return { name, passed: 0, failed: isCI ? 1 : 0, skipped: 1, note: 'no Chromium' };
}

/**
 * Runs Playwright's tests of a configuration.
 * @param {string} name
 * @param {string[]} args
 * @param {Record<string, string>} env
 */
function playwright(name, args, env) {
  const report = reportFile(`${name}.json`);
  const cli = inRoot('node_modules/@playwright/test/cli.js');
  return runTests(name, {
    report,
    run: () =>
      run(process.execPath, [cli, 'test', ...args, '--reporter=line,json'], {
        env: { ...env, PLAYWRIGHT_JSON_OUTPUT_NAME: report },
      }),
    read(text) {
      const results = JSON.parse(text);
      const { expected, unexpected, skipped } = results.stats;
      const failures = failuresOfPlaywright(results);
      return { passed: expected, failed: unexpected, skipped, failures };
    },
  });
}

async function browser() {
  await buildEngine();
  await buildSite();
  const chromium = await findHeadless();
  if (!chromium) return [withoutChromium('browser')];
  return [await playwright('browser', [], { SCALEDOT_CHROMIUM: chromium })];
}

/** Tests the recipes of docs/hosts with their tools, which takes 700 MB and minutes. */
async function hosts() {
  await buildEngine();
  await buildSite();
  await buildPackage();
  const chromium = await findChromium();
  if (!chromium) return [withoutChromium('hosts')];
  const wordpress = await installHosts();
  const env = { SCALEDOT_CHROMIUM: chromium, SCALEDOT_WORDPRESS: wordpress };
  return [await playwright('hosts', ['-c', inRoot('tests/hosts')], env)];
}

/**
 * Runs a file of node:test's tests.
 * @param {string} name
 * @param {string} file
 * @param {{[name: string]: string}} env
 */
function nodeTest(name, file, env) {
  const report = reportFile(`${name}.tap`);
  const reporters = [
    ...['--test-reporter=dot', '--test-reporter-destination=stdout'],
    ...['--test-reporter=tap', `--test-reporter-destination=${report}`],
  ];
  return runTests(name, {
    report,
    run: () => run(process.execPath, [...reporters, inRoot(file)], { env }),
    read(text) {
      const count = (/** @type {string} */ what) =>
        Number(text.match(new RegExp(`^# ${what} (\\d+)`, 'm'))?.[1] ?? 0);
      return {
        passed: count('pass'),
        failed: count('fail') + count('cancelled'),
        skipped: count('skipped'),
        failures: failuresOfTap(text),
      };
    },
  });
}

/** @type {Promise<string | undefined> | undefined} */
let product;
/** Builds everything that is published, and finds a Chromium. Runs once for two suites that run at the same time. */
const withProduct = () =>
  (product ??= (async () => {
    await buildEngine();
    await buildSite();
    await buildPackage();
    return findChromium();
  })());

/** @type {Promise<void> | undefined} */
let installation;
/** Installs what tests/package uses. npm often waits for the network, so this begins while other suites still compute. */
const installUsers = () =>
  (installation ??= (async () => {
    for (const folder of ['', '/next', '/environments'])
      await installPackagesOf(`tests/package${folder}`);
  })());

async function packageInUse() {
  const chromium = await withProduct();
  if (!chromium) return [withoutChromium('package')];
  await installUsers();
  return [await nodeTest('package', 'tests/package/package.mjs', { SCALEDOT_CHROMIUM: chromium })];
}

async function browsers() {
  const chromium = await withProduct();
  if (!chromium) return [withoutChromium('browsers')];
  const missing = await installBrowsers();
  if (missing.length > 0)
    say(`******** NOT TESTED, for they are not here: ${missing.join(', ')} ********`);
  await installPackagesOf('tests/browsers');
  const env = { SCALEDOT_CHROMIUM: chromium };
  return [await nodeTest('browsers', 'tests/browsers/browsers.mjs', env)];
}

/** @type {Record<string, () => Promise<Result[]>>} */
const suites = {
  native: () => native('native'),
  js,
  browser,
  package: packageInUse,
  browsers,
  sanitize: () => native('native-asan'),
  hosts,
};

/**
 * Runs a suite. The time it took beyond the tests is added to the first result.
 * @param {string} name
 * @returns {Promise<Result[]>}
 */
async function runSuite(name) {
  const begun = performance.now();
  const sinceThen = () => performance.now() - begun;
  try {
    const [first, ...others] = await suites[name]();
    const tested = [first, ...others].reduce((sum, { time = 0 }) => sum + time, 0);
    return [{ ...first, build: sinceThen() - tested }, ...others];
  } catch (error) {
    // A suite that cannot be built must not hide the results of the others.
    say(error instanceof Stop ? error.message : String(/** @type {Error} */ (error).stack));
    return [{ name, passed: 0, failed: 1, skipped: 0, build: sinceThen(), note: 'did not run' }];
  }
}

/**
 * Returns the order of the suites. Each gets all cores, except for the last two, which run at the same time, because they often
 * wait for npm or a browser.
 * @param {string[]} names
 */
function turnsOf(names) {
  const [pair, alone] = [true, false].map((inPair) =>
    names.filter((name) => ['package', 'browsers'].includes(name) === inPair),
  );
  return [...alone.map((name) => [name]), ...(pair.length > 0 ? [pair] : [])];
}

await runMain(async () => {
  const asked = process.argv.slice(2).filter((name) => name !== '--all');
  const unknown = asked.find((name) => !(name in suites));
  if (unknown)
    throw new Stop(`no test suite '${unknown}'; there are ${Object.keys(suites).join(', ')}`);
  checkHost({ compiler: true });
  await installPackages();
  const wanted = asked.length > 0 ? asked : ['native', 'js', 'browser', 'package'];
  if (wanted.includes('package')) installUsers().catch(() => {}); // the suite reports it
  /** @type {Result[]} */
  const results = [];
  for (const names of turnsOf(wanted)) {
    say(`${names.join(' and ')} tests`);
    results.push(...(await Promise.all(names.map(runSuite))).flat());
  }
  const { lines, failed } = summaryOf(results);
  console.log(`\n${lines.join('\n')}`);
  return failed > 0 ? 1 : 0;
});
