/** The program as files that run elsewhere: a page, a program for Node, a notebook. */
import { html, nothing } from 'lit';
import { save } from '../../charts/export.js';
import { version } from '../../engine/version.js';
import { siteHome } from '../parts/home.js';
import { isOwnMachine } from '../parts/own-machine.js';
import { readValues, writeValues } from './values.js';

/** @typedef {import('./program.js').PlaygroundProgram} Program */
/** @typedef {import('../scaledot-playground.js').ScaledotPlayground} Playground */
/** @typedef {{program: string, values: Readonly<Record<string, number>>, link: string, language: string, home: string}} ProgramExport */

/** @param {string} text */
const escaped = (text) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

/** Returns a tag that loads the element's script from the site or, without one, from the package. @param {string} home */
const scriptOf = (home) =>
  home
    ? `<script type="module" src="${escaped(home)}elements.js"></script>`
    : `<script src="https://cdn.jsdelivr.net/npm/scaledot@${version}"></script>`;

/** @param {ProgramExport} exported */
const element = ({ program, home, values }) => {
  const controls = writeValues(values, Object.keys(values));
  const attribute = controls ? ` controls="${controls}"` : '';
  return `${scriptOf(home)}
<scaledot-playground autorun${attribute}><pre>
${escaped(program)}</pre></scaledot-playground>
`;
};

/** @param {ProgramExport} exported */
export const pageOf = (exported) => `<!doctype html>
<html lang="${exported.language}">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>scaledot</title>
<!-- ${escaped(exported.link).replaceAll('--', '-%2D')} -->
${element(exported)}</html>
`;

/**
 * Returns a program for Node that defines the Playground's globals. Pictures become files. All other names are in a
 * block, so that the program may define the same names.
 * @param {ProgramExport} exported
 */
export const nodeOf = ({ program, values, link }) => `// npm install scaledot@${version}
// ${link}
{
  const [{ writeFileSync }, { load, tensor }, charts] = await Promise.all([
    import('node:fs'),
    import('scaledot'),
    import('scaledot/charts'),
  ]);
  const values = ${JSON.stringify(values)};
  let pictures = 0;
  const drawn = (make) => (data, options) => {
    const file = \`picture-\${++pictures}.svg\`;
    writeFileSync(file, make(data, options).svg);
    console.log(file);
  };
  const middle = ({ min, max, scale }) => (scale === 'log' ? Math.sqrt(min * max) : (min + max) / 2);
  const stepped = (value, { min, max, step }) =>
    Math.min(max, Math.max(min, step ? min + Math.round((value - min) / step) * step : value));
  const sd = await load({ engine: 'simd' });
  const random = { RandomState: (seed) => sd.numpyRandom(seed) };
  random.seed = (seed) => {
    const own = sd.numpyRandom(seed);
    for (const name of ['normal', 'uniform', 'randn', 'randint'])
      random[name] = (...given) => own[name](...given);
  };
  random.seed(0);
  Object.assign(globalThis, {
    sd,
    tensor,
    print: console.log,
    random,
    table: (rows, { title } = {}) => (title && console.log(title), console.table(rows)),
    control: (name, options) => stepped(values[name] ?? options.value ?? middle(options), options),
    histogram: drawn(charts.histogramPicture),
    curves: drawn(charts.curvesPicture),
    bars: drawn(charts.barsPicture),
    heat: drawn(charts.heatPicture),
    bands: drawn(charts.bandsPicture),
  });
}

${program}`;

/** @param {ProgramExport} exported */
export function notebookOf(exported) {
  const cell = (/** @type {'markdown' | 'code'} */ kind, /** @type {string} */ text) => ({
    cell_type: kind,
    id: kind,
    metadata: {},
    source: text.split(/(?<=\n)/),
    ...(kind === 'code' && { execution_count: null, outputs: [] }),
  });
  const cells = [cell('markdown', exported.link), cell('code', `%%html\n${element(exported)}`)];
  const metadata = {
    kernelspec: { name: 'python3', display_name: 'Python 3', language: 'python' },
  };
  return `${JSON.stringify({ cells, metadata, nbformat: 4, nbformat_minor: 5 }, null, 1)}\n`;
}

/** @type {readonly {ending: string, type: string, make: (exported: ProgramExport) => string}[]} */
const kinds = [
  { ending: 'html', type: 'text/html', make: pageOf },
  { ending: 'mjs', type: 'text/javascript', make: nodeOf },
  { ending: 'ipynb', type: 'application/x-ipynb+json', make: notebookOf },
];

/** @param {Program} view @param {Playground} lab */
export function renderDownloads({ t, params, link }, lab) {
  const exportedNow = () => ({
    program: lab.program,
    values: readValues(params),
    link,
    language: t.language,
    home: siteHome(),
  });
  return html`<p class="files">
    <span>${t('playground.save')}</span>
    ${kinds.map(
      ({ ending, type, make }) =>
        html`<button
          type="button"
          class="quiet file"
          @click=${() => save(`scaledot-playground.${ending}`, new Blob([make(exportedNow())], { type }))}
        >
          ${t(`playground.save.${ending}`)}
        </button>`,
    )}
    ${isOwnMachine(siteHome()) ? html`<span class="status">${t('playground.save.local')}</span>` : nothing}
  </p>`;
}
