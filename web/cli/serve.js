/* global document, location, history, addEventListener, CSS -- of the page, in showLab() */
/** `scaledot serve`: serves the labs on this machine, without a network, from the package's single script. */
import fs from 'node:fs';
import path from 'node:path';
import { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { tokens } from '../charts/tokens.js';
import { readFragment } from '../tables/fragment.js';
import common from '../i18n/common.en.js';
import { defaultLab, tables } from '../tables/state.js';
import { ports, startServer } from './http.js';
import { helpLine } from './options.js';
import { numberOf } from './parse.js';
import { speaker } from './text.js';

/** @import { Found } from './http.js' */
/** @import { Arguments, Command } from './types.js' */
/** @import { Work } from './work.js' */

/** @type {Command} */
export const command = {
  name: 'serve',
  more: { port: 'string' },
  without: ['json', 'csv', 'svg', 'engine', 'workers'],
  help: `npx scaledot serve [options]
Serves the playground on this machine, at 127.0.0.1 only, without any network:
all labs, from the package as it is installed. Prints the address. Ctrl-C ends.

${helpLine('--port N', `${ports.limit.min} to ${ports.limit.max}; 0: any (${ports.initial}, or the next that is free)`)}

An address holds the whole state: http://127.0.0.1:${ports.initial}/#lab=softmax&dk=1024
`,
};

const t = speaker({ en: common, 'zh-Hans': {} });

const scriptName = 'scaledot.min.js';

/** Finds the script: above this file in the package, or in the build folder of the sources. */
function findScript() {
  const here = path.dirname(fileURLToPath(import.meta.url));
  const places = ['..', '../../dist'].map((folder) => path.join(here, folder, scriptName));
  const found = places.find((file) => fs.existsSync(file));
  if (!found) throw new Error(`${scriptName} is missing from the package; install it again`);
  return found;
}

/** @param {Arguments} read @param {Work} work */
export async function run({ flags }, { signal }) {
  const port = numberOf('port', flags.port, ports.limit, ports.initial);
  const files = contents(findScript());
  const tries = flags.port === undefined ? 20 : 1;
  const { url, close } = await startServer((name) => files.get(name), { port, tries });
  process.stdout.write(`${url}\n`);
  if (process.stderr.isTTY) process.stderr.write('Ctrl-C ends it.\n');
  await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }));
  close();
  return '';
}

/** @param {string} script @returns {Map<string, Found>} by path */
function contents(script) {
  const scriptOfPage = `(${showLab})(${JSON.stringify(defaultLab)}, ${readFragment});\n`;
  return new Map([
    ['/', text('.html', page())],
    ['/page.css', text('.css', `${tokens.cssText}${style}`)],
    ['/page.js', text('.js', scriptOfPage)],
    ...beside(path.dirname(script)),
  ]);
}

/**
 * The script, and the files that it loads from its folder: engines in plain JavaScript, trained models, the
 * Playground's editor and interpreter and the modules that they share.
 */
const served = /^(parts\/)?(?!cli\b)[\w.-]+\.js$/;

/** @param {string} folder @returns {[string, Found][]} */
const beside = (folder) =>
  fs
    .readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => name.replaceAll('\\', '/'))
    .filter((name) => served.test(name))
    .map((name) => {
      const file = path.join(folder, name);
      return [
        `/${name}`,
        { type: '.js', length: fs.statSync(file).size, read: () => fs.createReadStream(file) },
      ];
    });

/** @param {string} type @param {string} words */
const text = (type, words) => ({
  type,
  length: Buffer.byteLength(words),
  read: () => Readable.from([words]),
});

const page = () => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>scaledot</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/page.css">
<script src="/${scriptName}" defer></script>
<script src="/page.js" defer></script>
</head>
<body>
<header>
<h1>scaledot</h1>
<nav aria-label="Labs">
${Object.keys(tables)
  .map((name) => `<a href="#lab=${name}">${t(`common.lab.${name}`)}</a>`)
  .join('\n')}
</nav>
</header>
<main><p>This page needs JavaScript.</p></main>
</body>
</html>
`;

const style = `
body {
  max-width: 86rem;
  margin: 0 auto;
  padding: 0 clamp(16px, 3vw, 40px) 48px;
  background: var(--sd-paper);
  color: var(--sd-ink);
  font-family: var(--sd-font);
  font-size: var(--sd-size-m);
  line-height: var(--sd-leading);
}
header {
  display: flex;
  flex-wrap: wrap;
  align-items: baseline;
  gap: 4px 24px;
  padding-block: 12px;
  border-bottom: 1px solid var(--sd-rule);
}
h1 { margin: 0; font-size: 1.0625rem; }
nav { display: flex; flex-wrap: wrap; gap: 4px 16px; font-size: var(--sd-size-s); }
a { color: var(--sd-muted); text-decoration: none; }
a:hover, a[aria-current] { color: var(--sd-accent); text-decoration: underline; text-underline-offset: 0.3em; }
main { margin-top: 24px; }
`;

/**
 * The script of the page, which is sent as its source text. It shows the lab of the address, and keeps the address up
 * to date.
 * @param {string} first  The lab for an address that names none
 * @param {typeof readFragment} read
 */
function showLab(first, read) {
  const [main] = document.getElementsByTagName('main');
  /** @type {any} */
  let lab;
  const nameOf = () => {
    const asked = read(location.hash).pairs.find(([key]) => key === 'lab')?.[1] ?? first;
    return document.querySelector(`nav a[href="#lab=${CSS.escape(asked)}"]`) ? asked : first;
  };
  const show = () => {
    const name = nameOf();
    if (lab?.localName !== `scaledot-${name}`) {
      lab = document.createElement(`scaledot-${name}`);
      main.replaceChildren(lab);
    }
    lab.setLink(location.hash);
    for (const link of document.querySelectorAll('nav a')) {
      const isHere = link.getAttribute('href') === `#lab=${name}`;
      if (isHere) document.title = `${link.textContent} · scaledot`;
      if (isHere) link.setAttribute('aria-current', 'page');
      else link.removeAttribute('aria-current');
    }
  };
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  // Browsers limit how often an address may be replaced.
  main.addEventListener('scaledot-change', () => {
    clearTimeout(timer);
    timer = setTimeout(() => history.replaceState(null, '', `#${lab.query}`), 250);
  });
  addEventListener('hashchange', show);
  show();
}
