// Builds each recipe of docs/hosts with its own tool, as a reader would, and opens it in Chromium. Every way that it shows must
// end with the lab's own answer. Recipes whose tools a machine lacks are skipped, and the report says so.
import { AxeBuilder } from '@axe-core/playwright';
import { execFileSync, spawn } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from '@playwright/test';
import { collectErrors } from '../browser/visit.js';
import { stagePackage } from '../../scripts/pack.mjs';
import { serve } from '../../scripts/serve.mjs';
import * as engine from '../../web/engine/index.js';
import { engineAnswer, toText } from '../package/programs/answers.js';
import { recipe, writeRecipe } from './recipes.mjs';

/** @typedef {import('@playwright/test').Page} Page */

const root = fileURLToPath(new URL('../../', import.meta.url));
/** The projects are in a folder that has the tools and the packed package. */
const home = path.join(root, 'build', 'hosts');

/** The state in every recipe. */
const link = 'lab=softmax&dk=256&hide=code&lang=en';
const element = 'scaledot-softmax';

/** @param {string} cwd @param {string} program @param {string[]} args @param {Record<string, string>} [env] */
const run = (cwd, program, args, env = {}) =>
  execFileSync(program, args, {
    cwd,
    encoding: 'utf8',
    timeout: 300_000,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...process.env,
      NODE_OPTIONS: '',
      NEXT_TELEMETRY_DISABLED: '1',
      DO_NOT_TRACK: '1',
      OBSERVABLE_TELEMETRY_DISABLE: 'true',
      ...env,
    },
  });

/** Installs the tools named in the lock file, and the package as `npm pack` makes it, beside each other. */
function installTools() {
  const tools = path.join(root, 'tests/hosts');
  const quiet = ['--no-audit', '--no-fund', '--loglevel=error'];
  const lock = fs.readFileSync(path.join(tools, 'package-lock.json'), 'utf8');
  const mark = path.join(home, 'installed-lock.json');
  if (!fs.existsSync(mark) || fs.readFileSync(mark, 'utf8') !== lock) {
    fs.mkdirSync(home, { recursive: true });
    for (const file of ['package.json', 'package-lock.json'])
      fs.copyFileSync(path.join(tools, file), path.join(home, file));
    run(home, 'npm', ['ci', ...quiet]);
    fs.writeFileSync(mark, lock);
  }
  const options = ['--json', '--silent', '--pack-destination', home];
  const packed = run(root, 'npm', ['pack', stagePackage(), ...options]);
  const [{ filename }] = JSON.parse(packed);
  run(home, 'npm', ['install', '--no-save', '--prefer-offline', ...quiet, `./${filename}`]);
}

/** @param {string} file @param {...string} args */
const node = (file, ...args) => [
  process.execPath,
  [path.join(home, 'node_modules', file), ...args],
];

/** Whether a program is installed on the system. @param {string} program */
function has(program) {
  try {
    run(home, program, ['--version']);
    return true;
  } catch {
    return false;
  }
}

/**
 * @typedef {object} Host
 * @property {string} host  its page in docs/hosts
 * @property {string} [name]  of the project, if a recipe makes several
 * @property {'module'} [type]  of the project's own package.json
 * @property {(folder: string) => void} [build]
 * @property {string} [output]  folder of the built site
 * @property {Record<string, readonly ('frame' | 'element' | 'figure')[]>} pages  the labs on each page
 * @property {string} [needs]  a program of the system
 */

/** @param {string} folder @param {readonly [string, string[]]} command */
const build = (folder, [program, args]) => run(folder, program, args);

/** @type {Host[]} */
const hosts = [
  {
    host: 'html',
    build: (folder) =>
      fs.copyFileSync(
        path.join(home, 'node_modules/scaledot/dist/scaledot.min.js'),
        path.join(folder, 'scaledot.min.js'),
      ),
    pages: {
      'frame.html': ['frame'],
      'element.html': ['element', 'figure'],
      'one-file.html': ['element'],
    },
  },
  {
    host: 'docusaurus',
    build: (folder) =>
      build(folder, node('@docusaurus/core/bin/docusaurus.mjs', 'build', '--no-minify')),
    output: 'build',
    pages: { '': ['frame'], 'element/': ['element', 'figure'] },
  },
  {
    host: 'vitepress',
    build: (folder) => build(folder, node('vitepress/bin/vitepress.js', 'build')),
    output: '.vitepress/dist',
    pages: { 'frame.html': ['frame'], 'element.html': ['element', 'figure'] },
  },
  {
    host: 'mkdocs',
    needs: 'mkdocs',
    build: (folder) => run(folder, 'mkdocs', ['build', '--quiet']),
    output: 'site',
    pages: { '': ['frame'], 'element/': ['element', 'figure'] },
  },
  {
    host: 'mkdocs',
    name: 'mkdocs-material',
    needs: 'mkdocs',
    build(folder) {
      const file = path.join(folder, 'mkdocs.yml');
      const text = fs
        .readFileSync(file, 'utf8')
        .replace('name: mkdocs', 'name: material, font: false');
      fs.writeFileSync(file, text);
      run(folder, 'mkdocs', ['build', '--quiet']);
    },
    output: 'site',
    pages: { '': ['frame'], 'element/': ['element', 'figure'] },
  },
  {
    host: 'jupyter-book',
    needs: 'sphinx-build',
    build: (folder) => run(folder, 'sphinx-build', ['-q', '-b', 'html', '.', '_build']),
    output: '_build',
    pages: { '': ['frame'], 'element.html': ['element', 'figure'] },
  },
  {
    host: 'observable',
    type: 'module',
    build(folder) {
      const dist = path.join(home, 'node_modules/scaledot/dist');
      fs.cpSync(dist, path.join(folder, 'src/scaledot'), { recursive: true });
      build(folder, node('@observablehq/framework/dist/bin/observable.js', 'build'));
    },
    output: 'dist',
    pages: { '': ['frame', 'element', 'figure'] },
  },
  {
    host: 'nextjs',
    build: (folder) => build(folder, node('next/dist/bin/next', 'build')),
    output: 'out',
    pages: { '': ['frame', 'element', 'figure'] },
  },
];

const address = `http://127.0.0.1:${process.env.SCALEDOT_TEST_PORT}/`;

/** Returns the text of the answer as far as it is computed. @param {import('@playwright/test').Locator} answer */
async function answerIn(answer) {
  await answer.scrollIntoViewIfNeeded();
  await expect(answer.locator('[data-value^="answer"]').first()).toBeVisible();
  return (await answer.innerText()).replace(/\s+/g, ' ').trim();
}

/** Returns what one picture says. @param {Page} page  the site's own, or a host page with the picture's element */
async function saidInFigure(page) {
  const figure = page.locator('scaledot-figure');
  const place = (await figure.count()) > 0 ? figure : page;
  const verdict = place.locator('sd-softmax-jacobian .verdict');
  // The element renders nothing before it comes near the window, and a lab that is drawn above may push it away again.
  await expect(async () => {
    if (place === figure) await figure.scrollIntoViewIfNeeded();
    await expect(verdict).toContainText(/\d/, { timeout: 2000 });
  }).toPass();
  return String(await verdict.textContent());
}

/** Returns the answer once no further draw changes it. @param {import('@playwright/test').Locator} answer */
async function finalAnswer(answer) {
  await answerIn(answer);
  await expect(answer.locator('[data-provisional]')).toHaveCount(0, { timeout: 120_000 });
  return answerIn(answer);
}

/** @param {Page} page */
const places = (page) => ({
  frame: page.frameLocator('iframe[src*="embed.html"]').locator('.answer'),
  element: page.locator(`${element} .answer`),
});

/** Returns axe's findings for the lab on the host page. @param {Page} page @param {string} selector */
async function findings(page, selector) {
  const { violations } = await new AxeBuilder({ page })
    .include(selector)
    .options({ resultTypes: ['violations'] })
    .analyze();
  return violations.map(({ id, nodes }) => `${id}: ${nodes[0].html.slice(0, 160)}`);
}

/** Errors of themes about files that they fetch from elsewhere or do not have. */
const noise = /^Failed to load resource|hljs is not defined|Couldn't load preload assets/;

/** @param {string[]} errors */
const ours = (errors) => errors.filter((text) => !noise.test(text));

/** @type {string} The answer of the lab on its own page. */
let wanted;
/** The sentence of its picture there. */
let wantedOfFigure = '';

test.beforeAll(async ({ browser }) => {
  installTools();
  const page = await browser.newPage();
  await page.goto(`${address}#${link}`);
  wanted = await finalAnswer(page.locator('.answer'));
  await page.goto('about:blank');
  await page.goto(`${address}#lab=softmax&show=jacobian&dk=256&lang=en`);
  wantedOfFigure = await saidInFigure(page);
  await page.close();
});

for (const { host, name = host, type, needs, output = '.', pages, ...how } of hosts) {
  test(`${name} shows the lab`, async ({ page }) => {
    test.skip(needs !== undefined && !has(needs), `there is no ${needs} here`);
    const folder = path.join(home, name);
    writeRecipe(host, address, folder);
    fs.writeFileSync(path.join(folder, 'package.json'), JSON.stringify({ private: true, type }));
    how.build?.(folder);
    const { url, close } = await serve({ folder: path.join(folder, output), policy: '' });
    const errors = collectErrors(page);
    for (const [file, ways] of Object.entries(pages)) {
      errors.length = 0;
      await page.goto(url + file);
      // A frame far below the window is not loaded.
      if (ways.includes('frame')) await page.locator('iframe').scrollIntoViewIfNeeded();
      for (const way of ways) {
        if (way === 'figure') expect(await saidInFigure(page)).toBe(wantedOfFigure);
        else await expect.poll(() => answerIn(places(page)[way]), `${way} in ${file}`).toBe(wanted);
      }
      const selector = ways.includes('element') ? element : 'iframe';
      expect(await findings(page, selector)).toEqual([]);
      expect(ours(errors)).toEqual([]);
    }
    close();
  });
}

test('notion: the address alone brings the whole state', async ({ page }) => {
  const text = recipe('notion', address).get('address.txt') ?? '';
  await page.setContent(`<iframe title="embed" width="700" height="700" src="${text}"></iframe>`);
  await expect.poll(() => answerIn(places(page).frame)).toBe(wanted);
});

/** WordPress's folder: Debian's package, or an unpacked copy. */
const { SCALEDOT_WORDPRESS = '/usr/share/wordpress' } = process.env;

test('wordpress: its own filters keep the block of an editor, and take it from an author', async ({
  page,
}) => {
  const there = has('php') && fs.existsSync(path.join(SCALEDOT_WORDPRESS, 'wp-includes/kses.php'));
  test.skip(!there, 'there is no PHP or no WordPress here');
  const block = recipe('wordpress', address).get('block.html') ?? '';
  const { editor, author } = JSON.parse(
    execFileSync('php', [path.join(root, 'tests/hosts/wordpress.php'), SCALEDOT_WORDPRESS], {
      input: block,
      encoding: 'utf8',
    }),
  );
  expect(author).not.toContain('<iframe');
  await page.setContent(editor);
  await expect.poll(() => answerIn(places(page).frame)).toBe(wanted);
});

test('mystmd: the directive is a frame', () => {
  const folder = path.join(home, 'myst');
  writeRecipe('jupyter-book', address, folder);
  const [program, args] = node(
    'mystmd/dist/myst.cjs',
    'build',
    'myst/index.md',
    '--xml',
    '--force',
  );
  expect(run(folder, program, args)).toBeDefined();
});

/** Writes a Next.js project with the route that docs/bundlers.md shows. @param {string} folder */
function writeRoute(folder) {
  const programs = path.join(root, 'tests/package/programs');
  const route = path.join(folder, 'app/answer');
  fs.rmSync(folder, { recursive: true, force: true });
  fs.mkdirSync(route, { recursive: true });
  fs.writeFileSync(path.join(folder, 'package.json'), JSON.stringify({ private: true }));
  fs.copyFileSync(path.join(programs, 'answers.js'), path.join(route, 'answers.js'));
  // The package is one folder higher than in a project that has installed it itself.
  const code = fs.readFileSync(path.join(programs, 'edge-given.js'), 'utf8');
  fs.writeFileSync(
    path.join(route, 'route.js'),
    code.replaceAll('../node_modules', '../../node_modules'),
  );
}

test('Next.js builds a route for its edge runtime, and it answers with the digits of the engine', async () => {
  const folder = path.join(home, 'nextjs-edge');
  writeRoute(folder);
  build(folder, node('next/dist/bin/next', 'build'));
  const [program, args] = node('next/dist/bin/next', 'start', '--hostname', '127.0.0.1');
  const port = String(1 + Number(process.env.SCALEDOT_TEST_PORT));
  const server = spawn(String(program), [...args, '--port', port], {
    cwd: folder,
    stdio: 'ignore',
  });
  try {
    const wanted = toText(await engineAnswer(engine));
    await expect(async () => {
      const response = await fetch(`http://127.0.0.1:${port}/answer`);
      expect((await response.text()) === wanted, 'the same digits').toBe(true);
    }).toPass({ timeout: 60_000 });
  } finally {
    server.kill();
  }
});
