// The pictures of the Training lab, used as a visitor uses them.
import common from '../../web/i18n/common.en.js';
import {
  answerOf,
  expect,
  linesOf,
  linkHolds,
  openCode,
  saved,
  scrollThrough,
  sectionsOf,
  stateOf,
  test,
  tryPreset,
  visit,
  wordsOf,
  unless,
} from './visit.js';

/** @typedef {import('@playwright/test').Page} Page */
/** @typedef {import('@playwright/test').Locator} Locator */

const section = sectionsOf('training');

/** A run that ends within a moment. */
const short = 'lab=training&rules=rsqrt,none&dk=8&steps=40&batch=8';

/** @param {Page} page */
const curves = (page) => page.locator('sd-training-curves');

/** @param {Page} page */
const status = (page) => curves(page).locator('.status');

/** @param {Page} page @param {string} name */
const action = (page, name) => curves(page).locator(`[data-action=${name}]`);

/** Presses a button that exists in every state of the run. @param {Page} page @param {string} name */
const press = (page, name) => action(page, name).click();

/** Returns how many numbers the line of a rule has been drawn with. @param {Page} page @param {string} rule */
const pointsOf = async (page, rule) => {
  const path = await curves(page)
    .locator(`sd-figure g[data-key=${rule}] path.line`)
    .nth(1) // the first is the sample beside its name
    .getAttribute('d');
  return (path?.match(/[ML]/g) ?? []).length;
};

test('the networks train by themselves, and the answer says what happened', async ({ page }) => {
  await visit(page, 'lab=training');
  await expect(status(page)).toContainText('done: 300 steps');
  const rows = curves(page).locator('.outcomes tbody tr');
  await expect(rows).toHaveCount(4);
  const shares = await rows.locator('[data-value=accuracy]').allInnerTexts();
  for (const share of shares) expect(parseFloat(share)).toBeGreaterThan(0);
  const answer = await answerOf(page);
  const at = await rows.first().locator('[data-value=at]').innerText();
  expect(answer).toContain(`90% correct after ${at} steps`);
  await expect(curves(page).locator('sd-figure #summary')).toContainText('after 300 of 300 steps');
});

test('a run of one step is told of as one step', async ({ page }) => {
  await visit(page, 'lab=training&rules=rsqrt,none&dk=8&batch=8&steps=1');
  await expect(page.locator('.answer')).toContainText(/after 1 step\s/);
  await expect(curves(page).locator('sd-figure #summary')).toContainText('after 1 of 1 step:');
});

test('the same link gives the same digits', async ({ page, browser }) => {
  await visit(page, `${short}&seed=7`);
  const table = () => curves(page).locator('.outcomes').innerText();
  const [answer, numbers] = [await answerOf(page), await table()];
  const context = await browser.newContext();
  const other = await context.newPage();
  await visit(other, `${short}&seed=7`);
  expect(await answerOf(other)).toBe(answer);
  expect(await curves(other).locator('.outcomes').innerText()).toBe(numbers);
  await context.close();
});

test('pause, one step, many steps, continue, and from the beginning', async ({ page }) => {
  await page.goto('./#lab=training&rules=rsqrt,none&steps=5000');
  await expect(status(page)).toContainText('steps/s');
  await press(page, 'play');
  await expect(action(page, 'play')).toHaveText('Continue');
  const at = async () =>
    Number((await status(page).innerText()).replace(',', '').match(/\d+/)?.[0]);
  const paused = await at();
  expect(paused).toBeGreaterThan(0);
  expect(paused).toBeLessThan(5000);
  // The model is kept after all running steps have ended.
  await press(page, 'keep');
  await expect(curves(page).locator('.kept .chip')).toHaveText([String(paused)]);
  expect(await at()).toBe(paused);
  await press(page, 'one');
  await expect.poll(at).toBe(paused + 1);
  const had = await pointsOf(page, 'none');
  await press(page, 'many');
  await expect.poll(at).toBe(paused + 101);
  expect(await pointsOf(page, 'none')).toBe(had + 1);
  await press(page, 'reset');
  await expect.poll(at).toBe(0);
  await expect(action(page, 'play')).toHaveText('Train');
  await expect(page.locator('.answer')).toContainText('Only the rule of its scores differs');
  await expect(curves(page).locator('sd-figure #summary')).toHaveText(
    'No step has been taken yet.',
  );
  await expect(curves(page).locator('sd-figure .picture > svg')).toBeVisible();
  // A run that has only started decides nothing. Its numbers are set apart.
  await press(page, 'one');
  await expect(page.locator('.answer')).toHaveText(
    /^Paused. Measured at step 0: \d+% correct with/,
  );
  await page.locator('#steps').fill('40');
  await expect(status(page)).toContainText('done: 40 steps');
  await expect(action(page, 'play')).toHaveAttribute('aria-disabled', 'true');
});

test('a checkpoint is kept, gone back to, and gone on from with the same digits', async ({
  page,
}) => {
  await visit(page, short);
  const outcomes = curves(page).locator('.outcomes');
  const end = await outcomes.innerText();
  await press(page, 'reset');
  await expect(status(page)).toContainText('step 0 of 40');
  for (let i = 0; i < 3; i++) {
    await press(page, 'one');
    await expect(status(page)).toContainText(`step ${i + 1} of 40`);
  }
  await press(page, 'keep');
  const kept = curves(page).locator('.kept .chip');
  await expect(kept).toHaveText(['3']);
  const then = await outcomes.innerText();
  await press(page, 'play');
  await expect(status(page)).toContainText('done');
  expect(await outcomes.innerText()).toBe(end);
  await kept.click();
  await expect(status(page)).toContainText('step 3 of 40');
  expect(await outcomes.innerText()).toBe(then);
  await expect(kept).toHaveAttribute('aria-pressed', 'true');
  await press(page, 'play');
  await expect(status(page)).toContainText('done');
  expect(await outcomes.innerText()).toBe(end);
});

test('rules are ticked, four at most and one at least', async ({ page }) => {
  await visit(page, 'lab=training&steps=10&batch=4');
  const box = (/** @type {string} */ rule) => page.locator(`#rules input[value=${rule}]`);
  await expect(box('additive')).toBeDisabled();
  await box('inverse').uncheck();
  await linkHolds(page, 'rules=rsqrt,none,cosine');
  await box('additive').check();
  await linkHolds(page, 'rules=rsqrt,none,cosine,additive');
  await expect(curves(page).locator('.outcomes tbody tr')).toHaveCount(4);
  for (const rule of ['rsqrt', 'none', 'cosine']) await box(rule).uncheck();
  await expect(box('additive')).toBeDisabled();
  await expect(page.locator('.answer')).toContainText('Add a second rule');
});

test('whoever drags a control gets the experiment of its last place', async ({ page }) => {
  await visit(page, short);
  await page.locator('#lab').evaluate(async (lab) => {
    for (let dk = 1; dk <= 60; dk++) {
      /** @type {any} */ (lab).setState({ dk });
      await new Promise(requestAnimationFrame);
    }
  });
  await expect(status(page)).toContainText('done: 40 steps');
  await expect(curves(page).getByRole('alert')).toHaveCount(0);
  const answer = await answerOf(page);
  await visit(page, `${short.replace('dk=8', 'dk=60')}`);
  expect(await answerOf(page)).toBe(answer);
});

test('a task that is chosen brings its sizes, and a link has them', async ({ page }) => {
  await visit(page, short);
  await page.locator('#task').selectOption('reverse');
  await expect.poll(() => stateOf(page)).toMatchObject({ task: 'reverse', layers: 2 });
  await linkHolds(page, 'layers=2');
});

test('what they attend to is shown while they learn, example by example', async ({ page }) => {
  await visit(page, short);
  const maps = await section(page, 'maps');
  await expect(maps.locator('sd-figure .picture > svg text.title')).toHaveText([
    '1/√dk',
    '1 (none)',
  ]);
  await expect(maps.locator('.answers tr')).toHaveCount(4);
  const wanted = await maps.locator('.answers .tokens').nth(1).innerText();
  for (const row of await maps.locator('.answers tr[data-rule]').all()) {
    const said = await row.locator('.tokens').innerText();
    await expect(row.locator('td').last()).toHaveText(said === wanted ? 'correct' : 'wrong');
  }
  const [button] = await maps.locator('sd-figure .tools .table').all();
  await button.click();
  const rows = (await maps.locator('sd-figure .sheet tbody tr').allInnerTexts()).map((row) =>
    row.split('\t'),
  );
  const first = rows.filter(([rule, query]) => rule === rows[0][0] && query === rows[0][1]);
  expect(first.reduce((sum, [, , , weight]) => sum + Number(weight), 0)).toBeCloseTo(1, 3);
  const read = await maps.locator('.answers .tokens').first().innerText();
  await maps.getByRole('button', { name: 'Next example' }).click();
  await linkHolds(page, 'example=1');
  await expect(maps.locator('.answers .tokens').first()).not.toHaveText(read);
});

test('entropy, scores and gradients are measured for every head', async ({ page }) => {
  await visit(page, `${short.replace('none', 'cosine')}&heads=2&layers=2`);
  for (const name of ['sharpness', 'scores', 'gradients']) {
    const place = await section(page, name);
    await expect(place.locator('sd-figure .picture > svg')).toBeVisible();
    await expect(place.locator('sd-figure #summary')).toContainText('at step 40');
    await place.locator('sd-figure .tools .table').first().click();
    await expect(place.locator('sd-figure .sheet')).toContainText('rule');
    await expect(place.locator('sd-figure .sheet')).not.toContainText('NaN');
  }
  const sharpness = await section(page, 'sharpness');
  await sharpness.getByRole('button', { name: 'encoder, layer 2' }).click();
  await linkHolds(page, 'block=1');
  const [download] = [await saved(sharpness, 'CSV')];
  const lines = linesOf(download.text).slice(1);
  expect(lines.length).toBe(2 * 2 * 41); // rules, heads, measurements
  for (const line of lines) {
    for (const share of line.trim().split(',').slice(-2)) {
      expect(Number(share)).toBeGreaterThanOrEqual(0);
      expect(Number(share)).toBeLessThanOrEqual(1);
    }
  }
});

test('five seeds say how many of them agree', async ({ page }) => {
  await visit(page, `${short}&steps=20`);
  const seeds = await section(page, 'seeds');
  await seeds.getByRole('button', { name: 'Train with 5 seeds' }).click();
  await expect(seeds.locator('.verdict')).toContainText('of 5 seeds');
  const cell = async (/** @type {string} */ name) =>
    Number(await seeds.locator(`tr[data-rule=none] [data-value=${name}]`).innerText());
  const counts = [await cell('better'), await cell('same'), await cell('worse')];
  expect(counts.reduce((sum, each) => sum + each)).toBe(5);
  await expect(seeds.locator('.verdict')).toContainText(`in ${Math.max(...counts)} of 5 seeds`);
  await expect(seeds.locator('sd-figure .picture > svg')).toBeVisible();
});

test('a run that breaks down is told of, without a number that is none', async ({ page }) => {
  await visit(
    page,
    'lab=training&rules=rsqrt,none,inverse&optimizer=sgd&learning-rate=1000&clip=0&steps=60',
  );
  await scrollThrough(page);
  await expect(page.locator('.answer')).toContainText('Training breaks down with both');
  await expect(curves(page).locator('.verdict')).toContainText(
    /With 1\/.* training breaks down at step \d/,
  );
  await openCode(page);
  await expect(page.locator('sd-code .output pre')).toContainText('rsqrt     broke down');
  expect(await wordsOf(page)).not.toMatch(/NaN|undefined|Infinity/);
});

test(
  'a very long run draws its lines from its first steps on',
  { tag: '@all' },
  async ({ page }) => {
    await page.goto('./#lab=training&steps=1000000&dk=8&batch=8');
    await expect(status(page)).toHaveText(/^step [1-9]/);
    await expect(curves(page).locator('.task')).toContainText('has to answer “5”');
    await expect(curves(page).locator('.outcomes tbody tr')).toHaveCount(4);
    // Counts steps. A run that started automatically pauses after some seconds, at a step that depends on the machine.
    await press(page, 'reset');
    await expect(status(page)).toContainText('step 0 of');
    for (const [step, points] of /** @type {const} */ ([
      ['500', 2],
      ['1,000', 3],
    ])) {
      await press(page, 'many');
      await expect(status(page)).toContainText(`step ${step} of`);
      expect(await pointsOf(page, 'rsqrt')).toBe(points);
    }
    // A run that the visitor starts continues as long as it takes.
    await press(page, 'play');
    await expect.poll(() => pointsOf(page, 'rsqrt')).toBeGreaterThan(3);
    await expect(action(page, 'play')).toHaveText('Pause');
  },
);

for (const [how, isSilent] of /** @type {const} */ ([
  ['ends', false],
  ['falls silent', true],
]))
  test(
    `a worker that ${how} is told of, and the networks are trained again`,
    unless(!isSilent),
    async ({ page }) => {
      await page.addInitScript((isSilent) => {
        const { setInterval, Worker } = globalThis;
        // Makes the page's minute pass sooner.
        globalThis.setInterval = /** @type {any} */ (
          (/** @type {() => void} */ look, /** @type {number} */ every) =>
            setInterval(look, every / 20)
        );
        let steps = 0;
        globalThis.Worker = class extends Worker {
          /** @param {any} message @param {any} transfer */
          postMessage(message, transfer) {
            super.postMessage(message, transfer);
            if (message.name !== 'step' || ++steps !== 3) return;
            this.terminate();
            if (!isSilent) setTimeout(() => this.dispatchEvent(new Event('error')), 0);
          }
        };
      }, isSilent);
      await page.goto('./#lab=training&rules=rsqrt,none&dk=8&steps=400&batch=8&lang=en');
      const problem = page.locator('.answer .problem');
      await expect(problem).toHaveText(common['common.trainerLost']);
      await expect(action(page, 'play')).toHaveAttribute('aria-disabled', 'true');
      await press(page, 'reset');
      await expect(problem).toHaveCount(0);
      await press(page, 'play');
      await expect(status(page)).toContainText('done: 400 steps');
    },
  );

test('what the engine refuses is said in the picture', async ({ page }) => {
  await page.goto('./#lab=training&batch=1024&model-dim=512&heads=16&dk=512&layers=8');
  await expect(curves(page).getByRole('alert')).toContainText('expected at most');
});

test('networks and pictures are saved', async ({ page }) => {
  await visit(page, short);
  const picture = await saved(curves(page), 'SVG');
  expect(picture.text).toContain('lab=training');
  expect(picture.text).toContain('Correct answers');
  const download = page.waitForEvent('download');
  await curves(page)
    .getByRole('button', { name: /^Save the network with 1 / })
    .click();
  expect((await download).suggestedFilename()).toBe('none.safetensors');
});

test('the programs print the page’s digits', async ({ page }) => {
  await visit(page, short);
  await openCode(page);
  const output = page.locator('sd-code .output pre');
  await expect(output).toContainText('128 held-out examples after 40 steps');
  const loss = await curves(page).locator('tr[data-rule=none] [data-value=loss]').innerText();
  const printed = (await output.innerText()).match(/none +loss (\S+)/)?.[1];
  expect(Number(printed).toPrecision(3)).toBe(Number(loss).toPrecision(3));
});

test('only what is wanted moves: with reduced motion the curves are drawn once a second', async ({
  browser,
}) => {
  const context = await browser.newContext({ reducedMotion: 'reduce' });
  const page = await context.newPage();
  await page.goto('./#lab=training&steps=1000000');
  await expect(status(page)).toContainText('steps/s');
  const texts = await page.evaluate(async () => {
    const place = document
      .querySelector('#lab')
      ?.shadowRoot?.querySelector('#curves')
      ?.shadowRoot?.querySelector('.status');
    const seen = new Set();
    const start = performance.now();
    while (performance.now() - start < 2500) {
      seen.add(place?.textContent);
      await new Promise(requestAnimationFrame);
    }
    return seen.size;
  });
  expect(texts).toBeLessThanOrEqual(5);
  await context.close();
});

for (const [chip, answer, text] of /** @type {const} */ ([
  [/Training takes care of it/, /Not in 300 steps/, 'variance of about 64'],
  [/No factor, no learning/, /It learns as well/, 'the factor makes no difference'],
  [/is too small/, /Better/, 'Equal weights do no harm'],
  [/Then always/, /It needs longer than/, 'small steps take long to get there'],
  [/The cosine has no length/, /At least as well/, 'that every head learns'],
  [/T5 does not divide/, /As well as/, 'proportional to the size of the parameters'],
  [/Folded or divided/, /It does not learn the task/, 'not the same training'],
  [/Scaled twice/, /As well as/, 'hard to notice in the result'],
])) {
  test(
    `the question ${chip} is asked, answered and explained`,
    unless(/T5/.test(chip.source)),
    async ({ page }) => {
      await visit(page, short);
      const explanation = await tryPreset(page, chip, answer);
      const verdict = explanation.getByRole('status');
      await verdict.evaluate((element) => element.setAttribute('data-first', ''));
      await expect(explanation).toContainText(text, { timeout: 120_000 });
      // Announced where the visitor waited for it.
      await expect(explanation.locator('[role="status"][data-first]')).toHaveText('That is right.');
      await expect(explanation).toContainText('That is right.');
      await expect(explanation).toContainText(
        /That is right\.\s*The network answers \d+% correctly/,
      );
    },
  );
}

test('nobody is told that they are right before the run has ended', async ({ page }) => {
  await visit(page, short);
  const explanation = await tryPreset(page, /Training takes care of it/, /Not in 300 steps/);
  await press(page, 'reset');
  await expect(status(page)).toContainText('step 0 of 300');
  await expect(explanation).toContainText('The answer comes when the run has ended.');
  await expect(explanation).not.toContainText('That is right.');
});

test('terms are explained on hover, focus and tap, in the language of the page', async ({
  page,
}) => {
  await page.goto(`./#${short}&rules=rsqrt`);
  const place = await section(page, 'scores');
  const term = place.locator('sd-term').first();
  const about = term.locator('[role=tooltip]');
  await expect(about).toBeHidden();
  await term.hover();
  await expect(about).toContainText('The variance says how widely');
  await page.keyboard.press('Escape'); // with the focus anywhere
  await expect(about).toBeHidden();
  await page.mouse.move(0, 0);
  await term.hover();
  await expect(about).toBeVisible();
  await page.mouse.move(0, 0);
  await expect(about).toBeHidden();
  await term.locator('[role=button]').focus();
  await expect(about).toBeVisible();
  const box = await about.boundingBox();
  expect(box && box.x >= 0 && box.x + box.width <= (page.viewportSize()?.width ?? 0)).toBe(true);
  await page.keyboard.press('Escape');
  await expect(about).toBeHidden();
  await term.locator('[role=button]').click();
  await expect(about).toBeVisible();
  await page.locator('h2.title').click();
  await expect(about).toBeHidden();
  await page.goto(`./#${short}&rules=rsqrt&lang=zh-Hans`);
  await expect(term).toHaveText('缩放因子');
  await term.hover();
  await expect(about).toContainText('缩放因子');
});
