// Presenting to a class: every picture of every lab on its own slide, without scrolling; keys, link, code, poll.
import { AxeBuilder } from '@axe-core/playwright';
import { labs } from '../../web/elements/index.js';
import { host } from './host.js';
import { answered, expect, linkHolds, stateOf, test, visit, only } from './visit.js';

/** @typedef {import('@playwright/test').Page} Page */
/** @typedef {(typeof labs)[number]} LabClass */

const sizes = [
  { width: 1280, height: 720 },
  { width: 1920, height: 1080 },
];

/** Returns the slides of a lab as it opens. @param {LabClass} kind @returns {readonly string[]} */
const slidesOf = ({ slides, pictures }) =>
  (slides ?? pictures).filter((name) => name !== 'accuracy'); // only for trained models

/** @param {Page} page */
const stage = (page) => page.locator('dialog.present .stage');

/** Returns the slide once it has been fitted. @param {Page} page @param {string} lab @param {string} name */
async function shown(page, lab, name) {
  const picture = page.locator(`dialog sd-${lab}-${name}`);
  await expect(picture).toBeVisible();
  await expect(page.locator('.room')).not.toHaveAttribute('data-fitting');
  return picture;
}

/** @param {Page} page @param {string} link */
async function present(page, link) {
  await page.goto(`./#${link}`);
  await expect(stage(page)).toBeFocused();
}

/** Returns how far the slide and the page extend beyond the window, px. @param {Page} page */
const beyond = (page) =>
  page.evaluate(() => {
    const root = /** @type {ShadowRoot} */ (document.querySelector('#lab')?.shadowRoot);
    const parts = [...root.querySelectorAll('.stage, .room, .card')];
    const over = parts.map((each) =>
      Math.max(each.scrollHeight - each.clientHeight, each.scrollWidth - each.clientWidth),
    );
    const { scrollHeight, scrollWidth } = document.documentElement;
    // One pixel may be left by rounding.
    return Math.max(scrollHeight - innerHeight, scrollWidth - innerWidth, ...over, 1) - 1;
  });

for (const kind of labs.filter(({ slides }) => slides?.length !== 0)) {
  const { lab } = kind;
  test(
    `${lab}: every slide is reached by keys, and none scrolls on a small screen or a large one`,
    only(lab, 'scoring'),
    async ({ page }) => {
      test.slow();
      const [small, large] = sizes;
      const slides = slidesOf(kind);
      await page.setViewportSize(small);
      await present(page, `lab=${lab}&present=${slides[0]}&lang=en`);
      for (const [at, name] of slides.entries()) {
        await expectFits(page, kind, name, small);
        await page.keyboard.press(at % 2 ? 'PageDown' : 'ArrowRight');
      }
      // Another key on the last slide changes nothing. Then all slides again, backwards.
      await page.setViewportSize(large);
      await page
        .locator('#lab')
        .evaluate((element) => Object(element).setState({ lang: 'zh-Hans' }));
      for (const [at, name] of [...slides.entries()].reverse()) {
        await expectFits(page, kind, name, large);
        await page.keyboard.press(at % 2 ? 'PageUp' : 'ArrowLeft');
      }
      await shown(page, lab, slides[0]);
      await linkHolds(page, `present=${slides[0]}`);
    },
  );
}

/** Checks that a slide is entirely visible and readable. @param {Page} page @param {LabClass} kind @param {string} name @param {{width: number, height: number}} size */
async function expectFits(page, kind, name, { height }) {
  const slides = slidesOf(kind);
  const picture = await shown(page, kind.lab, name);
  await expect(page.locator('.at')).toHaveText(`${slides.indexOf(name) + 1} / ${slides.length}`);
  await expect.poll(() => beyond(page), `${name} needs no scrolling`).toBe(0);
  const type = () => picture.evaluate((each) => parseFloat(getComputedStyle(each).fontSize));
  // Readable from the last row: at least half of the slide's own font size.
  await expect.poll(type).toBeGreaterThan(height / 60);
}

test('P begins with the picture that has the focus, and only with the focus in the lab; Escape ends there', async ({
  page,
}) => {
  await visit(page, 'lab=variance&lang=en');
  await page.locator('body').press('p');
  await page.locator('.wordmark a').press('p');
  await page.locator('.strip input[type=number]').first().press('p');
  await expect(stage(page)).toHaveCount(0);
  await page.locator('#growth').evaluate((picture) => picture.scrollIntoView());
  await page.locator('sd-variance-growth [role=slider]').first().press('p');
  await shown(page, 'variance', 'growth');
  expect((await stateOf(page)).present).toBe('growth');
  await page.keyboard.press('ArrowLeft');
  await shown(page, 'variance', 'walks');
  await page.keyboard.press('Escape');
  await expect(stage(page)).toHaveCount(0);
  // The focus is on the heading of the picture that was shown last, and the heading is in view.
  await expect
    .poll(() =>
      page.evaluate(() => {
        const root = document.activeElement?.shadowRoot;
        return [root?.activeElement?.id, root?.activeElement?.shadowRoot?.activeElement?.id];
      }),
    )
    .toEqual(['walks', 'title']);
  await expect(page.locator('sd-variance-walks')).toBeInViewport();
  await expect.poll(() => new URL(page.url()).hash).not.toContain('present');
});

test('the button begins, and has the focus again at the end', async ({ page }) => {
  await visit(page, 'lab=softmax&lang=en');
  await page.getByRole('button', { name: 'Present' }).click();
  await expect(stage(page)).toBeFocused();
  await expect(page.locator('dialog .answer [data-value^="answer"]').first()).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'Present' })).toBeFocused();
  await visit(page, 'lab=softmax&lang=en&hide=present');
  await expect(page.getByRole('button', { name: 'Present' })).toHaveCount(0);
});

test('in a field keys are the field’s, and Escape leaves the field first', async ({ page }) => {
  await present(page, 'present=growth&lang=en');
  await shown(page, 'variance', 'growth');
  const box = page.locator('.strip #dk');
  await box.focus();
  for (const key of ['ArrowRight', 'PageDown', 'f', 'p', 'ArrowUp']) await page.keyboard.press(key);
  await shown(page, 'variance', 'growth');
  await page.keyboard.press('Escape');
  await expect(stage(page)).toBeFocused();
  await page.locator('sd-variance-growth [role=slider]').first().focus();
  await page.keyboard.press('ArrowRight');
  await shown(page, 'variance', 'growth');
  // After a drag the slider gives up the keys, so that a clicker keeps working.
  await page.locator('.strip input[type=range]').first().click();
  await expect(stage(page)).toBeFocused();
  await page.keyboard.press('PageDown');
  await shown(page, 'variance', 'derivation');
  // The moved value is kept.
  expect(Number((await stateOf(page)).dk)).not.toBe(64);
});

test('a picture that gets other numbers keeps its place, and slides that were seen keep theirs', async ({
  page,
}) => {
  await present(page, 'lab=heads&present=cost&lang=en');
  await shown(page, 'heads', 'cost');
  await page.locator('.strip #length').fill('65536');
  await expect(page.locator('sd-heads-cost')).toContainText('65,536');
  await expect.poll(() => beyond(page)).toBe(0);
  await page.locator('sd-heads-cost').evaluate((picture) => (Object(picture).mine = true));
  await stage(page).focus();
  await page.keyboard.press('ArrowRight');
  await shown(page, 'heads', 'even');
  await page.keyboard.press('ArrowLeft');
  await shown(page, 'heads', 'cost');
  const same = await page.locator('sd-heads-cost').evaluate((picture) => Object(picture).mine);
  expect(same).toBe(true);
});

test('F fills the screen, and again leaves it', async ({ page }) => {
  await present(page, 'present=growth');
  await shown(page, 'variance', 'growth');
  await page.keyboard.press('f');
  await expect.poll(() => page.evaluate(() => document.fullscreenElement !== null)).toBe(true);
  await page.keyboard.press('ArrowRight');
  await shown(page, 'variance', 'derivation');
  await page.keyboard.press('f');
  await expect.poll(() => page.evaluate(() => document.fullscreenElement !== null)).toBe(false);
});

test('phones get the same state, of a later slide its picture alone, and nothing of the presentation', async ({
  page,
}) => {
  await present(page, 'lab=softmax&present=jacobian&dk=128&lang=en&theme=dark');
  await page.getByRole('button', { name: 'For phones' }).click();
  await expect(page.getByRole('img', { name: 'QR code of these settings' })).toBeVisible();
  const address = page.locator('.address');
  await expect(address).toHaveText(/#lab=softmax&dk=128&lang=en&show=jacobian$/);
  // Phones cannot reach the test's local server.
  await expect(page.locator('.code-card')).toContainText('phones cannot open it');
  await expect.poll(() => beyond(page)).toBe(0);
  await page.keyboard.press('Escape');
  await expect(address).toHaveCount(0);
  await page.locator('.previous').click();
  await page.locator('.previous').click();
  await shown(page, 'softmax', 'one');
  await page.getByRole('button', { name: 'For phones' }).click();
  await expect(address).toHaveText(/#lab=softmax&dk=128&lang=en$/);
});

test('the class’s guess is counted, drawn, and stays when the truth arrives', async ({ page }) => {
  await present(page, 'lab=softmax&present=one&lang=en');
  await shown(page, 'softmax', 'one');
  await page.getByRole('button', { name: 'Ask the class' }).click();
  await page
    .locator('.questions')
    .getByRole('button', { name: /Mask = score 0/ })
    .click();
  const card = page.locator('.card.poll');
  await expect(card).toBeVisible();
  const more = (/** @type {RegExp} */ name) => card.getByRole('button', { name });
  // Three votes at once, faster than a render.
  await more(/^One more hand for: .*exactly 3\/8/).evaluate((/** @type {HTMLElement} */ button) => {
    for (let i = 0; i < 3; ++i) button.click();
  });
  await more(/^One hand fewer for: .*exactly 3\/8/).click();
  const mark = page.locator('#one .prediction');
  await expect(mark).toContainText('the class: 2 of 2');
  const boxes = card.getByRole('spinbutton');
  await boxes.first().fill('5');
  await boxes.first().press('Tab');
  await expect(mark).toContainText('the class: 5 of 7');
  await expect(mark).toContainText('2 of 7');
  expect(page.url()).not.toMatch(/poll|votes|guess|=5/);
  await expect(card.locator('.right')).toHaveCount(0);
  // The counter keeps the keys typed into it.
  await boxes.first().press('ArrowDown');
  await shown(page, 'softmax', 'one');
  await more(/^One more hand for: .*exactly 3\/8/).click();
  await card.getByRole('button', { name: 'Show what happens' }).click();
  await expect(card.locator('.explanation')).toContainText('Score 0 is an ordinary score');
  await expect(card.locator('.right')).toHaveCount(1);
  await expect(mark).toContainText('3 of 7');
  await expect(page.locator('#one figcaption')).toContainText('The class’s guess');
  await expect.poll(() => beyond(page)).toBe(0);
  // The prediction is still there after another slide, and disappears with its question.
  await stage(page).focus();
  await page.keyboard.press('ArrowRight');
  await shown(page, 'softmax', 'bands');
  await expect(card).toHaveCount(0);
  await page.keyboard.press('ArrowLeft');
  await shown(page, 'softmax', 'one');
  await expect(mark).toContainText('the class');
  await card.locator('.close').click();
  await expect(mark).toHaveCount(0);
});

test('an answer without a place in the picture stands over it', async ({ page }) => {
  await present(page, 'lab=softmax&present=one&preset=overflow&lang=en');
  const card = page.locator('.card.poll');
  await card.getByRole('button', { name: /^One more hand for: Yes: infinities or NaN/ }).click();
  await expect(page.locator('#one .prediction')).toContainText(
    'The class’s guess: Yes: infinities or NaN (1).',
  );
});

test(
  'axe finds nothing on slides, light and dark, in both languages',
  { tag: '@all' },
  async ({ page }) => {
    test.slow();
    for (const link of [
      'lab=softmax&present=one&preset=mask&lang=zh-Hans&theme=light',
      'lab=variance&present=derivation&lang=en&theme=dark',
      'lab=attention&present=tokens&lang=zh-Hans&theme=dark',
    ]) {
      await page.goto('about:blank');
      await present(page, link);
      const { lab, present: name } = await stateOf(page);
      await shown(page, String(lab), String(name));
      if (lab === 'softmax') await expect(page.locator('.card.poll')).toBeVisible();
      else await page.locator('.phones').click();
      const { violations } = await new AxeBuilder({ page })
        .options({ resultTypes: ['violations'] })
        .analyze();
      const found = violations.flatMap(({ id, nodes }) =>
        nodes.map(
          ({ target, html }) => `${id}: ${target.flat().join(' > ')}: ${html.slice(0, 160)}`,
        ),
      );
      expect(found).toEqual([]);
    }
  },
);

test('in an element the slides stand over the page, and in a frame they fill it', async ({
  page,
  baseURL,
}) => {
  const { url, close } = await host(`
    <div style="transform: rotate(0)"><scaledot-variance present="growth" lang="en">Words.</scaledot-variance></div>
    <iframe title="lab" src="${baseURL}embed.html#lab=heads&present=even&lang=en" width="700" height="400"></iframe>`);
  await page.goto(url);
  await page.addScriptTag({ type: 'module', url: `${baseURL}elements.js` });
  await expect(page.locator('scaledot-variance sd-variance-growth')).toBeVisible();
  const box = await page.locator('scaledot-variance .stage').boundingBox();
  expect(box).toEqual({ x: 0, y: 0, ...page.viewportSize() });
  // A host may move the element. The slides stay over the page.
  await page.locator('scaledot-variance').evaluate((lab) => document.body.append(lab));
  const slides = page.locator('scaledot-variance dialog.present');
  await expect.poll(() => slides.evaluate((dialog) => dialog.matches(':modal'))).toBe(true);
  await page.keyboard.press('Escape');
  await expect(page.locator('scaledot-variance .stage')).toHaveCount(0);
  await expect(page.locator('scaledot-variance')).not.toHaveAttribute('present');
  const frame = page.frameLocator('iframe');
  // The lab that takes the focus back scrolls to itself, and a frame out of sight stands still.
  await expect(async () => {
    await page.locator('iframe').evaluate((place) => place.scrollIntoView());
    await expect(frame.locator('sd-heads-even')).toBeVisible();
    await expect(frame.locator('.at')).toHaveText('3 / 8');
    await frame.locator('.next').click({ timeout: 5000 });
  }).toPass();
  await expect(frame.locator('sd-heads-spectrum')).toBeVisible();
  close();
});

test('a lab that leaves the page at the moment when it begins is as it was when it is put back', async ({
  page,
}) => {
  await present(page, 'lab=variance&present=walks');
  await page.keyboard.press('Escape');
  await expect(stage(page)).toHaveCount(0);
  await page.locator('#lab').evaluate(async (element) => {
    const lab = /** @type {any} */ (element);
    const { parentNode } = lab;
    lab.setState({ present: 'growth' });
    lab.remove();
    await lab.updateComplete;
    parentNode.append(lab);
  });
  await shown(page, 'variance', 'growth');
  await expect(page.locator('dialog sd-variance-growth')).toHaveAttribute('slide', 'part');
});

test('nothing of it is fetched before somebody presents', async ({ page }) => {
  /** @type {string[]} */
  const asked = [];
  page.on('request', (request) => asked.push(request.url()));
  await page.clock.install();
  await visit(page, 'lang=en');
  await page.clock.fastForward(10_000);
  expect(asked.filter((url) => /present/.test(url))).toEqual([]);
  await page.getByRole('button', { name: 'Present' }).click();
  await expect(stage(page)).toBeVisible();
  expect(asked.some((url) => /present/.test(url))).toBe(true);
  await page.keyboard.press('Escape');
  await answered(page);
});
