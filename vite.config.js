// Builds the web page: web/ -> site/. scripts/build.mjs builds the npm package.
import { defineConfig } from 'vite';
import { fileURLToPath } from 'node:url';
import { siteNotices } from './scripts/notices.mjs';
import { functionNames } from './web/engine/border/parts.js';

const at = (/** @type {string} */ file) => fileURLToPath(new URL(file, import.meta.url));

/** The modules that start an engine. They are in one file, although training needs only half of them. */
const startsEngines =
  /(web[/\\]engine[/\\]border[/\\](instance|lzma)|build[/\\]engine[/\\]glue)\.js$/;
const isEngine = /(^|[/\\])(simd|fallback)-[^/\\]*$/;
/**
 * The modules that all labs share, with exceptions: few first pictures have curves, heat or panels; the modules that
 * distribute runs come with the first run; and modules shared by the pictures of one lab are no use to the other labs.
 */
const isCommon =
  /[/\\](web|node_modules)[/\\](?!charts[/\\](curves|panels|heat|ramps|raster|export|dragging|readout|sheet)\.js|labs[/\\](?!lab[/\\]|parts[/\\](?!chips|formula-frame|lab-link|math|provisional|rule))|tables[/\\](?!params|entries|fragment)|engine[/\\](training[/\\]|(workers[/\\](coordinator|run|turn)|border[/\\](transfer|port|tensor)|functions[/\\]functions)\.js))/;
/**
 * The JavaScript of engine parts that several labs or other parts use, in one file for each part. Code that takes tensors
 * also makes them, and code that runs networks also runs multi-head attention.
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
/** The modules that all pictures of a lab share, and its element. */
const ofLabs = {
  variance: /(tables[/\\]variance|labs[/\\]variance[/\\]printed|charts[/\\]stack)\.js$/,
  vectors: /labs[/\\]scoring[/\\](functions|sharpest|stages|styles|vectors)\.js$/,
  model:
    /(charts[/\\]links|labs[/\\](scaledot-attention|attention[/\\](model|overflow|section|sentences|styles|words)))\.js$/,
  look: /labs[/\\](scaledot-models|models[/\\](look|section|styles|words))\.js$/,
};
/** The modules for answers that arrive in pieces, and small parts of several labs. In separate files, half would be overhead. */
const streams =
  /(labs[/\\]parts[/\\](chips|provisional|rule|work)|pictures[/\\]numbers|functions[/\\]results|directives[/\\]guard)\.js$/;
const ports = /engine[/\\](workers[/\\]turn|border[/\\]port)\.js$/;
const startsPages =
  /web[/\\](page[/\\]prestart|tables[/\\]fragment|i18n[/\\](index|words|decades)|labs[/\\](lazy|start-lab|lab[/\\](engine-parts|engine-text|trusted|whole-part))|engine[/\\](coordinating|training[/\\](prestarted-workers|open)|border[/\\](embedded-simd|parts|variants)))\.js$|preload-helper|rolldown[/\\]runtime/;

/** Tags of Lit's templates, in which line breaks have no meaning. */
const drawn = new Set(['css', 'html', 'mathml', 'staticHtml', 'svg']);

/** Yields all nodes of a syntax tree. @param {any} node @returns {Generator<any>} */
function* nodesOf(node) {
  if (typeof node !== 'object' || node === null) return;
  if (typeof node.type === 'string') yield node;
  for (const part of Object.values(node)) yield* nodesOf(part);
}

/** @param {string} text  text of a template */
const shorter = (text) => text.replaceAll(/\s*\n\s*/g, ' ');

/** @param {string} sheet  part of a style sheet; a space before a colon may separate selectors */
const shorterSheet = (sheet) =>
  shorter(sheet.replaceAll(/\/\*[^]*?\*\//g, ''))
    .replaceAll(/ ?([{};]) ?/g, '$1')
    .replaceAll(/([:,]) /g, '$1')
    .replaceAll(';}', '}');

/** Removes indents from templates, and comments and spaces from style sheets. Saves 1.8 kB of brotli before the first picture. */
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
        .sort((one, other) => one.at - other.at); // templates may be nested
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

/** Whether a method of the engine only calls the function of the same name. @param {any} node */
function callsItsName({ type, key, value }) {
  if (type !== 'MethodDefinition') return false;
  const [only, ...others] = value.body.body;
  const { callee, arguments: given } = (others.length === 0 && only?.argument) || {};
  return callee?.property?.name === 'call' && given[1]?.value === key.name;
}

/**
 * Replaces these methods by a loop over the names of the parts' functions. Saves 0.4 kB of brotli on every page. The source
 * has the methods for their types and documentation.
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

/** d3-array is one file, and pictures use two of its functions. Marks calls and reads in it that look like side effects. */
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
 * Fetches a module's imports in parallel with the module. Vite's own version also handles style sheets of modules, of which
 * there are none here. It would add 0.8 kB of brotli to every page.
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

/** Hashes have 28 bits, as in a short commit. A page names hundreds of files before its first picture, and hashes do not compress. */
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
    assetsInlineLimit: 0, // the page's security policy forbids data: scripts and styles
    modulePreload: {
      polyfill: false,
      // The imports of an engine have been loaded with the module that requests it.
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
        // Pages of other sites have these addresses in their HTML, so they must not change.
        entryFileNames: ({ name }) =>
          ({
            elements: 'elements.js',
            host: 'embed.js',
            offline: 'offline.js',
            docs: 'docs/page.js',
          })[name] ?? assets,
        chunkFileNames: assets,
        hashCharacters: 'hex',
        // A few files instead of many: the start of every page, and the modules that all labs share.
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
