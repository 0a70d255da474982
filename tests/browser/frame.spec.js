// A lab in a frame: its height, and the messages between the two pages. The hosts are on another origin, and the frames
// in the strictest sandbox.
import { test as base } from '@playwright/test';
import { host } from './host.js';
import { expect, frames, test } from './visit.js';

/** @typedef {import('@playwright/test').Page} Page */

/** @param {string} id @param {string} address */
const frameOf = (id, address) =>
  `<iframe id="${id}" title="lab" src="${address}" sandbox="allow-scripts" width="100%" height="300"></iframe>`;

/** Records every message from frames, with the id of the frame. @param {Page} page */
const listen = (page) =>
  page.addInitScript(() => {
    const { heard } = Object.assign(window, { heard: /** @type {any[]} */ ([]) });
    addEventListener('message', ({ data, source }) => {
      const frames = [...document.querySelectorAll('iframe')];
      heard.push({ ...data, from: frames.find((each) => each.contentWindow === source)?.id });
    });
  });

/** @param {Page} page @param {string} type @param {string} [from] @returns {Promise<any[]>} */
const heard = (page, type, from) =>
  page.evaluate(
    ([type, from]) =>
      Object(window).heard.filter((/** @type {any} */ each) => {
        return each.type === type && (from === undefined || each.from === from);
      }),
    /** @type {const} */ ([type, from]),
  );

/** @param {Page} page @param {string} id */
const ready = (page, id) =>
  expect.poll(() => heard(page, 'scaledot-ready', id)).not.toHaveLength(0);

/** Sends a message to a frame of the page. @param {Page} page @param {string} id @param {unknown} message */
const send = (page, id, message) =>
  page.locator(`#${id}`).evaluate((frame, message) => {
    /** @type {HTMLIFrameElement} */ (frame).contentWindow?.postMessage(message, '*');
  }, message);

/** Calls a method of the object that scaledotFrame() returns. @param {Page} page @param {string} id @param {string} method @param {unknown} [argument] */
const call = (page, id, method, argument) =>
  page.locator(`#${id}`).evaluate(
    (frame, { method, argument }) => {
      const { scaledotFrame } = /** @type {any} */ (window);
      return scaledotFrame(frame)[method](argument);
    },
    { method, argument },
  );

/** Returns the height of a frame and that of its contents. @param {Page} page @param {string} id */
const heights = (page, id) =>
  Promise.all([
    page.locator(`#${id}`).evaluate((frame) => frame.clientHeight),
    page
      .frameLocator(`#${id}`)
      .locator('html')
      .evaluate((html) => Math.ceil(html.getBoundingClientRect().height)),
  ]);

/** Waits until the heights no longer change. A stable height is not reported again. @param {Page} page */
const settled = (page) =>
  expect(async () => {
    const now = (await heard(page, 'scaledot-height')).length;
    await frames(page, 60);
    expect(await heard(page, 'scaledot-height')).toHaveLength(now);
  }).toPass({ timeout: 60_000 });

/** @param {Page} page @param {string} id */
const fits = (page, id) =>
  expect(async () => {
    await page.locator(`#${id}`).evaluate((frame) => frame.scrollIntoView());
    const [outside, inside] = await heights(page, id);
    expect(outside).toBe(inside);
    expect(outside).toBeGreaterThan(300);
    // Nothing scrolls, and no space is reserved for a scroll bar.
    const html = page.frameLocator(`#${id}`).locator('html');
    expect(await html.evaluate((html) => innerWidth - html.getBoundingClientRect().width)).toBe(0);
  }).toPass({ timeout: 60_000 });

test('embed.js on a host with a strict policy: frames have the height of what is in them, and labs can be talked with', async ({
  page,
  baseURL,
}) => {
  const { origin } = new URL(String(baseURL));
  const { url, close } = await host(
    `${frameOf('one', `${baseURL}embed.html#dk=32&lang=en`)}
    ${frameOf('two', `${baseURL}embed.html#lab=softmax&lang=en&hide=code,presets`)}
    <script src="${baseURL}embed.js"></script>`,
    `default-src 'none'; script-src ${origin}; frame-src ${origin}; img-src data:`,
  );
  const script = await (await page.request.get('embed.js')).body();
  expect(script.length, 'it is about 1 kB').toBeLessThanOrEqual(1024);
  await listen(page);
  await page.goto(url);

  // Asked before the lab is loaded. The answer comes once it is.
  expect(await call(page, 'one', 'getState')).toMatchObject({ lab: 'variance', dk: 32 });
  await fits(page, 'two');
  await fits(page, 'one');
  expect((await heard(page, 'scaledot-ready', 'two'))[0]).toMatchObject({
    lab: 'softmax',
    version: expect.stringMatching(/^\d+\.\d+\.\d+/),
    state: { lab: 'softmax', lang: 'en' },
    height: expect.any(Number),
  });

  // A frame also follows when its contents shrink, and only that frame does.
  await settled(page);
  const [before] = await heights(page, 'one');
  const [other] = await heights(page, 'two');
  const hide = 'code,presets,walks,sampling,growth,derivation';
  expect(await call(page, 'one', 'setState', { dk: 1e9, hide })).toMatchObject([
    { reason: 'clamped', key: 'dk', used: '65536' },
  ]);
  await expect.poll(async () => (await heights(page, 'one'))[0]).toBeLessThan(before);
  await fits(page, 'one');
  expect((await heights(page, 'two'))[0]).toBe(other);
  expect(await heard(page, 'scaledot-change', 'one')).toMatchObject([
    { state: { lab: 'variance', dk: 65536 }, query: expect.stringContaining('dk=65536') },
  ]);

  // Pictures pass between the pages as bytes, failures as one sentence.
  const kinds = await page.locator('#one').evaluate(async (frame) => {
    const lab = Object(window).scaledotFrame(frame);
    const [png, svg] = [await lab.exportImage({ type: 'png' }), await lab.exportImage()];
    const refused = await lab.exportImage({ picture: 'nothing' }).catch(String);
    return [
      await png.slice(1, 4).text(),
      png.type,
      await svg.slice(0, 4).text(),
      svg.type,
      refused,
    ];
  });
  expect(kinds).toEqual([
    'PNG',
    'image/png',
    '<svg',
    expect.stringMatching(/^image\/svg\+xml/),
    expect.stringMatching(/^Error: picture: got "nothing"; expected one of "histogram"/),
  ]);

  // A frame that is added later. Its border counts towards its height.
  await page.evaluate((address) => {
    const late = document.createElement('iframe');
    Object.assign(late, { id: 'late', title: 'lab', src: address });
    late.setAttribute('sandbox', 'allow-scripts');
    Object.assign(late.style, { boxSizing: 'border-box', width: '400px', border: '3px solid' });
    document.body.append(late);
  }, `${baseURL}embed.html#lab=scoring&hide=code`);
  await fits(page, 'late');

  await settled(page);
  close();
});

test('a frame obeys nobody but the page around it, and that no further than a link', async ({
  page,
  baseURL,
}) => {
  const { url, close } = await host(
    frameOf('lab', `${baseURL}embed.html#dk=32`) +
      `<iframe id="neighbour" title="other" src="about:blank"></iframe>`,
  );
  await listen(page);
  await page.goto(url);
  await ready(page, 'lab');
  /** @param {unknown} argument */
  const setting = (argument) => ({ type: 'scaledot-call', id: 7, method: 'setState', argument });

  // The neighbour's message is sent before the last one of the page.
  await page.frames()[2].evaluate((message) => parent.frames[0].postMessage(message, '*'), {
    ...setting({ dk: 8 }),
    id: 'neighbour',
  });
  const silent = [null, 7, 'scaledot-call', [], {}, { type: 'scaledot-call' }];
  for (const message of silent) await send(page, 'lab', message);
  await send(page, 'lab', { ...setting({ dk: 8 }), id: { toString: 1 } });
  await send(page, 'lab', { ...setting({ dk: 8 }), type: 'scaledot-reply' });

  const many = Object.fromEntries(Array.from({ length: 101 }, (_, place) => [`k${place}`, 1]));
  /** @type {[unknown, RegExp][]} */
  const refused = [
    [{ ...setting({}), method: 'remove' }, /^method: got "remove"; expected one of "getState"/],
    [{ ...setting({}), method: 'constructor' }, /^method: got "constructor"; expected one of/],
    [{ ...setting({}), method: ['getState'] }, /^method: got an array of length 1; expected/],
    [setting(undefined), /^argument: got undefined; expected an object of changes/],
    [setting(['dk', 8]), /^argument: got an array of length 2; expected an object/],
    [setting('dk=8'), /^argument: got "dk=8"; expected an object/],
    [setting({ dk: 8, seed: { toString: 1 } }), /^argument.seed: got an object; expected a number/],
    [setting({ dk: 8, seed: null }), /^argument.seed: got null; expected/],
    [setting({ dk: 8, hide: 'x'.repeat(1e6) }), /^argument.hide: got "xxx.*; expected .* 16384/],
    [setting({ dk: 8, lab: 'softmax' }), /^argument.lab: got "softmax"; expected "variance"/],
    [setting(many), /^argument: got 101 changes; expected at most 100/],
    [{ ...setting('png'), method: 'exportImage' }, /^exportImage: got "png"; expected an object/],
  ];
  for (const [id, [message]] of refused.entries())
    await send(page, 'lab', { .../** @type {object} */ (message), id });
  await send(page, 'lab', { type: 'scaledot-call', id: 'last', method: 'getState' });

  const replies = () => heard(page, 'scaledot-reply', 'lab');
  await expect.poll(replies).toHaveLength(refused.length + 1);
  // Replies come in any order: some methods answer at once, others fetch what they need first.
  const replied = new Map((await replies()).map((reply) => [reply.id, reply]));
  refused.forEach(([, error], id) => expect(replied.get(id).error).toMatch(error));
  expect(replied.get('last')).toMatchObject({ result: { lab: 'variance', dk: 32, hide: '' } });

  // An allowed message with the same words acts like a link: it gives a note and a valid state.
  await send(page, 'lab', setting({ dk: '16', __proto__: null, nonsense: '<b>', lab: 'variance' }));
  await expect.poll(replies).toHaveLength(refused.length + 2);
  expect((await replies()).at(-1).result).toMatchObject([{ reason: 'unknown', key: 'nonsense' }]);
  await expect(page.frameLocator('#lab').locator('.notes-live .notes')).toContainText('nonsense');

  // A script that loads after the frame has sent all its messages asks for them.
  await settled(page);
  await page.addScriptTag({ url: `${baseURL}embed.js` });
  await fits(page, 'lab');
  close();
});

base('a frame that names its host talks with that origin alone', async ({ page, baseURL }) => {
  const own = await host('');
  const address = (/** @type {string} */ origin) =>
    `${baseURL}embed.html?host=${encodeURIComponent(origin)}#dk=32`;
  await listen(page);
  await page.goto(own.url);
  await page.evaluate(
    (frames) => {
      for (const [id, src] of Object.entries(frames)) {
        const frame = Object.assign(document.createElement('iframe'), { id, src });
        frame.setAttribute('sandbox', 'allow-scripts');
        document.body.append(frame);
      }
    },
    {
      other: address('https://tutorial.example'),
      garbled: address('tutorial'),
      file: address('file:///'),
      own: address(new URL(own.url).origin),
    },
  );
  for (const id of ['other', 'garbled', 'file', 'own']) {
    await expect(page.frameLocator(`#${id}`).locator('[data-value="answer-before"]')).toBeVisible();
    await send(page, id, { type: 'scaledot-call', id, method: 'setState', argument: { dk: 8 } });
  }
  await expect.poll(() => heard(page, 'scaledot-reply')).toMatchObject([{ from: 'own' }]);
  await expect(page.frameLocator('#own').locator('#dk')).toHaveValue('8');
  for (const id of ['other', 'garbled', 'file']) {
    await expect(page.frameLocator(`#${id}`).locator('#dk')).toHaveValue('32');
  }
  const speakers = await page.evaluate(() => [
    ...new Set(Object(window).heard.map((/** @type {any} */ { from }) => from)),
  ]);
  expect(speakers).toEqual(['own']);
  own.close();
});

test('in a frame Ctrl+Z undoes a step, and the page around it gets no history', async ({
  page,
  baseURL,
}) => {
  const { url, close } = await host(frameOf('one', `${baseURL}embed.html#lang=en`));
  await page.goto(url);
  const frame = page.frameLocator('#one');
  await expect(frame.locator('.answer [data-value]').first()).toBeVisible();
  const length = await page.evaluate(() => history.length);
  const state = () => frame.locator('#lab').evaluate((lab) => Object(lab).getState());
  await frame.locator('#dk-slider').press('ArrowRight');
  await expect.poll(state).toMatchObject({ dk: 128 });
  await frame.locator('#scale').selectOption('none');
  await expect.poll(state).toMatchObject({ scale: 'none' });
  await frame.locator('#scale').press('Control+z');
  await expect.poll(state).toMatchObject({ dk: 128, scale: 'rsqrt' });
  await frame.locator('#dk-slider').press('Control+z');
  await expect.poll(state).toMatchObject({ dk: 64, scale: 'rsqrt' });
  expect(await page.evaluate(() => history.length)).toBe(length);
  close();
});
