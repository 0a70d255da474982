// The page under its strict policy: nothing is blocked, and where WebAssembly is refused it computes all the same.
import { answerOf, expect, scrollThrough, test, visit } from './visit.js';

/** Policy violations, heard from the very beginning. @param {import('@playwright/test').Page} page */
const listen = (page) =>
  page.addInitScript(() => {
    const { violations } = Object.assign(window, { violations: /** @type {string[]} */ ([]) });
    addEventListener('securitypolicyviolation', (event) => {
      const { violatedDirective, blockedURI, sourceFile, lineNumber } = event;
      violations.push(`${violatedDirective} ${blockedURI} ${sourceFile}:${lineNumber}`);
    });
  });

/** @param {import('@playwright/test').Page} page @returns {Promise<string[]>} */
const violationsOf = (page) => page.evaluate(() => Object(window).violations);

test('nothing the page does breaks its policy', async ({ page }) => {
  const response = await page.request.get('./');
  expect(response.headers()['content-security-policy']).toMatch(
    /default-src 'none'; script-src 'self' 'wasm-unsafe-eval';/,
  );
  await listen(page);
  await visit(page, 'preset=why-root&numpy-seed=0');
  await page.locator('.card .choices button').first().click();
  await page.getByRole('button', { name: 'Share' }).click();
  await expect(page.locator('.preview .answer [data-value]').first()).toBeVisible();
  await page.keyboard.press('Escape');
  await page.locator('details.components summary').click();
  await scrollThrough(page);
  await page.getByRole('button', { name: '简体中文' }).click();
  await page.getByLabel('主题').selectOption('dark');
  await scrollThrough(page);
  expect(await violationsOf(page)).toEqual([]);
});

test('where WebAssembly is refused the fallback engine gives the same answer, and a badge says so', async ({
  page,
  browser,
}) => {
  await visit(page, 'dk=32');
  const expected = await answerOf(page);

  const context = await browser.newContext();
  const strict = await context.newPage();
  await strict.route('**/*', async (route) => {
    const response = await route.fetch();
    const headers = response.headers();
    headers['content-security-policy'] = headers['content-security-policy'].replace(
      " 'wasm-unsafe-eval'",
      '',
    );
    await route.fulfill({ response, headers });
  });
  await visit(strict, 'dk=32');
  await expect(strict.locator('.badge')).toHaveAttribute('data-variant', 'fallback');
  await expect(strict.locator('.badge')).toContainText('plain JavaScript');
  expect(await answerOf(strict)).toBe(expected);
  await context.close();
});
