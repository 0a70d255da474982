// The open page without a network, and with a new build published while it is open. Each test has its own copy of the site
// and its own server.
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { writeOfflineList } from '../../scripts/site.mjs';
import { serve } from '../../scripts/serve.mjs';
import { host } from './host.js';
import { answerOf, answered, expect, stateOf, test } from './visit.js';

/** @typedef {import('@playwright/test').Page} Page */

test.use({ serviceWorkers: 'allow' });

/** Makes a copy of the site in a folder below that of a server. */
async function deploy() {
  const root = fs.mkdtempSync(path.join(os.tmpdir(), 'scaledot-offline-'));
  const site = path.join(root, 'some', 'folder');
  fs.cpSync('site', site, { recursive: true });
  const { url, close } = await serve({ folder: root });
  const end = () => {
    close();
    fs.rmSync(root, { recursive: true, force: true });
  };
  return { site, url: `${url}some/folder/`, close, end };
}

/** Replaces a site by another build, in which all scripts have other names. @param {string} site */
function newBuild(site) {
  const assets = path.join(site, 'assets');
  const names = fs.readdirSync(assets).filter((name) => name.endsWith('.js'));
  const renamed = (/** @type {string} */ text) =>
    names.reduce((all, name) => all.replaceAll(name, `new-${name}`), text);
  for (const name of names) {
    const file = path.join(assets, name);
    fs.writeFileSync(path.join(assets, `new-${name}`), renamed(fs.readFileSync(file, 'utf8')));
    fs.rmSync(file);
  }
  for (const name of ['index.html', 'embed.html', 'elements.js']) {
    const file = path.join(site, name);
    const text = fs.readFileSync(file, 'utf8').replace('<html ', '<html data-build="new" ');
    fs.writeFileSync(file, renamed(text));
  }
  writeOfflineList(site);
}

/** @param {Page} page */
const isKept = (page) =>
  page.evaluate(async () => {
    await navigator.serviceWorker.ready;
    return navigator.serviceWorker.controller?.state === 'activated';
  });

/** @param {Page} page */
const namesOfCaches = (page) => page.evaluate(() => caches.keys());

test('after one visit the page opens without a server: every lab computes, in both languages', async ({
  page,
}) => {
  const { url, close, end } = await deploy();
  await page.goto(`${url}#dk=32`);
  await answered(page);
  const answer = await answerOf(page);
  await expect.poll(() => isKept(page)).toBe(true);
  close();
  await page.reload();
  await answered(page);
  expect(await answerOf(page)).toBe(answer);
  for (const lab of ['softmax', 'heads', 'scoring', 'attention', 'training']) {
    await page.getByRole('navigation').locator(`a[href*="lab=${lab}"]`).click();
    await expect.poll(async () => (await stateOf(page)).lab).toBe(lab);
    await answered(page);
  }
  await page.getByRole('button', { name: '简体中文' }).click();
  await expect(page.locator('article.lab')).toHaveAttribute('lang', 'zh-Hans');
  await answered(page);
  // Another address of the same page, and the page for frames, which the share dialog shows.
  for (const name of ['index.html?utm=1#lab=heads', 'embed.html?host=https://a.example#dk=8']) {
    await page.goto(url + name);
    await answered(page);
  }
  end();
});

test(
  'a trained model is kept once it has been chosen, and not before',
  { tag: '@all' },
  async ({ page }) => {
    const { url, close, end } = await deploy();
    const keptModels = () =>
      page.evaluate(async () => {
        const [name] = await caches.keys();
        const requests = await (await caches.open(name)).keys();
        return requests.filter((request) => /\/(dates|pronouns)-/.test(request.url)).length;
      });
    await page.goto(`${url}#lab=attention`);
    await answered(page);
    await expect.poll(() => isKept(page)).toBe(true);
    expect(await keptModels()).toBe(0);
    await page.locator('#source').selectOption('pronouns');
    await expect(page.locator('[data-value="answer-model"]')).toHaveText('animal');
    await expect.poll(keptModels).toBe(1);
    close();
    await page.reload();
    await expect(page.locator('[data-value="answer-model"]')).toHaveText('animal');
    end();
  },
);

test(
  'a page of the documentation is kept once it has been read',
  { tag: '@all' },
  async ({ page }) => {
    const { url, close, end } = await deploy();
    await page.goto(url);
    await answered(page);
    await expect.poll(() => isKept(page)).toBe(true);
    await page.goto(`${url}docs/course.html`);
    await page.getByRole('searchbox').fill('softmax');
    await expect(page.locator('.found a').first()).toBeVisible();
    close();
    await page.reload();
    await page.getByRole('searchbox').fill('attention');
    await expect(page.locator('.found a').first()).toBeVisible();
    await expect(page.goto(`${url}docs/figures.html`)).rejects.toThrow();
    end();
  },
);

test(
  'a new build is seen at the next visit, and an open page goes on with its own',
  { tag: '@all' },
  async ({ page, context }) => {
    const { site, url, end } = await deploy();
    await page.goto(url);
    await answered(page);
    await expect.poll(() => isKept(page)).toBe(true);
    const [first] = await namesOfCaches(page);

    newBuild(site);
    const other = await context.newPage();
    await other.goto(url);
    await expect(other.locator('html')).toHaveAttribute('data-build', 'new');
    await answered(other);
    await other.evaluate(async () => (await navigator.serviceWorker.ready).update());
    await expect.poll(() => namesOfCaches(other)).toHaveLength(2);
    await expect
      .poll(() =>
        other.evaluate(async () => (await navigator.serviceWorker.ready).waiting?.state ?? ''),
      )
      .toBe('installed');

    // The open page requests code that no server has any more.
    await page.getByRole('navigation').locator('a[href*="lab=heads"]').click();
    await expect.poll(async () => (await stateOf(page)).lab).toBe('heads');
    await answered(page);
    await expect(page.locator('html')).not.toHaveAttribute('data-build', 'new');

    await page.goto('about:blank');
    await other.goto('about:blank');
    await page.goto(url);
    await expect(page.locator('html')).toHaveAttribute('data-build', 'new');
    await expect.poll(() => namesOfCaches(page)).toHaveLength(1);
    expect(await namesOfCaches(page)).not.toContain(first);
    await page.goto(`${url}#lab=heads`);
    await answered(page);
    end();
  },
);

test('in a frame nothing is kept', async ({ page, baseURL }) => {
  const { origin } = new URL(String(baseURL));
  await page.clock.install();
  // Counts the requests. The registration itself exists only later.
  await page.addInitScript(() => {
    Object.assign(window, { asked: 0 });
    const { register } = ServiceWorkerContainer.prototype;
    ServiceWorkerContainer.prototype.register = function (...given) {
      Object(window).asked += 1;
      return register.apply(this, given);
    };
  });
  const { url, close } = await host(
    ['', 'embed.html']
      .map((file) => `<iframe title="lab" src="${baseURL}${file}"></iframe>`)
      .join(''),
  );
  await page.goto(url);
  for (const frame of page.frames().slice(1)) {
    await expect(frame.locator('.answer [data-value^="answer"]').first()).toBeVisible();
  }
  await page.clock.fastForward(10_000); // a page that is not in a frame starts after three seconds
  for (const frame of page.frames().slice(1)) {
    expect(frame.url()).toContain(origin);
    expect(await frame.evaluate(() => Object(window).asked)).toBe(0);
  }
  await page.goto(String(baseURL));
  await answered(page);
  await page.clock.fastForward(10_000);
  expect(await page.evaluate(() => Object(window).asked), 'by itself the page asks').toBe(1);
  close();
});
