// What all labs have in common: one page for all of them, their links, words, widths, frames and elements.
import fs from 'node:fs';
import { test as base } from '@playwright/test';
import { labs } from '../../web/elements/index.js';
import { partNames } from '../../web/engine/border/parts.js';
import commonWords from '../../web/i18n/common.en.js';
import commonChinese from '../../web/i18n/common.zh-Hans.js';
import { plain } from '../../web/labs/parts/text.js';
import { translator } from '../../web/i18n/index.js';
import { inRoot } from '../../scripts/tools.mjs';
import { entriesOf, initialParams } from '../../web/tables/state.js';
import '../learned.js';
import { host, snippet } from './host.js';
import {
  answered,
  answerOf,
  collectErrors,
  expect,
  frames,
  linkHolds,
  only,
  openCode,
  overflow,
  scrollThrough,
  settled,
  soon,
  stateOf,
  test,
  visit,
  wordsOf,
} from './visit.js';

/** @typedef {import('@playwright/test').Page} Page */
/** @typedef {(typeof labs)[number]} LabClass */

/** Returns a lab's words as plain text. @param {LabClass} kind @param {string} key @param {'en' | 'zh-Hans'} [language] */
const words = ({ lab, words }, key, language = 'en') =>
  plain(translator(language, words), `${lab}.${key}`);

/** @param {LabClass} kind @param {'en' | 'zh-Hans'} [language] */
const titleOf = (kind, language) => `${words(kind, 'title', language)} · scaledot`;

/** @param {LabClass} kind */
const nameOf = ({ lab }) =>
  /** @type {Record<string, string>} */ (commonWords)[`common.lab.${lab}`];

const navigation = (/** @type {Page} */ page) => page.getByRole('navigation');

/** Waits until the page shows a lab. @param {Page} page @param {LabClass} kind */
async function expectLab(page, kind) {
  await expect(page).toHaveTitle(titleOf(kind));
  await expect(page.locator('#lab')).toHaveJSProperty('localName', kind.tag);
  await expect(navigation(page).locator('[aria-current=page]')).toHaveText(nameOf(kind));
  // A training takes a while to answer.
  if (kind.lab === 'training') await expect(page.locator('sd-training-curves')).toBeVisible();
  else await answered(page);
}

/** Matches a key of the catalogues. */
const keyOfWords = new RegExp(`\\b(common|${labs.map(({ lab }) => lab).join('|')})\\.[a-z]+`, 'i');

/** A link with which a lab has much to say: a question, notes, a program. @param {LabClass} kind */
const fullest = ({ lab, presets }) =>
  `${soon(lab)}&preset=${presets[0]?.id ?? 'x'}&dk=-1&query-mean=1&correlation=0.5&numpy-seed=0`;

/** Returns a value other than the initial one. @param {import('../../web/tables/state.js').Entry} entry @param {LabClass} kind */
function otherValue(entry, { lab, presets }) {
  const { name, type, initial, min = 0, max = Infinity, most = 3, choices = [] } = entry;
  if (name === 'hide') return 'share';
  if (name === 'show') return 'nothing'; // not a picture, so the whole lab
  if (name === 'present') return ''; // slides would cover everything else
  if (name === 'lock') return 'seed';
  if (name === 'head') return 1; // every model has it
  if (lab === 'training' && name === 'steps') return 40; // more would take too long
  if (name === 'preset') return presets[0]?.id ?? '';
  // Own files are not in the link, and the other model knows only these words.
  if (lab === 'models' && name === 'source') return 'pronouns';
  if (lab === 'models' && name === 'text') return 'the dog was big';
  if (type === 'choice') return choices[choices.length - 1];
  if (type === 'set') return choices.slice(0, 2).join();
  if (type === 'text') return 'two words';
  if (type === 'numbers') return [0.25, -2, 1e-7].slice(0, most).join();
  const step = type === 'integer' ? 1 : 0.25;
  return Math.min(max, Math.max(min, Number(initial) + step));
}

test('the navigation leads from lab to lab, without a fresh start, and the browser back again', async ({
  page,
}) => {
  await visit(page, 'lab=story&dk=32');
  await page.evaluate(() => Object.assign(window, { stillHere: true }));
  for (const kind of [...labs.slice(1), labs[0]]) {
    await navigation(page)
      .getByRole('link', { name: nameOf(kind) })
      .click();
    await expectLab(page, kind);
    const { lab, dk } = await stateOf(page);
    expect({ lab, dk }).toEqual({ lab: kind.lab, dk: initialParams(kind.lab).dk });
  }
  for (const kind of [...labs.slice(1)].reverse()) {
    await page.goBack();
    await expectLab(page, kind);
  }
  await page.goBack();
  await expectLab(page, labs[0]);
  expect(await stateOf(page)).toMatchObject({ dk: 32 });
  expect(await page.evaluate(() => Object(window).stillHere)).toBe(true);
});

test('language and theme stay when the lab changes', async ({ page }) => {
  await visit(page, 'lang=zh-Hans&theme=dark');
  for (const { lab } of [...labs.slice(1), labs[0]]) {
    await navigation(page).locator(`a[href*="lab=${lab}"]`).click();
    await expect.poll(async () => (await stateOf(page)).lab).toBe(lab);
    expect(await stateOf(page)).toMatchObject({ lang: 'zh-Hans', theme: 'dark' });
    await expect(page.locator('html')).toHaveAttribute('lang', 'zh-Hans');
    await expect(page.locator('html')).toHaveAttribute('theme', 'dark');
  }
});

test(
  'a lab that was dragged, opened and left is kept by nothing',
  { tag: '@all' },
  async ({ page }) => {
    test.slow();
    const names = labs.map(({ lab }) => lab);
    await visit(page, soon(names[0]));
    await page.evaluate(() => void (Object(window).left = {}));
    for (const next of [...names.slice(1), names[0], names[1]]) {
      const handle = page.locator(':is(input[type=range], [role=slider]):visible').first();
      await handle.evaluate((each) => each.scrollIntoView({ block: 'center' }));
      const { x, y, width, height } = /** @type {any} */ (await handle.boundingBox());
      await page.mouse.move(x + width / 2, y + height / 2);
      await page.mouse.down();
      await page.mouse.move(x + width / 3, y + height / 2, { steps: 3 });
      await page.mouse.up();
      await page.evaluate((next) => {
        const element = /** @type {Element} */ (document.querySelector('#lab'));
        Object(window).left[element.localName] = new WeakRef(element);
        location.hash = `#${next}`;
      }, soon(next));
      await expect(page.locator(`scaledot-${next}`)).toBeAttached();
      await answered(page);
    }
    const session = await page.context().newCDPSession(page);
    const kept = async () => {
      await session.send('HeapProfiler.collectGarbage');
      return page.evaluate(() =>
        Object.keys(Object(window).left).filter((name) => Object(window).left[name].deref()),
      );
    };
    // Work in progress may keep them alive for a moment.
    await expect.poll(kept, { timeout: 60_000 }).toEqual([]);
    expect(await page.evaluate(() => Object.keys(Object(window).left))).toHaveLength(names.length);
  },
);

test('a trained model that changes as its lab is left does not keep it drawing', async ({
  page,
}) => {
  await visit(page, 'lab=attention&source=dates');
  await expect(page.locator('#lab sd-attention-matrices')).toBeAttached();
  await page.evaluate(() => {
    const lab = /** @type {any} */ (document.querySelector('#lab'));
    Object(window).left = new WeakRef(lab);
    lab.setState({ query: 2 });
    location.hash = '#lab=softmax';
  });
  await expect(page.locator('scaledot-softmax')).toBeAttached();
  await answered(page);
  const session = await page.context().newCDPSession(page);
  const isKept = async () => {
    await session.send('HeapProfiler.collectGarbage');
    return page.evaluate(() => Boolean(Object(window).left.deref()));
  };
  await expect.poll(isKept, { timeout: 20_000 }).toBe(false);
});

test('a press counts though the page moves its button away, but not if the mouse moves', async ({
  page,
}) => {
  await visit(page);
  await settled(page);
  const chip = page.locator('.chips button').first();
  const card = page.locator('.card');
  /** Presses the chip, and returns where. */
  const press = async () => {
    await chip.scrollIntoViewIfNeeded();
    const box = await chip.boundingBox();
    if (!box) throw new Error('no chip');
    const place = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
    await page.mouse.move(place.x, place.y);
    await page.mouse.down();
    return place;
  };
  /** Space above the page, as content that arrives makes it. @param {number} height */
  const space = (height) =>
    page.locator('body').evaluate((body, above) => {
      body.style.paddingTop = `${above}px`;
    }, height);
  const { x, y } = await press();
  await space(150);
  await page.mouse.move(x + 80, y);
  await page.mouse.up();
  await frames(page, 3);
  await expect(card).toHaveCount(0);
  await space(0);

  // The wheel moves the page on purpose.
  await press();
  await space(150);
  await page.mouse.wheel(0, 30);
  await page.mouse.up();
  await frames(page, 3);
  await expect(card).toHaveCount(0);
  await page.evaluate(() => scrollTo(0, 0));
  await space(0);

  // The press takes the focus from the page's header.
  await page.getByRole('navigation').getByRole('link').first().focus();
  const before = await press();
  await space(150);
  expect((await chip.boundingBox())?.y).toBeGreaterThan(before.y);
  await page.mouse.up();
  await expect(card).toHaveCount(1);
  await expect(chip).toHaveAttribute('aria-pressed', 'true');

  // Where nothing moves, the browser's own click is the only one.
  await chip.click();
  await expect(card).toHaveCount(0);
});

test('what changes in one lab does not reach the address of the next', async ({ page }) => {
  await page.clock.install();
  await visit(page);
  await page.locator('#dk').fill('16');
  // Before the address is written, while it waits for further changes.
  await page.evaluate(() => {
    location.hash = '#lab=softmax&dk=8';
  });
  await expect.poll(async () => (await stateOf(page)).lab).toBe('softmax');
  await page.clock.fastForward(5000);
  expect(new URL(page.url()).hash).toBe('#lab=softmax&dk=8');
  expect(await stateOf(page)).toMatchObject({ lab: 'softmax', dk: 8 });
});

test('a lab fetches its own words and code, and no other lab’s', async ({ page }) => {
  /** @type {string[]} */
  const fetched = [];
  page.on('request', (request) => void fetched.push(new URL(request.url()).pathname));
  await visit(page, 'lab=softmax');
  const of = (/** @type {string} */ lab) =>
    fetched.filter((path) => path.includes(`scaledot-${lab}`));
  expect(of('softmax')).toHaveLength(1);
  expect(of('variance')).toEqual([]);
  const words = fetched.flatMap((path) => path.match(/[a-z.]+\.(en|zh-Hans)(?=-)/)?.[0] ?? []);
  // The words of the lower part are fetched after the first picture. They may have arrived already.
  const first = words.filter((name) => name !== 'softmax.story.en');
  expect(first.sort()).toEqual(['common.en', 'softmax.en']);
});

test('a frame fetches pictures and programs when they are about to be seen, hidden ones never', async ({
  page,
}) => {
  await page.setViewportSize({ width: 360, height: 500 });
  /** @type {string[]} */
  let fetched = [];
  page.on('request', (request) => void fetched.push(new URL(request.url()).pathname));
  const late = () =>
    fetched.flatMap((path) => path.match(/(spectrum|code-samples|code)(?=-)/)?.[0] ?? []).sort();
  await visit(page, 'lab=heads', 'embed.html');
  const places = page.locator('.lazy:not([data-part=formula])');
  await expect(places).toHaveCount(2);
  await frames(page, 30);
  expect(late()).toEqual([]);
  await places.first().scrollIntoViewIfNeeded();
  await expect(page.locator('sd-heads-cost')).toBeVisible();
  expect(late()).toEqual(['spectrum']);
  await openCode(page);
  await expect(page.locator('sd-code')).toBeVisible();
  expect(late()).toEqual(['code', 'code-samples', 'spectrum']);

  fetched = [];
  const story = labs.find(({ lab }) => lab === 'heads')?.pictures.slice(1);
  await page.goto('about:blank');
  await visit(page, `lab=heads&hide=code,${story}`, 'embed.html');
  await scrollThrough(page);
  expect(late()).toEqual([]);
});

test('the engine is fetched once for the page and its workers', async ({ page, context }) => {
  /** @type {string[]} */
  const fetched = [];
  context.on('request', (request) => void fetched.push(new URL(request.url()).pathname));
  await visit(page, 'queries=20000&keys=20000');
  const scripts = () => fetched.filter((path) => /\/(worker|instance)-/.test(path)).length;
  await expect.poll(scripts, 'workers have started').toBeGreaterThanOrEqual(2);
  const engine = () => fetched.filter((path) => /\/(simd|fallback)-/.test(path));
  await expect.poll(() => new Set(engine()).size, 'its core and parts').toBe(partNames.length + 1);
  await page.waitForLoadState('networkidle');
  expect(engine()).toHaveLength(partNames.length + 1);
  // The same bits in every browser, whether or not it could fuse multiply-adds.
  expect(engine().every((path) => path.includes('/simd-'))).toBe(true);
  const files = fs.readdirSync(inRoot('site', 'assets'));
  expect(files.filter((name) => name.startsWith('relaxed'))).toEqual([]);
});

/** Checks that the first control with a number or a choice changes the link and the attribute. @param {Page} page @param {LabClass} kind */
async function moveControl(page, kind) {
  const inputs = page.locator('.controls input[type=number]:visible');
  const isTyped = (await inputs.count()) > 0;
  const box = isTyped ? inputs.first() : page.locator('.controls select:visible').first();
  const key = String(await box.getAttribute('id'));
  const entry = entriesOf(kind.lab).find((each) => each.key === key);
  if (!entry) throw new Error(`no parameter ${key}`);
  const value = String(otherValue(entry, kind));
  await (isTyped ? box.fill(value) : box.selectOption(value));
  await linkHolds(page, `${key}=${value}`);
  await expect(page.locator('#lab')).toHaveAttribute(key, value);
  expect(String((await stateOf(page))[entry.name])).toBe(value);
}

for (const kind of labs) {
  const { lab, tag } = kind;

  test(
    `${lab}: answers within the first screen; a control moves the link and the attribute; a link with every parameter set opens the same state elsewhere`,
    only(lab, 'story', 'variance', 'attention', 'training', 'playground'),
    async ({ page, browser }) => {
      await visit(page, soon(lab));
      await expect(page.locator('.answer')).toBeInViewport({ ratio: 1 });
      // The controls of these labs are in their pictures: story.spec.js, playground-lab.spec.js
      if (!['story', 'playground'].includes(lab)) await moveControl(page, kind);
      const values = Object.fromEntries(
        entriesOf(lab).map((entry) => [entry.name, otherValue(entry, kind)]),
      );
      await page.locator('#lab').evaluate((element, all) => {
        /** @type {any} */ (element).setState(all);
      }, values);
      await linkHolds(page, 'lock=seed');
      const context = await browser.newContext();
      const other = await context.newPage();
      await other.goto(page.url());
      await expect(other.locator('.answer')).toBeVisible();
      expect(await stateOf(other)).toEqual(await stateOf(page));
      // Larger networks take longer to answer.
      if (lab !== 'training') await answered(other);
      await expect(other.locator('.notes-live .notes')).toHaveCount(0);
      await context.close();
    },
  );

  test(
    `${lab}: has words for everything and fits 320 pixels in both languages`,
    only(lab, 'models'),
    async ({ page }) => {
      await page.setViewportSize({ width: 320, height: 640 });
      for (const lang of /** @type {const} */ (['en', 'zh-Hans'])) {
        await visit(page, `lang=${lang}&${fullest(kind)}`); // the page follows the second link
        await expect(page).toHaveTitle(titleOf(kind, lang));
        await scrollThrough(page);
        expect(await overflow(page), lang).toBeLessThanOrEqual(0);
        const text = await wordsOf(page);
        const inside = (lang === 'en' ? commonWords : commonChinese)['common.share.button'];
        expect(text, 'the words inside of elements are read').toContain(inside);
        expect(text.match(keyOfWords), 'no key without words').toBeNull();
        expect(text.match(/.{20}\{\w.{20}/), 'no placeholder that nobody filled').toBeNull();
      }
    },
  );

  test(
    `${lab}: frame and element of the share dialog work on another origin`,
    only(lab, 'softmax'),
    async ({ page, context }) => {
      test.skip(lab === 'playground', 'it has neither; see playground-lab.spec.js');
      await visit(page, `${soon(lab)}&dk=32&seed=3`);
      const [frame, element] = [await snippet(page, 'frame'), await snippet(page, 'element')];
      await settled(page);
      expect(element).toMatch(new RegExp(`<${tag}( (dk|steps|draws)="\\d+")* seed="3"[^>]*>`));
      const { url, close } = await host(`${frame}${element}`);
      const tutorial = await context.newPage();
      const errors = collectErrors(tutorial);
      await tutorial.goto(url);
      const answers = [
        tutorial.locator(`${tag} .answer`),
        tutorial.frameLocator('iframe').locator('.answer'),
      ];
      const wanted = await page.locator('.answer').innerText();
      for (const answer of answers) await expect(answer).toHaveText(wanted, { useInnerText: true });
      expect(errors).toEqual([]);
      close();
    },
  );

  test(
    `${lab}: an element that comes to the page later is known, and answers with its main picture hidden, too`,
    only(lab, 'heads'),
    async ({ page, baseURL }) => {
      const { url, close } = await host('<div id="place"></div>');
      await page.goto(url);
      await page.addScriptTag({ type: 'module', url: `${baseURL}elements.js` });
      await page.evaluate(
        ([name, hide]) => {
          const element = document.createElement(name);
          element.setAttribute('hide', hide);
          if (name === 'scaledot-training') element.setAttribute('steps', '40');
          document.querySelector('#place')?.append(element);
        },
        [tag, kind.pictures[0]],
      );
      await answered(page);
      await expect(page.locator(`#${kind.pictures[0]}`)).toBeHidden();
      expect(await answerOf(page)).toMatch(/\d/);
      close();
    },
  );
}

for (const kind of labs.slice(1)) {
  base(`${kind.lab}: without an engine its text stays, in both languages`, async ({ page }) => {
    await page.route(/\/(simd|fallback)-[^/]*\.js/, (route) => route.abort());
    await page.goto(`./#lab=${kind.lab}`);
    await expect(page.getByRole('alert')).toBeVisible();
    await expect(page.getByText(words(kind, 'fallback'))).toBeVisible();
    await expect(page.getByText(words(kind, 'fallback', 'zh-Hans'))).toBeVisible();
  });
}
