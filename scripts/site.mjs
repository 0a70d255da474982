// Finishes the site that Vite has built: adds the list of files for its offline worker and, if its address is known, oEmbed.
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { frameSnippet } from '../web/labs/lab/snippets.js';
import { plain } from '../web/labs/parts/text.js';
import { translator } from '../web/i18n/index.js';
import { openingLab } from '../web/tables/fragment.js';
import { initialParams, tables } from '../web/tables/state.js';
import { modelNames } from '../web/tables/attention.js';
import { noticesFile } from './notices.mjs';
import { Stop } from './tools.mjs';

/** The size of a frame, with the height of the share dialog's frame. oEmbed requires both as numbers. */
const size = { width: 960, height: 760 };

/**
 * Returns the address of the site's folder, absolute and with a final slash, or '' for none.
 * @param {string} text
 */
export function siteAddress(text) {
  if (text === '') return '';
  if (!/^https?:/.test(text) || !URL.canParse(text))
    throw new Stop(`--address: got '${text}', expected one like https://your.site/scaledot/`);
  const { origin, pathname } = new URL(text);
  return `${origin}${pathname.replace(/\/*$/, '')}/`;
}

/**
 * Returns the oEmbed 1.0 document of a lab.
 * @param {string} address  of the site
 * @param {string} lab
 * @param {import('../web/i18n/index.js').Catalogue} words  of the lab, in English
 */
export function oembedOf(address, lab, words) {
  const title = plain(translator('en', { en: words, 'zh-Hans': {} }), `${lab}.title`);
  const place = { home: address, lab, tag: '', title, fallback: '' };
  return {
    version: '1.0',
    type: 'rich',
    title,
    provider_name: 'scaledot',
    provider_url: address,
    cache_age: 86400,
    ...size,
    html: frameSnippet(initialParams(lab), place),
  };
}

/** Writes oembed.json, oembed/LAB.json, and the page's link to the first. @param {string} folder @param {string} address */
async function writeOembed(folder, address) {
  const write = (/** @type {string} */ name, /** @type {object} */ content) =>
    fs.writeFileSync(path.join(folder, name), `${JSON.stringify(content, null, 2)}\n`);
  fs.mkdirSync(path.join(folder, 'oembed'), { recursive: true });
  for (const lab of Object.keys(tables)) {
    const { default: words } = await import(`../web/i18n/${lab}.en.js`);
    const content = oembedOf(address, lab, words);
    write(`oembed/${lab}.json`, content);
    if (lab === openingLab) write('oembed.json', content);
  }
  const page = path.join(folder, 'index.html');
  const link = `<link rel="alternate" type="application/json+oembed" href="${address}oembed.json" />`;
  fs.writeFileSync(
    page,
    fs.readFileSync(page, 'utf8').replace('</head>', () => `  ${link}\n  </head>`),
  );
}

/** Returns the files that the open page may request, by their address below the site; the page itself is ''. @param {string} folder */
function filesToKeep(folder) {
  const names = fs
    .readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)))
    .map((name) => name.replaceAll(path.sep, '/'))
    .filter((name) => !['offline.js', noticesFile].includes(name) && !/^oembed\b/.test(name));
  const hashOf = (/** @type {string} */ name) =>
    `sha256-${createHash('sha256')
      .update(fs.readFileSync(path.join(folder, name)))
      .digest('base64')}`;
  return Object.fromEntries(
    names.sort().map((name) => [name === 'index.html' ? '' : name, hashOf(name)]),
  );
}

/** The files with which the Playground edits and runs programs. */
const ofPrograms = /^assets\/(editor|interpreter|program-worker|session)-/;

/**
 * Whether a file is cached only at its first use: trained models, pages of the documentation, and the editor and the interpreter
 * of the Playground.
 * @param {string} name
 */
const isLater = (name) =>
  name.startsWith('docs/') ||
  ofPrograms.test(name) ||
  modelNames.some((model) => name.startsWith(`assets/${model}-`));

/** Writes the list of files into the offline worker. A name that ends with / is a folder. @param {string} folder */
export function writeOfflineList(folder) {
  const file = path.join(folder, 'offline.js');
  const all = Object.entries(filesToKeep(folder));
  const files = Object.fromEntries(all.filter(([name]) => !isLater(name)));
  const names = all.map(([name]) => name).filter(isLater);
  const later = [...new Set(names.map((name) => name.replace(/^docs\/.*/, 'docs/')))];
  const version = createHash('sha256')
    .update(JSON.stringify([files, later]))
    .digest('hex')
    .slice(0, 16);
  const list = `self.scaledot = ${JSON.stringify({ version, files, later })};\n`;
  const worker = fs.readFileSync(file, 'utf8').replace(/^self\.scaledot = .*\n/, '');
  fs.writeFileSync(file, list + worker);
}

/** @param {string} folder @param {string} address  '' if it is not known */
export async function finishSite(folder, address) {
  if (address) await writeOembed(folder, address);
  writeOfflineList(folder);
}
