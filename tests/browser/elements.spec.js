// The labs as elements of a host page: any lab by its name, files, presets without a question, themes, lazy loading,
// removal, two versions at once, and hosts with their own styles.
import path from 'node:path';
import { AxeBuilder } from '@axe-core/playwright';
import { rolldown } from 'rolldown';
import { inRoot } from '../../scripts/tools.mjs';
import { version } from '../../web/engine/version.js';
import { expect, frames, scrollThrough, test, unless } from './visit.js';

/** @typedef {import('@playwright/test').Page} Page */
/** @typedef {import('@playwright/test').Locator} Locator */

/** What all lab elements have, for scripts in the page. @typedef {any} Element */

/**
 * Opens a host page with the site's elements in it. It has the site's origin, so that workers can start. embed.spec.js tests
 * elements of another origin.
 * @param {Page} page
 * @param {string} body
 * @param {string} [script]  registers the elements
 */
async function tutorial(page, body, script = './elements.js') {
  const head = `<meta charset="utf-8"><link rel="icon" href="data:,"><title>A tutorial</title>`;
  const html = `<!doctype html><html lang="en"><head>${head}</head><body><h1>A tutorial</h1>${body}`;
  await page.route('**/tutorial.html', (route) =>
    route.fulfill({
      contentType: 'text/html',
      body: `${html}<script type="module" src="${script}"></script></body></html>`,
    }),
  );
  await page.goto('tutorial.html');
}

/** @param {Locator} lab */
const answered = (lab) =>
  expect(lab.locator('.answer [data-value^="answer"]').first()).toBeVisible();

test("<scaledot-lab> is any lab by its name, with that lab's attributes, methods, events and parts", async ({
  page,
}) => {
  await tutorial(
    page,
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

  // Both elements refuse what is not an object of changes, in one sentence.
  const refused = await lab.evaluate((/** @type {Element} */ element) =>
    [element, element.shadowRoot.querySelector('scaledot-softmax')].map((each) => {
      try {
        return each.setState(null);
      } catch (error) {
        return String(error);
      }
    }),
  );
  const sentence = 'TypeError: setState: got null; expected an object of changes';
  expect(refused).toEqual([sentence, sentence]);

  // Under another name, state that both labs know stays. The preset of the first lab does not.
  await lab.evaluate((/** @type {Element} */ element) => (element.lab = 'variance'));
  await expect(lab.locator('scaledot-variance')).toHaveCount(1);
  await answered(lab);
  const state = await lab.evaluate((/** @type {Element} */ element) => element.getState());
  expect(state).toMatchObject({ lab: 'variance', dk: 65536, seed: 5, hide: 'code', preset: '' });

  // An unknown name: the page gets one sentence, the reader sees the text inside.
  const message = await lab.evaluate(
    (/** @type {Element} */ element) =>
      new Promise((resolve) => {
        element.addEventListener('scaledot-error', (/** @type {CustomEvent} */ event) =>
          resolve(event.detail.message),
        );
        element.lab = 'sofmax';
      }),
  );
  expect(message).toMatch(/^lab: got "sofmax"; expected one of "story", "variance", "softmax",/);
  await expect(page.getByText('Words.')).toBeVisible();
});

test('of labs that are asked for one after the other the last one comes, also far from the window', async ({
  page,
}) => {
  await tutorial(page, `<p style="height: 9000px">Before</p><scaledot-lab></scaledot-lab>`);
  const told = await page.evaluate(async () => {
    await customElements.whenDefined('scaledot-lab');
    const element = /** @type {Element} */ (document.querySelector('scaledot-lab'));
    /** @type {string[]} */
    const errors = [];
    /** @type {string[]} */
    const labs = [];
    element.addEventListener('scaledot-error', (/** @type {any} */ { detail }) =>
      errors.push(detail.message),
    );
    const settle = async () => {
      await element.updateComplete;
      labs.push([...element.shadowRoot.children].map(({ localName }) => localName).join());
    };
    for (const name of ['nope', 'softmax']) element.lab = name;
    await settle();
    for (const name of ['heads', 'softmax', 'heads']) element.lab = name;
    await settle();
    // Removed from the page while it waits, and put back.
    element.lab = 'scoring';
    element.remove();
    await new Promise((resolve) => setTimeout(resolve, 2000)); // longer than it waits for the window
    document.body.append(element);
    await settle();
    return { errors, labs };
  });
  expect(told).toEqual({
    errors: [],
    labs: ['scaledot-softmax', 'scaledot-heads', 'scaledot-scoring'],
  });
});

test('ten figures: those near the window are drawn, the others when they come near', async ({
  page,
}) => {
  const figures = Array.from({ length: 10 }, (_, i) => {
    const [lab, picture] = [...['variance growth', 'softmax bands', 'scoring norms']][i % 3].split(
      ' ',
    );
    return `<scaledot-figure lab="${lab}" picture="${picture}"></scaledot-figure><p style="height: 900px">Text</p>`;
  });
  await tutorial(page, figures.join(''));
  await expect(page.locator('sd-variance-growth svg').first()).toBeVisible();
  const drawn = page.locator('.lab.single');
  expect(await drawn.count()).toBeLessThan(4);
  // Scrolls through the text as a reader would. Each figure is there when it comes into view.
  const shown = page.locator('scaledot-figure');
  for (let i = 0; i < 10; i++) {
    await shown.nth(i).evaluate((element) => element.scrollIntoView());
    await expect(shown.nth(i).locator('[part=picture] .figure')).toBeVisible();
  }
  await expect(drawn).toHaveCount(10);
});

test('a picture is a file, wherever it stands and whatever has been computed', async ({ page }) => {
  await tutorial(
    page,
    `<div style="height: 6000px"></div>
    <scaledot-variance hide="growth,presets" lang="en" queries="3000" keys="3000"></scaledot-variance>`,
  );
  const lab = page.locator('scaledot-variance');
  await page.evaluate(() => customElements.whenDefined('scaledot-variance'));
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
});

test('with predict="off" a preset shows its change and its explanation at once', async ({
  page,
}) => {
  await tutorial(
    page,
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
  // A state that says more than the preset wins: its link gives the same state wherever it is opened.
  const kept = await page
    .locator('#kept')
    .evaluate((/** @type {Element} */ element) => element.getState());
  expect(kept).toMatchObject({ dk: 32, scale: 'rsqrt', preset: 'why-root', predict: 'off' });
});

test('without controls the card of a preset stands under the picture, which keeps its width', async ({
  page,
}) => {
  await tutorial(
    page,
    `<style>scaledot-lab::part(card) { border-top: 3px solid rgb(1, 2, 3) }</style>
    <scaledot-lab lab="variance" hide="controls" lang="en">Words.</scaledot-lab>`,
  );
  const lab = page.locator('scaledot-lab');
  await answered(lab);
  const widthOf = async () => (await lab.locator('.main .picture').first().boundingBox())?.width;
  const before = await widthOf();
  await lab.locator('.chips button').first().click();
  const card = lab.locator('.card');
  await expect(card).toBeInViewport({ ratio: 1 });
  await expect(card).toHaveCSS('border-top-color', 'rgb(1, 2, 3)');
  expect(await widthOf()).toBe(before);
  // The card stays in view when its explanation moves to another picture.
  await card.locator('.choices button').first().click();
  await expect(lab.locator('#replicate')).toBeInViewport();
  await expect(card.locator('.explanation')).toBeInViewport({ ratio: 1 });
  expect(await widthOf()).toBe(before);
});

test('an element tells the speed of its engine, and is not drawn again for it', async ({
  page,
}) => {
  await page.addInitScript(() => {
    /** @type {any[]} */
    const told = (Object(window).told = []);
    addEventListener('scaledot-engine', (event) => {
      const { target, detail } = /** @type {any} */ (event);
      const { dk, perSecond } = detail.speed ?? {};
      queueMicrotask(() => {
        if (perSecond > 0) told.push({ dk, isUpdatePending: target.isUpdatePending });
      });
    });
  });
  await tutorial(page, '<scaledot-variance lang="en">Words.</scaledot-variance>');
  const told = () => page.evaluate(() => Object(window).told);
  // Another reason may cause an update by chance, but not on most visits.
  let pending = 0;
  for (let visits = 0; visits < 3; visits++) {
    await page.reload();
    await expect.poll(told).toHaveLength(1);
    const [{ dk, isUpdatePending }] = await told();
    expect(dk).toBe(64);
    if (isUpdatePending) pending += 1;
  }
  expect(pending).toBeLessThan(2);
});

test('Ctrl+Z undoes what the visitor did, and nothing that the page has set or locked', async ({
  page,
}) => {
  await tutorial(page, '<scaledot-variance lang="en" hide="code">Words.</scaledot-variance>');
  const lab = page.locator('scaledot-variance');
  await answered(lab);
  const state = () => lab.evaluate((/** @type {Element} */ element) => element.getState());
  const set = (/** @type {object} */ changes) =>
    lab.evaluate((/** @type {Element} */ element, given) => {
      element.setState(given);
      return element.updateComplete;
    }, changes);
  const undo = () => lab.locator('button.share').press('Control+z');

  await set({ dk: 128 });
  await undo();
  await lab.locator('#dk-slider').press('ArrowRight');
  expect(await state(), 'what the page set is still there').toMatchObject({ dk: 256 });
  await set({ seed: 7 });
  await undo();
  await expect.poll(state).toMatchObject({ dk: 128, seed: 7 });
  await lab.evaluate((/** @type {Element} */ element) => {
    const slider =
      element.shadowRoot?.querySelector('#dk-slider') ?? element.querySelector('#dk-slider');
    if (!(slider instanceof HTMLInputElement)) throw new Error('no slider');
    slider.stepUp();
    slider.dispatchEvent(new Event('input', { bubbles: true, composed: true }));
    element.setState({ seed: 9 });
    return element.updateComplete;
  });
  expect(await state(), 'both in one frame').toMatchObject({ dk: 256, seed: 9 });
  await undo();
  await expect.poll(state).toMatchObject({ dk: 128, seed: 9 });
  await lab.locator('#dk-slider').press('ArrowRight');
  await lab.evaluate(async (/** @type {any} */ element) => {
    await element.updateComplete;
    element.setState({ seed: 7 });
    element.undo();
    await element.updateComplete;
  });
  expect(await state(), 'the page sets, the visitor undoes').toMatchObject({ dk: 128, seed: 7 });

  await lab.locator('#scale').selectOption('none');
  await lab.locator('#dk-slider').press('ArrowRight');
  await set({ lock: 'dk' });
  await undo();
  await expect.poll(state).toMatchObject({ dk: 256, scale: 'rsqrt', lock: 'dk' });
  await set({ lock: '' });
  await lab.locator('#scale').selectOption('none');
  await set({ lock: 'all' });
  await undo();
  await set({ seed: 8 });
  expect(await state()).toMatchObject({ dk: 256, seed: 8, scale: 'none', lock: 'all' });
  expect(await page.evaluate(() => history.length)).toBeLessThanOrEqual(2);
});

/** Counts the labs of a page that are drawn, whatever their tag. @param {Page} page */
const drawnOn = (page) => page.locator('article.lab').count();

/** Waits until all pending labs are drawn. @param {Page} page */
async function calm(page) {
  let [count, before] = [await drawnOn(page), -1];
  while (count !== before) {
    await frames(page, 40);
    [before, count] = [count, await drawnOn(page)];
  }
  return count;
}

test('far below the window nothing of an element is fetched, drawn or computed, and nothing jumps when it is', async ({
  page,
}) => {
  /** @type {string[]} */
  const fetched = [];
  page.on('request', (request) => fetched.push(request.url()));
  await page.clock.install();
  await tutorial(
    page,
    `<p id="before" style="height: 4000px">Before</p>
    <scaledot-lab lab="heads" lang="en">Words for the printer.</scaledot-lab>
    <p id="after">After</p>`,
  );
  const lab = page.locator('scaledot-lab');
  /** @param {string} id */
  const heightOf = (id) =>
    page.locator(id).evaluate((element) => element.getBoundingClientRect().height);
  await page.evaluate(() => customElements.whenDefined('scaledot-lab'));
  // All labs are registered after five seconds. Until 2026 a lab was drawn after 1.5 seconds.
  await page.clock.fastForward(4000);
  await frames(page, 10);
  const waiting = await heightOf('scaledot-lab');
  expect(await drawnOn(page)).toBe(0);
  expect(page.workers()).toHaveLength(0);
  expect(fetched.filter((url) => /scaledot-heads|heads\.en|common\.en|core/.test(url))).toEqual([]);
  await expect(page.getByText('Words for the printer.')).toBeVisible();

  await page.evaluate(() => scrollTo(0, 3700));
  await answered(lab);
  expect(await page.evaluate(() => scrollY)).toBe(3700);
  await expect.poll(() => page.workers().length).toBeGreaterThan(0);
  const ready = await heightOf('scaledot-lab');
  expect(Math.abs(ready - waiting) / waiting).toBeLessThan(0.15); // placeholder.spec.js has all heights
});

for (const [form, tag] of [
  ['by its name', (/** @type {string} */ lab) => `scaledot-lab lab="${lab}"`],
  ['of its own', (/** @type {string} */ lab) => `scaledot-${lab}`],
]) {
  for (const count of [24, 200])
    test(
      `of ${count} labs, each an element ${form}, those near the window are drawn, there and where it is scrolled to`,
      unless(count === 200 && form === 'of its own'),
      async ({ page }) => {
        const names = ['variance', 'softmax', 'scoring', 'heads'];
        const write = /** @type {(lab: string) => string} */ (tag);
        await tutorial(
          page,
          Array.from({ length: count }, (_, i) => {
            const open = write(names[i % names.length]);
            return `<${open} id="n${i}" lang="en">Words ${i}.</${open.split(' ')[0]}>`;
          }).join(''),
        );
        await answered(page.locator('#n0'));
        // One more may be drawn on a slow machine, while the heights of the labs above are not known yet.
        expect(await calm(page)).toBeLessThanOrEqual(4);
        const middle = page.locator(`#n${count / 2}`);
        await middle.evaluate((element) => element.scrollIntoView());
        await answered(middle);
        expect(await calm(page)).toBeLessThanOrEqual(8);
        const last = page.locator(`#n${count - 1}`);
        await expect(last).toHaveText(`Words ${count - 1}.`);
        const engines = await page.evaluate(() => {
          const labs = [...document.querySelectorAll('body > *')].map(
            (element) =>
              /** @type {any} */ (
                element.localName === 'scaledot-lab'
                  ? element.shadowRoot?.firstElementChild
                  : element
              ),
          );
          return labs.filter((each) => each?.engine).length;
        });
        expect(engines).toBeGreaterThan(1); // the first and the middle have answered
        expect(engines).toBeLessThanOrEqual(8);
      },
    );
}

for (const tag of ['scaledot-lab lab="variance"', 'scaledot-variance']) {
  const [name] = tag.split(' ');
  test(`<${name}> that is not drawn has its state, attributes, events and files`, async ({
    page,
  }) => {
    await tutorial(
      page,
      `<p style="height: 5000px">Before</p>
      <${tag} id="a" dk="32" lang="en">Words.</${name}><${tag} id="b" dk="1e9" lang="en">More words.</${name}>`,
    );
    await page.evaluate((each) => customElements.whenDefined(each), name);
    await frames(page, 10);
    const told = await page.locator('#a').evaluate(async (/** @type {Element} */ element) => {
      /** @type {string[]} */
      const events = [];
      element.addEventListener('scaledot-change', (/** @type {any} */ { detail }) =>
        events.push(detail.query),
      );
      const soon = () => new Promise((resolve) => setTimeout(resolve, 200));
      const before = element.getState();
      const notes = element.setState({ dk: 8, seed: -1 });
      element.keys = 9;
      await soon();
      element.setAttribute('queries', '10');
      await soon();
      return {
        ...{ before, notes, events },
        state: element.getState(),
        params: element.params.dk,
        attributes: element.getAttributeNames().sort().join(' '),
        dk: element.getAttribute('dk'),
        link: element.link,
      };
    });
    expect(await drawnOn(page)).toBe(0);
    expect(told.before).toMatchObject({ lab: 'variance', dk: 32, keys: 100 });
    expect(told.notes).toMatchObject([{ reason: 'clamped', key: 'seed' }]);
    expect(told.state).toMatchObject({ dk: 8, keys: 9, queries: 10, seed: 0 });
    expect(told.attributes.replace(' lab ', ' ')).toBe('dk id keys lang queries seed');
    expect([told.dk, told.params]).toEqual(['8', 8]);
    expect(told.link).toContain('dk=8');
    expect(told.events).toHaveLength(2);
    expect(told.events[1]).toContain('keys=9');
    const other = await page.locator('#b').evaluate((/** @type {Element} */ b) => b.getState().dk);
    expect(other).toBe(65536);

    const file = await page
      .locator('#a')
      .evaluate(async (/** @type {Element} */ element) => (await element.exportImage()).text());
    expect(file).toMatch(/^<svg /);
    expect(file).toContain('keys=9');
    expect(await calm(page)).toBe(1);
    await page.locator('#b').evaluate((/** @type {Element} */ element) => element.updateComplete);
    expect(await drawnOn(page)).toBe(2);
    await expect(page.locator('#b')).toHaveAttribute('dk', '65536');
  });

  test(`<${name}> that is not drawn is words on paper, with its link, and there on the next sheet`, async ({
    page,
  }) => {
    const labs = Array.from(
      { length: 4 },
      (_, i) => `<${tag} lang="en"><p>Words ${i}.</p></${name}>`,
    );
    await tutorial(page, `<p style="height: 5000px">Before</p>${labs.join('')}`);
    await page.evaluate((each) => customElements.whenDefined(each), name);
    await frames(page, 10);
    await page.emulateMedia({ media: 'print' });
    const first = page.locator(name).first();
    // A browser prints the current page as soon as the event handlers return.
    const sheet = await first.evaluate((element) => {
      dispatchEvent(new Event('beforeprint'));
      const line = /** @type {HTMLAnchorElement} */ (element.shadowRoot?.querySelector('.paper'));
      return {
        ...{ line: line.textContent, href: line.href, isSeen: line.checkVisibility() },
        height: element.getBoundingClientRect().height,
      };
    });
    expect(sheet.line).toMatch(/^Not drawn yet when this page was printed: .*#lab=variance/);
    expect(sheet).toMatchObject({ href: expect.stringMatching(/#lab=variance/), isSeen: true });
    expect(sheet.height).toBeLessThan(120);
    await page.emulateMedia({ media: 'screen' });
    await expect(page.locator('article.lab')).toHaveCount(4);
    for (const lab of await page.locator(name).all())
      await expect(lab.locator('.answer')).toHaveText(/\d/);
    await page.emulateMedia({ media: 'print' });
    await expect(page.getByText('Words 3.')).toBeHidden();
    await expect(first.locator('.main svg').first()).toBeVisible();
  });
}

test('what is hidden, folded or scrolled away is drawn when it is shown', async ({ page }) => {
  const lab = (/** @type {string} */ id) =>
    `<scaledot-lab id="${id}" lab="heads" lang="en">Words.</scaledot-lab>`;
  await tutorial(
    page,
    `<div id="none" style="display: none">${lab('a')}</div>
    <details><summary>More</summary>${lab('b')}</details>
    <div id="folded" style="height: 0; overflow: hidden">${lab('c')}</div>
    <div id="box" style="height: 300px; overflow: auto"><p style="height: 3000px">Text</p>${lab('d')}</div>
    <div id="gone" hidden>${lab('e')}</div>`,
  );
  await page.evaluate(() => customElements.whenDefined('scaledot-lab'));
  await frames(page, 40);
  expect(await drawnOn(page)).toBe(0);
  /** @type {[string, () => void][]} */
  const shows = [
    ['#a', () => document.getElementById('none')?.removeAttribute('style')],
    ['#b', () => document.querySelector('details')?.setAttribute('open', '')],
    ['#c', () => document.getElementById('folded')?.removeAttribute('style')],
    ['#d', () => document.getElementById('box')?.scrollTo(0, 9000)],
    ['#e', () => document.getElementById('gone')?.removeAttribute('hidden')],
  ];
  for (const [i, [id, show]] of shows.entries()) {
    // The previous lab is removed, so that the next one is near the window.
    await page.evaluate(show);
    await answered(page.locator(id));
    expect(await calm(page)).toBe(1);
    await page.locator(id).evaluate((element) => element.remove());
    expect(await drawnOn(page), String(i)).toBe(0);
  }
});

test('far away, an element is drawn for slides, for keys, and without a box of its own', async ({
  page,
}) => {
  await tutorial(
    page,
    `<button>Start</button><p style="height: 4000px">Before</p>
    <scaledot-lab id="a" lab="heads" lang="en" style="display: contents">Words.</scaledot-lab>
    <p style="height: 9000px">Between</p>
    <scaledot-lab id="b" lab="heads" lang="en">Words.</scaledot-lab>`,
  );
  await page.evaluate(() => customElements.whenDefined('scaledot-lab'));
  await frames(page, 10);
  expect(await drawnOn(page)).toBe(0);
  await page.getByRole('button', { name: 'Start' }).focus();
  await page.keyboard.press('Tab');
  const near = page.locator('#a');
  await answered(near);
  await page.keyboard.press('Tab');
  const focused = await page.evaluate(() => {
    let at = document.activeElement;
    const inside = at?.id;
    while (at?.shadowRoot?.activeElement) at = at.shadowRoot.activeElement;
    return { inside, tag: at?.localName };
  });
  expect(focused).toMatchObject({ inside: 'a', tag: expect.stringMatching(/button|input|a/) });
  expect(await drawnOn(page)).toBe(1);
  await page
    .locator('#b')
    .evaluate((/** @type {Element} */ element) => element.setState({ present: 'shapes' }));
  await expect(page.locator('#b #shapes')).toBeInViewport();
});

test(
  'an element that is removed stops, comes back, and leaves nothing behind',
  { tag: '@all' },
  async ({ page }) => {
    test.slow();
    await tutorial(page, '<div id="place"></div>');
    const labs = `<scaledot-variance queries="20000" keys="20000"></scaledot-variance>
    <scaledot-softmax></scaledot-softmax><scaledot-lab lab="heads"></scaledot-lab>`;
    await page.evaluate((html) => {
      /** @type {Element} */ (document.querySelector('#place')).innerHTML = html;
    }, labs);
    const first = page.locator('scaledot-variance');
    await answered(first);
    const running = first.locator('sd-variance-histogram');
    await expect(running.locator('progress')).toBeVisible();

    const stopped = await first.evaluate(async (/** @type {Element} */ element) => {
      const parent = element.parentNode;
      const section = element.shadowRoot.querySelector('#histogram');
      element.remove();
      const { result } = section;
      await new Promise((resolve) => setTimeout(resolve, 600));
      const isStill = section.result === result;
      parent.prepend(element);
      return isStill;
    });
    expect(stopped).toBe(true);
    await expect(running.locator('progress')).toBeVisible();

    const client = await page.context().newCDPSession(page);
    const used = async () => {
      for (let i = 0; i < 3; i++) await client.send('HeapProfiler.collectGarbage');
      return (await client.send('Runtime.getHeapUsage')).usedSize / 2 ** 20;
    };
    /** @param {number} times */
    const comeAndGo = (times) =>
      page.evaluate(
        async ({ times, html }) => {
          const place = /** @type {Element} */ (document.querySelector('#place'));
          for (let i = 0; i < times; i++) {
            place.innerHTML = html;
            const [lab] = place.children;
            while (!lab.shadowRoot.querySelector('.answer [data-value]'))
              await new Promise((resolve) => setTimeout(resolve, 10));
            await Promise.all([...place.children].map((each) => each.updateComplete));
            await new Promise(requestAnimationFrame);
            place.replaceChildren();
          }
        },
        { times, html: labs },
      );
    await comeAndGo(5);
    const before = await used();
    await comeAndGo(50);
    const growth = (await used()) - before;
    console.log(
      `JS heap: ${before.toFixed(1)} MiB, ${growth.toFixed(2)} more after 50 times three labs`,
    );
    expect(growth).toBeLessThan(10);

    // Some time after the last lab is gone its workers end, too. The next lab gets its own engine.
    expect(page.workers().length).toBeGreaterThan(0);
    await expect.poll(() => page.workers().length, { timeout: 30_000 }).toBe(0);
    await page.evaluate((html) => {
      /** @type {Element} */ (document.querySelector('#place')).innerHTML = html;
    }, labs);
    await answered(first);
    await expect(running.locator('progress')).toBeVisible();
  },
);

test(
  "a host's own styles leave the labs as they are, its colours and parts restyle them, and axe finds nothing",
  { tag: '@all' },
  async ({ page }) => {
    test.slow();
    await tutorial(
      page,
      `<style>
      html { font-size: 62.5% }
      * { box-sizing: content-box; color: red; line-height: 3; letter-spacing: 0.2em; text-align: end }
      h1, h2, h3 { text-transform: uppercase }
      #unset { all: unset }
      #themed {
        --scaledot-accent: #8c0059; --scaledot-ink: #0b2a33; --scaledot-paper: #fffaf0; --scaledot-radius: 10px;
        --scaledot-font: Georgia, serif; --scaledot-space: 5px; --scaledot-size: 18px;
      }
      #themed::part(title) { color: #005a3c }
      #themed::part(picture) { border-inline-start: 2px solid #005a3c; padding-inline-start: 8px }
    </style>
    <scaledot-variance id="themed" preset="why-root" lang="en"></scaledot-variance>
    <div dir="rtl"><scaledot-scoring id="unset" theme="dark" lang="zh"></scaledot-scoring></div>
    <scaledot-lab lab="softmax" id="plain" lang="zh-Hans" hide="code"></scaledot-lab>`,
    );
    /** @param {string} id @param {string} part */
    const looks = (id, part) =>
      page.locator(`${id} ${part}`).evaluate((element) => {
        const { color, fontFamily, fontSize, lineHeight, letterSpacing, textAlign, direction } =
          getComputedStyle(element);
        return { color, fontFamily, fontSize, lineHeight, letterSpacing, textAlign, direction };
      });
    for (const id of ['#themed', '#unset', '#plain']) {
      // A lab that grows pushes the next ones away from the window, where they do not start.
      await page.locator(id).scrollIntoViewIfNeeded();
      await answered(page.locator(id));
    }
    const calm = { letterSpacing: 'normal', textAlign: 'start', direction: 'ltr' };
    expect(await looks('#themed', '.answer')).toMatchObject({
      ...calm,
      color: 'rgb(11, 42, 51)',
      fontFamily: 'Georgia, serif',
    });
    await expect(page.locator('#themed h2.title')).toHaveCSS('color', 'rgb(0, 90, 60)');
    await expect(page.locator('#themed .chip').first()).toHaveCSS('border-radius', '29.25px'); // 2 em, as without a host
    await expect(page.locator('#themed select').first()).toHaveCSS('border-radius', '10px');
    // A root font size of 10 px does not shrink the lab. The host's own size counts.
    expect(await looks('#plain', '.controls')).toMatchObject({ ...calm, fontSize: '12.1875px' });
    expect(await looks('#themed', '.controls')).toMatchObject({ fontSize: '14.625px' });
    const dark = await looks('#unset', '.answer');
    expect(dark).toMatchObject({ ...calm, color: 'rgb(232, 234, 237)' });
    const wide = await page
      .locator('#unset .body')
      .evaluate((body) => getComputedStyle(body).gridTemplateColumns.split(' ').length);
    expect(wide).toBe(2);
    const overflow = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    expect(overflow).toBe(0);

    await scrollThrough(page);
    const { violations } = await new AxeBuilder({ page })
      .include('scaledot-variance')
      .include('scaledot-scoring')
      .include('scaledot-lab')
      .analyze();
    expect(violations.map(({ id, nodes }) => [id, nodes[0].html, nodes[0].target])).toEqual([]);
  },
);

/**
 * Serves another build of the package's elements, complete and with its own version, as ./other/elements.js.
 * @param {Page} page
 */
async function serveOther(page) {
  const folder = test.info().outputPath('other');
  const bundle = await rolldown({
    input: { elements: inRoot('web/elements/index.js'), worker: inRoot('web/labs/lab/worker.js') },
    cwd: inRoot(),
    checks: { ineffectiveDynamicImport: false },
    plugins: [
      {
        name: 'other-version',
        transform: {
          filter: { id: /engine.version\.js$/ },
          handler: (code) => code.replace(version, '9.8.7'),
        },
      },
    ],
  });
  await bundle.write({ dir: folder, format: 'es' });
  await bundle.close();
  await page.route('**/other/*.js', (route) =>
    route.fulfill({ path: path.join(folder, path.basename(route.request().url())) }),
  );
}

test(
  'two versions of the package keep to their own on one page, also under other names',
  { tag: '@all' },
  async ({ page }) => {
    await serveOther(page);
    await tutorial(
      page,
      `<scaledot-variance dk="32"></scaledot-variance><my-variance dk="32"></my-variance>
    <my-lab lab="softmax"></my-lab>`,
    );
    const [ours, theirs] = ['scaledot-variance', 'my-variance'].map((tag) => page.locator(tag));
    await answered(ours);
    await page.evaluate(async () => {
      await customElements.whenDefined('scaledot-softmax'); // registered by the first build, a while after the lab on the page
      const address = './other/elements.js';
      const { define, ScaledotVariance, ScaledotScoring, ScaledotLab } = await import(address);
      define(ScaledotVariance); // the name is taken and stays with the first build
      define(ScaledotVariance, 'my-variance');
      define(ScaledotVariance, 'my-variance');
      define(ScaledotVariance, 'my-second-name');
      define(ScaledotLab, 'my-lab');
      // Registered only under a second name, with everything below its answer.
      define(ScaledotScoring, 'my-scoring');
      document.body.insertAdjacentHTML('beforeend', '<my-scoring></my-scoring>');
    });
    await page.locator('my-scoring').evaluate((element) => element.scrollIntoView());
    await expect(page.locator('my-scoring .rest')).toBeVisible();
    for (const lab of [theirs, page.locator('my-lab')]) {
      await lab.evaluate((element) => element.scrollIntoView());
      await answered(lab);
    }
    for (const lab of [ours, theirs]) {
      await lab.evaluate((/** @type {Element} */ element) => element.setState({ dk: 8 }));
      await expect(lab.locator('.answer math[aria-label="1/√8"]')).toBeVisible();
      await lab.evaluate((/** @type {Element} */ element) => element.shell.goTo('walks'));
      await expect(lab.locator('#walks svg').first()).toBeVisible();
    }
    const told = await page.evaluate(() => {
      const at = (/** @type {string} */ selector) =>
        /** @type {Element} */ (document.querySelector(selector));
      const [ours, theirs] = [at('scaledot-variance'), at('my-variance')];
      const tagsOf = (/** @type {Element} */ lab) =>
        lab.shadowRoot.querySelector('#walks').localName;
      at('my-variance').insertAdjacentHTML('afterend', '<my-second-name></my-second-name>');
      return {
        versions: [ours, theirs].map(({ engineState }) => engineState.version),
        tags: [ours, theirs].map(tagsOf),
        inner: at('my-lab').shadowRoot.firstElementChild.localName,
        second: at('my-second-name').getState().dk,
      };
    });
    expect(told).toEqual({
      versions: [version, '9.8.7'],
      tags: ['sd-variance-walks', 'sd-variance-walks-2'],
      inner: 'scaledot-softmax-2',
      second: 64,
    });
  },
);
