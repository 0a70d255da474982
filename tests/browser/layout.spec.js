// What a visitor sees first, at the width of a phone, an article column and a laptop: the picture, and the control that moves it.
import { labs } from '../../web/elements/index.js';
import {
  expect,
  labNames,
  overflow,
  scrollThrough,
  settled,
  soon,
  stateOf,
  test,
  withPresets,
  only,
  unless,
  visit,
} from './visit.js';

/** @typedef {import('@playwright/test').Page} Page */

/** Returns the position of the main picture once it is drawn: relative to the top of the lab, and in the window. @param {Page} page */
async function pictureBox(page) {
  const drawn = page.locator('.main figure .picture > svg');
  /** @type {number[][]} */
  let edges = [];
  // A picture with other numbers may replace the current one.
  await expect(async () => {
    await expect(drawn.first()).toBeVisible();
    const boxes = await Promise.all((await drawn.all()).map((each) => each.boundingBox()));
    edges = boxes.flatMap((box) => (box ? [[box.y, box.y + box.height]] : []));
    expect(edges).not.toHaveLength(0);
  }).toPass();
  const lab = await page.locator('#lab').boundingBox();
  const top = Math.min(...edges.map(([first]) => first));
  return { below: top - (lab?.y ?? 0), top, bottom: Math.max(...edges.map(([, last]) => last)) };
}

/**
 * Checks a lab twice: when its picture is drawn but the answer is still pending, and once everything has settled.
 * @param {Page} page
 * @param {(box: Awaited<ReturnType<typeof pictureBox>>) => unknown} look
 */
async function lookTwice(page, look) {
  await look(await pictureBox(page));
  await settled(page);
  await look(await pictureBox(page));
}

/** Opens a lab without waiting for its answer. @param {Page} page @param {string} file @param {string} lab @param {number} width @param {number} height */
async function open(page, file, lab, width, height) {
  await page.setViewportSize({ width, height });
  await page.goto(`${file}#${soon(lab)}&lang=en`);
}

/** Counts the words of a lab that can be read. Leaves out pictures and programs. Of a folded part only the summary counts. @param {Page} page */
const countWords = (page) =>
  page.evaluate(() => {
    /** @param {Node} node @returns {string} */
    const read = (node) => {
      if (node.nodeType === Node.TEXT_NODE) return node.textContent ?? '';
      if (node instanceof Element) {
        if (node.matches('svg, pre, style, [hidden], .visually-hidden')) return '';
        if (node instanceof HTMLDetailsElement && !node.open)
          return node.querySelector('summary')?.textContent ?? '';
        if (node instanceof HTMLOptionElement && !node.selected) return '';
        if (node instanceof HTMLSlotElement) return node.assignedNodes().map(read).join(' ');
      }
      const root = node instanceof Element ? (node.shadowRoot ?? node) : node;
      return [...root.childNodes].map(read).join(' ');
    };
    const lab = /** @type {Element} */ (document.querySelector('#lab'));
    return read(lab)
      .split(/\s+/)
      .filter((word) => /[a-z]/i.test(word)).length;
  });

/** Returns the number of lines of the answer. @param {Page} page */
const answerLines = (page) =>
  page
    .locator('.answer')
    .evaluate((answer) => answer.clientHeight / parseFloat(getComputedStyle(answer).lineHeight));

// The other labs follow below. In Training the answer is shorter at the start than at the end of the run.
test(
  'training: on a phone the answer of a finished run takes two lines',
  { tag: '@all' },
  async ({ page }) => {
    await page.setViewportSize({ width: 360, height: 740 });
    for (const lang of ['en', 'zh-Hans']) {
      await page.goto(`index.html#lab=training&lang=${lang}`);
      await settled(page);
      expect(await answerLines(page), lang).toBeLessThan(2.5);
    }
  },
);

/** Returns a link to the parameters of a preset. @param {string} lab @param {Readonly<Record<string, unknown>>} params */
function linkTo(lab, params) {
  const link = new URLSearchParams({ lab, lang: 'en' });
  for (const [name, value] of Object.entries(params))
    link.set(
      name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`),
      String(value),
    );
  return `#${link}`;
}

// Training is left out because its presets run for minutes.
for (const { lab, presets } of labs.filter((each) => each.lab !== 'training'))
  test(
    `${lab}: on a phone the answer to each preset takes two lines`,
    only(lab, 'variance', 'scoring', 'models'),
    async ({ page }) => {
      await page.setViewportSize({ width: 360, height: 740 });
      const more = lab === 'variance' ? [{ id: 'powers of ten', params: { queryMean: 1e6 } }] : [];
      for (const { id, params } of [{ id: 'none', params: {} }, ...more, ...presets]) {
        await page.goto(`index.html${linkTo(lab, params)}`);
        await settled(page); // possibly still the previous state
        await expect.poll(() => answerLines(page), id).toBeLessThan(2.5);
      }
    },
  );

for (const source of ['pronouns', 'dates'])
  test(
    `attention, ${source}: a trained model is picture first, too`,
    { tag: '@all' },
    async ({ page }) => {
      test.slow();
      for (const [file, width, height, most] of /** @type {const} */ ([
        ['index.html', 360, 740, 300],
        ['embed.html', 700, 900, 260],
        ['index.html', 1280, 720, 300],
      ])) {
        await page.setViewportSize({ width, height });
        for (const lang of ['en', 'zh-Hans']) {
          await page.goto(`${file}#lab=attention&source=${source}&lang=${lang}`);
          await expect(page.locator('[data-value="answer-model"]')).toBeVisible();
          await expect(page.locator('[data-value="answer-accuracy"]')).toBeVisible(); // comes last
          expect(await answerLines(page), lang).toBeLessThan(2.5);
          const { below, bottom } = await pictureBox(page);
          expect(below, `${lang} at ${width}`).toBeLessThanOrEqual(most);
          if (width === 1280) expect(bottom).toBeLessThanOrEqual(height);
          expect(await overflow(page)).toBeLessThanOrEqual(0);
        }
      }
    },
  );

test('attention: on a phone an answer of equal weights takes two lines, and the reason stands below', async ({
  page,
}) => {
  await page.setViewportSize({ width: 360, height: 740 });
  for (const [link, reason] of [
    ['example=repeated', 'Equal scores stay equal'],
    [
      'scale=number&factor=0',
      'Its scores differ, but multiplied by 0 they all give the same weight.',
    ],
  ]) {
    for (const lang of ['zh-Hans', 'en']) {
      await page.goto(`index.html#lab=attention&${link}&lang=${lang}`);
      await settled(page);
      expect(await answerLines(page), `${link} ${lang}`).toBeLessThan(2.5);
    }
    await expect(page.locator('.rest')).toContainText(reason);
  }
});

for (const lab of labNames) {
  const daily = only(lab, 'variance', 'attention', 'training', 'story');

  test(
    `${lab}: on a phone the picture begins within 300 px, under a header of one line and an answer of two, in both languages`,
    daily,
    async ({ page }) => {
      await open(page, 'index.html', lab, 360, 740);
      for (const lang of ['en', 'zh-Hans']) {
        // A new language with a new seed, so the answer is pending again.
        if (lang !== 'en') await change(page, { lang, ...(lab !== 'playground' && { seed: 2 }) });
        await lookTwice(page, ({ below }) => expect(below, lang).toBeLessThanOrEqual(300));
        if (!['story', 'training'].includes(lab))
          expect(await answerLines(page), lang).toBeLessThan(2.5);
        const header = await page.locator('header.site').evaluate((each) => each.clientHeight);
        expect(header).toBeLessThanOrEqual(56);
        expect(await overflow(page)).toBeLessThanOrEqual(0);
      }
    },
  );

  test(`${lab}: in an article column the picture begins within 260 px`, daily, async ({ page }) => {
    await open(page, 'embed.html', lab, 700, 800);
    await lookTwice(page, ({ below }) => expect(below).toBeLessThanOrEqual(260));
  });

  test(
    `${lab}: on a laptop the whole picture is seen beside 700 words at most, and on a large screen type and pictures grow, lines of text do not`,
    daily,
    async ({ page }) => {
      await open(page, 'index.html', lab, 1280, 720);
      await lookTwice(page, ({ top, bottom }) => {
        expect(top).toBeGreaterThan(0);
        expect(bottom).toBeLessThanOrEqual(720);
      });
      await scrollThrough(page);
      await expect(page.locator('#lab .lazy:not([data-part="code"])')).toHaveCount(0);
      expect(await countWords(page)).toBeLessThanOrEqual(700);
      if (withPresets.includes(lab)) await expectGrowth(page);
    },
  );
}

/** Changes the state of the lab and waits until that is drawn. @param {Page} page @param {Record<string, unknown>} state */
const change = (page, state) =>
  page.locator('#lab').evaluate(async (lab, changes) => {
    const { setState, updateComplete } = /** @type {any} */ (lab);
    setState.call(lab, changes);
    await updateComplete;
  }, state);

/** Returns how many letters of a usual sentence fit into a line of running text. @param {Page} page */
const lettersInLine = (page) =>
  page
    .locator('.pictures .lead')
    .first()
    .evaluate((text) => {
      const { width } = text.getBoundingClientRect();
      const probe = text.appendChild(document.createElement('span'));
      probe.textContent = 'Most of them cancel: after many steps the sum has strayed by so much.';
      probe.style.whiteSpace = 'nowrap';
      const letters = (width / probe.getBoundingClientRect().width) * probe.textContent.length;
      probe.remove();
      return letters;
    });

/** Returns the height of the letters in a picture on the screen, px. @param {Page} page */
const lettersOf = async (page) =>
  (await page.locator('.main figure .picture > svg text').first().boundingBox())?.height ?? 0;

/** Checks how the page grows from a laptop to a large screen. @param {Page} page */
async function expectGrowth(page) {
  const usual = await lettersOf(page);
  const wide = await page.locator('.body > .main').evaluate((main) => main.clientWidth);
  await page.setViewportSize({ width: 2560, height: 1440 });
  await expect.poll(() => lettersOf(page)).toBeGreaterThan(1.4 * usual);
  const { bottom } = await pictureBox(page);
  expect(bottom, 'the whole picture is seen').toBeLessThanOrEqual(1440);
  const main = await page.locator('.body > .main').boundingBox();
  expect(main?.width).toBeGreaterThan(1.4 * wide);
  expect((await page.locator('.dock').boundingBox())?.x, 'controls beside it').toBeGreaterThan(
    (main?.x ?? 0) + (main?.width ?? 0),
  );
  expect(await overflow(page)).toBeLessThanOrEqual(0);
  await page.locator('h2#title').focus(); // the keyboard reaches the whole lab
  await expect(page.locator('.pictures .lead').first()).toBeAttached();
  const letters = await lettersInLine(page);
  expect(letters).toBeGreaterThanOrEqual(65);
  expect(letters).toBeLessThanOrEqual(75);
}

test('an embedded lab grows with its own width, not with that of the window', async ({ page }) => {
  await page.route('**/columns.html', (route) =>
    route.fulfill({
      contentType: 'text/html',
      body: `<!doctype html><html lang="en"><meta charset="utf-8">
        <script type="module" src="elements.js"></script>
        <scaledot-variance id="narrow" style="width: 700px"></scaledot-variance>
        <scaledot-variance id="wide" style="width: 2400px"></scaledot-variance>`,
    }),
  );
  await page.setViewportSize({ width: 2560, height: 1440 });
  await page.goto('columns.html');
  /** @param {string} id */
  const looks = async (id) => {
    const letters = page.locator(`${id} .main figure .picture > svg text`).first();
    await page.locator(id).scrollIntoViewIfNeeded();
    await expect(letters).toBeVisible();
    const size = (/** @type {Element} */ text) => parseFloat(getComputedStyle(text).fontSize);
    return {
      picture: (await letters.boundingBox())?.height ?? 0,
      text: await page.locator(`${id} figcaption`).first().evaluate(size),
      dock: (await page.locator(`${id} .dock`).boundingBox())?.x ?? 0,
    };
  };
  const narrow = await looks('#narrow');
  const wide = await looks('#wide');
  expect(narrow.text).toBe(13);
  expect(wide.text / narrow.text).toBeCloseTo(1.6, 1);
  expect(wide.picture / narrow.picture).toBeCloseTo(1.6, 1);
  expect(wide.dock, 'controls beside the picture').toBeGreaterThan(1600);
});

test('on a phone "so far" takes no line of the answer, so nothing below moves when the numbers settle', async ({
  page,
}) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await visit(page, 'lab=story&lang=en');
  await settled(page);
  const growth = await page.locator('.answer').evaluate((answer) => {
    const before = answer.getBoundingClientRect().height;
    const words = Object.assign(document.createElement('span'), { className: 'so-far' });
    words.textContent = ' so far and further than any line is long';
    answer.append(words);
    return answer.getBoundingClientRect().height - before;
  });
  expect(growth).toBe(0);
});

test.describe('on paper', () => {
  for (const lab of withPresets) {
    test(
      `${lab}: pictures, programs and what is folded under "More" are printed`,
      only(lab, 'models'),
      async ({ page }) => {
        await open(page, 'index.html', lab, 800, 1000);
        await pictureBox(page);
        await page.evaluate(() => dispatchEvent(new Event('beforeprint')));
        await expect(page.locator('.pictures .more').first()).toBeAttached();
        await expect(page.locator('.code pre').first()).toBeAttached();
        const folded = page.locator('details.more .note, .code pre').first();
        await expect(folded).toBeHidden();
        await page.emulateMedia({ media: 'print' });
        for (const note of await page.locator('details.more > .note').all())
          if ((await note.innerText()) !== '')
            expect((await note.boundingBox())?.height ?? 0).toBeGreaterThan(10);
        await expect(page.locator('.code pre').first()).toBeVisible();
        await expect(page.locator('.main figure .picture > svg').first()).toBeVisible();
        for (const part of ['.chips', '.docked', '.sharing'])
          await expect(page.locator(part)).toBeHidden();
      },
    );
  }
});

/** Labs whose strip has a slider, and the parameter that it moves. */
const drags = /** @type {const} */ ([
  ['variance', 'dk', ''],
  ['softmax', 'dk', ''],
  ['scoring', 'temperature', ''],
  ['training', 'dk', ''],
  ['heads', 'dk', 'tie=free'],
  ['attention', 'dk', 'source=random'],
]);

/** Moves a finger from place to place. @param {Page} page @param {{x: number, y: number}[]} places */
async function swipe(page, places) {
  const session = await page.context().newCDPSession(page);
  for (const [i, place] of places.entries())
    await session.send('Input.dispatchTouchEvent', {
      type: i === 0 ? 'touchStart' : 'touchMove',
      touchPoints: [place],
    });
  await session.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
}

test.describe('on a phone', () => {
  test.use({ hasTouch: true, isMobile: true, viewport: { width: 360, height: 740 } });

  test('the strip stays while the lab is in view, and goes with it in a longer page', async ({
    page,
  }) => {
    await open(page, 'index.html', 'heads', 360, 740);
    await settled(page);
    await scrollThrough(page);
    await expect(page.locator('.strip')).toBeVisible();
    await page.evaluate(() => {
      const text = document.body.appendChild(document.createElement('div'));
      text.style.height = '2000px';
      text.scrollIntoView({ block: 'end' });
    });
    await expect(page.locator('.strip')).toBeHidden();
    await page.evaluate(() => scrollTo(0, 0));
    await expect(page.locator('.strip')).toBeVisible();
  });

  test('what stands last is seen above the dock, with a card open and without', async ({
    page,
  }) => {
    await open(page, 'index.html', 'heads', 360, 740);
    await settled(page);
    await scrollThrough(page);
    const last = page.locator('.code > summary');
    const docked = page.locator('.docked');
    /** Returns how much of the last line the dock covers at the end of the page, px. */
    const covered = async () => {
      await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
      const [line, dock] = [await last.boundingBox(), await docked.boundingBox()];
      return line && dock ? line.y + line.height - dock.y : NaN;
    };
    await expect.poll(covered).toBeLessThanOrEqual(0);
    await page.locator('.presets .chips button').first().click();
    await expect(page.locator('.card')).toBeVisible();
    await expect.poll(covered).toBeLessThanOrEqual(0);
  });

  test('scoring: one plane and all functions are seen; a tap picks another, a finger drags', async ({
    page,
  }) => {
    await page.goto('index.html#lab=scoring');
    const { bottom } = await pictureBox(page);
    expect(bottom).toBeLessThan((await page.locator('.docked').boundingBox())?.y ?? 0);
    const plane = page.locator('sd-scoring-plane');
    const title = plane.locator('text.title');
    await expect(title).toHaveText('Dot product');
    await expect(plane.locator('.shares')).toHaveCount(9);
    const name =
      (await plane.locator('text.name', { hasText: 'Additive' }).boundingBox()) ?? fail();
    await page.touchscreen.tap(name.x + 8, name.y + 8);
    await expect(title).toHaveText('Additive');
    expect((await stateOf(page)).pick).toBe('additive');
    await expect(plane.locator('[data-handle]').first()).toBeAttached();
    const query = (await plane.locator('circle.point[data-key="q"]').boundingBox()) ?? fail();
    const before = (await stateOf(page)).q;
    await page.mouse.move(query.x + 4, query.y + 4);
    await page.mouse.down();
    await page.mouse.move(query.x - 30, query.y + 60, { steps: 3 });
    await page.mouse.up();
    await expect.poll(async () => (await stateOf(page)).q).not.toBe(before);
  });

  for (const [lab, name, link] of drags) {
    test(
      `${lab}: ${name} is dragged by touch with the picture in view`,
      only(lab, 'variance', 'scoring'),
      async ({ page }) => {
        await page.goto(`index.html#lab=${lab}&${link}`);
        await pictureBox(page);
        for (const scrolled of [0, 150]) {
          await page.evaluate((top) => scrollTo(0, top), scrolled);
          const dock = page.locator('.docked');
          await expect.poll(async () => bottomOf(dock)).toBeCloseTo(740, 0);
          const before = (await stateOf(page))[name];
          const slider = await page.locator(`.strip #${name}-slider`).boundingBox();
          if (!slider) throw new Error('there is no slider');
          const { x, width } = slider;
          const y = slider.y + slider.height / 2;
          const end = scrolled ? 0.3 : 0.8;
          await swipe(
            page,
            [0.5, 0.55, 0.6, end].map((share) => ({ x: x + width * share, y })),
          );
          await expect.poll(async () => (await stateOf(page))[name]).not.toBe(before);
          const { top, bottom } = await pictureBox(page);
          const edge = (await dock.boundingBox())?.y ?? 0;
          const seen = Math.min(bottom, edge) - Math.max(top, 0);
          expect(seen, 'what is seen of the picture').toBeGreaterThan(
            Math.min((bottom - top) / 2, 200),
          );
        }
      },
    );
  }

  test('scoring: d_k, which stands in the settings, is dragged by touch below the picture that it moves', async ({
    page,
  }) => {
    await page.goto('index.html#lab=scoring');
    await pictureBox(page);
    const picture = page.locator('sd-scoring-sharpness .picture > svg').first();
    await page
      .locator('sd-scoring-sharpness')
      .evaluate((element) => element.scrollIntoView({ block: 'start' }));
    await expect(picture).toBeVisible();
    await page.locator('.settings-toggle').tap();
    const slider = page.locator('.settings #dk-slider');
    await expect(slider).toBeInViewport();
    const { x, y, width, height } = (await slider.boundingBox()) ?? fail();
    const before = await picture.innerHTML();
    await swipe(
      page,
      [0.5, 0.6, 0.9].map((share) => ({ x: x + width * share, y: y + height / 2 })),
    );
    await expect.poll(async () => (await stateOf(page)).dk).not.toBe(64);
    await expect.poll(() => picture.innerHTML()).not.toBe(before);
    const { y: top } = (await picture.boundingBox()) ?? fail();
    const edge = (await page.locator('.docked').boundingBox())?.y ?? 0;
    expect(edge - Math.max(top, 0), 'what is seen of the picture').toBeGreaterThan(150);
  });

  for (const lab of withPresets) {
    test(
      `${lab}: what is pressed is at least 44 px wide and tall, and settings open above the strip`,
      only(lab, 'scoring', 'heads'),
      async ({ page }) => {
        await page.goto(`index.html#lab=${lab}`);
        await pictureBox(page);
        await expectLarge(
          page,
          'header.site :is(a, button)',
          '.chips button, .strip :is(input, select, button), .share',
        );
        const toggle = page.locator('.settings-toggle');
        await toggle.tap();
        await expect(page.locator('.settings .reset')).toBeVisible();
        await expect(toggle).toHaveAttribute('aria-expanded', 'true');
        const folded = page.locator('.settings details:not([open]) > summary');
        while ((await folded.count()) > 0) await folded.first().tap();
        await expectLarge(
          page,
          '.settings :is(summary, button, select, .check, input:not([type="checkbox"]))',
        );
        await page.keyboard.press('Escape');
        await expect(page.locator('.settings .reset')).toBeHidden();
        await expect(toggle).toBeFocused();

        await page.locator('.chips button').first().tap();
        await expectLarge(page, '.card button');
        await page.locator('.card .choices button').first().tap();
        await expect(page.locator('.card .explanation')).toBeVisible();
        await expectLarge(page, '.card button');
        await page.locator('.card .close').tap();
      },
    );
  }

  for (const lab of labNames) {
    test(
      `${lab}: a finger finds all that can be pressed, and files of a picture stand in a row`,
      only(lab, 'attention'),
      async ({ page }) => {
        // In Chinese, where the words are shorter.
        await page.goto(`index.html#${soon(lab)}&lang=zh-Hans`);
        await settled(page);
        await scrollThrough(page);
        await page.locator('details:not([open])').evaluateAll((folded) => {
          for (const each of folded) each.setAttribute('open', '');
        });
        await scrollThrough(page);
        await expectLarge(
          page,
          'button, select, summary, input:not([type="checkbox"], [type="radio"], [type="file"])',
          'header.site a, td a',
        );
        const cut = await page
          .locator('.tools')
          .evaluateAll(
            (rows) => rows.filter((row) => row.scrollWidth > row.clientWidth + 1).length,
          );
        expect(cut).toBe(0);
      },
    );
  }
});

/** Checks everything that can be pressed. For a checkbox its whole row counts. @param {Page} page @param {...string} places */
async function expectLarge(page, ...places) {
  const small = await page.locator(places.join(', ')).evaluateAll((targets) => {
    /** Whether an element is part of a lab's thumbnail. The thumbnail is one link, and nothing inside can be pressed. @param {any} element */
    const isInert = (element) => {
      for (let at = element; at; at = at.assignedSlot ?? at.parentNode ?? at.host)
        if (at.inert) return true;
      return false;
    };
    return targets
      .filter((target) => target.checkVisibility({ visibilityProperty: true }) && !isInert(target))
      .map((target) => ({ target, ...target.getBoundingClientRect().toJSON() }))
      .filter(({ width, height }) => Math.min(width, height) < 43.99)
      .map(
        ({ target, width, height }) => `${width} x ${height} px: ${target.outerHTML.slice(0, 90)}`,
      );
  });
  expect.soft(small).toEqual([]);
}

/** Most milliseconds that a preset of Training may take, on the slowest machine. */
const longestRun = 180_000;

// A picture may be taller than a phone. It then starts in view.
for (const [width, height] of [
  [360, 740],
  [1280, 720],
]) {
  for (const { lab, presets, pictures } of labs.filter(({ presets }) => presets.length > 0)) {
    test(
      `${lab}, ${width} px: the picture stays in view when a preset asks and explains, with the prediction in it`,
      unless(width === 360 && lab === 'scoring'),
      async ({ page }) => {
        if (lab === 'training') test.setTimeout(presets.length * longestRun);
        await page.setViewportSize({ width, height });
        await page.goto(`index.html#lab=${lab}`);
        await pictureBox(page);
        for (const [i, preset] of presets.entries()) {
          // Each size takes a different answer. predictions.test.js checks the marks of all answers.
          const choices = Object.values(preset.choices ?? {});
          const j = (i + (width > 1000 ? 1 : 0)) % choices.length;
          const inWords = typeof choices[j] === 'string';
          await page.evaluate(() => scrollTo(0, 0));
          await page.locator('.chips button').nth(i).click();
          await expectInView(page, pictures[0]);
          await expect(page.locator('.card .predict')).toBeInViewport();
          await page.locator('.card .choices button').nth(j).click();
          await expect(page.locator('.card .explanation')).toBeInViewport();
          const where = preset.picture ?? preset.section ?? pictures[0];
          await expectInView(page, where, false);
          await expectMarked(page, where, inWords);
          await expect(page.locator('.card .verdict')).toBeVisible({ timeout: longestRun });
          await expectInView(page, where, false);
          await expectMarked(page, where, inWords);
          await page.locator('.card .close').click();
          await expect(page.locator(`#${where} .prediction`)).toHaveCount(0);
        }
      },
    );
  }
}

/** Checks that the prediction is in the picture, above the dock: a mark with its name, or words. @param {Page} page @param {string} name @param {boolean} inWords */
const expectMarked = (page, name, inWords) =>
  expect(async () => {
    const prediction = page.locator(`#${name} .prediction`);
    await expect(prediction).toHaveCount(1);
    await expect(prediction).toContainText(inWords ? 'Your prediction: ' : 'your prediction');
    const first = prediction.locator('> *').first();
    const mark = (await first.count()) > 0 ? first : prediction;
    const box = await mark.boundingBox();
    const card = await page.locator('.docked').boundingBox();
    const end = card && card.x < 300 ? card.y : (page.viewportSize()?.height ?? 0);
    expect(box?.y ?? -1).toBeGreaterThanOrEqual(0);
    expect((box?.y ?? end) + (box?.height ?? 0)).toBeLessThanOrEqual(end + 1);
    if (inWords) return;
    const picture = await page.locator(`#${name} .picture:has(.prediction)`).boundingBox();
    // A picture that fits is entirely visible, because the truth may be far from the mark.
    if ((picture?.height ?? end) < end - 40)
      expect((picture?.y ?? end) + (picture?.height ?? 0)).toBeLessThanOrEqual(end + 1);
    const middle = (box?.y ?? 0) + (box?.height ?? 0) / 2 - (picture?.y ?? 0);
    expect(middle).toBeGreaterThanOrEqual(0);
    expect(middle).toBeLessThanOrEqual(picture?.height ?? 0);
  }).toPass();

/**
 * Checks that the figure of a picture starts in the window and that a good part of it is above the dock. With a prediction it
 * need not start there, because the prediction may be far down in it.
 * @param {Page} page
 * @param {string} name
 * @param {boolean} [begins]
 */
const expectInView = (page, name, begins = true) =>
  expect(async () => {
    const drawn = page.locator(`#${name} figure .picture:visible`);
    const marked = drawn.filter({ has: page.locator('.prediction') });
    const figures = (await marked.count()) > 0 ? marked : drawn;
    // Some pictures are tables or matrices.
    const place = (await figures.count()) > 0 ? figures.first() : page.locator(`#${name}`);
    const box = await place.boundingBox();
    const card = await page.locator('.docked').boundingBox();
    const end = card && card.x < 300 ? card.y : (page.viewportSize()?.height ?? 0);
    const top = box?.y ?? end;
    if (begins) expect(top).toBeGreaterThanOrEqual(0);
    const bottom = top + (box?.height ?? 0);
    const seen = Math.min(end, bottom) - Math.max(0, top);
    expect(seen).toBeGreaterThan(Math.min(box?.height ?? 0, 180) - 1);
  }).toPass();

/** @param {import('@playwright/test').Locator} place */
async function bottomOf(place) {
  const box = await place.boundingBox();
  return box ? box.y + box.height : 0;
}

/** @returns {never} */
function fail() {
  throw new Error('it is not there');
}
