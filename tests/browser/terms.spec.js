// Terms that the glossary explains: in every lab, in both languages, under the strictest policy and in a sandboxed frame.
import { labs } from '../../web/elements/index.js';
import { serve } from '../../scripts/serve.mjs';
import { host } from './host.js';
import {
  answered,
  expect,
  overflow,
  scrollThrough,
  soon,
  test,
  visit,
  wordsOf,
  only,
} from './visit.js';

/** @typedef {import('@playwright/test').Page} Page */
/** @typedef {import('@playwright/test').FrameLocator} FrameLocator */

const policy =
  "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' data: blob:; connect-src 'none'; worker-src 'self'";

/** Opens the first term of an answer by hover, focus, key and tap, and closes it again. @param {Page} page @param {Page | FrameLocator} place @param {RegExp} words */
async function opensAndCloses(page, place, words) {
  const term = place.locator('.answer sd-term').first();
  const about = term.locator('[role=tooltip]');
  const button = term.locator('[role=button]');
  await term.hover();
  await expect(about).toBeVisible();
  await expect(about).toHaveText(words);
  await place.locator('h2.title').hover();
  await expect(about).toBeHidden();
  await button.focus();
  await expect(about).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(about).toBeHidden();
  await page.keyboard.press('Enter');
  await expect(about).toBeVisible();
  await button.blur();
  await expect(about).toBeHidden();
  await button.dispatchEvent('click'); // a tap ends as a click
  await expect(about).toBeVisible();
  await expect(about).toHaveText(words);
}

for (const { lab } of labs) {
  test(
    `${lab}: each term is explained on a phone, in both languages, and stays with what follows it`,
    only(lab, 'softmax'),
    async ({ page }) => {
      await page.setViewportSize({ width: 360, height: 740 });
      for (const lang of ['en', 'zh-Hans']) {
        await page.goto('about:blank');
        await visit(page, `${soon(lab)}&lang=${lang}`);
        await expect(page.locator('html')).toHaveAttribute('lang', lang);
        await scrollThrough(page);
        expect(await wordsOf(page)).not.toContain('[[');
        const terms = page.locator('sd-term');
        await expect(terms.first()).toBeAttached();
        expect(await unexplained(terms), lang).toEqual([]);
        expect(await overflow(page)).toBeLessThanOrEqual(0);
      }
    },
  );
}

/** Returns the terms that, when focused, have no explanation or one that extends beyond the window. @param {import('@playwright/test').Locator} terms */
function unexplained(terms) {
  return terms.evaluateAll(async (all) => {
    /** @type {string[]} */
    const gaps = [];
    /** @param {Node | null | undefined} node @returns {boolean} */
    const isInert = (node) =>
      Boolean(node) &&
      (Object(node).inert || isInert(node?.parentNode ?? /** @type {ShadowRoot} */ (node).host));
    for (const term of /** @type {any[]} */ (all)) {
      const button = term.shadowRoot.querySelector('[role=button]');
      if (!term.checkVisibility()) continue; // under "More"
      if (isInert(term)) continue; // in a thumbnail, which takes no input
      button.focus();
      const end = performance.now() + 5000;
      const aboutIt = () => term.shadowRoot.querySelector('[role=tooltip]');
      const widthOf = () => aboutIt()?.getBoundingClientRect().width ?? 0;
      while (widthOf() === 0 && performance.now() < end)
        await new Promise((resolve) => setTimeout(resolve, 10));
      await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
      if (!term.isConnected) continue; // its sentence has been replaced
      const { left, right, width } = aboutIt()?.getBoundingClientRect() ?? { width: 0 };
      if (!aboutIt()?.textContent || width === 0) gaps.push(`${term.name}: no words`);
      else if (left < 0 || right > innerWidth) gaps.push(`${term.name}: ${left} to ${right}`);
      button.blur();
    }
    return gaps;
  });
}

test('a line never begins with the comma, colon or bracket after a term', async ({ page }) => {
  for (const link of ['lab=scoring', 'lab=attention', 'lab=variance&lang=zh-Hans']) {
    await page.setViewportSize({ width: 360, height: 740 });
    await visit(page, link);
    await scrollThrough(page);
    const orphans = await page.locator('sd-term').evaluateAll((all) => {
      /** @type {string[]} */
      const found = [];
      const isStop = /^[,.:;!?，。：；、）)]/;
      for (const term of /** @type {any[]} */ (all)) {
        let next = term.nextSibling;
        while (next && (next.nodeType !== Node.TEXT_NODE || next.data === ''))
          next = next.nextSibling;
        if (!next || !isStop.test(next.data)) continue;
        const block = term.closest('p, li, span.status, div') ?? term.parentElement;
        for (let width = 100; width < 330; width += 3) {
          block.style.maxWidth = `${width}px`;
          const range = document.createRange();
          range.setStart(next, 0);
          range.setEnd(next, 1);
          const after = range.getBoundingClientRect();
          const lines = [
            ...term.getClientRects(),
            ...term.shadowRoot.querySelector('[role=button], button').getClientRects(),
          ];
          const last = lines[lines.length - 1];
          if (after.height > 0 && after.top > last.bottom - 4)
            found.push(`${term.name} at ${width}`);
        }
        block.style.maxWidth = '';
      }
      return found;
    });
    expect(orphans).toEqual([]);
  }
});

test('terms open by hover, focus, key and tap under the strictest policy', async ({ page }) => {
  const { url, close } = await serve({ policy });
  await page.goto(`${url}#lab=softmax&lang=en`);
  await answered(page);
  await opensAndCloses(page, page, /^The factor multiplies every score/);
  close();
});

test('terms open by hover, focus, key and tap in a sandboxed frame', async ({ page, baseURL }) => {
  const { origin } = new URL(String(baseURL));
  const { url, close } = await host(
    `<iframe title="lab" src="${baseURL}embed.html#lab=scoring&amp;lang=zh-Hans" sandbox="allow-scripts" width="700" height="700"></iframe>`,
    `default-src 'none'; img-src data:; frame-src ${origin}`,
  );
  await page.goto(url);
  const frame = page.frameLocator('iframe');
  await expect(frame.locator('.answer [data-value^="answer"]').first()).toBeVisible();
  await opensAndCloses(page, frame, /^两个向量的点积/);
  close();
});
