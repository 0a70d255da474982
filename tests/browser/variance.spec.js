// The six pictures of the Variance lab, used as a visitor uses them.
import common from '../../web/i18n/common.en.js';
import { expect, linkHolds, saved, sectionsOf, stateOf, test, tryPreset, visit } from './visit.js';

/** @typedef {import('@playwright/test').Locator} Locator */
/** @typedef {import('../../web/labs/parts/section.js').Section & {engine: import('../../web/engine/index.js').Engine}} Section */

const section = sectionsOf('variance');

test.describe('the histogram', () => {
  test('follows the slider of d_k at once', async ({ page }) => {
    await visit(page);
    const slider = page.getByRole('slider', { name: /^Dimension/ });
    const before = page.locator('[data-value="variance-before"]');
    await expect(before).toHaveText(/^6\d\.\d ± \d\.\d$/);
    await slider.focus();
    for (let i = 0; i < 60 && Number((await stateOf(page)).dk) < 1024; ++i) {
      await page.keyboard.press('ArrowRight');
    }
    const { dk } = await stateOf(page);
    expect(Number(dk)).toBeGreaterThanOrEqual(1024);
    await expect(page.locator('sd-variance-histogram .title')).toContainText(
      Number(dk).toLocaleString('en'),
    );
    await expect
      .poll(
        async () => parseFloat(String(await before.textContent()).replace(',', '')) / Number(dk),
      )
      .toBeCloseTo(1, 0);
    await expect(page.locator('[data-value="variance-after"]')).toHaveText(/^(0\.9|1\.0)/);
  });

  test('says of one score why it has no variance', async ({ page }) => {
    await visit(page, 'queries=1&keys=1');
    await expect(page.locator('.answer')).toHaveText(/only one score, −?\d.*has no variance/s);
    await expect(page.locator('[data-value="variance-after"]')).toHaveText('–');
    const place = page.locator('sd-variance-histogram');
    await expect(place.locator('#summary')).toContainText('One score has no variance');
    await expect(place.locator('.note').last()).not.toContainText('interval');
  });

  test('gives no interval of a few scores, and says why', async ({ page }) => {
    await visit(page, 'queries=7&keys=9');
    await expect(page.locator('[data-value="variance-before"]')).toHaveText(/^\d+$/);
    await expect(page.locator('.answer')).not.toContainText('±');
    const place = page.locator('sd-variance-histogram');
    await expect(place.locator('.note').last()).toContainText('Fewer than 64 scores are too few');
    await page.locator('#keys').fill('10');
    await expect(page.locator('.answer')).toContainText('±');
    await expect(place.locator('.note').last()).toContainText('the 95% interval');
  });

  test('says of scores that are all the same that the factor leaves them so', async ({ page }) => {
    await visit(page, 'query-sd=0');
    await expect(page.locator('.answer')).toContainText('leaves it as it is');
  });

  test('gives ends of an interval the digits that are known, and names no kurtosis that reads as 3', async ({
    page,
  }) => {
    await visit(page, 'query-mean=1e6');
    const note = page.locator('sd-variance-histogram .note').last();
    await expect(note).toContainText(/runs from \d\.\d+ × 10\S+ to/);
    await expect(note).not.toContainText(/from \d\.\d{3} ×/);
    await expect(note).not.toContainText('instead of 3');
    // As many digits as the interval supports: 7.7 million instead of 7,666,838.
    await expect(note).toContainText('standard deviation 7,700,000');
  });

  test('gives no interval where there is none', async ({ page }) => {
    // After a factor of 0 nothing is uncertain. Before the factor there is an interval.
    await visit(page, 'scale=number&factor=0');
    await expect(page.locator('[data-value="variance-after"]')).toHaveText('0');
    await expect(page.locator('[data-value="variance-before"]')).toHaveText(/^6\d\.\d ± \d\.\d$/);
  });

  test('puts the bars of a lattice law on its points', async ({ page }) => {
    await visit(page, 'dk=9&query=rademacher&key=rademacher&scale=none&queries=300&keys=300');
    const place = await section(page, 'histogram');
    const { text } = await saved(place, 'CSV');
    const rows = text.split(/\r?\n/).filter((row) => row.startsWith('before the factor,measured,'));
    const bins = rows.map((row) => row.split(',').slice(2, 5).map(Number));
    // Nine products of ±1: the scores are -9, -7 ... 9, each in the middle of its own bin.
    for (const [from, to, count] of bins) {
      expect(to - from).toBeCloseTo(2, 9);
      expect(Math.abs((from + to) / 2) % 2).toBeCloseTo(1, 9);
      expect(count >= 0).toBe(true);
    }
    expect(bins.reduce((sum, [, , count]) => sum + count, 0)).toBe(90000);
  });

  test('is provisional while scores come in, and looks and says so', async ({ page }) => {
    await visit(page, 'queries=60000&keys=60000&dk=256');
    const answer = page.locator('.answer');
    const numbers = answer.locator('[data-value]');
    await expect(numbers).toHaveCount(2);
    for (const number of await numbers.all()) {
      await expect(number).toHaveAttribute('data-provisional');
      await expect(number).toHaveAttribute('aria-busy', 'true');
      await expect(number).toHaveCSS('text-decoration-style', 'dotted');
    }
    expect((await answer.innerText()).match(/so far/g)).toHaveLength(1);
    // No verdict on an incomplete sample.
    const place = page.locator('sd-variance-histogram');
    await expect(place).not.toContainText('95% interval');
    // A stopped run stays partial.
    await place.getByRole('button', { name: 'Stop' }).click();
    await expect(answer).toContainText('so far');
    await page.locator('#queries').fill('100');
    await page.locator('#keys').fill('100');
    await expect(answer).not.toContainText('so far');
    await expect(answer.locator('[data-provisional]')).toHaveCount(0);
    await expect(place).toContainText('95% interval');
  });

  test('names both laws only where they differ', async ({ page }) => {
    await visit(page);
    const laws = page.locator('sd-variance-histogram svg [data-group="before"] .line[data-key]');
    await expect(page.locator('sd-variance-histogram .legend')).toContainText('exact ≈ normal');
    await expect(laws.and(page.locator('[data-key="normal"]'))).toHaveCount(0);
    await page.getByLabel('logarithmic').check();
    await expect(page.locator('sd-variance-histogram .legend')).not.toContainText('≈');
    await page.getByLabel('logarithmic').uncheck();
    await page.locator('#dk').fill('4');
    await expect(page.locator('sd-variance-histogram .legend')).not.toContainText('≈');
    await expect(laws.and(page.locator('[data-key="normal"]'))).not.toHaveCount(0);
  });

  test('shows only digits that are known, and writes very small densities in powers', async ({
    page,
  }) => {
    await visit(page, 'query-mean=1e6');
    await expect(page.locator('[data-value="answer-before"]')).toHaveText(/^\d(\.\d)? × 10¹³$/);
    await expect(page.locator('[data-value="variance-before"]')).toHaveText(
      /^\d(\.\d)? × 10¹³ ± \d(\.\d)? × 10¹³$/,
    );
    const axis = page.locator('sd-variance-histogram svg .axis');
    await expect(axis.filter({ hasText: '× 10' }).first()).toContainText('density of q·k × 10⁸');
    expect((await axis.allTextContents()).join(' ')).not.toMatch(/0\.000/);
  });

  test('streams many scores, can be stopped and started again', async ({ page }) => {
    await visit(page, 'queries=60000&keys=60000&dk=256');
    const place = await section(page, 'histogram');
    await expect(place.getByRole('progressbar').first()).toBeVisible();
    // The table of moments is in there. While it is folded, it is updated only when the drawing pauses.
    await place.locator('details.more > summary').click();
    await expect(place.locator('[data-value="variance-after"]')).toHaveText(/^(0\.9|1\.0|1 )/);
    await place.getByRole('button', { name: 'Stop' }).click();
    await expect(place.getByText(/so far, then stopped/)).toBeVisible();
    const kept = await place.locator('[data-value="variance-after"]').textContent();
    // Workers answer one slice after the other. Slices that were running at the stop have arrived before this run ends.
    await place.evaluate(async (section) => {
      const { engine } = /** @type {Section} */ (section);
      await engine.run('scoreStatistics', { dk: 64, queries: 2000, keys: 2000 });
      await /** @type {Section} */ (section).updateComplete;
    });
    expect(await place.locator('[data-value="variance-after"]').textContent()).toBe(kept);
    await place.getByRole('button', { name: 'Start again' }).click();
    await expect(place.getByRole('button', { name: 'Stop' })).toBeVisible();
    // A change of the controls ends the running work.
    await page.getByRole('button', { name: 'Reset everything' }).click();
    await expect(place.getByRole('button', { name: 'Stop' })).toBeHidden();
  });

  test('gives table, CSV, JSON, SVG and PNG', async ({ page }) => {
    await visit(page, 'dk=16');
    const place = await section(page, 'histogram');
    await place.getByRole('button', { name: /^Table: / }).click();
    await expect(place.getByRole('columnheader', { name: 'count' })).toBeVisible();

    const csv = await saved(place, 'CSV');
    expect(csv.name).toBe('variance-histogram.csv');
    expect(csv.text).toMatch(/from,to,count,density\r?\nbefore the factor,measured,-?\d/);
    for (const curve of ['exact', 'normal'])
      for (const side of ['before', 'after'])
        expect(csv.text).toContain(`${side} the factor,${curve},`);

    expect(csv.text).toMatch(
      /^\ufeff# title: .+\r\n# seed: 1\r\n# link: http.+\/#lab=variance&dk=16\r\n# version: scaledot \d/,
    );

    const json = await saved(place, 'JSON');
    expect(JSON.parse(json.text)).toMatchObject({
      seed: 1,
      link: expect.stringMatching(/^http.+#lab=variance&dk=16$/),
      version: expect.stringMatching(/^scaledot \d/),
    });
    expect(JSON.stringify(JSON.parse(json.text))).toContain('count');

    const svg = (await saved(place, 'SVG')).text;
    expect(svg).toContain('<svg');
    expect(svg, 'the state link').toContain('dk=16');
    expect(svg, 'seed and version').toMatch(/seed 1 · scaledot \d/);
    expect(svg, 'its colours are resolved').not.toContain('var(--');
    expect(svg, 'the name of the axis').toContain('score');

    const png = await saved(place, 'PNG');
    expect(png.bytes.subarray(1, 4).toString('latin1')).toBe('PNG');
    expect(png.bytes.length).toBeGreaterThan(5000);
  });
});

test('the walks start at 0, stay mostly inside the root, and can be taken one by one', async ({
  page,
}) => {
  await visit(page);
  const place = await section(page, 'walks');
  await expect(place.locator('path.walk')).toHaveCount(8);
  await expect(place.getByText(/^Pair 1 ends at/)).toBeVisible();
  await place.getByRole('button', { name: 'Next pair' }).click();
  await expect(place.getByText(/^Pair 2 ends at/)).toBeVisible();
  await expect(place.locator('#summary')).toContainText('0 ± 8');
  // The sentence counts the walks that are visibly inside.
  const [, inside] =
    /(\d) of these 8 walks/.exec(await place.locator('.verdict').innerText()) ?? [];
  const rows = (await saved(place, 'CSV')).text.trim().split(/\r?\n/);
  const ends = (rows.at(-1) ?? '').split(',').slice(1).map(Number);
  expect(Number(inside)).toBe(ends.filter((end) => Math.abs(end) <= 8).length);
});

test('rules of scaling are neutral: no line has the colour of a query or a key', async ({
  page,
}) => {
  await visit(page, 'scale=alpha&alpha=0.25');
  const place = await section(page, 'growth');
  await expect(place.locator('svg .line').first()).toBeVisible();
  for (const color of ['query', 'key', 'value', 'weight'])
    await expect(place.locator(`svg [data-color="${color}"]`)).toHaveCount(0);
  const dashes = await place
    .locator('svg .line[data-dash], svg .line:not([data-dash])')
    .evaluateAll((lines) => [...new Set(lines.map((line) => line.getAttribute('data-dash')))]);
  expect(dashes.length).toBeGreaterThanOrEqual(4);
});

test('a walk is picked in the picture, by pointer and by keys', async ({ page }) => {
  await visit(page);
  const place = await section(page, 'walks');
  const end = place.locator('circle.dot[data-key="pair-4"]');
  await expect(end).toBeVisible();
  const surface = place.locator('.hit');
  await surface.scrollIntoViewIfNeeded();
  const [dot, field] = [await end.boundingBox(), await surface.boundingBox()];
  if (!dot || !field) throw new Error('nothing is drawn');
  await surface.click({ position: { x: dot.x + 2 - field.x, y: dot.y + 2 - field.y } });
  await expect(place.getByText(/^Pair 5 ends at/)).toBeVisible();
  await surface.focus();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(place.getByText(/^Pair [1-4678] ends at/)).toBeVisible();
});

test('a point of the growth picture is taken as d_k', async ({ page }) => {
  await visit(page);
  const place = await section(page, 'growth');
  await expect(place.locator('circle.dot')).toHaveCount(3 * 13);
  await place.locator('.hit').focus();
  await page.keyboard.press('End');
  await expect(place.locator('.readout')).toContainText('4096');
  // The theory and the measured value with its interval.
  await expect(place.locator('.readout')).toContainText(/4,?[01]\d\d · \d,?\d{3} \[/);
  await page.keyboard.press('Enter');
  await linkHolds(page, 'dk=4096');
});

test('a term of the formula, its control and what it drives light up together', async ({
  page,
}) => {
  await visit(page);
  const histogram = page.locator('sd-variance-histogram');
  const lit = (/** @type {string} */ group) =>
    histogram.locator(`[data-group="${group}"] .bars[data-key]:not([data-dim])`);
  const factor = page.locator('.control[data-term="factor"]').first();
  await page.locator('.formula [data-term="factor"]').first().hover();
  await expect(factor).toHaveAttribute('data-lit');
  await expect(lit('before')).toHaveCount(0);
  await expect(lit('after')).not.toHaveCount(0);
  // With keys: the first arrow points at the factor, the second at d_k.
  await page.locator('.title').first().hover();
  await page.locator('figure.formula').focus();
  await page.keyboard.press('ArrowRight');
  await expect(factor).toHaveAttribute('data-lit');
  await page.keyboard.press('ArrowRight');
  await expect(lit('after')).toHaveCount(0);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('spinbutton', { name: /^Dimension/ })).toBeFocused();
  // The reverse: from the pictures to the formula.
  const surface = histogram.locator('.hit');
  const height = (await surface.boundingBox())?.height ?? 0;
  await surface.hover({ position: { x: 200, y: height * 0.75 } });
  await expect(page.locator('.formula [data-term="factor"]').first()).toHaveAttribute('data-lit');
  await surface.hover({ position: { x: 200, y: height * 0.25 } });
  await expect(page.locator('.formula [data-term="dk"]').first()).toHaveAttribute('data-lit');
});

test('only one line of the growth picture is flat, and the exponent moves a fourth', async ({
  page,
}) => {
  await visit(page);
  const place = await section(page, 'growth');
  await expect(place.locator('circle.dot')).toHaveCount(3 * 13, { timeout: 20_000 });
  await expect(place.locator('#summary')).toContainText('4,096 without a factor');
  const slider = place.getByRole('slider', { name: /exponent/ });
  await slider.focus();
  for (let i = 0; i < 5; ++i) await page.keyboard.press('ArrowLeft');
  await linkHolds(page, 'alpha=0.25');
  expect((await stateOf(page)).scale).toBe('alpha');
  await expect(place.locator('circle.dot')).toHaveCount(4 * 13, { timeout: 20_000 });
  await expect(place.locator('.verdict')).toContainText('the variance is 8');
});

test.describe('replicate my result', () => {
  const languages = [
    {
      lang: 'en',
      button: 'The forum’s numbers',
      ordinary: /entirely ordinary/,
      why: /degrees of freedom/,
    },
    { lang: 'zh-Hans', button: '论坛里的数字', ordinary: /再普通不过/, why: /自由度/ },
  ];
  for (const { lang, button, ordinary, why } of languages) {
    test(`settles the forum's puzzle in ${lang}`, async ({ page }) => {
      await visit(page, `lang=${lang}&rows=3&value=9`);
      const place = await section(page, 'replicate');
      await place.getByRole('button', { name: button }).click();
      await expect(place.locator('[data-value="expectation"]')).toHaveText('1.5');
      await expect(place.locator('sd-figure #summary')).toContainText('300,000');
      const percentile = Number(await place.locator('[data-value="percentile"]').innerText());
      expect(Math.abs(percentile - 71.4)).toBeLessThanOrEqual(0.2);
      await expect(place.locator('.verdict')).toContainText(ordinary);
      await expect(place.locator('.why')).toContainText(why);
    });
  }

  test('waits for all repetitions before it says what a number means', async ({ page }) => {
    await visit(page, 'rows=100&columns=100&inner=100&value=102&draws=1000000');
    const place = await section(page, 'replicate');
    const verdict = place.locator('.verdict');
    await expect(verdict.locator('[data-value="percentile"]')).toHaveAttribute('data-provisional');
    await expect(verdict).toContainText(/% of them give 102 or less\. Computing…\s*$/);
    await expect(place.locator('.rate')).toHaveText(/\d repetitions\/s$/);
    // A stopped run stays partial.
    await place.getByRole('button', { name: 'Stop' }).click();
    await expect(verdict).toContainText(/% of them give 102 or less\.\s*$/);
    await place.getByLabel('repetitions').fill('1000');
    await place.getByLabel('repetitions').press('Enter');
    await expect(verdict).toContainText(/% of them give 102 or less\. So 102 is /);
    await expect(verdict.locator('[data-provisional]')).toHaveCount(0);
  });

  test('finds an impossible number very rare', async ({ page }) => {
    await visit(page, 'value=60');
    const place = await section(page, 'replicate');
    await expect(place.locator('.verdict')).toContainText('hardly ever seen');
  });

  test("gives NumPy's own digits for NumPy's seed", async ({ page }) => {
    await visit(page);
    const place = await section(page, 'replicate');
    await place.getByRole('button', { name: 'Try the next NumPy seed' }).click();
    // np.random.seed(0); a, b = np.random.randn(2, 2), np.random.randn(2, 2); np.var(a @ b)
    await expect(place.locator('[data-value="numpy"]')).toHaveText(/^7\.21119574132707/);
    await expect(place.locator('pre').first()).toContainText('np.random.seed(0)');
    await place.getByRole('button', { name: 'Take it as my number' }).click();
    expect(Number((await stateOf(page)).value)).toBeCloseTo(7.21119574132707, 12);
  });
});

/**
 * @typedef {object} Spied  Work given to the page's own thread and to its workers
 * @property {Record<number, number>} draws  numbers drawn from NumPy's generator in each task of the page
 * @property {number} here  slices of runs that the page computed
 * @property {number} there  slices that workers were sent
 */

/**
 * Counts work from now on, in numbers and turns instead of time, which depends on the machine.
 * @param {Locator} place
 */
const spyOn = (place) =>
  place.evaluate((section) => {
    const { engine } = /** @type {Section} */ (section);
    const spied = /** @type {Spied} */ ({ draws: {}, here: 0, there: 0 });
    Object.assign(globalThis, { spied });

    let task = 0; // timers fire in the order in which they were set, so this one comes before draws in a later task
    const numpyRandom = engine.numpyRandom.bind(engine);
    engine.numpyRandom = (seed) => {
      const stream = numpyRandom(seed);
      const normal = /** @type {(...given: any[]) => any} */ (stream.normal.bind(stream));
      stream.normal = (/** @type {any[]} */ ...given) => {
        spied.draws[task] = (spied.draws[task] ?? 0) + given[2];
        setTimeout(() => (task += 1));
        return normal(...given);
      };
      return stream;
    };

    const { scheduler } = /** @type {any} */ (globalThis);
    const postTask = scheduler.postTask.bind(scheduler);
    scheduler.postTask = (/** @type {unknown[]} */ ...given) => {
      spied.here += 1; // web/engine/workers/turn.js, before every slice
      return postTask(...given);
    };

    if (!globalThis.Worker) return;
    const post = Worker.prototype.postMessage;
    Worker.prototype.postMessage = function (/** @type {any[]} */ ...given) {
      if (given[0]?.type === 'compute') spied.there += 1;
      post.apply(this, /** @type {any} */ (given));
    };
  });

/** @param {Locator} place @returns {Promise<Spied>} */
const spiedIn = (place) => place.evaluate(() => /** @type {any} */ (globalThis).spied);

test("the blog's script prints NumPy's digits without freezing the page", async ({ page }) => {
  await visit(page);
  const place = await section(page, 'blog');
  await spyOn(place);
  // Until one of its workers has started, the page computes itself.
  const workersRun = async () => {
    await place.evaluate((section) =>
      /** @type {Section} */ (section).engine.run('scoreStatistics', { queries: 1000, keys: 1000 }),
    );
    return (await spiedIn(place)).there;
  };
  await expect.poll(workersRun).toBeGreaterThan(0);
  const { here } = await spiedIn(place);
  await place.locator('[data-action="start"]').click();
  await expect(place.locator('[data-value="scores-std"]')).toHaveText(/^0\.99891/);
  await expect(place.locator('[data-action="start"]')).toBeEnabled();
  const spied = await spiedIn(place);
  expect(spied.here, 'slices of scores on the page').toBe(here);
  const draws = Object.values(spied.draws);
  const drawn = draws.reduce((sum, count) => sum + count, 0);
  expect(drawn, 'numbers drawn on the page').toBe(10000 * 100 + 2000);
  expect(Math.max(...draws) / drawn, 'share of a task in them').toBeLessThan(0.1);

  const printed = {
    'query-mean': '0.00151215',
    'query-std': '0.999922',
    'key-mean': '0.000304450',
    'key-std': '0.998887',
    'scores-mean': '0.000108221',
    'scores-std': '0.998915',
  };
  for (const [name, digits] of Object.entries(printed)) {
    const value = Number(await place.locator(`[data-value="${name}"]`).innerText());
    expect(value.toPrecision(6), name).toBe(digits);
  }
  await expect(place.getByRole('cell', { name: 'same', exact: true })).toHaveCount(6);
  await expect(place.locator('#summary')).toContainText('100,000,000 scores');
});

test("without workers the blog's script leaves the page free all the same", async ({ page }) => {
  // As in a sandboxed frame, whose origin cannot start workers.
  await page.addInitScript(() => void Reflect.deleteProperty(globalThis, 'Worker'));
  await visit(page);
  const place = await section(page, 'blog');
  await expect(page.getByRole('progressbar')).toHaveCount(0); // work of other pictures would be counted
  await spyOn(place);
  // Counts the turns of timers and frames between two slices of scores.
  const turns = await place.evaluate(async (element) => {
    const { spied } = /** @type {{spied: Spied}} */ (/** @type {unknown} */ (globalThis));
    const view = /** @type {Section} */ (element);
    const start = /** @type {HTMLButtonElement} */ (
      view.renderRoot.querySelector('[data-action="start"]')
    );
    const [timers, frames] = [new Set(), new Set()];
    const note = (/** @type {Set<unknown>} */ turns) => {
      // NumPy's numbers come first, in their own slices. Scores follow.
      if (Number(view.renderRoot.querySelector('progress')?.value) > 0) turns.add(spied.here);
    };
    start.click();
    await view.updateComplete;
    const onTimer = () => {
      note(timers);
      if (start.disabled) setTimeout(onTimer);
    };
    onTimer();
    while (start.disabled) {
      note(frames);
      await new Promise(requestAnimationFrame);
    }
    return { timers: timers.size, frames: frames.size };
  });
  expect(turns.timers, 'turns of timers').toBeGreaterThan(10);
  expect(turns.frames, 'turns of frames').toBeGreaterThan(10);
  const std = Number(await place.locator('[data-value="scores-std"]').innerText());
  expect(std.toPrecision(6)).toBe('0.998915');
  // Stopped from inside the page, because a run may end before a click from outside arrives.
  await place.locator('[data-action="start"]').evaluate(async (start) => {
    const root = /** @type {ShadowRoot} */ (start.getRootNode());
    const button = () =>
      /** @type {HTMLElement | null} */ (root.querySelector('[data-action="stop"]'));
    /** @type {HTMLElement} */ (start).click();
    while (!button()) await new Promise(requestAnimationFrame);
    button()?.click();
  });
  await expect(place.locator('[data-action="start"]')).toBeEnabled();
  await expect(place.locator('.status')).toContainText(/Stopped after|Not run yet/);
});

test('without workers a long run lets timers have their turn', async ({ page }) => {
  await page.addInitScript(() => void Reflect.deleteProperty(globalThis, 'Worker'));
  await visit(page, 'queries=60000&keys=60000&dk=256');
  const place = await section(page, 'histogram');
  await expect(place.getByRole('button', { name: 'Stop' })).toBeVisible();
  for (let i = 0; i < 5; i++)
    await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 10)));
  await expect(place.getByRole('button', { name: 'Stop' })).toBeVisible();
});

for (const [how, isSilent] of /** @type {const} */ ([
  ['ends', false],
  ['falls silent', true],
]))
  test(`a worker that ${how} is told of, and the numbers come all the same`, async ({ page }) => {
    await page.addInitScript((isSilent) => {
      const { setInterval, Worker } = globalThis;
      // Makes the page's 15 seconds pass sooner.
      globalThis.setInterval = /** @type {any} */ (
        (/** @type {() => void} */ look, /** @type {number} */ every) =>
          setInterval(look, every / 10)
      );
      let orders = 0;
      globalThis.Worker = class extends Worker {
        /** @param {any} message @param {any} transfer */
        postMessage(message, transfer) {
          super.postMessage(message, transfer);
          if (message.type !== 'compute' || ++orders !== 2) return;
          this.terminate();
          if (!isSilent) setTimeout(() => this.dispatchEvent(new Event('error')), 0);
        }
      };
    }, isSilent);
    // Enough work that even a slow machine does not finish before its workers have started.
    await visit(page, 'queries=20000&keys=20000');
    await expect(page.locator('.badge')).toContainText(common['common.engine.lost']);
    await expect(page.locator('[data-value="variance-before"]')).toHaveText(/^\d+\.\d+ ± /);
    await expect(page.getByRole('button', { name: 'Stop' })).toHaveCount(0);
  });

test("the blog's script can be stopped", async ({ page }) => {
  await visit(page);
  const place = await section(page, 'blog');
  await place.getByRole('button', { name: 'Run the script' }).click();
  await place.getByRole('button', { name: 'Stop' }).click();
  await expect(place.getByRole('button', { name: 'Run the script' })).toBeEnabled();
  await expect(place.locator('.status')).toContainText(/Stopped after|Not run yet/);
});

test.describe('the derivation', () => {
  test('goes forward and back, one step open at a time', async ({ page }) => {
    await visit(page);
    const place = await section(page, 'derivation');
    await expect(place.locator('.step')).toHaveCount(6);
    await expect(place.getByRole('button', { name: 'Previous step' })).toBeDisabled();
    for (const step of [1, 2, 3, 4, 5]) {
      await place.getByRole('button', { name: 'Next step' }).click();
      await expect(place.locator('.step').nth(step)).toHaveAttribute('aria-current', 'step');
      await expect(place.locator('.words:visible')).toHaveCount(1);
    }
    await linkHolds(page, 'step=5');
    await expect(place.getByRole('button', { name: 'Next step' })).toBeDisabled();
    await expect(place.locator('.mark')).toHaveCount(0);
    await expect(place.locator('[data-value="sumVariance-sumVariance"]')).toHaveText('64');
    await expect(place.locator('[data-value="factor-scaledVariance"]')).toHaveText('1');
  });

  const cases = [
    { label: 'means not 0', breaks: [2], product: '3', sum: '192', scaled: '3' },
    { label: 'q and k correlated', breaks: [1, 2], product: '2', sum: '128', scaled: '2' },
    {
      label: 'other distributions, variance not 1',
      breaks: [],
      product: '4',
      sum: '256',
      scaled: '4',
    },
  ];
  for (const { label, breaks, product, sum, scaled } of cases) {
    test(`marks what gives way: ${label}`, async ({ page }) => {
      await visit(page, 'step=2');
      const place = await section(page, 'derivation');
      await place.getByText(label).click();
      const value = (/** @type {string} */ name) => place.locator(`[data-value="${name}"]`);
      await expect(value('productVariance-productVariance')).toHaveText(product);
      await expect(value('sumVariance-sumVariance')).toHaveText(sum);
      await expect(value('factor-scaledVariance')).toHaveText(scaled);
      await expect(place.locator('.step.broken')).toHaveCount(breaks.length);
      for (const step of breaks) {
        await expect(place.locator('.step').nth(step)).toHaveClass(/broken/);
      }
      await expect(place.locator('.breaks:visible')).toContainText(product);
      // The measured value agrees: its first digits are those of the theory.
      await expect(place.locator('.step').nth(2).locator('dd').nth(1)).toContainText(
        new RegExp(`(${product}|${Number(product) - 1}\\.[89])`),
      );
      await place.getByText('all hold').click();
      await expect(place.locator('.mark')).toHaveCount(0);
    });
  }
});

test('presets ask first and then show', async ({ page }) => {
  await visit(page);
  await test.step('the 2x2 of the forum', async () => {
    const words = await tryPreset(page, /forum.s 2×2/, /^1\.5$/);
    await expect(words).toContainText('It is 1.5');
    await expect(words).toContainText('percentile 71');
    await page.getByRole('button', { name: /Show it/ }).click();
    await expect(page.locator('sd-variance-replicate h3')).toBeInViewport();
  });
  await test.step('np.dot is matmul', async () => {
    const words = await tryPreset(page, /np\.dot/, /^Yes/);
    await expect(words).toContainText('7.2111957413270');
    const place = await section(page, 'replicate');
    await expect(place.locator('[data-value="numpy"]')).toHaveText(/^7\.2111957413270/);
  });
  await test.step('q = k', async () => {
    const words = await tryPreset(page, /Always/, /variance 128$/);
    await expect(words).toContainText('Mean 64 and variance 128');
    await expect(words).toContainText('192');
    await expect(page.locator('.answer')).toContainText(/1[23]\d\.\d ± /);
  });
  await test.step('divide by d_k instead', async () => {
    const words = await tryPreset(page, /Divide by d/, /^1\/64$/);
    await expect(words).toContainText('0.01563 = 1/64');
    await expect(page.locator('.answer')).toContainText('0.01');
  });
  await test.step('which d', async () => {
    const words = await tryPreset(page, /Which d/, /^1\/8$/);
    await expect(words).toContainText('0.125 = 64/512');
    await expect(page.locator('.answer math[aria-label="1/√512"]')).toBeVisible();
  });
  await test.step('the blog’s script', async () => {
    const words = await tryPreset(page, /^The blog.s script$/, /^about 1$/);
    await expect(words).toContainText('It prints 0.99891');
    await expect(words).toContainText('without the factor it would be 10');
    await page.getByRole('button', { name: /Show it/ }).click();
    await expect(page.locator('sd-variance-blog h3')).toBeInViewport();
  });
});
