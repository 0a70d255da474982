// The trained models of the Attention lab, used as a visitor uses them.
import { AxeBuilder } from '@axe-core/playwright';
import { load } from '../../web/engine/index.js';
import {
  expect,
  frames,
  linkHolds,
  overflow,
  saved,
  sectionsOf,
  stateOf,
  test,
  tryPreset,
  visit,
  wordsOf,
} from './visit.js';

/** @typedef {import('@playwright/test').Page} Page */

const section = sectionsOf('attention');

/** The panel beside the slider. @param {Page} page */
const panel = (page) => page.locator('#trained');

/** The answer of the model. @param {Page} page */
const answer = (page) => panel(page).locator('[data-value="trained-answer"]');

/** Returns the share of held-out examples that are right, once all are in. @param {Page} page */
async function accuracy(page) {
  const value = panel(page).locator('[data-value="trained-accuracy"]');
  await expect(value).toHaveAttribute('data-done', '');
  return parseFloat((await value.innerText()).replace(/^[<>]\s/, ''));
}

test('a trained model is fetched when somebody chooses it, and not before', async ({ page }) => {
  /** @type {string[]} */
  const fetched = [];
  page.on('request', (request) => void fetched.push(new URL(request.url()).pathname));
  const models = () =>
    fetched.filter((file) => /\/(dates|pronouns|trained-story|trained\.|learning)/.test(file));
  await visit(page, 'lab=attention');
  await page.locator('sd-attention-matrices').evaluate((element) => element.scrollIntoView());
  await expect(page.locator('sd-attention-matrices [data-matrix]').first()).toBeAttached();
  expect(models()).toEqual([]);
  await page.locator('#source').selectOption('pronouns');
  await expect(answer(page)).toHaveText('animal');
  expect(models().filter((file) => /pronouns/.test(file))).toHaveLength(1);
  expect(models().filter((file) => /dates/.test(file))).toEqual([]);
  await page.locator('#source').selectOption('hand-made');
  await expect(panel(page)).toHaveCount(0);
  await expect(page.locator('[data-value="answer-k"]')).toHaveText('animal');
});

test('a date that is typed is written by the model, and stands in the link', async ({ page }) => {
  await visit(page, 'lab=attention&source=dates');
  await expect(answer(page)).toHaveText('2024-03-07');
  await panel(page).getByRole('textbox').fill('25 December 1999');
  await expect(answer(page)).toHaveText('1999-12-25');
  await expect(page.locator('[data-value="answer-model"]')).toHaveText('1999-12-25');
  await linkHolds(page, 'date=25%20December%201999');
  const hash = new URL(page.url()).hash.slice(1);
  await page.goto('about:blank');
  await visit(page, hash);
  await expect(answer(page)).toHaveText('1999-12-25');
  const tokens = page.locator('sd-attention-tokens sd-figure').first();
  await expect(tokens.locator('svg')).toContainText('D');
});

test('what the model cannot read is named, and the last picture stays', async ({ page }) => {
  await visit(page, 'lab=attention&source=pronouns');
  await expect(answer(page)).toHaveText('animal');
  const box = panel(page).getByRole('textbox');
  await box.fill('the queen did not cross the street because it was too tired');
  const refused = 'The model does not know the word “queen”.';
  await expect(panel(page).locator('#refusal')).toHaveText(
    `${refused} The words that it knows are listed below.`,
  );
  await expect(page.locator('.answer')).toHaveText(refused);
  await expect(page.locator('.rest')).toHaveText('The picture shows what the model read last.');
  await expect(answer(page)).toHaveText('animal');
  await box.fill('the dog did not cross the street because it was too tired');
  await expect(answer(page)).toHaveText('dog');
  await expect(panel(page).locator('#refusal')).toBeHidden();
});

test('a link with a text that cannot be read shows an example, and says why', async ({ page }) => {
  await visit(page, 'lab=attention&source=dates&date=%E4%BB%8A%E5%A4%A9');
  const refused = 'Dates may contain digits, letters other than k, q, x and z, spaces and - / . ,';
  await expect(panel(page).locator('#refusal')).toContainText(refused);
  await expect(page.locator('[data-value="answer-refused"]')).toHaveText(refused);
  await expect(answer(page)).toHaveText(/^\d{4}-\d\d-\d\d$/);
});

test('“it” is the animal when it was too tired and the street when it was too wide, and the head that points is found', async ({
  page,
}) => {
  await visit(page, 'lab=attention&source=pronouns');
  for (const [ending, noun] of [
    ['tired', 'animal'],
    ['wide', 'street'],
  ]) {
    await panel(page)
      .getByRole('button', { name: new RegExp(`it was too ${ending}$`) })
      .first()
      .click();
    await expect(answer(page)).toHaveText(noun);
    await expect(page.locator('[data-value="answer-q"]')).toHaveText('it');
    await expect(page.locator('[data-value="answer-k"]')).toHaveText(noun);
    const weight = page.locator('[data-value="answer-weight"]');
    expect(parseFloat((await weight.innerText()).replace(/^over\s/, ''))).toBeGreaterThan(50);
  }
  const tokens = page.locator('sd-attention-tokens');
  const head = tokens.locator('[data-head][aria-pressed="true"]');
  await expect(head).toHaveText(/\d pronoun/);
  const [, hits, of] =
    /in (\d+) of (\d+) sentences/.exec(
      await panel(page).locator('[data-value="pointing"]').innerText(),
    ) ?? [];
  expect(Number(hits) / Number(of)).toBeGreaterThanOrEqual(0.8);
  // Another head, and back to the first one
  await tokens.locator('[data-head][aria-pressed="false"]').last().click();
  await linkHolds(page, 'block=');
  await expect(head).not.toHaveText(/pronoun/);
  await panel(page).getByRole('button', { name: 'Show that head' }).click();
  await expect(head).toHaveText(/\d pronoun/);
});

test('every attention of every layer shows all of its heads', { tag: '@all' }, async ({ page }) => {
  await visit(page, 'lab=attention&source=dates');
  await expect(answer(page)).toHaveText('2024-03-07');
  const tokens = page.locator('sd-attention-tokens');
  const heat = tokens.locator('sd-figure').nth(1);
  const heads = (await tokens.locator('[data-head]').count()) - 1;
  const blocks = panel(page).getByRole('button', { name: /^(Encoder|Decoder) \d/ });
  expect(await blocks.count()).toBeGreaterThanOrEqual(3);
  for (const block of await blocks.all()) {
    await block.click();
    await expect(block).toHaveAttribute('aria-pressed', 'true');
    const kind = (await block.innerText()).slice(0, 7);
    await expect(panel(page).locator('[data-value="kind"]')).toContainText(`${kind}`);
    await expect(heat.locator('text.title')).toHaveCount(heads);
  }
  // The decoder sees what it has written, and nothing that follows
  await panel(page).getByRole('button', { name: 'Decoder 1: what is written' }).click();
  await tokens.getByRole('button', { name: 'Head 1' }).click();
  const matrices = await section(page, 'matrices');
  await matrices.getByRole('button', { name: 'masked' }).click();
  await expect(matrices.locator('[data-matrix="masked"]')).toBeVisible();
  await expect(page.locator('sd-attention-masks')).toHaveCount(0);
});

test('an answer to what it was not trained on is told to mean nothing, in the headline', async ({
  page,
}) => {
  const headline = page.locator('.answer');
  for (const [link, words] of [
    ['source=dates&date=today', 'That means nothing: it never saw such dates'],
    ['source=dates&date=31%20Dec%209999', 'it learned 1900 to 2099 only'],
    ['source=dates&date=31%20April%202024', 'there is no such day'],
    [
      'source=pronouns&sentence=the%20cat%20did%20chase%20the%20mouse%20because%20it%20was%20tiny',
      '“bridge” is not in the sentence',
    ],
  ]) {
    await visit(page, `lab=attention&${link}`);
    await expect(headline).toContainText(words);
    await expect(page.locator('.rest')).toContainText('of its attention to');
    await expect(page.locator('[data-value="answer-accuracy"]')).toHaveCount(0);
    await expect(panel(page).locator('.verdict')).toContainText(
      'of the kind that it was trained on',
    );
  }
  await visit(page, 'lab=attention&source=dates');
  await expect(panel(page).locator('.verdict')).toHaveText('right');
  await expect(page.locator('[data-value="answer-outside"]')).toHaveCount(0);
});

test('how often it is right is said of held-out examples, below the picture and not in the headline', async ({
  page,
}) => {
  for (const link of ['source=pronouns', 'source=dates', 'source=dates&date=&index=1']) {
    await visit(page, `lab=attention&${link}`);
    await accuracy(page);
    await expect(page.locator('.rest')).toContainText(/Of 500 held-out examples.* right/);
    await expect(page.locator('.answer')).not.toContainText(/right|500|held-out/);
  }
});

test(
  'on a phone what it was not trained on and what it cannot read take two lines',
  { tag: '@all' },
  async ({ page }) => {
    await page.setViewportSize({ width: 360, height: 740 });
    for (const link of [
      'source=dates&date=today',
      'source=dates&date=31/12/1999',
      'source=dates&date=31%20Dec%209999',
      'source=dates&date=31%20April%202024',
      'source=dates&date=%E4%BB%8A%E5%A4%A9',
      'source=dates&date=Friday%207%20March%202024',
      'source=pronouns&sentence=the%20cat%20did%20chase%20the%20mouse%20because%20it%20was%20tiny',
      'source=pronouns&sentence=the%20animal%20did%20not%20cross%20the%20street%20because%20it%20was%20too%20thick',
      'source=pronouns&sentence=the%20queen%20saw%20it',
      'source=pronouns&sentence=it%20was',
      'source=pronouns&sentence=the%20dog%20was%20tired%20because%20it%20was%20too%20big',
      'source=pronouns&sentence=the%20animal%20did%20not%20cross%20the%20street',
    ])
      for (const lang of ['en', 'zh-Hans']) {
        await visit(page, `lab=attention&${link}&lang=${lang}`);
        await expect(page.locator('.answer .problem')).toBeVisible();
        const lines = await page
          .locator('.answer')
          .evaluate((each) => each.clientHeight / parseFloat(getComputedStyle(each).lineHeight));
        expect(lines, `${link} ${lang}`).toBeLessThan(2.5);
      }
    await visit(
      page,
      'lab=attention&source=pronouns&sentence=the%20animal%20did%20not%20cross&lang=en',
    );
    await expect(page.locator('.answer')).toHaveText(
      'The sentence must contain “it” exactly once.',
    );
  },
);

test('a date that it has never seen is chosen, and it is said whether the answer is right', async ({
  page,
}) => {
  await visit(page, 'lab=attention&source=dates');
  await expect(answer(page)).toHaveText('2024-03-07');
  const offered = panel(page).locator('.offer button');
  await expect(offered.nth(1)).toHaveText(/\d.*\d/);
  const text = await offered.nth(1).innerText();
  await offered.nth(1).click();
  await expect(panel(page).locator('q')).toHaveText(text);
  await expect(panel(page).locator('.verdict')).toHaveText('right');
  await linkHolds(page, 'date=&index=1');
  await panel(page).getByRole('button', { name: 'Others' }).click();
  await expect(offered.nth(1)).not.toHaveText(text);
  await linkHolds(page, 'index=3');
});

test('without its factor a trained model is right less often; the slider takes keys', async ({
  page,
}) => {
  await visit(page, 'lab=attention&source=dates');
  expect(await accuracy(page)).toBeGreaterThan(97);
  const slider = panel(page).getByRole('slider');
  await slider.focus();
  await page.keyboard.press('Home');
  await linkHolds(page, 'scale=none');
  await expect(page.locator('select#scale')).toHaveValue('none');
  const without = await accuracy(page);
  expect(without).toBeLessThan(97);
  await expect(page.locator('[data-value="answer-accuracy"]')).toHaveText(`${without.toFixed(1)}%`);
  await page.keyboard.press('ArrowRight');
  await linkHolds(page, 'scale=alpha');
  expect((await stateOf(page)).alpha).toBe(0.05);
});

test('while it is counted how often dates are right, the sentence below the picture says so far', async ({
  page,
}) => {
  await page.addInitScript(() => {
    const { said } = Object.assign(window, { said: /** @type {Set<string>} */ (new Set()) });
    const look = () => {
      const rest = document.querySelector('#lab')?.shadowRoot?.querySelector('.rest');
      said.add(String(rest?.textContent).replace(/\s+/g, ' '));
      requestAnimationFrame(look);
    };
    look();
  });
  await visit(page, 'lab=attention&source=dates');
  await accuracy(page);
  const rest = page.locator('.rest');
  await expect(rest).toContainText(/the model gets [\d.]+% right with this factor/);
  await expect(rest).not.toContainText('so far');
  const said = await page.evaluate(() => [.../** @type {Set<string>} */ (Object(window).said)]);
  const counts = said.flatMap((text) => {
    const found = /has got (\d+) of (\d+) right with this factor so far/.exec(text);
    return found ? [[Number(found[1]), Number(found[2])]] : [];
  });
  expect(counts.length).toBeGreaterThan(0);
  for (const [exact, examples] of counts) {
    expect(examples).toBeLessThan(500);
    expect(exact).toBeLessThanOrEqual(examples);
  }
});

test('only 400 characters of a text are used, and that is said where it is typed', async ({
  page,
}) => {
  await visit(page, 'lab=attention&source=pronouns');
  await expect(answer(page)).toHaveText('animal');
  const box = panel(page).getByRole('textbox');
  const note = panel(page).getByText('Only the first 400 characters are used.');
  await expect(note).toBeHidden();
  const sentence = 'the dog did not cross the street because it was too tired';
  const long = Array(8).fill(sentence).join(' ');
  await box.fill(long);
  await expect(note).toBeVisible();
  await expect(page.locator('[part="notes"]')).toHaveCount(0);
  expect((await stateOf(page)).sentence).toBe(long.slice(0, 400).trim());
  await box.blur();
  await expect(box).toHaveValue(long.slice(0, 400).trim());
  await box.fill(sentence.padEnd(500));
  await expect(note).toBeHidden();
});

test('the curve is measured by itself, and its table is a file', async ({ page }) => {
  await visit(page, 'lab=attention&source=pronouns');
  const curve = await section(page, 'accuracy');
  await expect(curve).toContainText('Without any factor');
  const { text } = await saved(curve, 'CSV');
  expect(text.match(/^[^#\ufeff\r\n].*$/gm)).toHaveLength(12);
  expect(text).toMatch(/\b0\.5,.*,500,/);
});

test('a click on the curve takes that factor', async ({ page }) => {
  await visit(page, 'lab=attention&source=pronouns');
  await accuracy(page);
  const curve = await section(page, 'accuracy');
  await expect(curve).toContainText('Without any factor');
  await curve.locator('.hit').first().focus();
  await page.keyboard.press('Home');
  await page.keyboard.press('Enter');
  await linkHolds(page, 'scale=none');
});

test('presets ask, change and explain with the model’s own numbers', async ({ page }) => {
  await visit(page, 'lab=attention');
  const head = await tryPreset(page, /Does a head learn/, /in the last layer/);
  await expect(head).toContainText('That is right');
  await expect(head).not.toContainText('…');
  await expect(head).toContainText(/gives [\d.a-z\s]+% of the attention of “it” to “animal”/);
  const [, of, first, second] =
    /Of (\d+) sentences .* in ([\d, ]+) \(the two heads of layer 1\) and ([\d, ]+) \(/.exec(
      await head.innerText(),
    ) ?? [];
  const most = (/** @type {string} */ list) => Math.max(...list.split(', ').map(Number));
  expect(most(second)).toBeGreaterThan(0.9 * Number(of));
  expect(most(first)).toBeLessThan(0.5 * Number(of));
  await page.locator('#source').selectOption('dates');
  await expect(head).toContainText('was about other matrices');
  await page.getByRole('button', { name: /Does a head learn/ }).click();
  const factor = await tryPreset(page, /no factor needed/, /Fewer/);
  await expect(factor).toContainText(
    /it gets [\d.a-z\s]+% of the dates right; now, with every score 5\.66 times as large, 88/,
  );
  // The sentence follows the slider and stays true
  await panel(page).getByRole('slider').press('End');
  await expect(factor).toContainText(/with every score 0\.177 times as large/);
});

test('cells of a trained head can be changed, and the answer does not pretend to follow', async ({
  page,
}) => {
  await visit(page, 'lab=attention&source=pronouns&edits=3,0,0,0,5');
  await expect(answer(page)).toHaveText('animal');
  await expect(panel(page)).toContainText('affect this picture only');
});

test('a model that a visitor has trained runs whole, and starts with its own factor', async ({
  page,
}) => {
  const engine = await load({ engine: 'simd', workers: 0 });
  const trainer = await engine.createTrainer({
    ...{ task: 'reverse', size: 4, symbols: 5, layers: 2, rule: 'inverse', steps: 20, seed: 3 },
  });
  await trainer.step(20);
  const buffer = Buffer.from(await trainer.save({ numbers: 'f16' }));
  const { answer: answered, tokens } = await trainer.attention({ index: 0 });
  trainer.dispose();
  engine.dispose();
  await visit(page, 'lab=attention');
  const data = await section(page, 'data');
  await data
    .locator('#files')
    .setInputFiles({ name: 'mine.safetensors', mimeType: 'application/octet-stream', buffer });
  await expect(answer(page)).toHaveText(answered.filter((word) => word !== null).join(' '));
  await expect(panel(page).locator('q')).toHaveText(tokens.join(' '));
  await expect(panel(page).getByRole('textbox')).toHaveCount(0);
  await expect(panel(page)).toContainText('As it was trained');
  await expect(page.locator('select#scale')).toHaveValue('inverse');
  await expect(panel(page).getByRole('button', { name: /^Layer \d/ })).toHaveCount(2);
  await linkHolds(page, 'source=network');
  await accuracy(page);
  // A link carries no file
  const hash = new URL(page.url()).hash.slice(1);
  await page.goto('about:blank');
  await visit(page, hash);
  await expect(page.locator('.answer')).toContainText('No matrices of your own are loaded');
});

test('a model of another rule is refused, in the language of the page, and nothing changes', async ({
  page,
}) => {
  const engine = await load({ engine: 'simd', workers: 0 });
  for (const [rule, lang, word, words] of /** @type {const} */ ([
    [
      ...['cosine', 'en', 'animal'],
      'mine.safetensors cannot be used, and nothing has changed: its scores follow the rule “cosine”',
    ],
    [
      ...['additive', 'zh-Hans', '动物'],
      '“mine.safetensors”无法使用，一切保持原样：它的得分按规则“additive”计算',
    ],
  ])) {
    const trainer = await engine.createTrainer({ task: 'reverse', size: 4, symbols: 5, rule });
    const buffer = Buffer.from(await trainer.save({ numbers: 'f16' }));
    trainer.dispose();
    await visit(page, `lab=attention&lang=${lang}`);
    const data = await section(page, 'data');
    await data
      .locator('#files')
      .setInputFiles({ name: 'mine.safetensors', mimeType: 'application/octet-stream', buffer });
    await expect(data.getByRole('alert')).toContainText(words);
    await expect(page.locator('[data-value="answer-k"]')).toHaveText(word);
    expect((await stateOf(page)).source).toBe('hand-made');
  }
  engine.dispose();
});

test('models that are left before they have answered are forgotten without a word', async ({
  page,
}) => {
  await visit(page, 'lab=attention&source=dates');
  for (let turn = 0; turn < 12; turn++) {
    await page.locator('#source').selectOption(turn % 2 ? 'dates' : 'pronouns');
    await frames(page, 2 * (turn % 4));
  }
  await page.locator('#source').selectOption('pronouns');
  await expect(answer(page)).toHaveText('animal');
  await expect(panel(page).locator('#refusal')).toBeHidden();
  // One worker that trains or answers, and those of the engine
  expect(page.workers().length).toBeLessThan(8);
});

test('a failure to fetch is said, and can be tried again', async ({ page, errors }) => {
  await page.route(/\/pronouns-/, (route) => route.abort());
  await page.goto('./#lab=attention&source=pronouns');
  await expect(panel(page).getByRole('alert')).toContainText('could not be fetched');
  await expect(page.locator('.answer')).toContainText('the reason is below');
  await expect(page.locator('sd-attention-tokens')).toHaveCount(0);
  await page.unroute(/\/pronouns-/);
  await panel(page).getByRole('button').click();
  await expect(answer(page)).toHaveText('animal');
  await expect(page.locator('[data-value="answer-k"]')).toHaveText('animal');
  errors.length = 0;
});

test('it speaks Chinese, and says that the model knows English only', async ({ page }) => {
  await visit(page, 'lab=attention&source=dates&lang=zh-Hans');
  await expect(answer(page)).toHaveText('2024-03-07');
  await panel(page).locator('summary').click();
  await expect(panel(page)).toContainText('它只懂英文');
  expect(await wordsOf(page)).not.toMatch(/trained\.|The trained model|held-out/);
});

test(
  'axe finds nothing, and nothing is cut off at 320 pixels, light and dark',
  { tag: '@all' },
  async ({ page }) => {
    test.slow();
    await page.setViewportSize({ width: 320, height: 800 });
    await visit(page, 'lab=attention&source=pronouns&theme=light');
    await accuracy(page);
    await panel(page).locator('summary').click();
    for (const theme of ['light', 'dark']) {
      await page
        .locator('#lab')
        .evaluate((lab, name) => Object(lab).setState({ theme: name }), theme);
      await expect(page.locator('html')).toHaveAttribute('theme', theme);
      expect(await overflow(page)).toBeLessThanOrEqual(0);
      const { violations } = await new AxeBuilder({ page })
        .options({ resultTypes: ['violations'] })
        .include('#lab')
        .analyze();
      expect(
        violations.map(({ id, nodes }) => [id, nodes[0].html]),
        theme,
      ).toEqual([]);
    }
  },
);
