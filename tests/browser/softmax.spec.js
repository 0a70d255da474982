// The five pictures of the Softmax lab, used as a visitor uses them.
import {
  answerOf,
  expect,
  linesOf,
  linkHolds,
  openCode,
  saved,
  sectionsOf,
  stateOf,
  test,
  tryPreset,
  valueOf,
  visit,
} from './visit.js';

const section = sectionsOf('softmax');

const lab = 'lab=softmax';

test.describe('one query', () => {
  test('the answer is there at once, with what the research says', async ({ page }) => {
    await visit(page, lab);
    // Median of the largest weight 0.97 and 0.33, dead queries 22 % and none, for d_k = 64 and 8 keys.
    await expect
      .poll(() => answerOf(page))
      .toMatch(
        /^Without a factor, the top key .* 0\.9[67] of the weight; with 1\s*\/\s*64\s*, 0\.3[345]\.$/,
      );
    await expect(page.locator('.rest')).toHaveText(
      /With dk = 64 and 8 keys, 2[123]% .* almost no gradient.* and 0% with it\./s,
    );
    const place = await section(page, 'one');
    await expect(place.locator('#summary')).toContainText('the largest weight is 0.98');
    await place.locator('.more summary').click();
    await expect(place.getByText('Median of 4,000 queries')).toBeVisible();
    expect(await valueOf(place, 'dead-before')).toBeCloseTo(22, -0.5);
    expect(await valueOf(place, 'dead-after')).toBe(0);
  });

  test('follows the slider of d_k at once', async ({ page }) => {
    await visit(page, lab);
    const place = await section(page, 'one');
    const before = await valueOf(place, 'logitGradientNorm-before');
    const slider = page.getByRole('slider', { name: /^Dimension/ });
    await slider.focus();
    for (let i = 0; i < 4; ++i) await page.keyboard.press('ArrowRight');
    await expect(place.locator('#title.title')).toContainText('1,024');
    await expect.poll(() => valueOf(place, 'logitGradientNorm-before')).not.toBe(before);
    // Without the factor more and more queries are dead, with it none.
    await expect.poll(() => valueOf(place, 'dead-before')).toBeGreaterThan(60);
    expect(await valueOf(place, 'dead-after')).toBe(0);
  });

  test('a logit is dragged by keys and by pointer, and goes back to the sample', async ({
    page,
  }) => {
    await visit(page, lab);
    const place = await section(page, 'one');
    const handle = place.getByRole('slider', { name: 'Logit of key 3' });
    await expect(place.getByRole('slider', { name: /^Logit of key/ })).toHaveCount(8);
    await handle.focus();
    await page.keyboard.press('End');
    await linkHolds(page, 'logits=');
    expect(String((await stateOf(page)).logits).split(',')[2]).toBe('10');
    await expect(place.locator('.verdict')).toContainText('These scores are yours');
    await expect.poll(() => valueOf(place, 'topWeight-before')).toBeGreaterThan(0.98);
    // The other side follows: 10 / 8 is slightly above the other logits.
    expect(await valueOf(place, 'topWeight-after')).toBeLessThan(0.6);

    const circle = place.locator('[data-handle="logits-before-2"] circle');
    const box = await circle.boundingBox();
    if (!box) throw new Error('there is no handle');
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.mouse.move(x, y + 45, { steps: 6 });
    await page.mouse.up();
    const logits = String((await stateOf(page)).logits)
      .split(',')
      .map(Number);
    expect(logits[2]).toBeLessThan(5);
    expect(logits[2]).toBeGreaterThan(-9);
    const powers = logits.map(Math.exp);
    const own = Math.max(...powers) / powers.reduce((sum, power) => sum + power);
    await expect.poll(() => valueOf(place, 'topWeight-before')).toBeCloseTo(own, 2.7);

    // d_k changes the visitor's own scores only through the factor. Without the factor softmax gets the same scores.
    await page.getByRole('spinbutton', { name: /^Dimension/ }).fill('256');
    await expect(place.locator('#title.title')).toContainText('256');
    expect(await valueOf(place, 'topWeight-before')).toBeCloseTo(own, 2.7);
    await place.getByRole('button', { name: 'Back to the sampled scores' }).click();
    await expect(place.locator('.verdict')).toBeHidden();
    expect((await stateOf(page)).logits).toBe('');
  });

  test('own scores stand in the link, also with a mask and a temperature', async ({ page }) => {
    await visit(page, `${lab}&logits=2,1,0,5&masked=1&temperature=0.5&scale=none`);
    const place = await section(page, 'one');
    // softmax(4, 2, 0) = 0.867, 0.117, 0.016; the fourth key is masked.
    expect(await valueOf(place, 'topWeight-after')).toBeCloseTo(0.867, 3);
    await expect(place.locator('path.cross').first()).toHaveAttribute('d', /M/);
    await page.getByRole('combobox', { name: 'A masked key' }).selectOption('zero');
    // softmax(4, 2, 0, 0)
    await expect.poll(() => valueOf(place, 'topWeight-after')).toBeCloseTo(0.853, 3);
    // A masked key has no score to drag.
    await expect(place.locator('[data-handle]')).toHaveCount(3);
    await page.getByRole('combobox', { name: 'Factor' }).selectOption('cosine');
    await expect(page.locator('#logits-problem')).toContainText('no vectors');
    expect((await stateOf(page)).logits).toBe('');
  });

  test('adding a constant changes nothing', async ({ page }) => {
    await visit(page, lab);
    const place = await section(page, 'one');
    const before = await valueOf(place, 'topWeight-after');
    await page.getByRole('spinbutton', { name: 'Added to every logit' }).fill('100');
    await linkHolds(page, 'shift=100');
    expect(await valueOf(place, 'topWeight-after')).toBe(before);
  });

  test('another query is another query of the same seed', async ({ page }) => {
    await visit(page, lab);
    const place = await section(page, 'one');
    const first = await valueOf(place, 'topWeight-after');
    // The programs show their output once all queries are in.
    await openCode(page);
    await expect(page.locator('sd-code samp')).toHaveCount(1, { timeout: 60_000 });
    await expect(place.locator('[data-provisional]')).toHaveCount(0);
    const many = await valueOf(place, 'median-topWeight-after');
    await place.getByRole('button', { name: 'Another query' }).click();
    await linkHolds(page, 'draw=1');
    await expect.poll(() => valueOf(place, 'topWeight-after')).not.toBe(first);
    // It may be computed again.
    await expect.poll(() => valueOf(place, 'median-topWeight-after')).toBe(many);
  });
});

test('the answer says so where the factor changes nothing, or there is nothing to choose from', async ({
  page,
}) => {
  await visit(page, `${lab}&dk=1`);
  await expect(page.locator('.answer')).toHaveText(/with or without the factor 1\/1\./);
  await expect(page.locator('.rest')).toHaveText(
    /almost no gradient, with or without the factor\./,
  );
  await visit(page, `${lab}&keys=1`);
  await expect(page.locator('.answer')).toHaveText(
    /One visible key always gets all of the weight, 1/,
  );
  await expect(page.locator('.rest')).toHaveCount(0);
});

test('numbers of many queries are provisional while they come in', async ({ page }) => {
  await visit(page, `${lab}&draws=100000&dk=2048&keys=64`);
  const sentences = ['.answer', '.rest'].map((part) => page.locator(part));
  for (const each of sentences) {
    await expect(each.locator('[data-provisional]')).toHaveCount(2);
    expect((await each.innerText()).match(/so far/g)).toHaveLength(1);
  }
  await page.locator('#draws').fill('100');
  await page.locator('#dk').fill('64');
  for (const each of sentences) {
    await expect(each.locator('[data-provisional]')).toHaveCount(0);
    await expect(each).not.toContainText('so far');
  }
});

test('rules are neutral: no line has the colour of a query or a key', async ({ page }) => {
  await visit(page, lab);
  for (const name of ['bands', 'exponent']) {
    const place = await section(page, name);
    await expect(place.locator('svg circle.dot').last()).toBeVisible();
    for (const color of ['query', 'key', 'value', 'weight'])
      await expect(place.locator(`svg [data-color="${color}"]`)).toHaveCount(0);
  }
});

test('the Jacobian has nothing to say where one key has all the weight', async ({ page }) => {
  await visit(page, lab);
  const place = await section(page, 'jacobian');
  expect(await valueOf(place, 'jacobian-before')).toBeLessThan(0.05);
  expect(await valueOf(place, 'jacobian-after')).toBeGreaterThan(0.2);
  const csv = linesOf((await saved(place, 'CSV')).text);
  expect(csv).toHaveLength(1 + 64);
  // A row sums to 0.
  const rows = csv.slice(1).map((line) => line.split(',').map(Number));
  const sum = rows.filter(([weight]) => weight === 1).reduce((total, row) => total + row[3], 0);
  expect(Math.abs(sum)).toBeLessThan(1e-6);
  await place.locator('.hit').focus();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowRight');
  await expect(place.locator('.readout')).toContainText('comes from');
});

test.describe('many queries', () => {
  test('bands appear for every rule, sharpen, and can be stopped', async ({ page }) => {
    await visit(page, lab);
    const place = await section(page, 'bands');
    await expect(place.locator('path.range').first()).toBeVisible();
    await expect(place.locator('g[data-group] path.core')).toHaveCount(4);
    await expect(place.getByRole('progressbar').first()).toBeVisible();
    await place.getByRole('button', { name: 'Stop' }).press('Enter');
    await expect(place.getByText(/at every size, then stopped/)).toBeVisible();
    // The focus stays on the button.
    await expect(place.getByRole('button', { name: 'Start again' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(place.getByRole('button', { name: 'Stop' })).toBeVisible();
    // At d_k = 4096 most queries are dead without the factor, and none with it.
    await expect.poll(() => valueOf(place, 'dead-last')).toBeGreaterThan(60);
  });

  test('shows any measure, against d_k or the number of keys', async ({ page }) => {
    await visit(page, `${lab}&scale=alpha&alpha=0.25`);
    const place = await section(page, 'bands');
    await expect(place.locator('g[data-group] path.core')).toHaveCount(5);
    await place.getByRole('button', { name: 'gradient |∂L/∂q|' }).click();
    await linkHolds(page, 'measure=queryGradient');
    await expect(place.locator('.title').last()).toContainText('|∂L/∂q|');
    await place.getByRole('button', { name: 'against the number of keys' }).click();
    await linkHolds(page, 'axis=keys');
    await expect(place.locator('.verdict')).toContainText('for 512 keys');
    await expect(place.locator('.title').first()).toContainText('for d_k = 64'.replace('_', ''));
  });

  test('table and files hold what is seen', async ({ page }) => {
    await visit(page, `${lab}&measure=effectiveKeys&dk=16`);
    const place = await section(page, 'bands');
    await expect(place.locator('path.range').first()).toBeVisible();
    await place
      .getByRole('button', { name: /^Table: / })
      .first()
      .click();
    await expect(place.getByRole('columnheader', { name: 'median' }).first()).toBeHidden();
    await expect(place.getByRole('columnheader', { name: '50%' }).first()).toBeVisible();
    const csv = await saved(place, 'CSV');
    expect(csv.name).toBe('softmax-bands.csv');
    expect(linesOf(csv.text)).toHaveLength(1 + 4 * 13);
    const svg = (await saved(place, 'SVG')).text;
    expect(svg, 'the state link').toContain('measure=effectiveKeys');
    expect(svg, 'its colours are resolved').not.toContain('var(--');
    const png = await saved(place, 'PNG');
    expect(png.bytes.subarray(1, 4).toString('latin1')).toBe('PNG');
  });
});

test('only the exponent 1/2 stays flat, and the slider has a line of its own', async ({ page }) => {
  await visit(page, lab);
  const place = await section(page, 'exponent');
  await expect(place.locator('.verdict')).toContainText('With α = 0 it falls to 1');
  const text = await place.locator('.verdict').innerText();
  // The text separates what is exact, the variance, from what is not, this number.
  expect(text).toContain('The variance stays exactly the same, this number only roughly');
  const [, half, , one] = /to (\d\.\d+) of 8 keys.*falls to ([\d.]+):.*rises to ([\d.]+):/s.exec(
    text,
  ) ?? ['', '', '', ''];
  expect(Number(half)).toBeGreaterThan(5.2);
  expect(Number(half)).toBeLessThan(6.4);
  expect(Number(one)).toBeGreaterThan(7.9);
  await expect(place.locator('circle.dot')).toHaveCount(5 * 12);
  await place.getByRole('slider', { name: 'Your exponent' }).focus();
  await page.keyboard.press('ArrowLeft');
  await linkHolds(page, 'alpha=0.45');
  await expect(place.locator('circle.dot')).toHaveCount(6 * 12);
});

test('the slogan of the vanishing gradient is measured', { tag: '@all' }, async ({ page }) => {
  await visit(page, lab);
  const place = await section(page, 'vanish');
  await expect(place.locator('[data-row="8-1024"]')).toBeAttached();
  await expect(place.getByRole('progressbar').first()).toBeHidden();
  /** @param {string} row @param {string} name */
  const cell = async (row, name) =>
    parseFloat(
      String(await place.locator(`[data-row="${row}"] [data-value="${name}"]`).textContent()),
    );
  // Reference values: ratios 0.36, 1.0 and 2.1, dead shares 21 % and 73 %, from 4096 queries each.
  expect(Math.abs((await cell('8-64', 'ratio')) - 0.37)).toBeLessThan(0.04);
  expect(Math.abs((await cell('64-64', 'ratio')) - 1)).toBeLessThan(0.08);
  expect(Math.abs((await cell('256-64', 'ratio')) - 2.06)).toBeLessThan(0.15);
  expect(Math.abs((await cell('8-64', 'dead')) - 22)).toBeLessThan(2.5);
  expect(Math.abs((await cell('8-1024', 'dead')) - 73)).toBeLessThan(3);
  await expect(place.locator('#summary')).toContainText('for 256 keys');
});

test('sentences claim only what their picture bears out', async ({ page }) => {
  // d_k = 1: the factor is 1.
  await visit(page, `${lab}&dk=1`);
  let place = await section(page, 'vanish');
  await expect(place.locator('.verdict')).toContainText('it changes nothing');
  await expect(place.locator('[data-row="64-1"] [data-value="ratio"]')).toHaveText(/^\s*1\s/);
  // So cold that every query is dead, even with the factor.
  await visit(page, `${lab}&temperature=0.001&keys=4`);
  place = await section(page, 'exponent');
  await expect(place.locator('.verdict')).toContainText('With α = 0 it ends at 1,');
  place = await section(page, 'vanish');
  await expect(place.locator('.verdict')).toContainText('says little');
  place = await section(page, 'bands');
  await expect(place.locator('.verdict')).toContainText('of the queries have almost no gradient.');
  await expect(place.locator('.verdict')).not.toContainText('goes wrong');
});

test(
  'sizes and rules that a picture cannot show are said in words',
  { tag: '@all' },
  async ({ page }) => {
    await visit(page, `${lab}&scale=number&factor=0`);
    let place = await section(page, 'vanish');
    await expect(place.locator('.verdict')).toContainText('no gradient reaches q');
    await visit(page, `${lab}&scale=cosine&dk=8192&keys=2`);
    place = await section(page, 'bands');
    await expect(place.locator('.verdict')).toContainText('ends at dk = 4,096; yours is 8,192');
    await expect(place.locator('path.guide')).toHaveCount(0);
    place = await section(page, 'vanish');
    await expect(place.locator('.verdict')).toContainText('as with cosines');
    await visit(page, `${lab}&keys=1024&masked=600`);
    place = await section(page, 'vanish');
    await expect(place.locator('.verdict')).toContainText('With 600 keys masked');
  },
);

test('an explanation stays with its experiment', async ({ page }) => {
  await visit(page, lab);
  const explanation = await tryPreset(page, /Gradients vanish/, /about twice/);
  const text = await explanation.innerText();
  await page.getByRole('spinbutton', { name: /^Dimension/ }).fill('1024');
  await expect.poll(async () => (await stateOf(page)).dk).toBe(1024);
  expect(await explanation.innerText()).toBe(text);
});

test('a term of the formula, its control and what it drives light up together', async ({
  page,
}) => {
  await visit(page, `${lab}&temperature=2`);
  const factor = page.locator('.control[data-term="factor"]').first();
  await page.locator('.formula [data-term="factor"]').first().hover();
  await expect(factor).toHaveAttribute('data-lit');
  await page.locator('.title').first().hover();
  await page.locator('figure.formula').focus();
  for (let i = 0; i < 3; ++i) await page.keyboard.press('ArrowRight');
  await expect(page.locator('.formula [data-term="temperature"]').first()).toHaveAttribute(
    'data-lit',
  );
  // Content that scrolls under a resting pointer does not take the highlight from the keys.
  await page.evaluate(() => scrollBy(0, 60));
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 300)));
  await expect(page.locator('.formula [data-term="temperature"]').first()).toHaveAttribute(
    'data-lit',
  );
  await page.keyboard.press('Enter');
  await expect(page.getByRole('spinbutton', { name: /^Temperature/ })).toBeFocused();
});

test('each question is asked, answered and explained', async ({ page }) => {
  await visit(page, lab);
  const cases = [
    {
      chip: /Gradients vanish/,
      answer: /about twice/,
      says: /It is (1\.[89]|2|2\.[0-3])\d* times as large/,
      shown: 'vanish',
    },
    { chip: /Divide by/, answer: /all 8/, says: /is (8|7\.9\d+) of 8/, shown: 'exponent' },
    {
      chip: /overflow/,
      answer: /No, it computes/,
      says: /logit of the first query is 117, and e¹¹⁷ would.*largest weight is >\s0\.99/s,
      shown: 'one',
    },
    { chip: /saturate/, answer: /nothing/, says: /cancels/, shown: 'one' },
    { chip: /score 0/, answer: /it depends/, says: /then it gets 0%/, shown: 'one' },
    { chip: /Output of/, answer: /less than 1/, says: /on average 0\.2\d/, shown: 'bands' },
  ];
  for (const { chip, answer, says, shown } of cases) {
    await test.step(chip.source, async () => {
      const explanation = await tryPreset(page, chip, answer);
      await expect(explanation).toContainText('That is right');
      await expect(explanation).toContainText(says);
      await explanation.getByRole('button', { name: 'Show it in its picture' }).click();
      await expect(page.locator(`sd-softmax-${shown} h3`)).toBeFocused();
    });
  }
});

test('speaks Chinese', async ({ page }) => {
  await visit(page, `${lab}&lang=zh-Hans`);
  await expect.poll(() => answerOf(page)).toMatch(/得分最高的键通常占 0\.9[67] 的权重/);
  await expect(page.locator('.rest')).toHaveText(/2[123]% 的查询/);
  for (const name of ['bands', 'jacobian', 'exponent', 'vanish']) {
    const place = await section(page, name);
    await expect(place.locator('#summary').first()).toHaveText(/[。]/);
  }
});

test('the code of the page prints the numbers of its answer', async ({ page }) => {
  await visit(page, lab);
  await openCode(page);
  const output = page.locator('sd-code samp');
  await expect(output).toContainText('query 0  largest weight 0.98');
  await expect(output).toContainText(/dead {5}0\.2[123]\d+ -> 0\.0000/);
});
