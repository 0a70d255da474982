// Additional files of the built site: oEmbed documents, and the list of files that its offline worker caches.
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { finishSite, siteAddress } from '../../scripts/site.mjs';
import { parse, tables } from '../../web/tables/state.js';

const root = fs.mkdtempSync(path.join(os.tmpdir(), 'scaledot-site-'));
const address = 'https://tutorial.example/some/scaledot/';

/** @param {string} folder */
function makeSite(folder) {
  fs.mkdirSync(path.join(folder, 'assets'), { recursive: true });
  fs.writeFileSync(path.join(folder, 'index.html'), '<head>\n  </head>');
  fs.writeFileSync(path.join(folder, 'assets', 'a-1.js'), '1');
  fs.writeFileSync(path.join(folder, 'assets', 'dates-2.js'), '2');
  fs.writeFileSync(path.join(folder, 'offline.js'), 'the worker');
  return folder;
}

const unknown = makeSite(path.join(root, 'unknown'));
const known = makeSite(path.join(root, 'known'));

beforeAll(async () => {
  await finishSite(unknown, '');
  await finishSite(known, address);
});
afterAll(() => fs.rmSync(root, { recursive: true }));

const read = (/** @type {string[]} */ ...parts) => fs.readFileSync(path.join(...parts), 'utf8');

test('where the address is known there is an oEmbed document of every lab, and the page leads to the first', () => {
  for (const lab of Object.keys(tables)) {
    const document = JSON.parse(read(known, 'oembed', `${lab}.json`));
    // Required by oEmbed 1.0 for the type "rich".
    expect(document).toMatchObject({
      version: '1.0',
      type: 'rich',
      title: expect.stringMatching(/^[^{}<>]+\?$/),
      provider_url: address,
      width: expect.any(Number),
      height: expect.any(Number),
    });
    const [, link] = /** @type {RegExpMatchArray} */ (
      document.html.match(/^<iframe src="([^"]*)"/)
    );
    const { origin, pathname, hash } = new URL(link.replaceAll('&amp;', '&'));
    expect(origin + pathname).toBe(`${address}embed.html`);
    expect(parse(hash)).toEqual(parse(`lab=${lab}`));
  }
  expect(read(known, 'oembed.json')).toBe(read(known, 'oembed', 'story.json'));
  expect(read(known, 'index.html')).toContain(
    `<link rel="alternate" type="application/json+oembed" href="${address}oembed.json" />\n  </head>`,
  );
});

test('where it is not known there is none: readers of oEmbed need absolute addresses', () => {
  expect(fs.readdirSync(unknown).sort()).toEqual(['assets', 'index.html', 'offline.js']);
  expect(read(unknown, 'index.html')).not.toContain('oembed');
});

test.each([
  ['', ''],
  ['https://tutorial.example', 'https://tutorial.example/'],
  ['http://localhost:8080/a//?b#c', 'http://localhost:8080/a/'],
])('the address %p is %p', (text, expected) => expect(siteAddress(text)).toBe(expected));

test.each(['tutorial.example', '/scaledot/', 'ftp://tutorial.example/', 'https://'])(
  'the address %p is refused',
  (text) => expect(() => siteAddress(text)).toThrow(/^--address: got .*, expected one like https:/),
);

test('the offline worker is told of every file by its hash, and begins anew with every other build', async () => {
  const list = () =>
    JSON.parse(String(read(unknown, 'offline.js').match(/^self\.scaledot = (.*);\n/)?.[1]));
  const before = list();
  expect(Object.keys(before.files)).toEqual(['assets/a-1.js', '']);
  // Trained models are cached only once they have been used.
  expect(before.later).toEqual(['assets/dates-2.js']);
  expect(before.files['assets/a-1.js']).toBe('sha256-a4ayc/80/OGda4BO/1o/V0etpOqiLx1JwB5S3beHW0s=');
  expect(read(unknown, 'offline.js')).toMatch(/\nthe worker$/);
  fs.writeFileSync(path.join(unknown, 'index.html'), '<head>2\n  </head>');
  await finishSite(unknown, '');
  expect(list().version).not.toBe(before.version);
  expect(list().files['assets/a-1.js']).toBe(before.files['assets/a-1.js']);
  expect(read(unknown, 'offline.js').match(/self\.scaledot/g)).toHaveLength(1);
});
