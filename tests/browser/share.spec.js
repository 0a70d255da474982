// The share dialog: what it offers, the preview of what readers will see, the code for phones. It is fetched on demand.
import fs from 'node:fs';
import { test as base } from '@playwright/test';
import { qrReader } from '../../scripts/installs.mjs';
import { host } from './host.js';
import { expect, stateOf, test, visit } from './visit.js';

/** @typedef {import('@playwright/test').Page} Page */
/** @typedef {import('@playwright/test').Locator} Locator */

/** Presses the button and waits for the dialog. @param {Page} page @param {string} [tab] */
async function open(page, tab) {
  await page.locator('button.share').first().click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toBeVisible();
  if (tab) await dialog.getByRole('tab', { name: tab }).click();
  return dialog;
}

/** Returns the text of a tab. @param {Page} page @param {string} kind */
const text = (page, kind) => page.locator(`textarea#${kind}`).inputValue();

/** Returns the lab in the preview, once it has its answer. @param {Page} page */
async function previewOf(page) {
  const lab = page.locator('.preview .screen [inert] > *');
  await expect(lab.locator('.answer [data-value^="answer"]').first()).toBeVisible();
  return lab;
}

test('what readers see is chosen: it is in every snippet and in the preview, not on the page', async ({
  page,
}) => {
  await visit(page, 'dk=32&lock=seed');
  const dialog = await open(page);
  const shown = await previewOf(page);
  await dialog.getByLabel('code', { exact: true }).check();
  await dialog.getByLabel('lock the controls').check();
  await dialog.getByLabel('Theme').selectOption('dark');
  await dialog.getByLabel('Language').selectOption('zh-Hans');
  const state = 'dk=32&lang=zh-Hans&theme=dark&hide=code&lock=all';
  expect(await text(page, 'link')).toMatch(new RegExp(`/#${state}$`));
  expect(await text(page, 'frame')).toContain(`embed.html#${state.replaceAll('&', '&amp;')}"`);
  expect(await text(page, 'element')).toContain(
    '<scaledot-variance dk="32" lang="zh-Hans" theme="dark" hide="code" lock="all">',
  );
  expect(JSON.parse(await text(page, 'json'))).toMatchObject({ dk: 32, seed: 1, lock: 'all' });

  await expect(shown.locator('.question')).toContainText('为什么');
  // The frame's title and the text inside the element are in that language, too.
  const area = (/** @type {string} */ id) => page.locator(`textarea#${id}`);
  await expect(area('frame')).toHaveValue(/title="[^"a-z]*为什么/);
  await expect(area('element')).toHaveValue(/>\n {2}[^<]*方差/);
  await expect(shown.locator('.code')).toHaveCount(0);
  await expect(shown.locator('#dk')).toBeDisabled();
  await expect(shown).toHaveCSS('background-color', 'rgb(20, 22, 26)');
  await expect(
    dialog.getByRole('img', { name: /Hidden: code\. The controls are locked\./ }),
  ).toBeVisible();

  // A control that was locked individually stays locked.
  await dialog.getByLabel('lock the controls').uncheck();
  expect(await text(page, 'link')).toContain('&lock=seed');
  await expect(shown.locator('#dk')).toBeEnabled();
  expect(await stateOf(page)).toMatchObject({ theme: 'auto', lang: '', hide: '', lock: 'seed' });
});

test('the preview has the page’s engine, tells the page nothing, and ends with the dialog', async ({
  page,
}) => {
  await visit(page, 'dk=32');
  const dialog = await open(page);
  const shown = await previewOf(page);
  const seen = await shown.evaluate((element) => {
    const page = /** @type {any} */ (document.querySelector('#lab'));
    const shown = /** @type {any} */ (element);
    Object.assign(window, { shown, told: 0 });
    for (const name of ['scaledot-change', 'scaledot-engine', 'scaledot-error'])
      document.addEventListener(name, (event) => {
        if (event.composedPath().includes(element)) ++Object(window).told;
      });
    return { same: shown.engine === page.engine, itself: shown === page };
  });
  expect(seen).toEqual({ same: true, itself: false });
  await dialog.getByLabel('formula', { exact: true }).check();
  await expect(shown.locator('.formula')).toHaveCount(0);
  await shown.evaluate((lab) => /** @type {any} */ (lab).setState({ dk: 8 }));
  await expect(shown).toHaveAttribute('dk', '8');
  expect(await page.evaluate(() => Object(window).told)).toBe(0);
  expect(new URL(page.url()).hash).toBe('#dk=32');

  // The focus cycles through the dialog and never enters the preview.
  for (let i = 0; i < 40; ++i) {
    await page.keyboard.press('Tab');
    expect(await shown.evaluate((lab) => lab.shadowRoot?.activeElement ?? null)).toBeNull();
  }
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect.poll(() => page.evaluate(() => Object(window).shown.isConnected)).toBe(false);
});

test('a lab that leaves the page takes its open dialog along, and comes back without it', async ({
  page,
}) => {
  await visit(page);
  await open(page);
  await page.locator('#lab').evaluate(async (lab) => {
    const place = /** @type {HTMLElement} */ (lab.parentElement);
    lab.remove();
    await new Promise((resolve) => setTimeout(resolve));
    place.append(lab);
  });
  await expect(page.locator('button.share').first()).toBeVisible();
  await expect(page.locator('dialog')).toHaveCount(0);
  await open(page);
});

test('the JSON is the state: an element takes it back', async ({ page }) => {
  await visit(page, 'dk=32&query=uniform&numpy-seed=7');
  const before = await stateOf(page);
  await open(page, 'JSON');
  const json = await text(page, 'json');
  expect(JSON.parse(json)).toEqual(before);
  await page.keyboard.press('Escape');
  const notes = await page.locator('#lab').evaluate((element, state) => {
    const lab = /** @type {any} */ (element);
    lab.setLink('');
    return lab.setState(JSON.parse(state));
  }, json);
  expect(notes).toEqual([]);
  expect(await stateOf(page)).toEqual(before);
});

/**
 * Returns what a camera would read in a picture: its pixels are decoded by the browser and read by another library.
 * @param {Page} page
 * @param {string} type
 * @param {Buffer} picture
 */
async function read(page, type, picture) {
  const reader = await qrReader();
  if (!reader) throw new Error('the reader of QR codes could not be installed');
  const { pixels, width, height } = await page.evaluate(
    async (source) => {
      const image = new Image();
      image.src = source;
      await image.decode();
      const canvas = Object.assign(document.createElement('canvas'), {
        width: image.naturalWidth,
        height: image.naturalHeight,
      });
      const context = /** @type {CanvasRenderingContext2D} */ (canvas.getContext('2d'));
      context.drawImage(image, 0, 0);
      const { data, width, height } = context.getImageData(0, 0, canvas.width, canvas.height);
      // Transferred as one string, because a million numbers would take many seconds.
      let bytes = '';
      for (let at = 0; at < data.length; at += 8192)
        bytes += String.fromCharCode(...data.subarray(at, at + 8192));
      return { pixels: btoa(bytes), width, height };
    },
    `data:${type};base64,${picture.toString('base64')}`,
  );
  return reader(Uint8ClampedArray.from(Buffer.from(pixels, 'base64')), width, height)?.data;
}

test(
  'the code of the link is read in the dark, from its files, and where it is at its finest',
  { tag: '@all' },
  async ({ page }) => {
    await visit(page, 'dk=32&theme=dark');
    await open(page);
    const code = page.getByRole('img', { name: 'QR code of the link' });
    const link = await text(page, 'link');
    expect(await read(page, 'image/png', await code.screenshot())).toBe(link);
    for (const [kind, type] of [
      ['SVG', 'image/svg+xml'],
      ['PNG', 'image/png'],
    ]) {
      const waiting = page.waitForEvent('download');
      await page.getByRole('button', { name: `QR code as ${kind}` }).click();
      const download = await waiting;
      expect(download.suggestedFilename()).toBe(`scaledot-qr.${kind.toLowerCase()}`);
      const file = fs.readFileSync(await download.path());
      expect(await read(page, type, file)).toBe(link);
    }
    // The code follows the choices.
    await page.getByRole('dialog').getByLabel('presets', { exact: true }).check();
    const changed = await text(page, 'link');
    expect(changed).not.toBe(link);
    expect(await read(page, 'image/png', await code.screenshot())).toBe(changed);
    await page.keyboard.press('Escape');

    // The visitor's own sentence makes long links. A link of 1600 characters, mostly capitals, still gets a code. A longer one
    // gets a sentence instead.
    const sentence = (/** @type {number} */ length) =>
      `lab=attention&text=${encodeURIComponent('词'.repeat(length))}`;
    await page.goto('about:blank'); // otherwise another lab would soon replace this one
    await visit(page, sentence(160));
    await open(page);
    const long = await text(page, 'link');
    expect(long.length).toBeGreaterThan(1500);
    expect(await read(page, 'image/png', await code.screenshot())).toBe(long);
    await page.goto('about:blank');
    await visit(page, sentence(240));
    await open(page);
    await expect(page.getByText(/No QR code: this link has 2\d{3} characters/)).toBeVisible();
    await expect(code).toHaveCount(0);
  },
);

test(
  'a frame is as tall as asked, and the preview is cut there',
  { tag: '@all' },
  async ({ page }) => {
    await visit(page, 'dk=32');
    const dialog = await open(page, 'iframe');
    await previewOf(page);
    const height = dialog.getByLabel('Height in pixels');
    await height.fill('300');
    expect(await text(page, 'frame')).toContain('height="300"');
    const screen = page.locator('.preview .screen');
    await expect(screen).toHaveCSS('height', '300px');
    await expect(dialog.getByText(/it is \d{4} pixels tall/)).toBeVisible();
    // Invalid values are corrected when the field loses the focus, not while typing.
    await height.fill('5');
    expect(await text(page, 'frame')).toContain('height="300"');
    await height.evaluate(async (input) => {
      const { host } = /** @type {ShadowRoot} */ (input.getRootNode());
      const drawn = /** @type {import('lit').LitElement} */ (host);
      drawn.requestUpdate(); // as when the preview reports its height
      await drawn.updateComplete;
    });
    await expect(height).toHaveValue('5');
    await height.press('Tab');
    await expect(height).toHaveValue('120');
    expect(await text(page, 'frame')).toContain('height="120"');

    await dialog.getByLabel('fit the height with a script').check();
    expect(await text(page, 'frame')).toMatch(
      /<script async src="http:[^"]*\/embed\.js"><\/script>$/,
    );
    await expect(screen).not.toHaveCSS('height', '120px');
    // The frame has this height on a host page as well.
    const { url, close } = await host(await text(page, 'frame'));
    await page.goto(url);
    await expect
      .poll(async () => (await page.locator('iframe').boundingBox())?.height)
      .toBeGreaterThan(1000);
    close();
  },
);

test('the preview is as wide as a reader’s page, drawn smaller', async ({ page }) => {
  await visit(page);
  const dialog = await open(page);
  const screen = page.locator('.preview .screen');
  for (const [name, width, controlsBeside] of /** @type {const} */ ([
    ['phone', 360, false],
    ['wide page', 1140, true],
  ])) {
    await dialog.getByRole('button', { name }).click();
    const lab = await previewOf(page);
    await expect(screen).toHaveCSS('width', `${width}px`);
    const box = await screen.boundingBox();
    const stage = await page.locator('.preview .stage').boundingBox();
    expect(box?.width).toBeLessThanOrEqual(stage?.width ?? 0);
    // Where there is room, all settings are open beside the pictures.
    expect(
      await lab
        .locator('.controls details')
        .first()
        .evaluate((all) => /** @type {any} */ (all).open),
    ).toBe(controlsBeside);
  }
});

test('the keyboard: opens, goes through the tabs, copies, and comes back to the button', async ({
  page,
}) => {
  await visit(page);
  await page.evaluate(() => {
    navigator.clipboard.writeText = () => Promise.reject(new Error('refused'));
  });
  const button = page.locator('button.share').first();
  await button.focus();
  await page.keyboard.press('Enter');
  const tab = (/** @type {string} */ name) => page.getByRole('tab', { name });
  await expect(tab('Link')).toBeFocused();
  await page.keyboard.press('End');
  await expect(tab('JSON')).toBeFocused();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowRight');
  await expect(tab('iframe')).toBeFocused();
  await expect(page.locator('textarea#frame')).toBeVisible();
  await expect(page.locator('textarea#link')).toBeHidden();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  // Where the clipboard is denied, the text is selected instead, and the visitor is told.
  await expect(
    page.getByRole('dialog').getByRole('status').filter({ hasText: 'Ctrl+C' }),
  ).toBeVisible();
  const selected = await page.locator('textarea#frame').evaluate((area) => {
    const { selectionStart, selectionEnd, value } = /** @type {HTMLTextAreaElement} */ (area);
    return value.slice(selectionStart, selectionEnd) === value;
  });
  expect(selected).toBe(true);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(button).toBeFocused();
});

test('every picture has a button that opens the dialog for it alone, in a lab and by itself', async ({
  page,
}) => {
  for (const file of ['./', 'embed.html']) {
    await page.goto('about:blank');
    await page.goto(`${file}#${file === './' ? '' : 'show=growth&'}dk=32&lang=en`);
    const button = page.locator('sd-variance-growth').getByRole('button', { name: /^Embed: / });
    await button.click();
    const dialog = page.getByRole('dialog');
    await expect(dialog.getByLabel(/^What/)).toHaveValue('figure');
    await expect(dialog.getByLabel(/^Figure/)).toHaveValue('growth');
    expect(await text(page, 'link')).toMatch(/#dk=32&lang=en&show=growth$/);
    expect(await text(page, 'address')).toMatch(/\/embed\.html#dk=32&lang=en&show=growth$/);
    expect(await text(page, 'element')).toContain(
      '<scaledot-figure lab="variance" picture="growth" dk="32" lang="en">',
    );
    expect(await text(page, 'package')).toMatch(
      /^import 'scaledot\/elements\/define';\n\n<scaledot-figure /,
    );
    expect(await text(page, 'frame')).toMatch(/title="Growth with d.*[^]*height="500"/);
    const shown = page.locator('.preview .screen [inert] > *');
    await expect(shown.locator('sd-variance-growth')).toBeVisible();
    await expect(shown.locator('sd-variance-histogram')).toHaveCount(0);

    // Another picture, and back to the whole lab
    await dialog.getByLabel(/^Figure/).selectOption('walks');
    await expect(shown.locator('sd-variance-walks')).toBeVisible();
    await dialog.getByLabel(/^What/).selectOption('lab');
    await expect(dialog.getByLabel(/^Figure/)).toHaveCount(0);
    expect(await text(page, 'link')).toMatch(/#dk=32&lang=en$/);
    expect(await text(page, 'element')).toContain('<scaledot-variance dk="32" lang="en">');
    expect(await text(page, 'frame')).toContain('height="760"');
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    await expect(button).toBeFocused();
    await page.locator('#lab').evaluate((lab) => Object(lab).setState({ hide: 'share' }));
    await expect(button).toHaveCount(0);
  }
});

test('pictures without a frame of their own have that button, too', async ({ page }) => {
  for (const [lab, name] of [
    ['variance', 'derivation'],
    ['scoring', 'table'],
    ['attention', 'matrices'],
  ]) {
    await page.goto('about:blank');
    await page.goto(`embed.html#lab=${lab}&show=${name}&lang=en`);
    const place = page.locator(`sd-${lab}-${name}`);
    await expect(place.getByRole('button', { name: /^Embed: / })).toHaveCount(1);
    await place.getByRole('button', { name: /^Embed: / }).click();
    await expect(page.getByRole('dialog').getByLabel(/^Figure/)).toHaveValue(name);
  }
});

test('a figure works as its three snippets say, pasted into three pages of somebody else', async ({
  page,
}) => {
  await page.goto('embed.html#lab=softmax&show=jacobian&dk=16&keys=5&lang=en');
  await page.locator('[data-action=embed]').click();
  const texts = [await text(page, 'frame'), await text(page, 'element')];
  const address = await text(page, 'address');
  await page.keyboard.press('Escape');
  const summary = page.locator('sd-softmax-jacobian .verdict').first(); // the dialog's preview has one, too
  await expect(summary).toContainText(/\d/);
  const told = String(await summary.textContent());
  // A host that takes only an address makes the frame itself.
  texts.push(`<iframe src="${address.replaceAll('&', '&amp;')}" title="A figure"></iframe>`);
  for (const body of texts) {
    const { url, close } = await host(body);
    await page.goto(url);
    const place = body.includes('<iframe') ? page.frameLocator('iframe') : page;
    await expect(place.locator('sd-softmax-jacobian .verdict')).toHaveText(told);
    await expect(place.locator('.answer')).toHaveCount(0);
    close();
  }
});

test(
  'nothing is cut off, on phones and wide pages, in both languages',
  { tag: '@all' },
  async ({ page }) => {
    for (const lang of ['en', 'zh-Hans']) {
      await visit(page, `lang=${lang}&query=uniform&key=laplace&query-sd=1.5`);
      await expect(page.locator('html')).toHaveAttribute('lang', lang);
      const dialog = await open(page);
      for (const tab of await dialog.getByRole('tab').all()) {
        await tab.click();
        for (const width of [320, 360, 1280]) {
          await page.setViewportSize({ width, height: 740 });
          await expect.poll(() => cutOff(dialog), `${lang}, ${width} px`).toEqual(nothing);
        }
      }
      await page.keyboard.press('Escape');
    }
  },
);

const nothing = { inside: [], wider: 0, outside: false };

/** Returns which parts of a dialog extend beyond it, and whether it extends beyond the window. @param {Locator} dialog */
const cutOff = (dialog) =>
  dialog.evaluate((element) => {
    const { left, right } = element.getBoundingClientRect();
    const inside = [...element.querySelectorAll('button, label, p, textarea, legend, .qr')]
      .map((each) => ({ box: each.getBoundingClientRect(), words: each.textContent?.trim() }))
      .filter(({ box }) => box.width > 0 && (box.left < left || box.right > right));
    const columns = [element, ...element.querySelectorAll('.ways')];
    const wider = columns.filter((each) => each.scrollWidth > each.clientWidth);
    return { inside, wider: wider.length, outside: left < 0 || right > innerWidth };
  });

test('in a frame taller than the screen the dialog opens near its button', async ({
  page,
  baseURL,
}) => {
  const { url, close } = await host(
    `<iframe title="lab" sandbox="allow-scripts" width="1000" height="5000" src="${baseURL}embed.html"></iframe>`,
  );
  await page.goto(url);
  const frame = page.frameLocator('iframe');
  await frame.locator('button.share').click();
  const dialog = frame.getByRole('dialog');
  await expect(dialog.getByRole('tab', { name: 'Link' })).toBeFocused();
  await expect(dialog).toBeInViewport({ ratio: 0.7 });
  close();
});

base('a dialog that cannot be fetched says so, and comes when it can', async ({ page }) => {
  const failed = page.getByText('could not be fetched');
  await page.route('**/share-dialog-*.js', (route) => route.abort());
  await visit(page);
  await page.locator('button.share').first().click();
  await expect(failed).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page.unroute('**/share-dialog-*.js');
  await open(page);
  await expect(failed).toHaveCount(0);
});
