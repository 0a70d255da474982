// The web page: web/ -> site/. The npm package is built by scripts/build.mjs.
import { defineConfig } from 'vite';
import { fileURLToPath } from 'node:url';
import { siteNotices } from './scripts/notices.mjs';
import { functionNames } from './web/engine/border/parts.js';

const at = (/** @type {string} */ file) => fileURLToPath(new URL(file, import.meta.url));

/** What starts an engine: in one file, though what trains needs half of it, too. */
const startsEngines =
  /(web[/\\]engine[/\\]border[/\\](instance|lzma)|build[/\\]engine[/\\]glue)\.js$/;
const isEngine = /(^|[/\\])(simd|fallback)-[^/\\]*$/;
/**
 * What all labs have in common; curves, heat and panels are in few first pictures, what shares runs out comes with the first,
 * and what many pictures of one lab have in common is nothing to the others.
 */
const isCommon =
  /[/\\](web|node_modules)[/\\](?!charts[/\\](curves|panels|heat|ramps|raster|export|dragging|readout|sheet)\.js|labs[/\\](?!lab[/\\]|parts[/\\](?!chips|formula-frame|lab-link|math|provisional|rule))|tables[/\\](?!params|entries|fragment)|engine[/\\](training[/\\]|(workers[/\\](coordinator|run|turn)|border[/\\](transfer|port|tensor)|functions[/\\]functions)\.js))/;
/**
 * The JavaScript of parts that several labs or several other parts have, each in one file. Who takes tensors makes them, too; who
 * runs networks runs multi-head attention.
 */
const ofParts = {
  matrices:
    /engine[/\\](border[/\\]tensor|parts[/\\]matrices|(functions|records)[/\\](functions|matrices))\.js$/,
  scores: /engine[/\\](parts[/\\]scores|(functions|records)[/\\](score-parameters|scoring))\.js$/,
  forward: /engine[/\\](parts[/\\]forward|(functions|records)[/\\](attention|hand-made))\.js$/,
  network: /engine[/\\](parts[/\\]network|(functions|records)[/\\](multi-head|network))\.js$/,
  measures:
    /engine[/\\](parts[/\\]measures|(functions|records)[/\\](draw-values|softmax-measures|vectors))\.js$/,
};
/** What all pictures of a lab have in common, and its element. */
const ofLabs = {
  variance: /(tables[/\\]variance|labs[/\\]variance[/\\]printed|charts[/\\]stack)\.js$/,
  vectors: /labs[/\\]scoring[/\\](functions|sharpest|stages|styles|vectors)\.js$/,
  model:
    /(charts[/\\]links|labs[/\\](scaledot-attention|attention[/\\](model|overflow|section|sentences|styles|words)))\.js$/,
  look: /labs[/\\](scaledot-models|models[/\\](look|section|styles|words))\.js$/,
};
/** What answers take that come in bit by bit, and small parts that several labs have: a file of their own each would be half overhead. */
const streams =
  /(labs[/\\]parts[/\\](chips|provisional|rule|work)|pictures[/\\]numbers|functions[/\\]results|directives[/\\]guard)\.js$/;
const ports = /engine[/\\](workers[/\\]turn|border[/\\]port)\.js$/;
const startsPages =
  /web[/\\](page[/\\]prestart|tables[/\\]fragment|i18n[/\\](index|words|decades)|labs[/\\](lazy|start-lab|lab[/\\](engine-parts|engine-text|trusted|whole-part))|engine[/\\](coordinating|training[/\\](prestarted-workers|open)|border[/\\](embedded-simd|parts|variants)))\.js$|preload-helper|rolldown[/\\]runtime/;

/** Tags of the templates that Lit draws; text in them has no line breaks that count. */
const drawn = new Set(['css', 'html', 'mathml', 'staticHtml', 'svg']);

/** All nodes of a syntax tree. @param {any} node @returns {Generator<any>} */
function* nodesOf(node) {
  if (typeof node !== 'object' || node === null) return;
  if (typeof node.type === 'string') yield node;
  for (const part of Object.values(node)) yield* nodesOf(part);
}

/** @param {string} text  of a template */
const shorter = (text) => text.replaceAll(/\s*\n\s*/g, ' ');

/** @param {string} sheet  part of a style sheet; a blank before a colon may be one between selectors */
const shorterSheet = (sheet) =>
  shorter(sheet.replaceAll(/\/\*[^]*?\*\//g, ''))
    .replaceAll(/ ?([{};]) ?/g, '$1')
    .replaceAll(/([:,]) /g, '$1')
    .replaceAll(';}', '}');

/** Templates without indents, and style sheets without comments and blanks: 1.8 kB of brotli less before a first picture. */
const shortTemplates = {
  name: 'short-templates',
  transform: {
    filter: { id: /[/\\]web[/\\].*\.js$/, code: /\b(css|html|mathml|svg)`/i },
    /** @this {{parse: (code: string) => unknown}} @param {string} code */
    handler(code) {
      const texts = [...nodesOf(this.parse(code))]
        .filter(({ type, tag }) => type === 'TaggedTemplateExpression' && drawn.has(tag.name))
        .flatMap(({ tag, quasi }) =>
          quasi.quasis.map((/** @type {any} */ { start, value }) => ({
            text: value.raw,
            at: code.indexOf(value.raw, start),
            shorten: tag.name === 'css' ? shorterSheet : shorter,
          })),
        )
        .sort((one, other) => one.at - other.at); // templates stand within templates
      let short = '';
      let end = 0;
      for (const { text, at, shorten } of texts) {
        short += code.slice(end, at) + shorten(text);
        end = at + text.length;
      }
      return short + code.slice(end);
    },
  },
};

/** Whether a method of the engine does nothing but call the function of its name. @param {any} node */
function callsItsName({ type, key, value }) {
  if (type !== 'MethodDefinition') return false;
  const [only, ...others] = value.body.body;
  const { callee, arguments: given } = (others.length === 0 && only?.argument) || {};
  return callee?.property?.name === 'call' && given[1]?.value === key.name;
}

/**
 * These methods are made of the names that the parts have: 0.4 kB of brotli less on every page. In the source they have types and
 * documentation.
 */
const shortMethods = {
  name: 'short-methods',
  transform: {
    filter: { id: /[/\\]web[/\\]engine[/\\]engine\.js$/ },
    /** @this {{parse: (code: string) => unknown}} @param {string} code */
    handler(code) {
      const nodes = [...nodesOf(this.parse(code))];
      const methods = nodes.filter(callsItsName);
      const names = methods.map(({ key }) => key.name).sort();
      if (names.join() !== [...functionNames()].sort().join())
        throw new Error(`short-methods: got ${names}; expected the functions of the parts`);
      const { end } = nodes.find(({ type }) => type === 'ClassBody');
      const short = `static { for (const name of functionNames())
        this.prototype[name] = function (...given) { return Engine.#call(this, name, ...given); }; }`;
      const rest = methods.reduceRight(
        (text, method) => text.slice(0, method.start) + text.slice(method.end),
        `${code.slice(0, end - 1)}${short}${code.slice(end - 1)}`,
      );
      return `import { functionNames } from './border/parts.js';\n${rest}`;
    },
  },
};

/** d3-array is one file, of which a picture takes two functions; calls and reads in it look as if they did something. */
const pureArrays = {
  name: 'pure-arrays',
  transform: {
    filter: { id: /[/\\]d3-array\.mjs$/ },
    handler: (/** @type {string} */ code) =>
      code
        .replaceAll(/ = (Blur2|bisector)\(/g, ' = /* @__PURE__ */ $1(')
        .replaceAll(
          / = (ascendingBisect\.\w+|Array\.prototype|array\.slice);/g,
          ' = /* @__PURE__ */ (() => $1)();',
        ),
  },
};

/**
 * What fetches the modules that a module will import, beside it. Vite's own also knows style sheets of modules, of which there
 * are none here, and takes 0.8 kB of brotli more of every page.
 */
const shortPreload = {
  name: 'short-preload',
  load: {
    filter: { id: /\0vite\/preload-helper\.js$/ },
    handler: () => `
const seen = new Set();
export const __vitePreload = (load, files = [], importer) => {
  const { nonce = '' } = document.querySelector('meta[property=csp-nonce]') ?? {};
  for (const file of files) {
    const { href } = new URL(file, importer);
    if (seen.has(href)) continue;
    seen.add(href);
    const rel = 'modulepreload';
    document.head.append(Object.assign(document.createElement('link'), { rel, crossOrigin: '', nonce, href }));
  }
  return load();
};`,
  },
};

/** A page names hundreds of files before its first picture, and no server shortens a hash: 28 bits, as in a short commit. */
const assets = 'assets/[name]-[hash:7].js';

export default defineConfig({
  plugins: [shortMethods, shortTemplates, pureArrays, shortPreload, siteNotices],
  root: at('web'),
  base: './', // works from any folder of any server
  worker: { format: 'es' },
  build: {
    outDir: at('site'),
    emptyOutDir: true,
    target: 'es2022',
    assetsInlineLimit: 0, // the page's security policy allows no data: scripts or styles
    modulePreload: {
      polyfill: false,
      // What an engine needs has come with who asks for it.
      resolveDependencies: (file, needed) => (isEngine.test(file) ? [] : needed),
    },
    chunkSizeWarningLimit: 1000,
    rollupOptions: {
      // Inlines constants such as the defaults of options, whose file then costs nothing.
      optimization: { inlineConst: { mode: 'all' } },
      // d3-array is one file that calls these functions as it loads. Unless they are known to be pure, their unused results stay.
      treeshake: { manualPureFunctions: ['bisector', 'Blur2', 'shuffler'] },
      input: {
        index: at('web/index.html'),
        embed: at('web/embed.html'),
        elements: at('web/page/page-elements.js'),
        host: at('web/page/embed.js'),
        offline: at('web/page/offline.js'),
        docs: at('web/docs/page.js'),
      },
      output: {
        // Pages elsewhere name these in their HTML: their addresses must stay.
        entryFileNames: ({ name }) =>
          ({
            elements: 'elements.js',
            host: 'embed.js',
            offline: 'offline.js',
            docs: 'docs/page.js',
          })[name] ?? assets,
        chunkFileNames: assets,
        hashCharacters: 'hex',
        // Few files rather than many: what every page begins with, and what all labs have in common.
        codeSplitting: {
          groups: [
            { name: 'instance', test: startsEngines, priority: 3 },
            { name: 'start', test: startsPages, priority: 2 },
            { name: 'lab', minShareCount: 9, test: isCommon, priority: 1 },
            { name: 'streams', test: streams, priority: 1 },
            { name: 'ports', test: ports, priority: 1 },
            ...Object.entries({ ...ofParts, ...ofLabs }).map(([name, test]) => {
              return { name, test, priority: 1 };
            }),
          ],
        },
      },
    },
  },
});
