// The story as a visitor reads it: how the page opens, what each scene shows, asks and says, and how it prints.
import { labs } from '../../web/elements/index.js';
import { parse } from '../../web/tables/state.js';
import {
  answered,
  answerOf,
  expect,
  frames,
  overflow,
  scrollThrough,
  settled,
  test,
  visit,
} from './visit.js';

/** @typedef {import('@playwright/test').Page} Page */

const scenes = ['fan', 'tokens', 'root', 'tried', 'exaggerates', 'learns', 'exponent', 'training'];
const others = labs.filter(({ lab }) => lab !== 'story');

/** Returns a scene of the story. @param {Page} page @param {string} name */
const scene = (page, name) => page.locator(`sd-story-${name}`);

/** Returns the live sentence of a scene. @param {Page} page @param {string} name */
const said = (page, name) => scene(page, name).locator('.said');

/** Presses a button of a scene, by its whole name. @param {Page} page @param {string} name @param {string} words */
const press = (page, name, words) =>
  scene(page, name).getByRole('button', { name: words, exact: true }).click();

/** Opens the story and scrolls through all of it. @param {Page} page @param {string} [link] */
async function read(page, link = '') {
  await page.goto(`./${link && '#'}${link}`);
  await answered(page);
  await scrollThrough(page);
  await scene(page, 'doors').scrollIntoViewIfNeeded();
  await expect(scene(page, 'doors').locator('.thumbnail > *')).toHaveCount(others.length);
  for (const name of scenes) await scene(page, name).scrollIntoViewIfNeeded();
  await expect(said(page, 'tokens')).toContainText('%');
  await expect(said(page, 'exponent')).toContainText('α');
}

/** Returns the sentences of all scenes, once none of their numbers can change any more. @param {Page} page */
async function sentences(page) {
  await expect(page.locator('[data-provisional]')).toHaveCount(0, { timeout: 60000 });
  const texts = await page.locator('.said').allInnerTexts();
  return [await answerOf(page), ...texts.map((text) => text.replace(/\s+/g, ' '))];
}

test('a page opens with it where its address asks for nothing', async ({ page }) => {
  await page.goto('./');
  await expect(page).toHaveTitle('Why divide by √dₖ? · scaledot');
  await expect(page.locator('#lab')).toHaveJSProperty('localName', 'scaledot-story');
  await answered(page);
  await page.goto('./#lang=zh-Hans&theme=dark');
  await expect(page.locator('#lab')).toHaveJSProperty('localName', 'scaledot-story');
  await expect(page).toHaveTitle('为什么要除以 √dₖ？ · scaledot');
  // A link to lab parameters still opens the first lab.
  await visit(page, 'dk=128');
  await expect(page.locator('#lab')).toHaveJSProperty('localName', 'scaledot-variance');
  await visit(page, '', './embed.html');
  await expect(page.locator('#lab')).toHaveJSProperty('localName', 'scaledot-variance');
});

test('each scene has its title, its picture, its sentence and a way into a lab', async ({
  page,
}) => {
  await read(page);
  for (const name of scenes) {
    const one = scene(page, name);
    await expect(one.locator('h3')).not.toBeEmpty();
    await expect(one.locator('svg[role], .figure').first()).toBeVisible();
    if (name !== 'fan') await expect(said(page, name)).not.toBeEmpty();
    const link = new URL(String(await one.locator('.lab-link').getAttribute('href')), page.url());
    expect(parse(link.hash).notes, name).toEqual([]);
    expect(link.hash).toContain('lab=');
  }
  const links = scene(page, 'doors').locator('a');
  await expect(links).toHaveCount(others.length);
  for (const [i, { lab }] of others.entries()) {
    await expect(links.nth(i)).toHaveAttribute('href', new RegExp(`#lab=${lab}`));
    await expect(links.nth(i)).toContainText('?');
  }
  await links.nth(1).click();
  await expect(page.locator('#lab')).toHaveJSProperty('localName', 'scaledot-softmax');
  await page.goBack();
  await expect(page.locator('#lab')).toHaveJSProperty('localName', 'scaledot-story');
});

test('every number is computed: another seed, other numbers', { tag: '@all' }, async ({ page }) => {
  const drawn = 'steps=256&tries=1000&size=512';
  await read(page, `lab=story&${drawn}&alpha=0.3`);
  const before = await sentences(page);
  await page.goto('about:blank');
  await read(page, `lab=story&seed=2&${drawn}&alpha=0.3`);
  const after = await sentences(page);
  const [tokens, training] = [1, 7]; // a trained model, and networks not trained yet
  for (const [i, sentence] of before.entries()) {
    if (i === tokens || i === training) expect(after[i]).toBe(sentence);
    else expect(after[i]).not.toBe(sentence);
  }
});

test('what is typical is what story and mission say', async ({ page }) => {
  await read(page, 'lab=story&dk=512&size=512&tries=1000&alpha=1');
  const [answer, , , tried, , learns, exponent] = await sentences(page);
  const [, , before, after] = answer.match(/[\d.]+%/g) ?? [];
  expect(Number.parseFloat(before)).toBeGreaterThan(99.8);
  expect(Number.parseFloat(after)).toBeCloseTo(33.6, -0.5);
  expect(Number(tried.match(/: ([\d.]+)/)?.[1])).toBeCloseTo(1.5, 0.5);
  const [stuck, queries, scaled] = (learns.match(/\d+/g) ?? []).map(Number);
  expect([queries, scaled]).toEqual([100, 0]);
  expect(stuck).toBeGreaterThan(45);
  expect(stuck).toBeLessThan(78);
  expect(exponent).toMatch(/1[23]% at/);
});

test('d_k is dragged: the fan goes on, the address follows, and the lab shows the same', async ({
  page,
}) => {
  await read(page);
  const slider = scene(page, 'fan').locator('input');
  const waits = page.waitForURL(/dk=300/);
  await slider.fill('300');
  await waits;
  await settled(page);
  const shares = (await answerOf(page)).match(/[\d.]+%/g) ?? [];
  const [before, after] = shares.map((share) => Number.parseFloat(share) / 100);
  await scene(page, 'fan').locator('.lab-link').click();
  await expect(page.locator('#lab')).toHaveJSProperty('localName', 'scaledot-softmax');
  const summary = page.locator('#lab sd-softmax-one #summary');
  await expect(summary).toContainText(/largest weight is [\d.]+; .* it is [\d.]+/);
  const [plain, scaled] = ((await summary.innerText()).match(/is ([\d.]+)/g) ?? []).map((text) =>
    Number.parseFloat(text.slice(3)),
  );
  expect(plain).toBeCloseTo(before, 2.5);
  expect(scaled).toBeCloseTo(after, 2.5);
});

test('a guess stays in the picture beside the truth, and nothing calls it right or wrong', async ({
  page,
}) => {
  await read(page);
  const asked = {
    root: '2 times',
    tried: '1.5',
    exaggerates: 'nothing changes',
    learns: '60%',
    exponent: '½',
    training: 'with',
  };
  for (const [name, choice] of Object.entries(asked)) {
    await press(page, name, choice);
    await expect(
      scene(page, name).getByRole('button', { name: choice, exact: true }),
    ).toHaveAttribute('aria-pressed', 'true');
    // A guess about another d_k or about untrained networks has no place in the picture yet.
    if (name === 'learns')
      await expect(scene(page, name).locator('.prediction')).toContainText('Your guess: 60%.');
    else if (name !== 'training')
      await expect(scene(page, name).locator('.prediction .label')).toHaveText('your guess');
  }
  await scene(page, 'learns').locator('.act').getByRole('button').nth(1).click();
  await expect(scene(page, 'learns').locator('.prediction .label')).toHaveText('your guess');
  await press(page, 'root', '256 steps');
  await expect(said(page, 'root')).toContainText('± 16');
  await expect(scene(page, 'root').locator('.prediction .label')).toHaveText('your guess');
  await press(page, 'tried', '1,000 tries');
  await expect(said(page, 'tried')).toContainText('Mean');
  await expect(scene(page, 'tried').locator('.prediction .label')).toHaveText('your guess');
  await expect(page.getByText(/\b(right|wrong|correct)\b[.!]/i)).toHaveCount(0);
});

test('whoever comes back from a lab goes on at the same place, with the guesses', async ({
  page,
}) => {
  await read(page);
  await press(page, 'root', '2 times');
  await scene(page, 'learns').evaluate((element) => element.scrollIntoView());
  const y = await page.evaluate(() => scrollY);
  expect(y).toBeGreaterThan(1000);
  await scene(page, 'learns').locator('.lab-link').click();
  await expect(page.locator('#lab')).toHaveJSProperty('localName', 'scaledot-softmax');
  await answered(page);
  await page.goBack();
  await expect(page.locator('#lab')).toHaveJSProperty('localName', 'scaledot-story');
  await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(y - 300);
  await expect(scene(page, 'root').locator('.prediction .label')).toHaveText('your guess');
});

test(
  'links to labs speak the language of the story, and keep language and theme',
  { tag: '@all' },
  async ({ page }) => {
    await read(page);
    await page.getByRole('button', { name: '简体中文' }).click();
    const links = scene(page, 'doors');
    await expect(links.locator('a').first()).toHaveAttribute('href', /#lab=variance&lang=zh-Hans$/);
    await links.scrollIntoViewIfNeeded();
    await expect(links.getByText('没有缩放因子会怎样')).toBeVisible();
    await expect(links.getByText(/\.title/)).toHaveCount(0);
  },
);

test('what is locked cannot be changed, and what is hidden is not there', async ({ page }) => {
  await read(page, 'lab=story&lock=dk,steps');
  await expect(scene(page, 'fan').locator('input')).toBeDisabled();
  await expect(scene(page, 'root').getByRole('button', { name: '256 steps' })).toBeDisabled();
  await expect(scene(page, 'root').getByRole('button', { name: '100 new walks' })).toBeEnabled();
  await page.goto('about:blank');
  await read(page, 'lab=story&hide=controls');
  await expect(scene(page, 'fan').locator('input')).toHaveCount(0);
});

test('what is pressed, dragged and tapped in a scene changes what it says', async ({ page }) => {
  await read(page);
  // Tries come one by one, then many at once.
  await press(page, 'tried', 'Try once');
  await expect(said(page, 'tried')).toHaveText(/This try gave [\d.]+\./);
  const first = await said(page, 'tried').innerText();
  await press(page, 'tried', 'Try once');
  await expect(said(page, 'tried')).not.toHaveText(first);
  await press(page, 'tried', '1,000 tries');
  await press(page, 'tried', 'ddof 1 (÷ 3)');
  await expect(said(page, 'tried')).toHaveText(/Mean of 1,000 tries: (1\.9|2\.[01])/);

  // A shift leaves the weights unchanged. A larger spread lets one weight win.
  const even = await said(page, 'exaggerates').innerText();
  await press(page, 'exaggerates', '+100');
  await page.waitForURL(/shift=100/);
  await expect(said(page, 'exaggerates')).toHaveText(even);
  await scene(page, 'exaggerates').locator('input').fill('8');
  await expect(said(page, 'exaggerates')).toContainText(/are 9\d/);

  // A tapped word becomes the query.
  expect(await said(page, 'tokens').innerText()).toMatch(
    /“it” gives .*% of its attention to “animal”/,
  );
  const bridge = scene(page, 'tokens').locator('svg text', { hasText: 'street' }).first();
  await bridge.evaluate((element) => element.scrollIntoView({ block: 'center' }));
  const { x, y } = /** @type {{x: number, y: number}} */ (await bridge.boundingBox());
  await page.mouse.click(x + 10, y + 5);
  await expect(said(page, 'tokens')).toContainText('“street” gives');
});

test('networks learn when they are asked to, rest out of sight, and the sentence says how it ended', async ({
  page,
}) => {
  await read(page);
  await expect(said(page, 'training')).toHaveText('Not trained yet.');
  const training = scene(page, 'training');
  await training.evaluate((element) => element.scrollIntoView());
  await training.locator('.act button').click();
  await expect(training.locator('.act')).toContainText(/[1-9]\d* of 300/);
  await page.evaluate(() => scrollTo(0, 0));
  await frames(page, 30); // running steps finish
  const step = await training.locator('.act .number').innerText();
  await frames(page, 60);
  if (!step.startsWith('300'))
    expect(await training.locator('.act .number').innerText()).toBe(step);
  await training.evaluate((element) => element.scrollIntoView());
  await expect(said(page, 'training')).toHaveText(/^(It did here|Not here|No clear difference): /, {
    timeout: 60000,
  });
  await expect(training.locator('.act .number')).toHaveText('300 of 300 steps');
});

test('arrow keys go from scene to scene, but not from within a picture or a control', async ({
  page,
}) => {
  await read(page);
  await page.evaluate(() => scrollTo(0, 0));
  const topOf = (/** @type {string} */ name) =>
    scene(page, name).evaluate((element) => element.getBoundingClientRect().top);
  await page.keyboard.press('ArrowRight');
  await expect.poll(() => topOf('tokens')).toBeLessThan(90);
  await page.keyboard.press('ArrowRight');
  await expect.poll(() => topOf('root')).toBeLessThan(90);
  await page.keyboard.press('ArrowLeft');
  await expect.poll(() => topOf('tokens')).toBeGreaterThan(-10);
  await scene(page, 'fan').locator('input').focus();
  const y = await page.evaluate(() => scrollY);
  await page.keyboard.press('ArrowRight');
  await page.waitForURL(/dk=65/);
  expect(await page.evaluate(() => scrollY)).toBe(y);
});

test('at most 450 words, at most 40 of them in a scene, and no scrolling sideways', async ({
  page,
}) => {
  await page.setViewportSize({ width: 320, height: 740 });
  await read(page);
  for (const width of [320, 360, 700, 1280]) {
    await page.setViewportSize({ width, height: 740 });
    await expect.poll(() => overflow(page), `${width} px`).toBeLessThanOrEqual(0);
  }
  const texts = await page.evaluate(
    (names) => {
      const root = /** @type {ShadowRoot} */ (document.querySelector('#lab')?.shadowRoot);
      const of = (/** @type {ParentNode} */ node, /** @type {string} */ selector) =>
        [...node.querySelectorAll(selector)]
          .map((each) => /** @type {HTMLElement} */ (each).innerText)
          .join(' ');
      const scenes = names.map((name) => {
        const shadow = /** @type {ShadowRoot} */ (root.querySelector(`#${name}`)?.shadowRoot);
        return { told: of(shadow, '.words > p:not(.said)'), all: of(shadow, 'h3, .words, .labs') };
      });
      return { head: of(root, '.title, .answer'), scenes };
    },
    [...scenes, 'doors'],
  );
  const count = (/** @type {string} */ text) =>
    text.split(/\s+/).filter((word) => /\w/.test(word)).length;
  for (const { told } of texts.scenes) expect(count(told)).toBeLessThanOrEqual(40);
  expect(count([texts.head, ...texts.scenes.map(({ all }) => all)].join(' '))).toBeLessThanOrEqual(
    450,
  );
});

test('on paper it is two pages', { tag: '@all' }, async ({ page, browserName }) => {
  test.skip(browserName !== 'chromium', 'only Chromium prints without a window');
  await read(page);
  const pdf = (await page.pdf({ format: 'A4' })).toString('latin1');
  expect(pdf.match(/\/Type\s*\/Page\b/g)).toHaveLength(2);
});

test('where the division changes nothing, the answer says so', async ({ page }) => {
  await visit(page, 'lab=story&dk=1&lang=en');
  await answered(page);
  await expect(page.locator('.answer')).toContainText('division by 1 changes nothing');
});
