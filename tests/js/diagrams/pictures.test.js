/** Charts saved as files: they show the data, in both languages, without a document. */
import { describe, expect, test } from '@jest/globals';
import { ramp } from '../../../web/charts/ramps.js';
import * as entry from '../../../web/diagrams/index.js';
import { labelled, numbersOf } from './svg.js';

const { bandsPicture, barsPicture, curvesPicture, heatPicture, histogramPicture } = entry;

describe('what is drawn is the data', () => {
  test('bars of a histogram are as high as their counts', () => {
    const { svg } = histogramPicture(
      { low: 0, high: 4, counts: [1, 3, 0, 2] },
      { heights: 'count' },
    );
    const [, path] = /** @type {RegExpExecArray} */ (/d="(M[^"]*Z)"/.exec(svg));
    const tops = [...path.matchAll(/V([\d.]+)H/g)].map(([, y]) => Number(y));
    const ticks = labelled(svg, 'end');
    const unit = (ticks['0'] - ticks['3']) / 3;
    // The labels of ticks are 4 px below their values.
    const heights = tops.map((y) => (ticks['0'] - 4 - y) / unit);
    expect(heights.map((height) => Number(height.toFixed(1)))).toEqual([1, 3, 0, 2]);
  });

  test('lines go through their points, and are broken where there is a gap', () => {
    const x = [0, 1, 2, 3, 4];
    const { svg } = curvesPicture({ x, y: [0, 10, null, 5, 10] }, { y: { domain: [0, 10] } });
    const [, path] = /** @type {RegExpExecArray} */ (
      /d="(M[^"]*M[^"]*)" fill="none" stroke="#22/.exec(svg)
    );
    const points = numbersOf(path);
    const ticks = labelled(svg, 'end');
    const y = (/** @type {number} */ pixel) =>
      (10 * (ticks['0'] - 4 - pixel)) / (ticks['0'] - ticks['10']);
    // The plot area begins 6 px outside the box.
    const values = points.map(([, pixel]) => Math.round(10 * y(pixel)) / 10);
    expect(values).toEqual([0, 10, 5, 10]);
    expect(points[1][0] - points[0][0]).toBeCloseTo(points[3][0] - points[2][0], 0);
  });

  test('cells have the colours of their numbers, gaps have none', () => {
    const { svg } = heatPicture([[0, 1, null]], { ramp: 'key', numbers: false });
    const table = ramp('key', false);
    const colors = [0, 254].map(
      (level) => `rgb(${table.subarray(3 * level, 3 * level + 3).join(',')})`,
    );
    const cells = [...svg.matchAll(/fill="(rgb\([^"]*\))" d="M([\d.]+),/g)].slice(0, 2);
    expect(cells.map(([, color]) => color)).toEqual(colors);
    expect(Number(cells[1][2]) - Number(cells[0][2])).toBe(56);
  });

  test('bands without a narrower one name none', () => {
    const band = { label: 'a', x: [1, 2], low: [0, 1], middle: [1, 2], high: [2, 3] };
    const one = bandsPicture(band, { names: { middle: 'median', range: '5 to 95 %' } });
    expect(one.svg).toContain('>median<');
    expect(one.svg).not.toContain('inner band');
    expect(bandsPicture({ ...band, innerLow: [0, 1], innerHigh: [1, 2] }).svg).toContain(
      'inner band',
    );
  });
});

describe('files', () => {
  const title = 'Lengths of q_i';
  const made = histogramPicture([1, 2, 2, 3], { title, link: 'https://a.site/#x', x: 'length' });

  test('are an SVG with title, axes and summary, a CSV and a JSON', () => {
    expect(made.title).toBe(title);
    expect(made.svg).toMatch(/^<svg xmlns="http:\/\/www.w3.org\/2000\/svg" width="688"/);
    for (const words of ['<title>Lengths of q_i</title>', 'density', 'length', 'https://a.site/#x'])
      expect(made.svg).toContain(words);
    expect(made.svg).toContain(made.summary);
    expect(made.csv).toBe(
      '# title: Lengths of q_i\r\n# link: https://a.site/#x\r\nfrom,to,count\r\n0.5,1.5,1\r\n1.5,2.5,2\r\n2.5,3.5,1\r\n',
    );
    const { rows, summary } = JSON.parse(made.json);
    expect(rows).toEqual(made.table.rows);
    expect(summary).toBe(made.summary);
  });

  test('have the width and the height that they are told', () => {
    const { svg } = barsPicture([1, 2], { width: 400, height: 200 });
    expect(svg).toMatch(/width="448"/);
  });

  test('speak both languages, and say what was asked for', () => {
    expect(made.summary).toBe(
      '4 values in 3 bins from 0.5 to 3.5; the fullest, 1.5 to 2.5, has 2.',
    );
    const zh = histogramPicture([1, 2, 2, 3], { lang: 'zh-Hans' });
    expect(zh.summary).toBe(
      '4 个数值落在从 0.5 到 3.5 的 3 个区间里；最多的区间是 1.5 到 2.5，有 2 个。',
    );
    expect(zh.table.columns.map(({ label }) => label)).toEqual(['从', '到', '个数']);
    expect(histogramPicture([1, NaN, 2.5, 9], { range: [0, 3], bins: 1 }).summary).toBe(
      '2 values in 1 bin from 0 to 3; the fullest, 0 to 3, has 2. 0 below, 1 above. 1 value is not finite and not counted.',
    );
    expect(histogramPicture([1], { summary: 'As I say.' }).summary).toBe('As I say.');
    const lines = Array.from('abcde', (label) => ({ label, y: [1, 2] }));
    expect(curvesPicture(lines).summary).toMatch(/^a: 2 points, .* And 2 more\.$/);
  });
});

test('the entry can be imported and its elements defined without a DOM, and invents none', async () => {
  for (const chart of entry.charts) entry.define(chart);
  await import('../../../web/diagrams/define.js');
  for (const name of ['window', 'document', 'HTMLElement'])
    expect(globalThis).not.toHaveProperty(name);
});
