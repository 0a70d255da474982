// The lab on a host page: the snippets of the share dialog, on another origin, in a sandbox, and many at once.
import { host, snippet } from './host.js';
import { test as base } from '@playwright/test';
import { answered, collectErrors, expect, linkHolds, openCode, test, visit } from './visit.js';

test('a host with a strict policy of its own may frame the lab', async ({ page, baseURL }) => {
  await visit(page, 'dk=32');
  const { origin } = new URL(String(baseURL));
  const { url, close } = await host(
    await snippet(page, 'frame'),
    `default-src 'none'; frame-src ${origin}; img-src data:`,
  );
  await page.goto(url);
  const frame = page.frameLocator('iframe');
  await expect(frame.locator('[data-value="answer-before"]')).toBeVisible();
  close();
});

test('the frame snippet works on another origin, sandboxed as it is written', async ({
  page,
  context,
}) => {
  await visit(page, 'dk=32&seed=3');
  const code = await snippet(page, 'frame');
  expect(code).toContain('sandbox="allow-scripts');
  expect(code).not.toContain('allow-same-origin');
  const { url, close } = await host(code);
  const tutorial = await context.newPage();
  const errors = collectErrors(tutorial);
  await tutorial.goto(url);
  const frame = tutorial.frameLocator('iframe');
  await expect(frame.locator('[data-value="answer-before"]')).toBeVisible();
  expect(await frame.locator('.answer').innerText()).toBe(
    await page.locator('.answer').innerText(),
  );
  await frame.locator('#dk').fill('8');
  await expect(frame.locator('.answer math[aria-label="1/√8"]')).toBeVisible();
  expect(errors).toEqual([]);
  close();
});

test('a frame in the strictest sandbox computes, and tells its height', async ({
  page,
  baseURL,
}) => {
  const { url, close } = await host(
    `<iframe title="lab" sandbox="allow-scripts" width="700" height="700" src="${baseURL}embed.html#dk=16&lang=en"></iframe>`,
  );
  await page.addInitScript(() => {
    const heard = Object.assign(window, { tallest: 0 });
    addEventListener('message', ({ data }) => {
      if (data?.type === 'scaledot-height') heard.tallest = Math.max(heard.tallest, data.height);
    });
  });
  await page.goto(url);
  const frame = page.frameLocator('iframe');
  await expect(frame.locator('[data-value="answer-before"]')).toBeVisible();
  await openCode(frame);
  await expect(frame.locator('sd-code')).toBeVisible();
  // The clipboard is not available: the text is selected instead, and the visitor is told.
  await frame.locator('sd-code').getByRole('button', { name: 'Copy' }).click();
  await expect(frame.locator('sd-code .said')).toContainText('Ctrl+C');
  await expect.poll(() => page.evaluate(() => Object(window).tallest)).toBeGreaterThan(700);
  close();
});

test('hidden parts are gone and locked controls stay as they are', async ({ page }) => {
  await visit(page, 'hide=presets,code,share,formula,walks&lock=dk', 'embed.html');
  for (const part of ['.presets', '.code', '.share', '.formula', 'sd-variance-walks']) {
    await expect(page.locator(part)).toHaveCount(0);
  }
  await expect(page.locator('#dk')).toBeDisabled();
  await expect(page.locator('#dk-slider')).toBeDisabled();
  await expect(page.locator('#seed')).toBeEnabled();
  // A picture cannot change locked parameters either, but all others.
  const state = await page.locator('#lab').evaluate((element) => {
    const lab = /** @type {any} */ (element);
    lab.set({ dk: 5, step: 2 });
    return lab.getState();
  });
  expect(state).toMatchObject({ dk: 64, step: 2 });
  await page.evaluate(() => {
    location.hash = '#hide=controls';
  });
  await expect(page.locator('.controls')).toHaveCount(0);
  await expect(page.locator('button.share')).toHaveCount(1);
});

test('the element snippet works on another origin', async ({ page, context }) => {
  await visit(page, 'dk=32&seed=3&query=uniform');
  const { url, close } = await host(await snippet(page, 'element'));
  const tutorial = await context.newPage();
  const errors = collectErrors(tutorial);
  await tutorial.goto(url);
  await answered(tutorial);
  expect(await tutorial.locator('.answer').innerText()).toBe(
    await page.locator('.answer').innerText(),
  );
  // On a host page the question is not a second main heading.
  await expect(tutorial.getByRole('heading', { level: 1 })).toHaveCount(1);
  // Links of the element point to the site that it was loaded from.
  await expect(tutorial.locator('.foot a')).toHaveAttribute(
    'href',
    /\/#dk=32&seed=3&query=uniform$/,
  );
  expect(tutorial.url()).toBe(url);
  expect(errors).toEqual([]);
  close();
});

test('elements on one page keep to themselves, share an engine, and speak by events', async ({
  page,
  baseURL,
}) => {
  const { url, close } = await host(`
    <scaledot-variance id="one" dk="8" hide="code,presets"></scaledot-variance>
    <scaledot-variance id="two" dk="99999999" theme="dark" lang="zh-CN"></scaledot-variance>`);
  await page.goto(url);
  // Properties set before the element is defined must survive its upgrade.
  await page.evaluate(() => {
    /** @type {any} */ (document.querySelector('#one')).seed = 7;
  });
  await page.addScriptTag({ type: 'module', url: `${baseURL}elements.js` });
  await page.addScriptTag({ type: 'module', url: `${baseURL}elements.js?again` });
  await expect(page.locator('#one [data-value="answer-before"]')).toBeVisible();
  await expect(page.locator('#two [data-value="answer-before"]')).toBeVisible();

  const two = page.locator('#two');
  await expect(two.locator('.notes-live .notes')).toContainText('99999999');
  await expect(two).toHaveAttribute('dk', '65536');
  await expect(two.locator('article')).toHaveAttribute('lang', 'zh-Hans');

  const told = await page.evaluate(async () => {
    const one = /** @type {any} */ (document.querySelector('#one'));
    /** @type {any[]} */
    const events = [];
    document.addEventListener('scaledot-change', (event) =>
      events.push(/** @type {CustomEvent} */ (event).detail),
    );
    const seed = one.seed;
    one.dk = 16;
    one.setAttribute('scale', 'none');
    one.setState({ queries: 50 });
    await one.updateComplete;
    return {
      seed,
      state: one.getState(),
      events,
      same: one.engine === /** @type {any} */ (document.querySelector('#two')).engine,
    };
  });
  expect(told.seed).toBe(7);
  expect(told.same).toBe(true);
  expect(told.state).toMatchObject({
    lab: 'variance',
    dk: 16,
    scale: 'none',
    queries: 50,
    seed: 7,
  });
  expect(told.events).toHaveLength(1);
  expect(told.events[0]).toMatchObject({
    state: { dk: 16 },
    query: expect.stringContaining('dk=16'),
  });
  close();
});

test('the embedded page follows its own link', async ({ page }) => {
  await visit(page, 'dk=32', 'embed.html');
  await page.locator('#dk').fill('64');
  await expect.poll(() => new URL(page.url()).hash).toBe('#lab=variance');
  await page.locator('#dk').fill('16');
  await linkHolds(page, 'dk=16');
});

base(
  'what cannot be fetched below the main picture says so, and comes when asked again',
  async ({ page }) => {
    /** @type {string[]} */
    const errors = [];
    page.on('pageerror', (error) => errors.push(String(error)));
    await page.setViewportSize({ width: 360, height: 500 });
    await visit(page, 'lab=heads&lang=en&hide=code,formula', 'embed.html');
    await page.route('**/assets/*', (route) => route.abort());
    await page.locator('.lazy').scrollIntoViewIfNeeded();
    const failed = page.getByText('This part could not be fetched.');
    await expect(failed).toBeVisible();
    await page.unroute('**/assets/*');
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(page.locator('sd-heads-cost')).toBeVisible();
    await expect(failed).toHaveCount(0);
    expect(errors).toEqual([]);
  },
);

base(
  'a part of the engine that cannot be fetched says so, and comes when asked again',
  async ({ page }) => {
    await page.setViewportSize({ width: 360, height: 500 });
    await page.route('**/assets/*-gradients-*', (route) => route.abort());
    await visit(page, 'lab=heads&lang=en&hide=code', 'embed.html');
    await page.locator('.lazy').first().scrollIntoViewIfNeeded();
    const failed = page.getByText('This part could not be fetched.');
    await expect(failed).toBeVisible();
    await page.unroute('**/assets/*-gradients-*');
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(page.locator('sd-heads-cost .figure')).toBeVisible();
    await expect(failed).toHaveCount(0);
  },
);
