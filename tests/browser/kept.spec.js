// Links, attributes, frames, snippets and messages as documented on 2026-11-22 (embeds-2026-11-22.json). Other people's
// pages have used them since then. Nobody will update those pages, so they must keep working.
import fs from 'node:fs';
import { labs } from '../../web/elements/index.js';
import { host } from './host.js';
import { collectErrors, expect, only, settled, soon, stateOf, test } from './visit.js';

/** @typedef {[key: string, value: string, name: string, held: string | number]} Stated */

/**
 * @type {{
 *   labs: Record<string, {pictures: string[], presets: string[], stated: Stated[]}>,
 *   hides: string[], parts: string[], properties: string[],
 *   events: Record<string, string[]>, messages: Record<string, string[]>,
 *   frames: Record<string, string>, elements: Record<string, string>,
 * }}
 */
const kept = JSON.parse(
  fs.readFileSync(new URL('embeds-2026-11-22.json', import.meta.url), 'utf8'),
);

/** Returns a snippet as it is in somebody's page, with the address of the site under test. @param {string} text @param {unknown} baseURL */
const here = (text, baseURL) => text.replaceAll('https://your.site/scaledot/', String(baseURL));

/** Returns an attribute in HTML. @param {Stated} stated */
const attributeOf = ([key, value]) => `${key}="${value}"`;

for (const [lab, { pictures, presets, stated }] of Object.entries(kept.labs)) {
  test(
    `${lab}: links of 2026-11-22 give a frame the state that they gave it`,
    only(lab, 'softmax'),
    async ({ page }) => {
      test.slow();
      await page.goto(`embed.html#${soon(lab)}&lang=en`);
      await settled(page);
      for (const [key, value, name, held] of stated) {
        const link = `lab=${lab}&${key}=${encodeURIComponent(value)}`;
        await page.evaluate((hash) => (location.hash = hash), link);
        await expect.poll(async () => (await stateOf(page))[name], link).toBe(held);
        expect((await stateOf(page)).lab).toBe(lab);
        await expect(page.locator('#lab .notes-live .notes'), link).toHaveCount(0);
        const hash = await page.evaluate(() => location.hash.slice(1));
        expect(new URLSearchParams(hash).get(key), hash).toBe(value);
      }
      for (const preset of presets) {
        await page.goto(`embed.html#lab=${lab}&preset=${preset}&lang=en`);
        await expect(page.locator('.card'), preset).toBeVisible();
        await expect(page.locator('#lab .notes-live .notes')).toHaveCount(0);
      }
      // Words of `hide` are not checked. A renamed picture would not be hidden.
      expect(labs.find((each) => each.lab === lab)?.pictures).toEqual(
        expect.arrayContaining(pictures),
      );
    },
  );

  test(
    `${lab}: an element with the attributes, parts and events of 2026-11-22 is that lab`,
    only(lab, 'variance'),
    async ({ page }) => {
      const tag = `scaledot-${lab}`;
      const given = [...new Map(stated.map((each) => [each[0], each])).values()];
      const body = `<${tag} id="first" ${lab === 'training' ? 'steps="40"' : ''}>Words.</${tag}>
        <div style="height: 9000px"></div>
        ${given.map((each) => `<${tag} class="other" ${attributeOf(each)}>Words.</${tag}>`).join('\n')}`;
      const heard = Object.keys(kept.events);
      await page.addInitScript((types) => {
        const told = Object.assign(window, { told: /** @type {any[]} */ ([]) }).told;
        for (const type of types)
          document.addEventListener(type, (event) =>
            told.push([type, Object.keys(/** @type {any} */ (event).detail).sort()]),
          );
      }, heard);
      await page.route('**/tutorial.html', (route) =>
        route.fulfill({
          contentType: 'text/html',
          body: `<!doctype html><html lang="en"><head><link rel="icon" href="data:,"><title>A tutorial</title>
            <script type="module" src="./elements.js"></script></head><body>${body}</body></html>`,
        }),
      );
      await page.goto('tutorial.html');
      const first = page.locator('#first');
      await settled(page);
      // Far below the window nothing is computed, but the state is available.
      const states = await page
        .locator('.other')
        .evaluateAll((all) =>
          all.map((each) => [
            /** @type {any} */ (each).getState(),
            /** @type {any} */ (each).notes.length,
          ]),
        );
      for (const [i, each] of given.entries()) {
        expect(states[i][0], attributeOf(each)).toMatchObject({ lab, [each[2]]: each[3] });
        expect(states[i][1], attributeOf(each)).toBe(0);
      }
      // The part `notes` exists only where something is wrong. The formula comes after the main picture.
      for (const part of kept.parts.filter((each) => each !== 'notes'))
        await expect(first.locator(`[part~="${part}"]`).first(), part).toBeAttached();
      const found = await first.evaluate(async (element, given) => {
        const it = /** @type {any} */ (element);
        const root = /** @type {ShadowRoot} */ (it.shadowRoot);
        const css = root.adoptedStyleSheets
          .flatMap((sheet) => [...sheet.cssRules])
          .map(({ cssText }) => cssText)
          .join('\n');
        it.seed = 7; // set by property; the attribute follows
        await it.updateComplete;
        const byProperty = [it.getState().seed, it.getAttribute('seed')];
        const [[, , name, value]] = given;
        const notes = it.setState({ [name]: value });
        await it.updateComplete;
        return { css, byProperty, notes, set: it.getState()[name] };
      }, given);
      expect(kept.properties.filter((name) => !found.css.includes(name))).toEqual([]);
      expect(found.byProperty).toEqual([7, '7']);
      expect(found.notes).toEqual([]);
      expect(found.set).toBe(given[0][3]);
      const told = () => page.evaluate(() => /** @type {any[]} */ (Object(window).told));
      const shapes = async (/** @type {string} */ type) =>
        (await told()).filter(([of]) => of === type).map(([, keys]) => keys);
      for (const type of ['scaledot-change', 'scaledot-engine'])
        await expect
          .poll(async () => shapes(type), type)
          .toContainEqual(expect.arrayContaining(kept.events[type]));
      // Everything that can be hidden is hidden by its old name.
      for (const part of [...kept.hides, ...pictures]) {
        await first.evaluate((element, hide) => element.setAttribute('hide', hide), part);
        const gone = {
          badge: '.foot',
          share: '.sharing > button',
          presets: '.chips',
          controls: '.strip',
          formula: '.formula',
          code: 'details.code',
        }[part];
        await expect(first.locator(`${gone ?? `#${part}`}:visible`), part).toHaveCount(0);
      }
    },
  );
}

for (const [from, snippet] of Object.entries(kept.frames))
  test(
    `${from}: its frame of 2026-11-22 shows its lab on another origin`,
    only(from, 'docs/hosts/html.md'),
    async ({ page, baseURL }) => {
      const { url, close } = await host(here(snippet, baseURL));
      await page.goto(url);
      const frame = page.frameLocator('iframe');
      await expect(frame.locator('.answer [data-value^="answer"]').first()).toBeVisible();
      await expect(frame.locator('#dk')).toHaveValue('256');
      await expect(frame.locator('.notes-live .notes')).toHaveCount(0);
      if (snippet.includes('hide=code')) await expect(frame.locator('details.code')).toHaveCount(0);
      const height = () => page.locator('iframe').evaluate(({ clientHeight }) => clientHeight);
      if (snippet.includes('embed.js')) await expect.poll(height).toBeGreaterThan(800);
      else expect(await height()).toBe(760);
      close();
    },
  );

for (const [from, snippet] of Object.entries(kept.elements))
  test(
    `${from}: its element of 2026-11-22 is its lab on another origin`,
    only(from, 'docs/elements.md'),
    async ({ page, baseURL }) => {
      const { url, close } = await host(here(snippet, baseURL));
      await page.goto(url);
      const lab = page.locator(':is(scaledot-softmax, scaledot-variance)').first();
      await expect(lab.locator('.answer [data-value^="answer"]').first()).toBeVisible();
      const state = await lab.evaluate((element) => /** @type {any} */ (element).getState());
      expect(state.dk).toBe(256);
      await expect(page.locator('.notes-live .notes')).toHaveCount(0);
      const any = page.locator('scaledot-lab');
      if ((await any.count()) > 0) {
        await any.scrollIntoViewIfNeeded();
        await expect(any.locator('.card .explanation')).toBeVisible();
      }
      close();
    },
  );

test('messages of 2026-11-22: the frame answers as it did, with and without embed.js', async ({
  page,
  baseURL,
}) => {
  const errors = collectErrors(page);
  await page.addInitScript(() => {
    const told = Object.assign(window, { told: /** @type {any[]} */ ([]) }).told;
    addEventListener('message', ({ data, source }) => {
      if (source === document.querySelector('iframe')?.contentWindow) told.push(data);
    });
  });
  const { url, close } = await host(
    here(`${kept.frames['docs/frames.md']}\n<script src="${baseURL}embed.js"></script>`, baseURL),
  );
  await page.goto(url);
  const told = async (/** @type {string} */ type) =>
    page.evaluate(
      (of) =>
        /** @type {any[]} */ (Object(window).told)
          .filter((each) => each.type === of)
          .map((each) => ({ ...each, keys: Object.keys(each).sort() })),
      type,
    );
  /** @param {string} type */
  const arrives = async (type) => {
    await expect.poll(() => told(type), type).not.toEqual([]);
    const [first] = await told(type);
    expect(first.keys).toEqual(expect.arrayContaining(kept.messages[type]));
    return first;
  };
  expect(await arrives('scaledot-ready')).toMatchObject({
    lab: 'softmax',
    state: { lab: 'softmax', dk: 256 },
  });
  expect((await arrives('scaledot-height')).height).toBeGreaterThan(80);

  // The program in docs/frames.md.
  const said = await page.locator('iframe').evaluate(async (frame) => {
    const lab = Object(window).scaledotFrame(frame);
    const heard = new Promise((resolve) => lab.on('scaledot-change', resolve));
    const notes = await lab.setState({ dk: 128, scale: 'none' });
    const change = /** @type {any} */ (await heard);
    const blob = await lab.exportImage({ picture: 'one', type: 'svg', width: 640 });
    return [notes, change.state.dk, (await lab.getState()).scale, blob.type];
  });
  expect(said).toEqual([[], 128, 'none', 'image/svg+xml']);
  expect(await arrives('scaledot-change')).toMatchObject({
    state: { lab: 'softmax', dk: 128 },
    query: expect.stringContaining('dk=128'),
    link: expect.stringContaining('#lab=softmax'),
  });

  // The same calls posted by hand, and one that is refused.
  const calls = [
    { method: 'getState' },
    { method: 'setState', argument: { dk: 1e9 } },
    { method: 'exportImage', argument: { picture: 'nothing' } },
  ];
  await page.locator('iframe').evaluate((element, each) => {
    const frame = /** @type {HTMLIFrameElement} */ (element).contentWindow;
    for (const [i, call] of each.entries())
      frame?.postMessage({ type: 'scaledot-call', id: `by hand ${i}`, ...call }, '*');
    frame?.postMessage({ type: 'scaledot-hello' }, '*');
  }, calls);
  const replies = async () =>
    (await told('scaledot-reply'))
      .filter(({ id }) => String(id).startsWith('by hand'))
      .sort((one, other) => (one.id < other.id ? -1 : 1));
  await expect.poll(async () => (await replies()).length).toBe(3);
  expect(await replies()).toMatchObject([
    { result: { lab: 'softmax', scale: 'none' } },
    { result: [{ reason: 'clamped', key: 'dk', value: '1000000000', used: '65536' }] },
    { error: expect.stringMatching(/\S/) },
  ]);
  await expect.poll(async () => (await told('scaledot-ready')).length).toBeGreaterThan(1);
  expect(errors).toEqual([]);
  close();
});

test('an element that asks for no lab tells so by the event of 2026-11-22', async ({
  page,
  baseURL,
}) => {
  await page.addInitScript(() => {
    document.addEventListener('scaledot-error', (event) =>
      Object.assign(window, { refused: /** @type {any} */ (event).detail.message }),
    );
  });
  const { url, close } = await host(
    here(
      '<scaledot-lab lab="nothing"></scaledot-lab><script type="module" src="https://your.site/scaledot/elements.js"></script>',
      baseURL,
    ),
  );
  await page.goto(url);
  await expect.poll(() => page.evaluate(() => String(Object(window).refused))).toMatch(/nothing/);
  close();
});
