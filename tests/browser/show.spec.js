// Pictures shown alone: in a frame, in the page, and as <scaledot-figure> in a text.
import { ScaledotHeads, ScaledotVariance, labs } from '../../web/elements/index.js';
import { entriesOf } from '../../web/tables/state.js';
import { parse } from '../../web/tables/params.js';
import { host } from './host.js';
import { expect, overflow, stateOf, test, only } from './visit.js';

/** @typedef {import('@playwright/test').Page} Page */
/** @typedef {(typeof labs)[number]} LabClass */

/** @param {string} name */
const kindOf = (name) => /** @type {LabClass} */ (labs.find(({ lab }) => lab === name));

/** The parameters without which a picture has nothing to show. @type {Readonly<Record<string, string>>} */
const needed = { accuracy: '&source=pronouns' };

/** @param {LabClass} kind @param {string} name */
const linkOf = ({ lab }, name) => `lab=${lab}&show=${name}${needed[name] ?? ''}&lang=en`;

/** In a text 640 px wide, the paragraphs around a picture should be visible with it. */
const tallest = 480;

/** @param {Page} page @param {LabClass} kind @param {string} name @param {string} [file] */
async function open(page, kind, name, file = 'embed.html') {
  await page.goto(`${file}#${linkOf(kind, name)}`);
  const picture = page.locator(`sd-${kind.lab}-${name}`);
  await expect(picture).toBeVisible();
  return picture;
}

/** Returns the link keys of the controls under a picture. @param {Page} page */
const controls = (page) =>
  page
    .locator('.strip .control > .problem')
    .evaluateAll((problems) => problems.map(({ id }) => id.replace(/-problem$/, '')));

/** Returns the keys of the controls that drive the picture in this state. @param {LabClass} kind @param {string} name */
function driving(kind, name) {
  const { params } = parse(linkOf(kind, name), kind.lab);
  const drives = /** @type {Readonly<Record<string, readonly string[]>>} */ (kind.drives)[name];
  return entriesOf(kind.lab)
    .filter((entry) => drives.includes(entry.name) && (entry.control?.when?.(params) ?? true))
    .map(({ key }) => key);
}

/** Returns what a picture says about its numbers: its summary, or all of its text where there is no figure. @param {import('@playwright/test').Locator} picture */
const saidIn = (picture) =>
  picture.evaluate((element) => {
    const root = /** @type {ShadowRoot} */ (element.shadowRoot);
    const summary = root.querySelector('.figure')?.shadowRoot?.querySelector('#summary');
    return String((summary ?? root.querySelector('section'))?.textContent);
  });

/** @param {Page} page */
const heightOf = (page) =>
  page.locator('#lab').evaluate((lab) => Math.ceil(lab.getBoundingClientRect().height));

/** Returns the pictures of a lab that can be shown alone: all but the story's links to labs. @param {LabClass} kind */
const alone = ({ pictures }) => pictures.filter((name) => name !== 'doors');

// Each picture replaces the previous one. size.spec.js opens each alone. A program's output may have any length, so Playground is left out.
for (const kind of labs.filter(({ lab }) => lab !== 'playground')) {
  test(
    `${kind.lab}: each picture alone is a title, a picture, its numbers and what drives it`,
    only(kind.lab, 'variance'),
    async ({ page }) => {
      await page.setViewportSize({ width: 640, height: 800 });
      for (const name of alone(kind)) {
        await open(page, kind, name); // the page follows the link
        await expectAlone(page, kind, name);
        for (const width of [320, 960, 640]) {
          await page.setViewportSize({ width, height: 800 });
          await expect.poll(() => overflow(page), `${name} at ${width} px`).toBe(0);
        }
      }
    },
  );
}

/** Checks that only the picture and the controls that drive it are left of the lab. @param {Page} page @param {LabClass} kind @param {string} name */
async function expectAlone(page, kind, name) {
  const picture = page.locator(`sd-${kind.lab}-${name}`);
  for (const other of kind.pictures.filter((each) => each !== name))
    await expect(page.locator(`sd-${kind.lab}-${other}`)).toHaveCount(0);
  for (const part of ['.head', '.presets', '.card', '.formula', '.code', '.foot', '.reset'])
    await expect(page.locator(`#lab .lab > ${part}, #lab .pictures > ${part}`)).toHaveCount(0);
  await expect(page.locator('.settings-toggle, .chips, button.share')).toHaveCount(0);
  await expect.poll(() => controls(page), name).toEqual(driving(kind, name));
  // A picture without tries or training says "yet".
  await expect.poll(() => saidIn(picture), name).toMatch(/\d|yet/);
  await expect.poll(() => heightOf(page), name).toBeLessThanOrEqual(tallest);
}

test('a control under a picture moves it, in every lab that has them there', async ({ page }) => {
  for (const [lab, name, control, value] of [
    ['variance', 'growth', 'dk', '512'],
    ['softmax', 'jacobian', 'keys', '5'],
    ['scoring', 'laws', 'dk', '16'],
    ['attention', 'tokens', 'token', '3'],
    ['heads', 'cost', 'length', '2048'],
    ['training', 'curves', 'dk', '8'],
  ]) {
    const picture = await open(page, kindOf(lab), name);
    await expect.poll(() => saidIn(picture), lab).toMatch(/\d/);
    const before = await picture.evaluate(textOf);
    const box = page.locator(`.strip #${control}`);
    if (control === 'token') await box.selectOption(value);
    else await box.fill(value);
    expect(String((await stateOf(page))[control])).toBe(value);
    await expect.poll(() => picture.evaluate(textOf), lab).not.toBe(before);
  }
});

/** Returns all words of a picture. @param {Element} element @returns {string} */
function textOf(element) {
  /** @param {Node} node @returns {string} */
  const read = (node) => {
    if (node instanceof Text) return node.data;
    if (node instanceof HTMLStyleElement) return '';
    const inside = node instanceof Element ? [...(node.shadowRoot?.childNodes ?? [])] : [];
    return [...inside, ...node.childNodes].map(read).join(' ');
  };
  return read(element);
}

test('the page is the picture under its header; unknown names are passed over', async ({
  page,
}) => {
  await open(page, kindOf('variance'), 'growth', './');
  await expect(page.getByRole('navigation')).toBeVisible();
  await expect(page.locator('.answer, sd-variance-histogram')).toHaveCount(0);
  // The next lab is shown whole, because its pictures have other names.
  await page.getByRole('navigation').getByRole('link', { name: 'Softmax' }).click();
  await expect(page.locator('scaledot-softmax .answer')).toBeVisible();
  await page.goto('./#show=nothing,growth&lang=en');
  await expect(page.locator('sd-variance-growth')).toBeVisible();
  await expect(page.locator('.answer')).toHaveCount(0);
  await page.goto('./#show=nothing&lang=en');
  await expect(page.locator('.answer')).toBeVisible();
  await expect(page.locator('sd-variance-histogram')).toBeVisible();
});

test('the header of a single picture speaks, though its words come late', async ({ page }) => {
  await page.route(/heads\.story\.en/, async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 1500));
    await route.continue();
  });
  await open(page, ScaledotHeads, 'cost', './');
  await expect(page.getByRole('navigation').getByRole('link', { name: 'Softmax' })).toBeVisible();
  await expect(page.locator('#footer')).toContainText('A C++ core');
});

test('a lab that was one picture first is whole when it is asked for', async ({ page }) => {
  await open(page, ScaledotVariance, 'growth', './');
  await page.getByRole('navigation').getByRole('link', { name: 'Variance' }).click();
  await expect(page.locator('.formula [data-term]').first()).toBeVisible();
  await expect(page.locator('.answer [data-value^="answer"]').first()).toBeVisible();
  await page.locator('.chips button').first().click();
  await expect(page.locator('.card .choices button').first()).toBeVisible();
});

test('several pictures stand below each other in the order of their lab, without controls if asked', async ({
  page,
}) => {
  await page.goto('embed.html#show=growth,histogram&hide=controls&lang=en');
  await expect(page.locator('sd-variance-growth')).toBeVisible();
  const names = await page
    .locator('.pictures > [part=picture]')
    .evaluateAll((pictures) => pictures.map(({ id }) => id));
  expect(names).toEqual(['histogram', 'growth']);
  await expect(page.locator('.controls')).toHaveCount(0);
});

test('<scaledot-figure> is one picture of a lab, and the main one unless told', async ({
  page,
  baseURL,
}) => {
  const { url, close } = await host(`
    <scaledot-figure id="first" lab="variance" picture="growth" dk="64" lang="en">Words.</scaledot-figure>
    <scaledot-figure id="second" lab="softmax" lang="en"></scaledot-figure>`);
  await page.goto(url);
  await page.addScriptTag({ type: 'module', url: `${baseURL}elements.js` });
  await expect(page.locator('#first sd-variance-growth')).toBeVisible();
  await expect(page.locator('#second sd-softmax-one')).toBeVisible();
  await expect(page.locator('.answer, .chips, sd-variance-histogram')).toHaveCount(0);
  const told = await page.locator('#first').evaluate(async (/** @type {any} */ element) => {
    element.picture = 'walks';
    await element.updateComplete;
    const walks = [element.show, element.getState().show, element.getAttribute('show')];
    element.setState({ show: 'growth' });
    await element.updateComplete;
    return { walks, picture: element.picture, file: (await element.exportImage()).type };
  });
  expect(told).toEqual({
    walks: ['walks', 'walks', 'walks'],
    picture: 'growth',
    file: 'image/svg+xml',
  });
  // Another lab has another main picture.
  await page.locator('#first').evaluate((/** @type {any} */ element) => (element.lab = 'heads'));
  await expect(page.locator('#first sd-heads-shapes')).toBeVisible();
  await expect(page.locator('#first')).toHaveAttribute('picture', 'shapes');
  close();
});

test('figures of several labs on one page have one engine, and those far below wait', async ({
  page,
  baseURL,
}) => {
  const far = '<div style="height: 4000px"></div>';
  const { url, close } = await host(`
    <scaledot-figure lab="variance" picture="walks" lang="en"></scaledot-figure>
    <scaledot-figure lab="softmax" picture="jacobian" lang="en"></scaledot-figure>${far}
    <scaledot-figure lab="heads" picture="cost" lang="en"></scaledot-figure>`);
  await page.goto(url);
  await page.addScriptTag({ type: 'module', url: `${baseURL}elements.js` });
  await expect(page.locator('sd-variance-walks .verdict')).toContainText(/\d/);
  await expect(page.locator('sd-softmax-jacobian .verdict')).toContainText(/\d/);
  await expect(page.locator('scaledot-heads')).toHaveCount(0);
  const same = await page.evaluate(() => {
    const [one, two] = [...document.querySelectorAll('scaledot-figure')].map(
      (figure) => /** @type {any} */ (figure.shadowRoot?.firstElementChild)?.engine,
    );
    return one === two;
  });
  expect(same).toBe(true);
  await page.locator('scaledot-figure').last().scrollIntoViewIfNeeded();
  await expect(page.locator('sd-heads-cost')).toBeVisible();
  const engines = () =>
    page.evaluate(() => {
      const labs = [...document.querySelectorAll('scaledot-figure')].map(
        (figure) => /** @type {any} */ (figure.shadowRoot?.firstElementChild),
      );
      return new Set(labs.map(({ engine }) => engine)).size;
    });
  await expect.poll(engines).toBe(1);
  close();
});

test('one picture in place of another brings its own code and its own part of the engine', async ({
  page,
}) => {
  await page.goto('embed.html#show=growth&lang=en');
  await expect(page.locator('sd-variance-growth .verdict')).toContainText(/\d/);
  const parts = () => page.locator('#lab').evaluate((lab) => Object(lab).engine.parts);
  expect(await parts()).toEqual(['statistics']);
  await page.locator('#lab').evaluate((lab) => Object(lab).setState({ show: 'walks' }));
  await expect(page.locator('sd-variance-walks .verdict')).toContainText(/\d/);
  expect(await parts()).toEqual(['statistics', 'samples']);
  await page.locator('#lab').evaluate((lab) => Object(lab).setState({ show: '' }));
  await expect(page.locator('.answer [data-value^="answer"]').first()).toContainText(/\d/);
});

test('scoring: a picture that takes no scores makes room for the whole lab', async ({ page }) => {
  await page.goto('embed.html#lab=scoring&show=layernorm&lang=en');
  await expect.poll(() => saidIn(page.locator('sd-scoring-layernorm'))).toMatch(/\d/);
  await page.locator('#lab').evaluate((lab) => Object(lab).setState({ show: '' }));
  await expect(page.locator('.answer [data-value^="answer"]').first()).toContainText(/\d/);
});
