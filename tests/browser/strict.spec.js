// Pages that allow almost nothing: the strictest security policy for the page itself, isolated hosts, and hosts with their
// own strict policy.
import fs from 'node:fs';
import path from 'node:path';
import { labs } from '../../web/elements/index.js';
import { imagesOf } from '../../web/labs/lab/export-image.js';
import { serve } from '../../scripts/serve.mjs';
import { host } from './host.js';
import {
  answerOf,
  answered,
  expect,
  saved,
  scrollThrough,
  stateOf,
  test,
  visit,
  withPresets,
} from './visit.js';

/** @typedef {import('@playwright/test').Page} Page */

// The service worker is part of the page.
test.use({ serviceWorkers: 'allow' });

const policy =
  "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' data: blob:; connect-src 'none'; worker-src 'self'; require-trusted-types-for 'script'; trusted-types lit-html scaledot";

/** Records policy violations from the start. @param {Page} page */
const listen = (page) =>
  page.addInitScript(() => {
    const { violations } = Object.assign(window, { violations: /** @type {string[]} */ ([]) });
    addEventListener('securitypolicyviolation', (event) => {
      const { violatedDirective, blockedURI, sourceFile, lineNumber } = event;
      violations.push(`${violatedDirective} ${blockedURI} ${sourceFile}:${lineNumber}`);
    });
  });

/** @param {Page} page @returns {Promise<string[]>} */
const violationsOf = (page) => page.evaluate(() => Object(window).violations);

/** Too long to be read at once, so a worker reads it. */
const long = ['Q', 'K', 'V'].map((name) => `${name}\n${'1,0.5,-0.25\n'.repeat(200)}`).join('');

/** Does everything that a visitor can do in any lab. @param {Page} page @param {string} lab */
async function useAll(page, lab) {
  // By key: what is still arriving above may move a button away under the pointer.
  for (const button of ['.presets button', '.card .choices button'])
    await page.locator(button).first().press('Enter');
  await expect(page.locator('.card .explanation')).toBeFocused(); // not later, when the dialog is open
  await page.locator('button.share').first().click();
  await expect(page.locator('.preview .answer [data-value]').first()).toBeVisible();
  await page.keyboard.press('Escape');
  await scrollThrough(page);
  const kind = labs.find((each) => each.lab === lab);
  await kind?.fetchStory();
  const main = page.locator(`sd-${lab}-${kind && imagesOf(kind)[0]}`);
  await main.evaluate((element) => element.scrollIntoView({ block: 'start' }));
  expect((await saved(main, 'SVG')).text).toContain('<svg');
  expect((await saved(main, 'PNG')).bytes.subarray(1, 4).toString()).toBe('PNG');
}

test('all labs work in full under the strictest policy, and ask nobody else for anything', async ({
  page,
  context,
}) => {
  const { url, close } = await serve({ policy });
  expect((await page.request.get(url)).headers()['content-security-policy']).toBe(policy);
  /** @type {Set<string>} */
  const asked = new Set();
  // Includes requests of workers.
  context.on('request', (request) => void asked.add(new URL(request.url()).origin));
  await listen(page);
  await page.goto(url);
  await answered(page);
  for (const lab of withPresets) {
    await page.goto(`${url}#lab=${lab}`);
    await expect.poll(async () => (await stateOf(page)).lab).toBe(lab);
    await answered(page);
    await useAll(page, lab);
    const { variant, workers } = await page
      .locator('#lab')
      .evaluate((element) => /** @type {any} */ (element).engineState);
    expect(variant).toBe('simd');
    expect(workers).toBeGreaterThan(0);
  }
  await page.goto(`${url}#lab=attention`);
  const data = page.locator('sd-attention-data');
  await data.evaluate((element) => element.scrollIntoView({ block: 'start' }));
  await data
    .locator('input[type=file]')
    .setInputFiles({ name: 'mine.csv', mimeType: 'text/csv', buffer: Buffer.from(long) });
  await expect(data).toContainText('200 × 200');
  await page.getByRole('button', { name: '简体中文' }).click();
  await page.getByLabel('主题').selectOption('dark');
  await scrollThrough(page);
  await page.evaluate(() => navigator.serviceWorker.ready);

  expect(await violationsOf(page)).toEqual([]);
  expect([...asked].filter((origin) => origin !== 'null')).toEqual([new URL(url).origin]);
  const { cookies, origins } = await context.storageState({ indexedDB: true });
  expect({ cookies, origins }).toEqual({ cookies: [], origins: [] });
  expect(await page.evaluate(() => sessionStorage.length)).toBe(0);
  close();
});

test('where WebAssembly is refused the fallback engine gives the same answer, and a badge says so', async ({
  page,
  context,
}) => {
  await visit(page, 'dk=32');
  const expected = await answerOf(page);
  const { url, close } = await serve({ policy: policy.replace(" 'wasm-unsafe-eval'", '') });
  // The refusal is on the console of every page, so the test uses a page whose console is not checked.
  const strict = await context.newPage();
  await strict.goto(`${url}#dk=32`);
  await answered(strict);
  await expect(strict.locator('.badge')).toHaveAttribute('data-variant', 'fallback');
  await expect(strict.locator('.badge')).toContainText('plain JavaScript');
  expect(await answerOf(strict)).toBe(expected);
  close();
});

test('no script or style stands in the HTML, and no script makes another of a text', () => {
  // The documentation shows HTML as text. tests/js/docs.test.js checks its pages.
  const files = fs
    .readdirSync('site', { recursive: true, encoding: 'utf8' })
    .filter((name) => !name.startsWith('docs'));
  const read = (/** @type {string} */ ending) =>
    files
      .filter((name) => name.endsWith(ending))
      .map(
        (name) => /** @type {const} */ ([name, fs.readFileSync(path.join('site', name), 'utf8')]),
      );
  for (const [name, text] of read('.html')) {
    expect(text, name).not.toMatch(/<script(?![^>]*\ssrc=)|<style|\s(style|on\w+)=|javascript:/i);
  }
  for (const [name, text] of read('.js')) {
    expect(text, name).not.toMatch(/(?<![\w.$])eval\(|new Function\(|(?<![\w.$])Function\(["'`]/);
  }
  expect(read('.html')).toHaveLength(2);
  expect(read('.js').length).toBeGreaterThan(20);
});

test('on a host that is isolated and allows only our scripts, element and frame work', async ({
  page,
  baseURL,
}) => {
  const { origin } = new URL(String(baseURL));
  const { url, close } = await host(
    `<scaledot-variance dk="32" lang="en"></scaledot-variance>
    <iframe title="lab" src="${baseURL}embed.html#dk=32&amp;lang=en" sandbox="allow-scripts" width="700" height="700"></iframe>
    <script type="module" src="${baseURL}elements.js"></script>`,
    `default-src 'none'; script-src ${origin} 'wasm-unsafe-eval'; frame-src ${origin}; img-src data: blob:`,
    {
      'Cross-Origin-Opener-Policy': 'same-origin',
      'Cross-Origin-Embedder-Policy': 'require-corp',
    },
  );
  await listen(page);
  await page.goto(url);
  expect(await page.evaluate(() => crossOriginIsolated)).toBe(true);
  const element = page.locator('scaledot-variance .answer');
  await expect(element.locator('[data-value^="answer"]').first()).toBeVisible();
  const words = await element.innerText();
  const frame = page.frameLocator('iframe');
  await page.locator('iframe').evaluate((place) => place.scrollIntoView());
  await expect(frame.locator('.answer')).toHaveText(words, { useInnerText: true });
  await scrollThrough(page);
  expect(await violationsOf(page)).toEqual([]);
  close();
});

/** Opens a host page with trusted types and another copy of Lit. @param {Page} page @param {string} origin @param {string} types */
async function typedHost(page, origin, types) {
  const { url, close } = await host(
    `<scaledot-variance dk="32" lang="en">What stands inside</scaledot-variance>
    <script type="module" src="${origin}/elements.js"></script>`,
    `default-src 'none'; script-src ${origin} 'wasm-unsafe-eval'; img-src data: blob:; require-trusted-types-for 'script'; trusted-types ${types}`,
  );
  await listen(page);
  await page.addInitScript(() => void Object(window).trustedTypes.createPolicy('lit-html', {}));
  await page.goto(url);
  return close;
}

test('an element works on a host with trusted types and a Lit of its own', async ({
  page,
  baseURL,
}) => {
  const { origin } = new URL(String(baseURL));
  const close = await typedHost(page, origin, "lit-html scaledot 'allow-duplicates'");
  await expect(page.locator('scaledot-variance [data-value^="answer"]').first()).toBeVisible();
  await scrollThrough(page);
  expect(await violationsOf(page)).toEqual([]);
  close();
});

test('where a second Lit may make no policy the text of the element stays', async ({
  context,
  baseURL,
}) => {
  const { origin } = new URL(String(baseURL));
  const page = await context.newPage(); // the refusals are on its console
  const refused = page.waitForEvent('pageerror');
  const close = await typedHost(page, origin, 'lit-html scaledot');
  expect(String(await refused)).toContain('lit-html');
  await expect(page.getByText('What stands inside')).toBeVisible();
  close();
});
