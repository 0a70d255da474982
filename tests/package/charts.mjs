// scaledot/charts, bundled as its users do: what a bundle of one chart contains, and that the chart is drawn.
import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { build } from 'esbuild';
import { node, project, writePage } from './kit.mjs';

const data = [1, 2, 2, 3, 3, 3, 4];

/** For Node, where there is no DOM: the elements are not registered. */
const inNode = `import 'scaledot/charts/define';
import { histogramPicture } from 'scaledot/charts';
console.log(histogramPicture(${JSON.stringify(data)}).csv);
`;

const inPage = `import { define, histogramPicture, ScaledotHistogram } from 'scaledot/charts';
define(ScaledotHistogram);
const chart = document.createElement('scaledot-histogram');
chart.data = ${JSON.stringify(data)};
chart.lang = 'en';
document.body.append(chart);
const { dataset } = document.documentElement;
const drawn = async () => {
  const [csv, svg] = await Promise.all(['csv', 'svg'].map((type) => chart.exportFile({ type })));
  const same = (await csv.text()) === histogramPicture(chart.data).csv;
  return JSON.stringify({ same, svg: await svg.text() });
};
drawn().then((answer) => (dataset.answer = answer), (error) => (dataset.failure = String(error)));
`;

/** Returns the words that show what a bundle contains, minified or not. @param {string} text @param {RegExp} words */
const found = (text, words) => text.match(words) ?? [];

/**
 * @param {import('node:test').TestContext} t
 * @param {{home: string, browser: Awaited<ReturnType<import('./pages.mjs').openBrowser>>}} place
 */
export async function tryCharts(t, { home, browser }) {
  const folder = project(home, 'charts');
  /** Writes a bundle to dist/ and returns its text. @param {string} name @param {string} code */
  async function bundled(name, code) {
    fs.writeFileSync(path.join(folder, 'src', `${name}.js`), code);
    const options = { bundle: true, minify: true, splitting: true, metafile: true };
    const { metafile } = await build({
      ...options,
      ...{ entryPoints: [`src/${name}.js`], outdir: 'dist', format: 'esm', absWorkingDir: folder },
    });
    const files = Object.keys(metafile.outputs).map((file) => path.join(folder, file));
    return files.map((file) => fs.readFileSync(file, 'utf8')).join('\n');
  }

  await t.test('in Node they are text, with no DOM', async () => {
    fs.writeFileSync(path.join(folder, 'src/node-charts.js'), inNode);
    const csv = await node(folder, 'src/node-charts.js');
    assert.deepEqual(csv.split('\r\n').slice(1), [
      ...['from,to,count', '0.5,1.5,1', '1.5,2.5,2', '2.5,3.5,3', '3.5,4.5,1'],
    ]);
  });

  await t.test('a bundle of one element is drawn, with Lit once and no engine', async () => {
    const text = await bundled('main', inPage);
    assert.deepEqual(found(text, /WebAssembly|scaledot-(bars|curves|heat|bands)/g), []);
    assert.deepEqual(found(text, /litElementVersions/g), ['litElementVersions']);
    writePage(path.join(folder, 'dist/index.html'), './main.js');
    const { same, svg } = JSON.parse(await browser.answerOf(path.join(folder, 'dist'), 'charts'));
    assert.ok(same);
    assert.match(svg, /<title>Histogram<\/title>/);
  });

  await t.test('a bundle of one picture as text has no element', async () => {
    const code = `import { barsPicture } from 'scaledot/charts';\nconsole.log(barsPicture([1]).svg);\n`;
    const text = await bundled('text', code);
    assert.deepEqual(
      found(text, /WebAssembly|sd-figure|scaledot-(histogram|bars|curves|heat|bands)/g),
      [],
    );
  });
}
