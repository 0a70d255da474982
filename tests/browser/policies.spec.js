// Everything that a browser or a server may deny a page, one by one. Each lab ends with the same digits or with one sentence.
import { serve } from '../../scripts/serve.mjs';
import { contentSecurityPolicy } from '../../web/cli/http.js';
import common from '../../web/i18n/common.en.js';
import commonZh from '../../web/i18n/common.zh-Hans.js';
import refused from '../../web/i18n/refused.en.js';
import refusedZh from '../../web/i18n/refused.zh-Hans.js';
import { expect, isAll, labNames, settled, soon, test, unless } from './visit.js';

/** @typedef {import('@playwright/test').Page} Page */
/** @typedef {import('@playwright/test').BrowserContext} Context */

// The service worker is part of the page.
test.use({ serviceWorkers: 'allow' });

const ownPolicy = contentSecurityPolicy();
const untyped = ownPolicy.replace(/; require-trusted-types-for.*/, '');

/** Features that a page may be denied. Browsers ignore names that they do not know. */
const features =
  'accelerometer autoplay bluetooth camera clipboard-read clipboard-write cross-origin-isolated display-capture encrypted-media fullscreen gamepad geolocation gyroscope hid idle-detection keyboard-map magnetometer microphone midi payment picture-in-picture publickey-credentials-get screen-wake-lock serial storage-access sync-xhr usb web-share window-management xr-spatial-tracking';

const isolated = {
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Embedder-Policy': 'require-corp',
};

/** Trains until done. A run that started automatically pauses after a while, on a slow machine far from its end. @param {Page} page */
const trainToTheEnd = (page) =>
  expect(async () => {
    const curves = page.locator('sd-training-curves');
    const status = await curves.locator('.status').innerText();
    if (/done/.test(status)) return;
    const play = curves.locator('[data-action=play]');
    if ((await play.innerText()) !== 'Pause') await play.click();
    expect(status).toContain('done');
  }).toPass();

/** Returns the answers of all labs, one after the other in one page. @param {Page} page @param {string} url */
async function answersOf(page, url) {
  /** @type {Record<string, readonly string[]>} */
  const answers = {};
  for (const lab of toured) {
    await page.goto(`${url}#${soon(lab)}`);
    await expect(page.locator(`scaledot-${lab}#lab`)).toBeVisible();
    await settled(page);
    if (lab === 'training') await trainToTheEnd(page);
    answers[lab] = await page.locator('.answer [data-value]').allInnerTexts();
  }
  return answers;
}

/** The daily run takes only the labs that compute in different ways. */
const toured = isAll ? labNames : ['variance', 'attention', 'training', 'playground'];

/** What the page says when nothing is denied. All tests of this process share it. @type {ReturnType<typeof answersOf> | undefined} */
let known;

/** @param {Context} context */
const plainAnswers = (context) =>
  (known ??= (async () => {
    const { url, close } = await serve({ policy: untyped });
    const page = await context.newPage();
    const answers = await answersOf(page, url);
    await page.close();
    close();
    return answers;
  })());

/**
 * @typedef {object} Denial
 * @property {string} [policy]  of the server
 * @property {Record<string, string>} [more]  headers
 * @property {(page: Page) => Promise<unknown>} [prepare]
 * @property {(page: Page) => Promise<unknown>} [check]  at the end
 */

/** Checks that workers were really denied. @param {Page} page */
async function noWorkers(page) {
  expect(page.workers()).toEqual([]);
}

/** @type {Record<string, Denial>} */
const denials = {
  'no WebAssembly': {
    policy: contentSecurityPolicy({ wasm: false }),
    async check(page) {
      const isDenied = () => {
        try {
          new WebAssembly.Module(Uint8Array.of(0, 97, 115, 109, 1, 0, 0, 0));
          return false;
        } catch {
          return true;
        }
      };
      expect(await page.evaluate(isDenied)).toBe(true);
    },
  },
  'no workers by policy': {
    policy: ownPolicy.replace("worker-src 'self'", "worker-src 'none'"),
    check: noWorkers,
  },
  'workers whose constructor throws': {
    prepare: (page) =>
      page.addInitScript(() => {
        Object.assign(window, {
          Worker: class {
            constructor() {
              throw new Error('no workers');
            }
          },
        });
      }),
    check: noWorkers,
  },
  'no storage': {
    prepare: (page) =>
      page.addInitScript(() => {
        for (const name of ['localStorage', 'sessionStorage', 'indexedDB', 'caches']) {
          const get = () => {
            throw new DOMException('denied', 'SecurityError');
          };
          Object.defineProperty(window, name, { get });
        }
      }),
  },
  'memory that cannot grow': { prepare: (page) => keepMemory(page) },
  'trusted types': {
    prepare: (page) =>
      page.addInitScript(() => {
        const { violations } = Object.assign(window, { violations: /** @type {string[]} */ ([]) });
        addEventListener('securitypolicyviolation', ({ violatedDirective, sample }) => {
          violations.push(`${violatedDirective} ${sample}`);
        });
      }),
    async check(page) {
      expect(await page.evaluate(() => Object(window).violations)).toEqual([]);
      const isTyped = () => {
        try {
          document.createElement('div').innerHTML = '<b></b>';
          return false;
        } catch {
          return true;
        }
      };
      expect(await page.evaluate(isTyped)).toBe(true);
    },
  },
  'a browsing context of its own': {
    more: isolated,
    async check(page) {
      expect(await page.evaluate(() => crossOriginIsolated)).toBe(true);
    },
  },
  'no permissions': {
    more: {
      'Permissions-Policy': features
        .split(' ')
        .map((name) => `${name}=()`)
        .join(', '),
    },
    async check(page) {
      const allowed = () => Object(document).featurePolicy.allowedFeatures();
      expect(await page.evaluate(allowed)).not.toContain('fullscreen');
      // The clipboard is denied, too: the text is selected instead.
      await page.locator('button.share').first().click();
      await page.getByRole('dialog').getByRole('button', { name: 'Copy' }).first().click();
      await expect(page.getByRole('dialog')).toContainText(common['common.copySelected']);
    },
  },
};

/** Keeps WebAssembly memory at its initial size. @param {Page} page */
const keepMemory = (page) =>
  page.addInitScript(() => {
    WebAssembly.Memory.prototype.grow = () => {
      throw new RangeError('no memory');
    };
  });

/**
 * Other daily tests cover the other policies: strict.spec.js all of them together, and the test below the memory that cannot
 * grow. One at a time, they run only with `--all`.
 */
const daily = new Set(['workers whose constructor throws']);
for (const [name, { policy, more, prepare, check }] of Object.entries(denials)) {
  test(`${name}: labs compute the same digits`, unless(daily.has(name)), async ({ context }) => {
    const expected = await plainAnswers(context);
    for (const texts of Object.values(expected)) expect(texts.join()).toMatch(/\d/);
    const { url, close } = await serve({ policy, more });
    // The page reports every denial on its console, so the test uses a page whose console is not checked.
    const page = await context.newPage();
    await prepare?.(page);
    expect(await answersOf(page, url)).toEqual(expected);
    await check?.(page);
    close();
  });
}

test('where Lit may make no policy, the lab that was asked for stands as text, with what is missing', async ({
  context,
}) => {
  const { url, close } = await serve({
    policy: ownPolicy.replace('trusted-types lit-html scaledot', "trusted-types 'none'"),
  });
  const page = await context.newPage();
  for (const file of ['', 'embed.html']) {
    await page.goto(`${url}${file}#lab=heads&lang=en`);
    await expect(page.getByRole('alert')).toHaveText(refused['refused.trustedTypes']);
    await expect(page.locator('#lab')).toContainText('two thin matrices');
    await expect(page.locator('#lab')).not.toContainText('JavaScript');
  }
  await page.goto(`${url}#lab=softmax&lang=zh-Hans`);
  await expect(page.getByRole('alert')).toHaveText(refusedZh['refused.trustedTypes']);
  await expect(page.locator('#lab h2')).toHaveText('没有缩放因子会怎样？');
  expect(await page.evaluate(() => document.documentElement.lang)).toBe('zh-Hans');
  close();
});

test('with the policy of Lit alone the page works, without workers', async ({ context }) => {
  const { url, close } = await serve({ policy: ownPolicy.replace(' scaledot', '') });
  const page = await context.newPage();
  await page.goto(`${url}#lab=variance`);
  await settled(page);
  close();
});

test.describe('no memory, and no workers', () => {
  const lacks = common['common.memory'];

  /** @param {Page} page @param {string} link */
  async function open(page, link) {
    await keepMemory(page);
    await denials['workers whose constructor throws'].prepare?.(page);
    await page.goto(`./#${link}`);
  }

  /** @param {Page} page @param {Record<string, unknown>} changes */
  const change = (page, changes) =>
    page
      .locator('#lab')
      .evaluate((lab, given) => /** @type {any} */ (lab).setState(given), changes);

  test('Scoring says so in place of the numbers of random vectors, and goes on', async ({
    page,
  }) => {
    await open(page, 'lab=scoring&dk=2048&keys=256&units=256');
    await expect(page.locator('.rest .problem')).toHaveText(lacks);
    await expect(page.locator('.answer [data-value="answer-plane-dot"]')).toHaveText(/\d/);
    await change(page, { dk: 64, keys: 8, units: 16 });
    await expect(page.locator('[data-value="answer-random-dot"]')).toHaveText(/\d/);
    await expect(page.locator('.rest .problem')).toHaveCount(0);
  });

  test('Variance shows no first look as if it were the answer, and goes on', async ({ page }) => {
    await open(page, 'lab=variance&dk=4096&queries=10000&keys=10000');
    await expect(page.locator('.answer .problem')).toHaveText(lacks);
    await expect(page.locator('.answer [data-value]')).toHaveCount(0);
    await expect(page.locator('sd-variance-histogram')).toContainText(lacks);
    await change(page, { dk: 64, queries: 100, keys: 100 });
    await settled(page);
    await expect(page.locator('.answer .problem')).toHaveCount(0);
  });

  // With 1024 keys the lab uses only 64 at that d_k.
  for (const keys of [64, 1024])
    test(`Softmax with keys=${keys} says so, with all of the lab around it, and goes on`, async ({
      page,
    }) => {
      await open(page, `lab=softmax&dk=65536&keys=${keys}`);
      await expect(page.locator('.answer .problem')).toHaveText(lacks);
      await expect(page.locator('.formula')).toBeVisible();
      await expect(page.locator('.presets')).toBeVisible();
      await expect(page.locator('#dk')).toBeVisible();
      await change(page, { dk: 64, keys: 8 });
      await settled(page);
      await expect(page.locator('.answer .problem')).toHaveCount(0);
    });

  test('Training says so in both languages, and other labs go on', async ({ page }) => {
    await open(page, 'lab=training&lang=zh-Hans');
    await expect(page.locator('.answer .problem')).toHaveText(commonZh['common.memory']);
    await change(page, { lang: 'en' });
    await expect(page.locator('.answer .problem')).toHaveText(lacks);
    await expect(page.locator('sd-training-curves')).toContainText(lacks);
    await page.goto('./#lab=variance');
    await settled(page);
  });
});
