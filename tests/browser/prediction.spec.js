// A prediction is drawn into the picture that decides it: where, for how long, and which of it leaves the page.
import { expect, saved, settled, stateOf, test, tryPreset, visit } from './visit.js';

const mark = (/** @type {import('@playwright/test').Page} */ page) =>
  page.locator('#one .prediction');

test('a prediction stays while the visitor plays, and goes with its question', async ({ page }) => {
  await visit(page, 'lab=softmax');
  const before = page.url();
  await tryPreset(page, /Mask = score 0/, /exactly 3\/8/);
  await expect(mark(page)).toContainText('your prediction');
  await expect(page.locator('#one figcaption')).toContainText('Your prediction: exactly 3/8.');
  expect(page.url()).not.toBe(before); // the link has the preset, but not the guess
  expect(page.url()).not.toMatch(/guess|prediction|choice|=b\b/);
  await page.locator('.strip #dk').fill('16');
  await expect.poll(async () => (await stateOf(page)).dk).toBe(16);
  await expect(mark(page)).toContainText('your prediction');
  await settled(page); // a sentence that gets another line would move the button under the pointer
  await page.getByRole('button', { name: /Large logits saturate/ }).click();
  await expect(mark(page)).toHaveCount(0);
  await expect(page.locator('#one figcaption')).not.toContainText('prediction');
  await page.getByRole('button', { name: /Mask = score 0/ }).click();
  await expect(page.locator('.card .choices')).toBeVisible();
  await expect(mark(page)).toHaveCount(0); // the question is asked again, and nothing has been predicted
});

test('Ctrl+Z takes back an answer with its experiment, and the question is asked again', async ({
  page,
}) => {
  await visit(page, 'lab=softmax');
  const card = page.locator('.card');
  await tryPreset(page, /Mask = score 0/, /exactly 3\/8/);
  await expect(mark(page)).toBeVisible();
  await page.keyboard.press('Control+z');
  await expect(card.locator('.choices')).toBeVisible();
  await expect(card.locator('.explanation')).toHaveCount(0);
  await expect(mark(page)).toHaveCount(0);
  await page.goForward();
  await expect(card.locator('.verdict')).not.toBeEmpty();
  await expect(mark(page)).toBeVisible();
  // A link to the question asks it again, too: nobody has answered it there.
  await page.goBack();
  await expect(card.locator('.choices')).toBeVisible();
  await page.evaluate(() => (location.hash = '#lab=softmax&preset=vanish&lang=en'));
  await expect(card.locator('.choices')).toBeVisible();
  await expect(card.locator('.verdict')).toHaveCount(0);
});

test('who is only shown, or not asked, has predicted nothing', async ({ page }) => {
  await visit(page, 'lab=softmax');
  await tryPreset(page, /Mask = score 0/, /Just show me/);
  await expect(page.locator('.card .explanation')).toContainText('Score 0 is an ordinary score');
  await visit(page, 'lab=softmax&preset=mask&predict=off');
  await expect(page.locator('.card .explanation')).toContainText('Score 0 is an ordinary score');
  await expect(mark(page)).toHaveCount(0);
});

test('a prediction is in the files, and its words are Chinese where the page is', async ({
  page,
}) => {
  await visit(page, 'lab=softmax');
  await tryPreset(page, /Mask = score 0/, /exactly 3\/8/);
  await expect(mark(page)).toBeVisible();
  const figure = page.locator('#one .figure');
  const { text } = await saved(figure, 'SVG');
  expect(text).toMatch(/stroke-dasharray="5px, 4px"[^>]*>[\s\S]*>your prediction</);
  expect((await saved(figure, 'CSV')).text).toContain(
    '# prediction: Your prediction: exactly 3/8.',
  );
  await page.locator('.card .close').click();
  expect((await saved(figure, 'SVG')).text).not.toContain('prediction');
  await page.getByRole('button', { name: /Is it about overflow/ }).click();
  await page.getByRole('button', { name: 'Yes: infinities or NaN' }).click();
  await expect(mark(page)).toContainText('Your prediction: Yes: infinities or NaN.');
  const [, sheet] = /height="(\d+)"/.exec((await saved(figure, 'SVG')).text) ?? [];
  await page.locator('.card .close').click();
  await expect(mark(page)).toHaveCount(0);
  const [, plain] = /height="(\d+)"/.exec((await saved(figure, 'SVG')).text) ?? [];
  expect(Number(sheet)).toBeGreaterThan(Number(plain) + 20);
  await visit(page, 'lab=softmax&lang=zh-Hans');
  await page.locator('.chips button').nth(4).click();
  await page.locator('.card .choices button').nth(1).click();
  await expect(mark(page)).toContainText('你的预测');
});

test('its name covers no other text where there is room', async ({ page }) => {
  await visit(page, 'lab=softmax');
  // Numbers occupy the first choice for its place, over the bars.
  await tryPreset(page, /Mask = score 0/, /exactly 3\/8/);
  const name = mark(page).locator('text');
  await expect(name).toBeVisible();
  const covered = await name.evaluate((label) => {
    const own = label.getBoundingClientRect();
    const texts = [...(label.closest('svg')?.querySelectorAll('text') ?? [])];
    return texts
      .filter((text) => text !== label)
      .filter((text) => {
        const other = text.getBoundingClientRect();
        const across = Math.min(own.right, other.right) - Math.max(own.left, other.left);
        return across > 1 && Math.min(own.bottom, other.bottom) - Math.max(own.top, other.top) > 3;
      })
      .map(({ textContent }) => textContent?.trim());
  });
  expect(covered).toEqual([]);
});

test('nor a mark or a line, at 360 px', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 900 });
  await visit(page, 'lab=models');
  await settled(page);
  await tryPreset(page, /Take the factor away/, /It stays the same/);
  const curve = page.locator('sd-models-perplexity');
  await curve.scrollIntoViewIfNeeded();
  await expect(curve.locator('progress')).toHaveCount(0);
  await expect(curve.locator('svg .dot')).toHaveCount(12);
  const name = curve.locator('svg .prediction text');
  await expect(name).toBeVisible();
  const covered = await name.evaluate((label) => {
    const own = label.getBoundingClientRect();
    const isInside = (/** @type {{x: number, y: number}} */ { x, y }) =>
      x > own.left && x < own.right && y > own.top + 3 && y < own.bottom - 2;
    const svg = /** @type {SVGSVGElement} */ (label.closest('svg'));
    const rings = Array.from(svg.querySelectorAll('circle'), (circle) => {
      const { left, top, width, height } = circle.getBoundingClientRect();
      return { x: left + width / 2, y: top + height / 2 };
    });
    const line = /** @type {SVGPathElement} */ (
      svg.querySelector('g:not(.prediction) > path.line')
    );
    const spots = Array.from({ length: 200 }, (_, i) =>
      line
        .getPointAtLength((i / 199) * line.getTotalLength())
        .matrixTransform(/** @type {DOMMatrix} */ (line.getScreenCTM())),
    );
    return [...rings, ...spots].filter(isInside).length;
  });
  expect(covered).toBe(0);
});
