// Writes the declarations of the package, dist/types. Those of the engine are its type files and what tsc emits from its JSDoc. Those
// of the labs are public.d.ts (web/labs/lab/), with a property and an attribute for each row of their tables.
import fs from 'node:fs';
import path from 'node:path';
import { commonEntries } from '../web/tables/entries.js';
import { defaultLab, tables } from '../web/tables/state.js';
import { exampleOf } from './examples.mjs';
import { meanings, valuesOf } from './parameters.mjs';
import { inRoot, mustRun } from './tools.mjs';

/** @import { Entry } from '../web/tables/state.js' */

const made = '// Made by scripts/declarations.mjs.\n';
const capitalized = (/** @type {string} */ name) => name[0].toUpperCase() + name.slice(1);
const words = (/** @type {readonly string[]} */ choices) =>
  choices.map((choice) => `'${choice}'`).join(' | ');
const isNumber = (/** @type {Entry} */ { type }) => type === 'integer' || type === 'number';

/** Returns the type of a parameter in JSON and as a property. @param {Entry} entry */
function typeOf(entry) {
  if (isNumber(entry)) return entry.optional ? "number | ''" : 'number';
  return entry.type === 'choice' ? words(entry.choices ?? []) : 'string';
}

/** Returns the type of values that a parameter may be set to. @param {Entry} entry */
function attributeTypeOf(entry) {
  if (isNumber(entry)) return 'number | string';
  return typeOf(entry);
}

/**
 * Returns the names of a parameter in JSX: that of the attribute and that of the property. Frameworks reserve `key`, and they set
 * `query` as a property, which is read-only: the text after # in the link of a lab. Parameters with these attributes have only
 * their other names.
 * @param {Entry} entry
 */
const namesOf = ({ key, name }) =>
  [...new Set([key, name])].filter((each) => !['key', 'query'].includes(each));

/** Returns the comment of a row, in sentences: meaning, values and default. @param {Entry} entry */
function manualOf(entry) {
  const { key, type, initial } = entry;
  const values = type === 'choice' ? '' : `${capitalized(valuesOf(entry))}.`;
  const byDefault = initial === '' ? '' : `Default: ${JSON.stringify(initial)}.`;
  return `/** ${[meanings[key], values, byDefault].filter(Boolean).join(' ')} */`;
}

/** Writes an interface. @param {string} name  with its `extends` @param {readonly string[]} lines */
const interfaceOf = (name, lines) =>
  `export interface ${name} {\n${lines.map((line) => `  ${line}\n`).join('')}}\n`;

const labs = Object.entries(tables).map(([lab, { entries }]) => ({
  lab,
  entries,
  own: entries.filter((entry) => !commonEntries.includes(entry)),
  tag: `scaledot-${lab}`,
  name: `Scaledot${capitalized(lab)}`,
  params: `${capitalized(lab)}Params`,
  attributes: `${capitalized(lab)}Attributes`,
}));

const tags = [
  ...labs,
  { tag: 'scaledot-lab', name: 'ScaledotLab', attributes: 'LabAttributes' },
  { tag: 'scaledot-figure', name: 'ScaledotFigure', attributes: 'FigureAttributes' },
];

/** Returns the declarations of `scaledot/elements`. */
function elementsText() {
  const rowsOf = (/** @type {readonly Entry[]} */ entries) =>
    entries.flatMap((entry) => [manualOf(entry), `${entry.name}: ${typeOf(entry)};`]);
  const params = labs.map(
    ({ params, own, tag }) =>
      `/** The parameters of <${tag}>, by the names of its properties and of its JSON. */\n${interfaceOf(`${params} extends CommonParams`, rowsOf(own))}`,
  );
  const classes = labs.map(
    ({ name, params, tag }) => `/** <${tag}> */
export interface ${name} extends LabElement<${params}>, Omit<${params}, keyof HTMLElement> {}
/** The class of <${tag}>. */
export declare const ${name}: LabClass<${name}>;
`,
  );
  return `${made}import type { LabClass, LabElement, LabMethods, Value } from './public.js';
export type * from './public.js';

/** The parameters that every lab has. */
${interfaceOf('CommonParams', rowsOf(commonEntries))}
${params.join('\n')}
${classes.join('\n')}
/** The parameters of all labs, by the names of their properties. A parameter that a lab does not have is undefined. */
export type AnyParams = Partial<Record<${[...new Set(labs.flatMap(({ entries }) => entries.map(({ name }) => `'${name}'`)))].join(' | ')}, Value>>;

/** <scaledot-lab lab="softmax">: any lab by its name, with the parameters, methods and events of the lab's own element. */
export interface ScaledotLab extends LabElement<Record<string, Value>>, Omit<AnyParams, keyof HTMLElement> {
  /** ${labs.map(({ lab }) => lab).join(', ')}. Default: ${defaultLab}. */
  lab: string;
}
/** The class of <scaledot-lab>. */
export declare const ScaledotLab: LabClass<ScaledotLab>;

/** <scaledot-figure lab="variance" picture="growth">: one picture of a lab, with the controls that drive it. */
export interface ScaledotFigure extends ScaledotLab {
  /** Name of the picture. Default: the lab's main picture. */
  picture: string;
}
/** The class of <scaledot-figure>. */
export declare const ScaledotFigure: LabClass<ScaledotFigure>;

/** All labs, in the order of the navigation. */
export declare const labs: readonly LabClass<HTMLElement & LabMethods>[];

/**
 * Registers a lab, or <scaledot-lab> and <scaledot-figure>, unless the name is already taken. A lab may have several names.
 * @example
 * define(ScaledotSoftmax); // <scaledot-softmax>
 * define(ScaledotSoftmax, 'saturation-lab'); // <saturation-lab>
 */
export declare const define: (lab: LabClass, tag?: string) => void;
`;
}

/** Returns the declarations of `scaledot/elements/define`, which registers the elements in the document. */
const defineText = () => `${made}import type {
${tags.map(({ name }) => `  ${name},\n`).join('')}} from './elements.js';

declare global {
  interface HTMLElementTagNameMap {
${tags.map(({ tag, name }) => `    '${tag}': ${name};\n`).join('')}  }
}
`;

const charts = ['histogram', 'curves', 'bars', 'heat', 'bands'].map((kind) => ({
  kind,
  tag: `scaledot-${kind}`,
  name: `Scaledot${capitalized(kind)}`,
}));

/** Returns the declarations of `scaledot/charts`. */
function chartsText() {
  const functions = charts.map(
    ({ kind }) => `/** Returns the chart of <scaledot-${kind}> as text. Needs no document. */
export declare const ${kind}Picture: (data: ${capitalized(kind)}Data, options?: ${capitalized(kind)}Options) => ChartPicture;
`,
  );
  const classes = charts.map(
    ({ name, tag }) => `/** <${tag}> */\nexport declare const ${name}: ChartClass<${name}>;\n`,
  );
  const shared = fs.readFileSync(inRoot('web/diagrams/public.d.ts'), 'utf8');
  return `${made}${shared}
${functions.join('')}
${classes.join('')}
/** All charts. */
export declare const charts: readonly ChartClass<ChartElement<unknown, unknown>>[];

/**
 * Registers a chart, unless the name is already taken. A chart may have several names.
 * @example
 * define(ScaledotBars); // <scaledot-bars>
 * define(ScaledotBars, 'weight-bars'); // <weight-bars>
 */
export declare const define: (chart: ChartClass<ChartElement<any, any>>, tag?: string) => void;

/** Counts values in bins of equal width. A bin includes its left end only; the last bin includes both ends. Gaps are not counted. */
export declare const binned: (values: NumbersWithGaps, options?: BinOptions) => Required<BinCounts> & { counts: number[] };

/**
 * Returns the element that draws a call, and its properties.
 * @example
 * const { tag, ...properties } = chartElement({ type: 'bars', data: { values: [0.7, 0.2, 0.1] } });
 * document.body.append(Object.assign(document.createElement(tag), properties)); // <scaledot-bars>
 */
export declare const chartElement: (call: ChartCall) => ChartProperties;
`;
}

/** Returns the declarations of `scaledot/charts/define`. */
const chartsDefineText = () => `${made}import type {
${charts.map(({ name }) => `  ${name},\n`).join('')}} from './charts.js';

declare global {
  interface HTMLElementTagNameMap {
${charts.map(({ tag, name }) => `    '${tag}': ${name};\n`).join('')}  }
}
`;

/** Attributes of the playground that are not parameters. */
const playgroundRows = ['autorun', 'readonly'].map((name) => `'${name}'?: boolean | '';`);

/** Returns the declarations of `scaledot/jsx`. */
function jsxText() {
  const rowsOf = (/** @type {readonly Entry[]} */ entries) =>
    entries.flatMap((entry) =>
      namesOf(entry).map((name) => `'${name}'?: ${attributeTypeOf(entry)};`),
    );
  const attributes = labs.map(({ attributes, own, tag }) => {
    const rows = [...rowsOf(own), ...(tag === 'scaledot-playground' ? playgroundRows : [])];
    return `/** The parameters of <${tag}>, by the names of its attributes and of its properties. */\n${interfaceOf(`${attributes} extends CommonAttributes`, rows)}`;
  });
  const names = new Set(labs.flatMap(({ entries }) => entries.flatMap(namesOf)));
  const rows = [
    ...tags.map(({ tag, name, attributes }) => `'${tag}': LabProps<${attributes}, ${name}>;`),
    ...charts.map(({ tag, name }) => `'${tag}': ChartProps<ChartAttributes<${name}>, ${name}>;`),
  ];
  const reactRows = rows.map((row) => row.replace('Props', 'InReact'));
  const augmentation = (
    /** @type {string} */ framework,
  ) => `// @ts-ignore: for projects that have it
declare module '${framework}' {
  namespace JSX {
    interface IntrinsicElements extends ScaledotElements {}
  }
}
`;
  return `${made}import type {
  LabEventMap,
${tags.map(({ name }) => `  ${name},\n`).join('')}} from './elements.js';
import type {
${charts.map(({ name }) => `  ${name},\n`).join('')}} from './charts.js';

/** The parameters that every lab has. */
${interfaceOf('CommonAttributes', rowsOf(commonEntries))}
${attributes.join('\n')}
/** The parameters of all labs. */
export interface LabAttributes extends Partial<Record<${[...names].map((name) => `'${name}'`).join(' | ')}, number | string>> {
  lab?: string;
${playgroundRows.map((row) => `  ${row}\n`).join('')}}

/** The parameters of all labs, and the name of one picture. */
export interface FigureAttributes extends LabAttributes {
  picture?: string;
}

/** The attributes of a chart. Data and options are values or JSON. */
export interface ChartAttributes<Chart extends { data: unknown; options: unknown; theme: unknown }> {
  data?: Chart['data'] | string;
  options?: Chart['options'] | string;
  lang?: string;
  theme?: Chart['theme'];
}

type Listener<Name extends keyof LabEventMap> = (event: LabEventMap[Name]) => void;

/** Listeners to the charts' event, as React and Preact spell it, and as Solid does. */
export interface ChartListeners {
  'onscaledot-error'?: Listener<'scaledot-error'>;
  'on:scaledot-error'?: Listener<'scaledot-error'>;
}

/** Listeners to the labs' events, in the same spellings. */
export interface LabListeners extends ChartListeners {
  'onscaledot-change'?: Listener<'scaledot-change'>;
  'onscaledot-engine'?: Listener<'scaledot-engine'>;
  'on:scaledot-change'?: Listener<'scaledot-change'>;
  'on:scaledot-engine'?: Listener<'scaledot-engine'>;
}

type Child = object | string | number | bigint | boolean | null | undefined;

/** Attributes of every element in every framework. */
export interface HostAttributes<Element> {
  children?: Child | readonly Child[];
  class?: string;
  className?: string;
  hidden?: boolean;
  id?: string;
  key?: string | number | bigint | null;
  part?: string;
  ref?: ((element: Element | null) => unknown) | { current: Element | null } | Element | null;
  role?: string;
  slot?: string;
  style?: object | string;
  tabIndex?: number;
  title?: string;
  [data: \`data-\${string}\`]: string | number | boolean | undefined;
  [aria: \`aria-\${string}\`]: string | number | boolean | undefined;
}

type LabProps<Attributes, Element> = Attributes & LabListeners & HostAttributes<Element>;
type ChartProps<Attributes, Element> = Attributes & ChartListeners & HostAttributes<Element>;

/** All elements by tag, for any JSX: \`interface IntrinsicElements extends ScaledotElements {}\`. */
${interfaceOf('ScaledotElements', rows)}
// @ts-ignore: for projects that have it
declare module 'react' {
  // @ts-ignore: as are its names
  type Host<Element> = HTMLAttributes<Element> & ClassAttributes<Element>;
  type LabInReact<Attributes, Element> = Attributes & LabListeners & Omit<Host<Element>, keyof Attributes>;
  // @ts-ignore
  type ChartInReact<Attributes, Element> = Attributes & ChartListeners & Omit<Host<Element>, keyof Attributes>;
  namespace JSX {
    interface IntrinsicElements {
${reactRows.map((row) => `      ${row}\n`).join('')}    }
  }
}

${['preact', 'solid-js/jsx-runtime'].map(augmentation).join('\n')}
declare global {
  namespace JSX {
    interface IntrinsicElements extends ScaledotElements {}
  }
}
`;
}

/** @typedef {Map<string, string>} Texts the declarations by file */

/** Removes the JSDoc from which types were made, which readers of declarations do not need. @param {string} text */
const withoutSources = (text) =>
  text
    .replace(/^\/\*\*(?:(?!\*\/)[^])*@typedef(?:(?!\*\/)[^])*\*\/\n/gm, '')
    .replace(/^ *\/\*\* @readonly \*\/\n/gm, '')
    // Tags that only repeat the types below them, and the rest of their comments.
    .replace(/^ *\* @(?:param \{.*\} \[?\w+\]?|(?:returns|type) \{.*\})\n/gm, '')
    .replace(/ @returns \{[^}\n]*\} \*\/$/gm, ' */')
    // Types of tags, which the declarations repeat.
    .replace(/(@param) \{(?:[^{}\n]|\{[^{}\n]*\})*\} \[?(\w+)\]?/g, '$1 $2')
    .replace(/(@returns) \{(?:[^{}\n]|\{[^{}\n]*\})*\}/g, '$1')
    .replace(/^( *\*\n)+(?= *\*\/)/gm, '')
    .replace(/^ *\/\*\*\n *\*\/\n/gm, '');

/** Makes the constructors private whose comment begins with `Private:`. Their parameters are internal. @param {string} text */
const withoutConstructors = (text) =>
  text.replace(
    /^ *\/\*\*\s+\* Private:(?:(?!\*\/)[^])*\*\/\n *constructor\([^]*?\);$/gm,
    '    private constructor();',
  );

/**
 * Adds the comments of methods with overloads, which tsc leaves out.
 * @param {string} text
 * @param {string} source
 */
function withOverloads(text, source) {
  const block =
    /^ +\/\*\*\n((?: +\* (?!@).*\n)+)(?:(?!\*\/)[^])*@overload[^]*?^ {2}(?:async )?(\w+)\(/gm;
  for (const [, told, name] of source.matchAll(block))
    text = text.replace(
      RegExp(`^ +${name}\\b`, 'm'),
      (row) => `    /**\n${told.replace(/^/gm, '  ').trimEnd()}\n     */\n${row}`,
    );
  return text;
}

/** Shortens the hundreds of comments with one line of text to one line. @param {string} text */
const withShortComments = (text) =>
  text.replace(/^( *)\/\*\*\n *\* (.{1,110})\n *\*\/$/gm, '$1/** $2 */');

/** Adds the descriptions of types, which tsc leaves out. @param {string} text @param {string} source */
function withTypes(text, source) {
  for (const [comment] of source.matchAll(/\/\*\*(?:(?!\*\/)[^])*\*\//g)) {
    const prose = comment.replace(/^\/\*\*|\*\/$/g, '').replace(/^ *\* ?/gm, '');
    for (const [, rest] of prose.matchAll(/@typedef \{((?:(?!^@|\n\n)[^])*)/gm)) {
      let depth = 1;
      let end = 0;
      for (; depth > 0 && end < rest.length; end++)
        depth += Number(rest[end] === '{') - Number(rest[end] === '}');
      const [, name, told = ''] = /^\s*(\w+)\s*([^]*)$/.exec(rest.slice(end)) ?? [];
      const words = told.trim().replace(/\s+/g, ' ');
      if (words) text = text.replace(RegExp(`^export type ${name}\\b`, 'm'), `/** ${words} */\n$&`);
    }
  }
  return text;
}

/** Replaces types that are only re-exported by one list for each file. @param {string} text */
function withLists(text) {
  const row = /^export type (\w+)(?:<.*>)? = import\('([^']+)'\)\.\1(?:<\w+>)?;\n/gm;
  /** @type {Map<string, string[]>} */
  const files = new Map();
  const rest = text.replace(row, (whole, name, file) => {
    // A type that the rest of the file uses must keep its own line, because a list does not declare the name.
    if (text.replace(whole, '').match(RegExp(`\\b${name}\\b`))) return whole;
    files.set(file, [...(files.get(file) ?? []), name]);
    return '';
  });
  const lists = [...files].map(
    ([file, names]) => `export type { ${names.join(', ')} } from '${file}';\n`,
  );
  return rest + lists.join('');
}

/** Returns a program of docs/examples without the lines that all have: the imports and the engine. @param {string} file */
const shortExample = (file) =>
  exampleOf(fs.readFileSync(file, 'utf8'))
    .code.replace(/^import .*\n+/gm, '')
    .replace(/^const sd = await load\(\);\n+/, '');

/**
 * Appends the examples to the comments of functions and classes.
 * @param {string} text
 * @param {string} folder  of docs/examples
 */
function withExamples(text, folder) {
  const from = inRoot('docs/examples', folder);
  if (!fs.existsSync(from)) return text;
  for (const file of fs.readdirSync(from).filter((name) => name.endsWith('.js'))) {
    const name = path.basename(file, '.js');
    const place = RegExp(
      `^( *)/\\*\\*((?:(?!\\*/)[^])*?)\\s*\\*/\\n(?= *(?:export declare (?:function|class|const) )?${name}\\b)`,
      'm',
    );
    text = text.replace(place, (_, space, told) => {
      const before = told.includes('\n') ? told : `\n${space} *${told}`;
      const code = shortExample(path.join(from, file)).replace(/^/gm, `${space} * `);
      return `${space}/**${before}\n${space} * @example\n${code.replace(/ +$/gm, '')}\n${space} */\n`;
    });
  }
  return text;
}

/**
 * Removes functions that nothing imports. A file may be included only for one of its functions or types.
 * @param {Texts} texts
 * @param {string} file
 */
function pruneFunctions(texts, file) {
  const all = [...texts.values()].join('\n').match(/^(?:import|export) [^;]* from [^;]*;/gm) ?? [];
  const imported = new Set(all.join('\n').match(/\w+/g));
  const one =
    /(?:^\/\*\*(?:(?!\*\/)[^])*\*\/\n)?^export declare (?:function|const) (\w+)(?:[^;]|;\n(?=[ }]))*;\n/gm;
  texts.set(
    file,
    String(texts.get(file)).replace(one, (whole, name) => (imported.has(name) ? whole : '')),
  );
}

/** Halves the indentation. @param {string} text */
const withShortLines = (text) =>
  text.replace(
    /^( +)(\*?)/gm,
    (_, { length }, star) => ' '.repeat(star ? (length + 1) / 2 : length / 2) + star,
  );

/** Removes unused imports. @param {string} text */
const withoutUnused = (text) =>
  text.replace(/^import (?:type )?\{([^}]*)\} from [^;]*;\n/gm, (line, names) => {
    const used = names
      .split(',')
      .map((/** @type {string} */ name) => name.trim())
      .filter(
        (/** @type {string} */ name) => [...text.matchAll(RegExp(`\\b${name}\\b`, 'g'))].length > 1,
      );
    return used.length > 0 ? line.replace(names, ` ${used.join(', ')} `) : '';
  });

/** @param {string} name  of a declaration */
const sourceOf = (name) => fs.readFileSync(inRoot('web', name.replace(/d\.ts$/, 'js')), 'utf8');

/** Whether a declaration is a type file of web/, which tsc does not emit. @param {string} name */
const isWritten = (name) => fs.existsSync(inRoot('web', name));

/** Cleans up the declaration that tsc emits for a source. @param {string} whole @param {string} source */
const madeOf = (whole, source) =>
  withOverloads(withLists(withoutUnused(withoutConstructors(withoutSources(whole)))), source);

/**
 * Reads a declaration and those that it imports.
 * @param {string} folder  of the declarations that tsc emits
 * @param {string} name
 * @param {Texts} texts
 */
function reach(folder, name, texts) {
  if (texts.has(name)) return;
  const written = isWritten(name);
  const whole = fs.readFileSync(written ? inRoot('web', name) : path.join(folder, name), 'utf8');
  const text = written ? whole : madeOf(whole, sourceOf(name));
  texts.set(name, text);
  for (const [, other] of text.matchAll(/['"](\.[^'"]*)\.js['"]/g))
    reach(folder, path.join(path.dirname(name), `${other}.d.ts`), texts);
}

/** Returns the words of a text outside its comments. @param {string} text */
const wordsOf = (text) => text.replace(/\/\*[^]*?\*\//g, '').match(/\w+/g);

/**
 * Removes the types of a type file that no declaration uses. Only the checked sources need them.
 * @param {Texts} texts
 * @param {string} file
 */
function prune(texts, file) {
  const pieces = String(texts.get(file)).split(/\n(?=\n)/);
  const nameOf = (/** @type {string} */ piece) =>
    piece.match(/^export (?:type|interface) (\w+)/m)?.[1];
  const others = [...texts].filter(([name]) => name !== file).map(([, text]) => text);
  /** @type {Set<string>} */
  const kept = new Set(pieces.filter((piece) => !nameOf(piece)));
  for (let size = -1; size < kept.size;) {
    size = kept.size;
    const named = new Set(wordsOf([...others, ...kept].join('\n')));
    for (const piece of pieces) if (named.has(String(nameOf(piece)))) kept.add(piece);
  }
  texts.set(
    file,
    withoutUnused(
      `${pieces
        .filter((piece) => kept.has(piece))
        .join('\n')
        .trim()}\n`,
    ),
  );
}

/** @returns {Texts} */
const elementTexts = () =>
  new Map([
    ['public.d.ts', fs.readFileSync(inRoot('web/labs/lab/public.d.ts'), 'utf8')],
    ['elements.d.ts', elementsText()],
    ['define.d.ts', defineText()],
    ['charts.d.ts', withExamples(chartsText(), 'charts')],
    ['charts-define.d.ts', chartsDefineText()],
  ]);

/** Writes only the declarations of the elements. @param {string} folder */
export function writeElements(folder) {
  for (const [name, text] of elementTexts()) fs.writeFileSync(path.join(folder, name), text);
}

/**
 * Writes the declarations. Of those that tsc emits and of the type files, only those that the entries reach.
 * @param {readonly string[]} entries  their sources, below web/
 */
export async function writeDeclarations(entries) {
  const all = inRoot('build', 'types');
  const to = inRoot('dist', 'types');
  fs.rmSync(all, { recursive: true, force: true });
  const tsc = inRoot('node_modules/typescript/bin/tsc');
  await mustRun(process.execPath, [tsc, '-p', 'tsconfig.types.json']);
  /** @type {Texts} */
  const texts = new Map();
  for (const entry of entries) reach(all, entry.replace(/js$/, 'd.ts'), texts);
  // A type file comes after the files that import it, so the last file is pruned first.
  for (const name of [...texts.keys()].filter(isWritten).reverse()) prune(texts, name);
  for (const name of texts.keys()) {
    if (isWritten(name)) continue;
    if (!entries.includes(name.replace(/d\.ts$/, 'js'))) pruneFunctions(texts, name);
    const own = withShortComments(withTypes(withoutUnused(texts.get(name) ?? ''), sourceOf(name)));
    const [, folder] = /engine\/adapters\/(.*)\.d\.ts/.exec(name) ?? [];
    const examples = name.includes('models') ? 'models' : (folder ?? 'engine');
    texts.set(name, withExamples(withShortLines(own), examples));
  }
  for (const [name, text] of elementTexts()) texts.set(name, text);
  texts.set('jsx.d.ts', jsxText());
  // For WebAssembly as Cloudflare Workers import it.
  const compiled = 'declare const module: WebAssembly.Module;\nexport default module;\n';
  texts.set('wasm.d.ts', `${made}${compiled}`);
  // A separate program, which exports nothing.
  texts.set(path.join('engine', 'worker.d.ts'), `${made}export {};\n`);
  for (const [name, text] of texts) {
    const file = path.join(to, name);
    fs.mkdirSync(path.dirname(file), { recursive: true });
    fs.writeFileSync(file, text);
  }
}
