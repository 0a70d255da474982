// Charts of a user's own data (scaledot/charts) on a host page with a strict policy: data as properties and as JSON,
// read by keyboard, as table and files, in both themes and languages, on a phone.
import fs from 'node:fs';
import path from 'node:path';
import { AxeBuilder } from '@axe-core/playwright';
import { rolldown } from 'rolldown';
import { inRoot } from '../../scripts/tools.mjs';
import { expect, test } from './visit.js';

/** @typedef {import('@playwright/test').Page} Page */

const policy =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src data:; " +
  "require-trusted-types-for 'script'; trusted-types lit-html";

/** The entries, bundled into files. @type {Promise<Map<string, string>> | undefined} */
let bundled;

function bundle() {
  bundled ??= (async () => {
    const made = await rolldown({
      input: { charts: inRoot('web/diagrams/index.js'), define: inRoot('web/diagrams/define.js') },
      cwd: inRoot(),
    });
    const { output } = await made.generate({ format: 'es' });
    await made.close();
    return new Map(output.map((chunk) => [chunk.fileName, 'code' in chunk ? chunk.code : '']));
  })();
  return bundled;
}

/**
 * Opens a host page with charts in it.
 * @param {Page} page
 * @param {string} body
 * @param {string} [lang]
 */
async function article(page, body, lang = 'en') {
  const files = await bundle();
  await page.route('**/article/*', (route) => {
    const name = path.basename(new URL(route.request().url()).pathname);
    const script = files.get(name);
    if (script !== undefined)
      return route.fulfill({ contentType: 'text/javascript', body: script });
    const head = `<meta charset="utf-8"><link rel="icon" href="data:,"><meta name="viewport" content="width=device-width"><title>An article</title>`;
    return route.fulfill({
      contentType: 'text/html',
      headers: { 'Content-Security-Policy': policy },
      body: `<!doctype html><html lang="${lang}"><head>${head}<script type="module" src="define.js"></script></head><body><main><h1>An article</h1>${body}</main></body></html>`,
    });
  });
  await page.goto('article/index.html');
}

/** @param {unknown} value */
const attribute = (value) =>
  JSON.stringify(value).replaceAll('&', '&amp;').replaceAll("'", '&#39;');

/** One of each kind: its data, its options, and the text read at its first place. */
const examples = {
  histogram: {
    data: [1, 2, 2, 3, 3, 3, 4, 4, 5],
    options: { title: 'Throws', x: 'eyes', heights: 'count', markers: [{ x: 3, label: 'mean' }] },
    read: 'eyes: 0.5 … 1.5, count 1 (11.1%)',
    table: ['from,to,count', '0.5,1.5,1', '1.5,2.5,2', '2.5,3.5,3', '3.5,4.5,2', '4.5,5.5,1'],
  },
  curves: {
    data: { measured: { x: [1, 2, 4], y: [1, 4, 16] }, law: { x: [1, 2, 4], y: [1, 4, 17] } },
    options: { title: 'Growth', x: { label: 'd_k', scale: 'log' }, y: 'score' },
    read: 'd_k: 1, measured 1, law 1',
    table: [
      'line,x,y',
      ...['measured,1,1', 'measured,2,4', 'measured,4,16'],
      ...['law,1,1', 'law,2,4', 'law,4,17'],
    ],
  },
  bars: {
    data: [
      { label: 'red', value: 2 },
      { label: 'green', value: -1 },
    ],
    options: { title: 'Colours', y: 'votes' },
    read: 'red, votes 2',
    table: ['label,votes', 'red,2', 'green,-1'],
  },
  heat: {
    data: { data: [0.5, 0.25, 0, 1], shape: [2, 2] },
    options: { title: 'Weights', rows: ['a', 'b'], columns: ['a', 'b'], values: 'weight' },
    read: 'row a, column a, weight 0.5',
    table: ['row,column,weight', 'a,a,0.5', 'a,b,0.25', 'b,a,0', 'b,b,1'],
  },
  bands: {
    data: { label: 'seeds', x: [1, 2, 3], low: [0, 1, 2], middle: [1, 2, 3], high: [2, 3, 5] },
    options: { title: 'Runs', names: { middle: 'median', range: '5 to 95 %' } },
    read: 'x: 1, median 1, 5 to 95 % 0 … 2',
    table: ['x,low,median,high', '1,0,1,2', '2,1,2,3', '3,2,3,5'],
  },
};

const written = Object.entries(examples)
  .map(
    ([kind, { data, options }]) =>
      `<scaledot-${kind} data='${attribute(data)}' options='${attribute(options)}'>Words for who has no script.</scaledot-${kind}>`,
  )
  .join('\n');

/** @param {Page} page */
const violations = async (page) => {
  const { violations: found } = await new AxeBuilder({ page }).analyze();
  return found.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html.slice(0, 160)}`));
};

for (const [kind, { options, read, table }] of Object.entries(examples)) {
  test(`<scaledot-${kind}> is read by keyboard, as a table and as files`, async ({ page }) => {
    await article(page, written);
    const chart = page.locator(`scaledot-${kind}`);
    await expect(chart.locator('.title')).toHaveText(options.title);
    const slider = chart.getByRole('slider');
    await slider.focus();
    await page.keyboard.press('Home');
    await expect(slider).toHaveAttribute('aria-valuetext', read);

    await chart.getByRole('button', { name: 'Table' }).click();
    const cells = await chart
      .locator('.sheet tr')
      .evaluateAll((rows) =>
        rows.map((row) => [...row.children].map(({ textContent }) => textContent).join()),
      );
    expect(cells).toEqual(table);

    for (const ending of ['csv', 'json', 'svg', 'png']) {
      const coming = page.waitForEvent('download');
      await chart.getByRole('button', { name: ending.toUpperCase() }).click();
      const download = await coming;
      expect(download.suggestedFilename()).toBe(`${kind}.${ending}`);
      const text = fs.readFileSync(await download.path(), 'utf8');
      if (ending === 'csv') expect(text.split('\r\n').slice(1, -1)).toEqual(table);
      if (ending === 'json') expect(JSON.parse(text).rows).toHaveLength(table.length - 1);
      if (ending === 'svg') expect(text).toContain(`<title>${options.title}</title>`);
    }
  });
}

test('charts follow the theme, the language and the width of their page, and axe finds nothing', async ({
  page,
}) => {
  await page.setViewportSize({ width: 360, height: 760 });
  await page.emulateMedia({ colorScheme: 'dark' });
  await article(page, written.replace('Throws', '<b>&amp; d_k'), 'zh-CN');
  const charts = page.locator('main > *:not(h1)');
  await expect(charts.locator('.hit')).toHaveCount(5);
  for (const table of await charts.getByRole('button', { name: '表格' }).all()) await table.click();
  await expect(charts.locator('.sheet')).toHaveCount(5);
  await expect(page.locator('scaledot-histogram figcaption')).toContainText(
    '9 个数值落在从 0.5 到 5.5 的 5 个区间里',
  );
  await expect(page.locator('scaledot-histogram .title')).toHaveText('<b>& dk');
  await expect(page.locator('scaledot-bars')).toHaveCSS('background-color', 'rgb(20, 22, 26)');
  const wide = () => page.evaluate(() => document.documentElement.scrollWidth);
  expect(await wide()).toBe(360);
  expect(await violations(page)).toEqual([]);

  // Each chart may have its own language.
  await charts.evaluateAll((all) =>
    all.forEach((chart) => Object.assign(chart, { theme: 'light', lang: 'en' })),
  );
  await expect(page.locator('scaledot-bars')).toHaveCSS('background-color', 'rgb(255, 255, 255)');
  await expect(page.locator('scaledot-histogram figcaption')).toContainText('9 values in 5 bins');
  expect(await violations(page)).toEqual([]);
});

test('data and options are properties, set before or after the element is there', async ({
  page,
}) => {
  await article(page, '<scaledot-histogram></scaledot-histogram><div></div>');
  const chart = page.locator('scaledot-histogram');
  await expect(chart.locator('.message')).toHaveText('No data yet');
  const made = await page.evaluate(async () => {
    const address = new URL('charts.js', location.href).href;
    const { chartElement, define, ScaledotBars } = await import(address);
    define(ScaledotBars, 'my-bars');
    const { tag, ...properties } = chartElement({
      ...{ type: 'curves', data: { a: [1, 2, 4] }, options: { title: 'Called' } },
    });
    const called = document.createElement(tag);
    Object.assign(called, properties);
    const bars = /** @type {any} */ (document.createElement('my-bars'));
    bars.data = Float32Array.of(3, 4);
    document.querySelector('div')?.append(called, bars);
    await bars.updateComplete;
    const [csv, svg] = await Promise.all([
      bars.exportFile({ type: 'csv' }),
      bars.exportFile({ width: 500 }),
    ]);
    const failure = await bars.exportFile({ type: 'gif' }).catch(String);
    return { csv: await csv.text(), svg: await svg.text(), failure };
  });
  expect(made.csv).toContain('label,value\r\n1,3\r\n2,4\r\n');
  expect(made.svg).toMatch(/^<svg [^>]*width="500"/);
  expect(made.failure).toMatch(/^RangeError: type: got "gif"; expected one of "svg"/);
  await expect(page.locator('scaledot-curves .title')).toHaveText('Called');

  await chart.evaluate((/** @type {any} */ element) => {
    element.options = { bins: 2, title: 'Later' };
    element.data = [1, 2, 2.5];
  });
  await expect(chart.locator('figcaption')).toContainText('3 values in 2 bins from 1 to 2.5');
});

test('data that cannot be drawn is refused in one sentence, for readers and for the page', async ({
  page,
}) => {
  await article(page, `<scaledot-bars data="[1, 'b']"></scaledot-bars>`);
  const chart = page.locator('scaledot-bars');
  await expect(chart.getByRole('alert')).toHaveText(`data: got "[1, 'b']"; expected JSON`);
  const told = await chart.evaluate(
    (/** @type {any} */ element) =>
      new Promise((resolve) => {
        document.addEventListener(
          'scaledot-error',
          (/** @type {any} */ { detail }) => resolve([detail.message, element.error]),
          { once: true },
        );
        element.data = ['b'];
      }),
  );
  const sentence = 'data[0]: got "b"; expected a finite number';
  expect(told).toEqual([sentence, sentence]);
  await expect(chart.getByRole('alert')).toHaveText(sentence);
  await chart.evaluate((/** @type {any} */ element) => element.setAttribute('data', '[1, 2]'));
  await expect(chart.getByRole('alert')).toHaveCount(0);
  await expect(chart.getByRole('slider')).toBeVisible();
});
