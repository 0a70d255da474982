// Installs programs that only the tests need: a current Node for the relaxed engine, browsers, and a reader of QR codes.
import fs from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { has, inRoot, isRoot, outputOf, run, say, Stop } from './tools.mjs';

/** Installs the packages of a folder's own package.json. @param {string} folder @param {string} what */
async function installIn(folder, what) {
  say(`installing ${what} into ${path.relative(inRoot(), folder)}`);
  await run('npm', ['ci', '--prefix', folder, '--no-audit', '--no-fund', '--loglevel=error']);
}

/**
 * Returns the path of a Node that runs relaxed SIMD, installed in tests/current-node; undefined if it cannot be installed.
 * @returns {Promise<string | undefined>}
 */
export async function currentNode() {
  const folder = inRoot('tests', 'current-node');
  const modules = path.join(folder, 'node_modules');
  const find = () =>
    fs.existsSync(modules)
      ? fs
          .readdirSync(modules)
          .filter((name) => name.startsWith('node-'))
          .flatMap((name) =>
            ['bin/node', 'bin/node.exe'].map((file) => path.join(modules, name, file)),
          )
          .find((file) => fs.existsSync(file))
      : undefined;
  if (!find()) await installIn(folder, 'a current Node');
  return find();
}

/**
 * Returns a function that reads a QR code from pixels. Its library, installed in tests/qr, is not the one that draws our codes.
 * Returns undefined if it cannot be installed.
 * @returns {Promise<((data: Uint8ClampedArray, width: number, height: number) => {data: string} | null) | undefined>}
 */
export async function qrReader() {
  const folder = inRoot('tests', 'qr');
  const file = path.join(folder, 'node_modules', 'jsqr', 'dist', 'jsQR.js');
  if (!fs.existsSync(file)) await installIn(folder, 'a reader of QR codes');
  if (!fs.existsSync(file)) return undefined;
  return (await import(pathToFileURL(file).href)).default;
}

/** Returns the path of Playwright's own Chromium, if it was downloaded. @returns {Promise<string | undefined>} */
async function playwrightChromium() {
  const { chromium } = await import('@playwright/test');
  const file = chromium.executablePath();
  return fs.existsSync(file) ? file : undefined;
}

// Does not include chromium-browser, because that is a snap on Ubuntu and cannot be automated without a desktop session.
const systemChromium = () =>
  ['/usr/bin/chromium', '/usr/bin/google-chrome'].find(
    (file) => fs.existsSync(file) && !fs.realpathSync(file).includes('snap'),
  );

const isDebian = () =>
  outputOf('dpkg-query', '--version') !== '' && /^ID=debian$/m.test(read('/etc/os-release'));

/** @param {string} file */
const read = (file) => (fs.existsSync(file) ? fs.readFileSync(file, 'utf8') : '');

/**
 * Returns the path of a Chromium for tests: $SCALEDOT_CHROMIUM, the system's, Playwright's, or one installed now (by apt on
 * Debian as root, by Playwright elsewhere).
 * @returns {Promise<string | undefined>} undefined if none can be installed
 */
export async function findChromium() {
  const { SCALEDOT_CHROMIUM: wanted } = process.env;
  if (wanted && !fs.existsSync(wanted)) throw new Stop(`SCALEDOT_CHROMIUM: there is no ${wanted}`);
  const found = wanted ?? systemChromium() ?? (await playwrightChromium());
  if (found) return found;
  say('installing Chromium');
  if (isRoot && isDebian() && has('apt-get')) {
    const env = { DEBIAN_FRONTEND: 'noninteractive' };
    await run('apt-get', ['-qq', 'update'], { env });
    await run(
      'apt-get',
      ['-qq', '-y', '--no-install-recommends', 'install', 'chromium', 'fonts-noto-cjk'],
      { env, quiet: true },
    );
    if (systemChromium()) return systemChromium();
  }
  // As root Playwright can also install the libraries that its Chromium needs.
  const playwright = inRoot('node_modules/@playwright/test/cli.js');
  await run(process.execPath, [
    playwright,
    'install',
    ...(isRoot ? ['--with-deps'] : []),
    'chromium',
  ]);
  return playwrightChromium();
}

/**
 * Returns the path of a browser for tests with hundreds of pages: Debian's headless Chromium, which needs a third less CPU time,
 * if it is installed (.ci/run installs it), else any Chromium.
 * @returns {Promise<string | undefined>} undefined if none can be installed
 */
export async function findHeadless() {
  const shell = '/usr/bin/chromium-headless-shell';
  return !process.env.SCALEDOT_CHROMIUM && fs.existsSync(shell) ? shell : findChromium();
}

/** Installs packages of Debian, only on Debian and as root. @param {string[]} names */
async function installDebian(names) {
  if (names.length === 0 || !isRoot || !isDebian() || !has('apt-get')) return;
  const quiet = { env: { DEBIAN_FRONTEND: 'noninteractive' }, quiet: true };
  say(`installing ${names.join(', ')}`);
  await run('apt-get', ['-qq', 'update'], quiet);
  await run('apt-get', ['-qq', '-y', '--no-install-recommends', 'install', ...names], quiet);
}

const firstOf = (/** @type {string[]} */ ...files) => files.find((file) => fs.existsSync(file));

/** The paths of browsers other than Chromium. @type {Readonly<Record<'firefox' | 'webkit', () => string | undefined>>} */
export const browserPrograms = {
  firefox: () =>
    process.env.SCALEDOT_FIREFOX ?? firstOf('/usr/bin/firefox-esr', '/usr/bin/firefox'),
  webkit() {
    const machine = process.arch === 'arm64' ? 'aarch64' : 'x86_64';
    const places = ['4.1', '6.0'].map(
      (version) => `/usr/lib/${machine}-linux-gnu/webkit2gtk-${version}/MiniBrowser`,
    );
    const isDriven = firstOf('/usr/bin/WebKitWebDriver') && firstOf('/usr/bin/Xvfb');
    return isDriven && firstOf(...places);
  },
};

/**
 * Installs the other browsers of the tests on Debian as root. Elsewhere the tests use the browsers that are installed.
 * @returns {Promise<string[]>}  the browsers that are missing
 */
export async function installBrowsers() {
  const { firefox, webkit } = browserPrograms;
  await installDebian([
    ...(firefox() ? [] : ['firefox-esr']),
    ...(webkit() ? [] : ['webkit2gtk-driver', 'xvfb']),
  ]);
  return [...(firefox() ? [] : ['Firefox']), ...(webkit() ? [] : ['WebKit'])];
}

/**
 * Installs the tools of docs/hosts that Debian has, on Debian as root. Elsewhere their tests are skipped.
 * @returns {Promise<string>}  the folder of WordPress. Only its files are unpacked, because the package depends on a server and a
 *   database
 */
export async function installHosts() {
  const folder = inRoot('build', 'hosts', 'wordpress');
  const wordpress = path.join(folder, 'usr/share/wordpress');
  if (!isRoot || !isDebian()) return wordpress;
  const tools = {
    mkdocs: 'mkdocs-material',
    'sphinx-build': 'python3-myst-parser',
    php: 'php-cli',
  };
  await installDebian(
    Object.entries(tools).flatMap(([program, name]) => (has(program) ? [] : [name])),
  );
  if (!fs.existsSync(wordpress)) {
    fs.mkdirSync(folder, { recursive: true });
    const quiet = { env: { DEBIAN_FRONTEND: 'noninteractive' }, quiet: true };
    const fetch = 'cd "$0" && apt-get -qq download wordpress && dpkg-deb -x wordpress_*.deb .';
    await run('sh', ['-c', fetch, folder], quiet);
  }
  return wordpress;
}
