// The pictures of the Scoring lab, used as a visitor uses them.
import {
  expect,
  linesOf,
  linkHolds,
  openCode,
  saved,
  scrollThrough,
  sectionsOf,
  stateOf,
  test,
  unless,
  visit,
  wordsOf,
} from './visit.js';

const section = sectionsOf('scoring');

/** @typedef {import('@playwright/test').Page} Page */
/** @typedef {import('@playwright/test').Locator} Locator */

/** Returns a number of the answer. @param {Page} page @param {string} name */
const answered = async (page, name) =>
  Number(await page.locator(`[data-value="answer-${name}"]`).innerText());

/** Returns the position of a point of the first plane on the screen. @param {Page} page @param {string} key */
async function pointAt(page, key) {
  await expect(page.locator('sd-scoring-plane [data-handle]').first()).toBeAttached();
  const point = page.locator(`sd-scoring-plane circle.point[data-key="${key}"]`).first();
  const box = await point.boundingBox();
  if (!box) throw new Error(`${key} is not drawn`);
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

/** Returns the table behind a picture, as rows of text. @param {Locator} place */
async function tableOf(place) {
  await place.locator('sd-figure .tools .table').click();
  return place.locator('sd-figure .sheet tbody tr').allInnerTexts();
}

test.describe('the planes', () => {
  test('a dragged query moves every plane, the answer and the link', async ({ page }) => {
    await visit(page, 'lab=scoring');
    const before = await answered(page, 'plane-dot');
    const { x, y } = await pointAt(page, 'q');
    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.mouse.move(x - 40, y + 30, { steps: 4 });
    await page.mouse.up();
    await linkHolds(page, 'q=');
    const [qx, qy] = String((await stateOf(page)).q)
      .split(',')
      .map(Number);
    expect(qx).toBeCloseTo(2.3 - (40 * 6) / 140, 1);
    expect(qy).toBeCloseTo(0.95 - (30 * 6) / 140, 1);
    await expect.poll(() => answered(page, 'plane-dot')).not.toBe(before);
    const marks = page.locator('sd-scoring-plane circle.point[data-key="q"]');
    await expect(marks).toHaveCount(8);
  });

  test('the answer says who wins by dot product and who by cosine, also after a drag', async ({
    page,
  }) => {
    await visit(page, 'lab=scoring');
    const answer = page.locator('.answer');
    await expect(answer).toHaveText(
      /By dot product, k₁ wins with weight 0\.\d\d.*by cosine.*k₂ wins with 0\.\d\d/s,
    );
    // When the longest key gets shorter, it loses by dot product. By cosine nothing changes.
    const handle = page.locator('sd-scoring-plane [data-handle="k0"]');
    await handle.focus();
    await expect(async () => {
      await page.keyboard.press('Shift+ArrowDown');
      await expect(answer).toHaveText(/k₂ wins both ways/, { timeout: 500 });
    }).toPass({ intervals: [0] });
    const { k } = await stateOf(page);
    const [x, y] = String(k).split(',').map(Number);
    expect(Math.hypot(x, y)).toBeGreaterThan(Math.hypot(1, 0.25));
    await visit(page, 'lab=scoring&k=1,1,1,1,-1,0&q=1,1');
    await expect(answer).toHaveText(/By dot product, k₁, k₂ tie with weight 0\.\d\d/);
  });

  test('no function is ticked off as right', async ({ page }) => {
    await visit(page, 'lab=scoring&pick=cosine');
    const titles = page.locator('sd-scoring-plane text.title');
    await expect(titles).toHaveCount(8);
    await expect(titles.filter({ hasText: '▸' })).toHaveText(/Cosine/);
    expect((await titles.allTextContents()).join(' ')).not.toMatch(/[✓✔]/);
  });

  test('medians that are still coming in look so, and stand below', async ({ page }) => {
    await visit(page, 'lab=scoring&draws=100000&dk=512');
    await expect(page.locator('.answer')).not.toContainText('so far');
    const medians = page.locator('.rest');
    await expect(medians.locator('[data-provisional][aria-busy="true"]')).toHaveCount(4);
    expect((await medians.innerText()).match(/so far/g)).toHaveLength(1);
    await page.locator('#draws').fill('50');
    await page.locator('#dk').fill('16');
    await expect(medians.locator('[data-provisional]')).toHaveCount(0);
    await expect(medians).not.toContainText('so far');
  });

  test('sums in the formula have no empty index', async ({ page }) => {
    await visit(page, 'lab=scoring');
    await expect(page.locator('.formula munder')).not.toHaveCount(0);
    for (const both of await page.locator('.formula munderover').all())
      expect(await both.evaluate(({ children }) => children.length)).toBe(3);
  });

  test('what is dragged within a frame is one call of the engine', async ({ page }) => {
    await visit(page, 'lab=scoring');
    const calls = await page.locator('#lab').evaluate(async (element) => {
      const lab = /** @type {any} */ (element);
      const place = lab.renderRoot.querySelector('sd-scoring-plane');
      const { engine } = lab;
      const { scorePlane } = engine;
      let count = 0;
      engine.scorePlane = (/** @type {unknown} */ options) => {
        count++;
        return scorePlane.call(engine, options);
      };
      const counts = [];
      for (let frame = 1; frame <= 5; frame++) {
        for (const y of [0.1, 0.2, 0.3]) {
          const detail = { key: 'q', index: 3, value: [frame / 10, y], done: frame === 5 };
          place.figure.emit('sd-drag', detail);
          await place.updateComplete; // an immediate render would happen here
        }
        await lab.updateComplete;
        await place.updateComplete;
        counts.push(count);
      }
      return counts;
    });
    expect(calls).toEqual([1, 2, 3, 4, 5]);
    expect((await stateOf(page)).q).toBe('0.5,0.3');
  });

  test('keys pressed quicker than it is drawn all count', async ({ page }) => {
    await visit(page, 'lab=scoring&k=1,0,0,1');
    const handle = page.locator('sd-scoring-plane [data-handle="k0"]');
    await handle.focus();
    // All within one frame.
    await handle.evaluate((each) => {
      for (const key of ['ArrowUp', 'ArrowUp', 'ArrowUp', 'ArrowLeft', 'ArrowDown'])
        for (const type of ['keydown', 'keyup'])
          each.dispatchEvent(new KeyboardEvent(type, { key, bubbles: true, composed: true }));
    });
    await expect.poll(async () => (await stateOf(page)).k).toBe('0.9,0.2,0,1');
    await expect(handle).toHaveAttribute('aria-valuetext', /0\.9.*0\.2/);
    await page.keyboard.press('ArrowUp');
    await expect.poll(async () => (await stateOf(page)).k).toBe('0.9,0.3,0,1');
  });

  test('arrow keys move a key, with Shift five times as far, and release ends the drag', async ({
    page,
  }) => {
    await visit(page, 'lab=scoring&k=1,0,0,1');
    const handle = page.locator('sd-scoring-plane [data-handle="k0"]');
    await handle.focus();
    await page.keyboard.press('ArrowUp');
    await expect.poll(async () => (await stateOf(page)).k).toBe('1,0.1,0,1');
    await page.keyboard.press('Shift+ArrowLeft');
    await expect.poll(async () => (await stateOf(page)).k).toBe('0.5,0.1,0,1');
    await expect(handle).toHaveAttribute('aria-valuetext', /0\.5.*0\.1/);
  });

  test('a finger drags a point and not the page', async ({ browser }) => {
    const context = await browser.newContext({
      hasTouch: true,
      viewport: { width: 400, height: 800 },
    });
    const page = await context.newPage();
    await visit(page, 'lab=scoring');
    await page.locator('sd-scoring-plane').evaluate((element) => element.scrollIntoView());
    const { x, y } = await pointAt(page, 'k0');
    const session = await context.newCDPSession(page);
    const touch = (/** @type {string} */ type, /** @type {number} */ off) =>
      session.send('Input.dispatchTouchEvent', {
        type: /** @type {'touchStart'} */ (type),
        touchPoints: type === 'touchEnd' ? [] : [{ x, y: y + off }],
      });
    const top = await page.evaluate(() => scrollY);
    await touch('touchStart', 0);
    for (let off = 5; off <= 40; off += 5) await touch('touchMove', off);
    await touch('touchEnd', 0);
    await expect
      .poll(async () => Number(String((await stateOf(page)).k).split(',')[1]))
      .toBeLessThan(1.5);
    expect(await page.evaluate(() => scrollY)).toBe(top);
    await context.close();
  });

  test('coordinates, lengths and angles can be typed; keys come and go', async ({ page }) => {
    await visit(page, 'lab=scoring');
    const plane = page.locator('sd-scoring-plane');
    await plane.getByLabel('q length', { exact: true }).fill('2');
    await plane.getByLabel('q length', { exact: true }).press('Enter');
    await plane.getByLabel('q angle, °', { exact: true }).fill('90');
    await plane.getByLabel('q angle, °', { exact: true }).press('Enter');
    await expect.poll(async () => (await stateOf(page)).q).toBe('0,2');
    for (const count of [8, 10, 12]) {
      await plane.getByRole('button', { name: 'Add a key' }).click();
      await expect.poll(async () => String((await stateOf(page)).k).split(',').length).toBe(count);
    }
    await expect(plane.getByRole('button', { name: 'Add a key' })).toBeDisabled();
    await plane.getByRole('button', { name: 'Remove k₁' }).click();
    await expect.poll(async () => String((await stateOf(page)).k).split(',').length).toBe(10);
  });

  test('what comes within one frame adds up: a length and an angle, new keys, two sliders', async ({
    page,
  }) => {
    await visit(page, 'lab=scoring&q=1,0');
    await page.locator('sd-scoring-plane').evaluate((place) => {
      const root = /** @type {ShadowRoot} */ (place.shadowRoot);
      for (const [label, value] of [
        ['q length', '2'],
        ['q angle, °', '90'],
      ]) {
        const box = root.querySelector(`input[aria-label="${label}"]`);
        /** @type {HTMLInputElement} */ (box).value = value;
        box?.dispatchEvent(new Event('change'));
      }
      const add = [...root.querySelectorAll('button')].find((each) => /Add/.test(each.innerText));
      add?.click();
      add?.click();
    });
    const { q, k } = await stateOf(page);
    expect(q).toBe('0,2');
    expect(String(k).split(',')).toHaveLength(10);

    const norms = await section(page, 'norms');
    await expect(norms.locator('input[type="range"]')).toHaveCount(5);
    await norms.evaluate((place) => {
      const sliders = /** @type {ShadowRoot} */ (place.shadowRoot).querySelectorAll('input');
      for (const slider of [sliders[0], sliders[1]]) {
        slider.value = '3';
        slider.dispatchEvent(new Event('input'));
      }
    });
    const keys = String((await stateOf(page)).k)
      .split(',')
      .map(Number);
    for (const at of [0, 2]) expect(Math.hypot(keys[at], keys[at + 1])).toBeCloseTo(3, 3);
  });

  test('zero, equal and huge vectors give numbers, and are explained', async ({ page }) => {
    await visit(page, 'lab=scoring&k=0,0,1,1,1,1,1e6,0&q=0,0');
    const plane = page.locator('sd-scoring-plane');
    await expect(plane.locator('.odd li')).toHaveCount(3);
    await expect(plane.locator('.odd')).toContainText('k₁, q');
    await expect(plane.locator('.odd')).toContainText('k₂, k₃ are the same');
    await expect(plane.locator('.odd')).toContainText('k₄');
    await page.locator('#pick').selectOption('cosine');
    await scrollThrough(page);
    const rows = await tableOf(plane);
    expect(rows).toHaveLength(32);
    expect(rows.join(' ')).not.toMatch(/NaN|∞|–/);
    const all = (await wordsOf(page)).replace('0/0 would give NaN', '');
    expect(all).not.toMatch(/NaN/);
  });

  test('a click on a plane puts its function into the formula', async ({ page }) => {
    await visit(page, 'lab=scoring');
    await expect(page.locator('.formula')).toHaveAttribute('aria-label', /./); // the layout no longer moves
    const title = page.locator('sd-scoring-plane text.title', { hasText: 'Cosine' }).first();
    const box = await title.boundingBox();
    await page.mouse.click((box?.x ?? 0) + 20, (box?.y ?? 0) + 150);
    await expect.poll(async () => (await stateOf(page)).pick).toBe('cosine');
    await expect(page.locator('.formula')).toHaveAttribute('aria-label', /^Cosine/);
  });

  test('a click that comes before the reading code counts where it was, a drag does not', async ({
    page,
  }) => {
    /** @type {() => void} */
    let release = () => {};
    const held = new Promise((resolve) => (release = () => resolve(null)));
    await page.route(/\/handling-/, async (route) => {
      await held;
      await route.continue();
    });
    await visit(page, 'lab=scoring');
    await expect(page.locator('figure.formula')).toBeVisible(); // the layout no longer moves
    /** @param {string} name */
    const inside = async (name) => {
      const title = page.locator('sd-scoring-plane text.title', { hasText: name }).first();
      const box = await title.boundingBox();
      return { x: (box?.x ?? 0) + 20, y: (box?.y ?? 0) + 150 };
    };
    const { x, y } = await inside('Cosine');
    await page.mouse.click(x, y);
    const other = await inside('Additive');
    await page.mouse.move(other.x, other.y);
    await page.mouse.down();
    await page.mouse.move(other.x + 20, other.y + 20, { steps: 3 });
    await page.mouse.up();
    await expect(page.locator('sd-scoring-plane [data-handle]')).toHaveCount(0);
    release();
    await expect.poll(async () => (await stateOf(page)).pick).toBe('cosine');
    await expect(page.locator('sd-scoring-plane [data-handle]').first()).toBeAttached();
    expect((await stateOf(page)).pick).toBe('cosine');
  });

  test('what is locked stays', async ({ page }) => {
    await visit(page, 'lab=scoring&lock=all');
    await expect(page.locator('sd-scoring-plane [data-handle]')).toHaveCount(0);
    await expect(page.getByRole('button', { name: 'Add a key' })).toBeDisabled();
  });

  test('a list that is no list of vectors is told, and not used', async ({ page }) => {
    await visit(page, 'lab=scoring&k=1,2,3&q=1');
    await expect(page.locator('.notes-live .notes')).toContainText('a vector is a pair of numbers');
    expect(await stateOf(page)).toMatchObject({ q: '2.3,0.95' });
  });
});

test('a longer key gets more by dot product and the same by cosine', async ({ page }) => {
  await visit(page, 'lab=scoring&k=0.5,0.5,1,0.25,-1,-1');
  const norms = await section(page, 'norms');
  await norms.getByRole('slider', { name: /length of k₁/ }).fill('4');
  await expect.poll(async () => (await stateOf(page)).k).toBe('2.8284,2.8284,1,0.25,-1,-1');
  const rows = (await tableOf(norms)).map((row) => row.split('\t').map(Number));
  const [one, four] = [1, 4].map((length) => rows.find((row) => row[0] === length) ?? []);
  expect(four[1]).toBeGreaterThan(0.9);
  expect(four[1]).toBeGreaterThan(one[1] + 0.3);
  expect(four[3]).toBeCloseTo(one[3], 5);
});

test('the laws: eight histograms, on one axis or in standard deviations', async ({ page }) => {
  await visit(page, 'lab=scoring');
  const laws = await section(page, 'laws');
  await expect(laws.locator('.numbers tbody tr')).toHaveCount(8);
  await expect(laws).toContainText('1,000 queries drawn');
  const spread = async (/** @type {string} */ name) =>
    Number(
      await laws
        .locator('.numbers tbody tr', { has: page.getByText(name, { exact: true }) })
        .locator('td')
        .nth(1)
        .textContent(),
    );
  await expect.poll(() => spread('Dot product')).toBeCloseTo(8, 0);
  await expect.poll(() => spread('Scaled dot product')).toBeCloseTo(1, 1);
  await expect.poll(() => spread('Cosine')).toBeCloseTo(0.125, 2);
  await laws.getByRole('button', { name: 'In standard deviations' }).click();
  await linkHolds(page, 'law=standard');
  await expect(laws.locator('svg [data-key="normal"]')).toHaveCount(8);
});

test('functions are neutral: no line and no bar has the colour of a query or a key', async ({
  page,
}) => {
  await visit(page, 'lab=scoring');
  for (const name of ['norms', 'laws', 'sharpness', 'layernorm']) {
    const place = await section(page, name);
    await expect(place.locator('svg :is(path.line, path.bars)')).not.toHaveCount(0);
    for (const color of ['query', 'key', 'value', 'weight'])
      await expect(place.locator(`svg [data-color="${color}"]`)).toHaveCount(0);
  }
});

for (const [keys, ceiling] of /** @type {const} */ ([
  [8, 0.514],
  [64, 0.105],
])) {
  test(
    `the cosine’s ceiling with ${keys} keys is measured: ${ceiling}`,
    unless(keys === 8),
    async ({ page }) => {
      await visit(page, `lab=scoring&keys=${keys}`);
      const sharpness = await section(page, 'sharpness');
      await expect(sharpness.locator('figcaption')).toContainText(`at most ${ceiling}`);
      await expect(sharpness.locator('svg [data-key="ceiling"]')).toHaveCount(2);
      await expect(sharpness.locator('[slot=status]')).toContainText('queries at each');
    },
  );
}

test('layer normalisation makes all lengths equal, gain and projection do not', async ({
  page,
}) => {
  await visit(page, 'lab=scoring');
  const place = await section(page, 'layernorm');
  const cell = (/** @type {number} */ row, /** @type {number} */ column) =>
    place.locator('tbody tr').nth(row).locator('td').nth(column).textContent();
  await expect(place.locator('tbody tr')).toHaveCount(4);
  await expect.poll(() => cell(1, 0)).toBe('8');
  expect(await cell(1, 1)).toBe('0.0%');
  expect(parseFloat(String(await cell(3, 1)))).toBeGreaterThan(3);
  await place.getByRole('slider', { name: 'Spread of the gain' }).fill('0');
  await place.getByRole('slider', { name: 'Spread of the bias' }).fill('0');
  await expect.poll(() => cell(2, 1)).toBe('0.0%');
  await linkHolds(page, 'gain-sd=0');
});

test('the table counts for the sizes of the controls, and is saved', async ({ page }) => {
  await visit(page, 'lab=scoring&dk=64&keys=8&units=16');
  const table = await section(page, 'table');
  const row = table.locator('tbody tr', { hasText: 'Additive' });
  await expect(row).toContainText('2,064');
  await expect(row).toContainText('Bahdanau et al. 2014');
  await page.locator('#units').fill('32');
  await expect(row).toContainText('4,128');
  const { name, text } = await saved(table, 'CSV');
  expect(name).toBe('scoring-functions.csv');
  expect(linesOf(text)).toHaveLength(9);
  expect(text).toContain('4128');
});

test('each question is asked, answered and explained', async ({ page }) => {
  await visit(page, 'lab=scoring');
  for (const [chip, answer, text] of /** @type {const} */ ([
    ['Cosine = dot × a factor?', 'k₁ by dot product, k₂ by cosine', 'By cosine k₂ wins'],
    ['LayerNorm makes it a cosine', 'Only before gain, bias and W', 'spread by 0.0%'],
    ['Additive is just slower', 'Nearly all by dot product, less by additive', '8,208 parameters'],
    [
      'Cosine among many keys',
      'about a tenth',
      'With 64 keys it gets 0.105; with 8 keys it would get 0.51',
    ],
    ['Cosine of a zero vector', '0, by definition', 'the score is 0'],
  ])) {
    await page.locator('.chips').getByRole('button', { name: chip }).click();
    await page.locator('.card .choices').getByRole('button', { name: answer }).click();
    await expect(page.locator('.explanation'), chip).toContainText('That is right.');
    await expect(page.locator('.explanation'), chip).toContainText(text);
  }
});

test('pictures are saved with their paint, and the code prints the page’s digits', async ({
  page,
}) => {
  await visit(page, 'lab=scoring');
  const plane = page.locator('sd-scoring-plane');
  const { text: svg } = await saved(plane, 'SVG');
  expect(svg.match(/<image/g)).toHaveLength(8);
  expect(svg).toContain('lab=scoring');
  // A browser makes a PNG only from an SVG without errors.
  expect((await saved(plane, 'PNG')).text).toMatch(/^.PNG/);
  await openCode(page);
  const output = page.locator('sd-code .output, sd-code pre').last();
  await expect(output).toContainText('best of 8 keys, d_k = 64:');
  const dot = await answered(page, 'random-dot');
  const printed = /dot (0\.\d{3})/.exec(await output.innerText());
  expect(Number(printed?.[1])).toBeCloseTo(dot, 2);
});
