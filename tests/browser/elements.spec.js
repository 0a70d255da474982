// The labs as elements of somebody else's page: any lab by its name, files, presets without a question, themes, laziness,
// removal, two versions at once, and hosts with styles of their own.
import { host } from './host.js';
import { expect, test } from './visit.js';

/** @typedef {import('@playwright/test').Page} Page */
/** @typedef {import('@playwright/test').Locator} Locator */

/** What all labs have, for scripts in the page. @typedef {any} Element */

/**
 * A page of its own origin with the site's elements in it.
 * @param {Page} page
 * @param {string | undefined} baseURL
 * @param {string} body
 */
async function tutorial(page, baseURL, body) {
  const script = `<script type="module" src="${baseURL}elements.js"></script>`;
  const { url, close } = await host(script + body);
  await page.goto(url);
  return close;
}

/** @param {Locator} lab */
const answered = (lab) =>
  expect(lab.locator('.answer [data-value^="answer"]').first()).toBeVisible();

test("<scaledot-lab> is any lab by its name, with that lab's attributes, methods, events and parts", async ({
  page,
  baseURL,
}) => {
  const close = await tutorial(
    page,
    baseURL,
    `<style>scaledot-lab::part(title) { color: rgb(1, 2, 3) }</style>
    <scaledot-lab lab="softmax" dk="16" preset="shift" hide="code" lang="en">Words.</scaledot-lab>`,
  );
  const lab = page.locator('scaledot-lab');
  await answered(lab);
  await expect(lab.locator('h2.title')).toHaveCSS('color', 'rgb(1, 2, 3)');
  const told = await lab.evaluate(async (/** @type {Element} */ element) => {
    /** @type {any[]} */
    const events = [];
    document.addEventListener('scaledot-change', (/** @type {any} */ { target, detail }) =>
      events.push([target.localName, detail.state.lab, detail.query]),
    );
    element.keys = 9;
    const notes = element.setState({ dk: 1e9 });
    const early = element.getState();
    await element.updateComplete;
    const attributes = element.getAttributeNames().sort().join(' ');
    element.setAttribute('seed', '5');
    await element.updateComplete;
    return { events, notes, early, attributes, dk: element.getAttribute('dk'), seed: element.seed };
  });
  expect(told).toMatchObject({
    notes: [{ reason: 'clamped', key: 'dk' }],
    early: { lab: 'softmax', dk: 65536, keys: 9 },
    attributes: 'dk hide keys lab lang preset',
    dk: '65536',
    seed: 5,
  });
  expect(told.events.map(([tag, name]) => `${tag} ${name}`)).toEqual(
    Array(told.events.length).fill('scaledot-lab softmax'),
  );
  expect(told.events.at(-1)[2]).toContain('keys=9&seed=5');

  // Another name: what both labs know stays, the preset of the other does not.
  await lab.evaluate((/** @type {Element} */ element) => (element.lab = 'variance'));
  await expect(lab.locator('scaledot-variance')).toHaveCount(1);
  await answered(lab);
  const state = await lab.evaluate((/** @type {Element} */ element) => element.getState());
  expect(state).toMatchObject({ lab: 'variance', dk: 65536, seed: 5, hide: 'code', preset: '' });

  // A name that is none: one sentence for the page, the text inside for the reader.
  const message = await lab.evaluate(
    (/** @type {Element} */ element) =>
      new Promise((resolve) => {
        element.addEventListener('scaledot-error', (/** @type {CustomEvent} */ event) =>
          resolve(event.detail.message),
        );
        element.lab = 'sofmax';
      }),
  );
  expect(message).toMatch(/^lab: got "sofmax"; expected one of "variance", "softmax",/);
  await expect(page.getByText('Words.')).toBeVisible();
  close();
});

test('a picture is a file, wherever it stands and whatever has been computed', async ({
  page,
  baseURL,
}) => {
  const close = await tutorial(
    page,
    baseURL,
    `<div style="height: 6000px"></div>
    <scaledot-variance hide="growth,presets" lang="en" queries="3000" keys="3000"></scaledot-variance>`,
  );
  const lab = page.locator('scaledot-variance');
  await expect(lab.locator('h2.title')).toHaveCount(1);
  const made = await lab.evaluate(async (/** @type {Element} */ element) => {
    const before = element.engine;
    /** @param {object} options */
    const text = async (options) => (await element.exportImage(options)).text();
    const main = await text({});
    const hidden = await text({ picture: 'growth', width: 600 });
    const byHand = await text({ picture: 'blog' });
    const png = await element.exportImage({ picture: 'walks', type: 'png', width: 500 });
    const { width } = await createImageBitmap(png);
    await element.updateComplete;
    const said = element.shadowRoot.querySelector('.answer').textContent;
    const stands = element.shadowRoot.querySelector('#growth') !== null;
    return { before, main, hidden, byHand, png: { type: png.type, width }, stands, said };
  });
  expect(made.before).toBe(null);
  expect(made.main).toMatch(/^<svg /);
  expect(made.main).toContain('9,000,000');
  expect(made.main).toContain('queries=3000');
  expect(made.hidden).toMatch(/^<svg [^>]*width="600"/);
  expect((made.hidden.match(/<(path|circle|rect)/g) ?? []).length).toBeGreaterThan(20);
  expect(made.byHand).toContain('10');
  expect(made.png).toEqual({ type: 'image/png', width: 1000 });
  expect(made.stands).toBe(false);
  expect(made.said).toMatch(/\d/);

  const refused = await lab.evaluate(async (/** @type {Element} */ element) => {
    /** @param {any} options */
    const why = (options) => element.exportImage(options).catch(String);
    const reasons = [
      await why({ picture: 'histgram' }),
      await why({ picture: 'derivation' }),
      await why({ type: 'gif' }),
      await why({ width: 1 }),
      await why({ size: 3 }),
    ];
    element.remove();
    return [...reasons, await why({})];
  });
  expect(refused).toEqual([
    expect.stringMatching(/^RangeError: picture: got "histgram"; expected one of "histogram", /),
    expect.stringMatching(/^RangeError: picture: got "derivation"; expected one of /),
    'RangeError: type: got "gif"; expected one of "svg", "png"',
    'RangeError: width: got 1; expected a whole number from 320 to 4096',
    expect.stringMatching(/^TypeError: exportImage: got the unknown name "size"/),
    'Error: exportImage: the element is not on a page',
  ]);
  close();
});

test('with predict="off" a preset shows its change and its explanation at once', async ({
  page,
  baseURL,
}) => {
  const close = await tutorial(
    page,
    baseURL,
    `<scaledot-variance id="shown" preset="why-root" predict="off" lang="en"></scaledot-variance>
    <scaledot-variance id="kept" preset="why-root" predict="off" dk="32" lang="en"></scaledot-variance>`,
  );
  const shown = page.locator('#shown');
  await answered(shown);
  await expect(shown.locator('.explanation')).toBeVisible();
  await expect(shown.locator('.card .choices')).toHaveCount(0);
  await expect(shown).toHaveAttribute('scale', 'inverse');
  await shown.getByRole('button', { name: /q = k/ }).click();
  await expect(shown.locator('.explanation')).toBeFocused();
  await expect(shown).toHaveAttribute('correlation', '1');
  await expect(shown).not.toHaveAttribute('scale');
  // A state that says more than the preset is that state: its link is the same wherever it is opened.
  const kept = await page
    .locator('#kept')
    .evaluate((/** @type {Element} */ element) => element.getState());
  expect(kept).toMatchObject({ dk: 32, scale: 'rsqrt', preset: 'why-root', predict: 'off' });
  close();
});
