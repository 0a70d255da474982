// The labs without a page: a server that renders tutorials imports them and must not crash.
import { readFile, writeFile } from 'node:fs/promises';
import { describe, expect, test } from '@jest/globals';
import { meanings, valuesOf } from '../../scripts/parameters.mjs';
import { imagesOf } from '../../web/labs/lab/export-image.js';
import { StateElement } from '../../web/labs/lab/state-element.js';
import '../learned.js';

test('the elements can be imported and defined without a DOM, and invent none', async () => {
  const { ScaledotVariance, define, labs } = await import('../../web/elements/index.js');
  expect(labs).toContain(ScaledotVariance);
  for (const lab of labs) define(lab);
  await import('../../web/elements/define.js');
  for (const name of ['window', 'document', 'HTMLElement'])
    expect(globalThis).not.toHaveProperty(name);
});

test('what is no class of a lab or a chart, and what is no name of an element, is not registered', async () => {
  const { define, ScaledotVariance } = await import('../../web/elements/index.js');
  const charts = await import('../../web/diagrams/index.js');
  const lab = 'expected the class of a lab, such as ScaledotVariance';
  const chart = 'expected the class of a chart, such as ScaledotHistogram';
  const name = 'expected a name in small letters with a hyphen, such as "my-element"';
  StateElement.Placeholder = null;
  /** @type {[(...given: any[]) => void, unknown[], string][]} */
  const refused = [
    [define, [], `define: got undefined; ${lab}`],
    [define, ['scaledot-variance'], `define: got "scaledot-variance"; ${lab}`],
    [define, [{ tag: 'my-lab' }], `define: got an object; ${lab}`],
    [define, [class {}], `define: got a function; ${lab}`],
    [define, [charts.ScaledotHeat], `define: got a function; ${lab}`],
    [define, [ScaledotVariance, null], `tag: got null; ${name}`],
    [charts.define, [], `define: got undefined; ${chart}`],
    [charts.define, [ScaledotVariance], `define: got a function; ${chart}`],
    [charts.define, [charts.ScaledotHeat, 3], `tag: got 3; ${name}`],
  ];
  for (const [call, given, message] of refused) {
    expect(() => call(...given)).toThrow(TypeError);
    expect(() => call(...given)).toThrow(new Error(message));
  }
  for (const tag of ['variance', 'My-lab']) {
    expect(() => define(ScaledotVariance, tag)).toThrow(RangeError);
    expect(() => define(ScaledotVariance, tag)).toThrow(new Error(`tag: got "${tag}"; ${name}`));
  }
  expect(StateElement.Placeholder).toBeNull(); // a refused call changes nothing
});

test('a method that is taken from its element, or called on another, says so', async () => {
  const { labs } = await import('../../web/elements/index.js');
  const { ScaledotLab } = await import('../../web/labs/scaledot-lab.js');
  const { proxy, revoke } = Proxy.revocable({}, {});
  revoke();
  for (const Kind of [...labs, ScaledotLab]) {
    const names = ['params', 'query', 'link', 'getState', 'setState', 'exportImage'];
    if (Kind !== ScaledotLab) names.push('setLink');
    for (const name of names) {
      let at = Kind.prototype;
      while (!Object.hasOwn(at, name)) at = Object.getPrototypeOf(at);
      const { value, get } = /** @type {any} */ (Object.getOwnPropertyDescriptor(at, name));
      for (const [other, what] of [
        [undefined, 'undefined'],
        [{}, 'an object'],
        ['x', '"x"'],
        [proxy, 'a revoked proxy'],
      ]) {
        const called = (async () => (value ?? get).call(other, {}))();
        const message = `this of ${name}: got ${what}; expected the element of a lab`;
        await expect(called).rejects.toThrow(new TypeError(message));
      }
    }
  }
});

test('every table has its lab, in the same order, and its name in the navigation', async () => {
  const { labs } = await import('../../web/elements/index.js');
  const { tables } = await import('../../web/tables/state.js');
  const { default: words } = await import('../../web/i18n/common.en.js');
  expect(labs.map(({ lab }) => lab)).toEqual(Object.keys(tables));
  for (const { lab } of labs) expect(words).toHaveProperty([`common.lab.${lab}`]);
});

test('no parameter has the name of what a lab has anyway: its property would be in the way', async () => {
  const { labs } = await import('../../web/elements/index.js');
  const { entriesOf } = await import('../../web/tables/state.js');
  for (const { lab, prototype } of labs) {
    const anyway = Object.getPrototypeOf(prototype);
    const names = entriesOf(lab).map(({ name }) => name);
    expect(names.length).toBeGreaterThan(5);
    expect(names.filter((name) => name in anyway)).toEqual([]);
  }
});

test('a lab has the tag of its name, its words in both languages, and presets with words', async () => {
  const { labs } = await import('../../web/elements/index.js');
  for (const { lab, tag, words, presets } of labs) {
    expect(tag).toBe(`scaledot-${lab}`);
    for (const catalogue of Object.values(words)) {
      for (const key of ['title', 'fallback']) expect(catalogue).toHaveProperty([`${lab}.${key}`]);
      for (const { id, choices = {} } of presets) {
        const wanted = [
          'label',
          'predict',
          'explain',
          ...Object.keys(choices).map((choice) => `choice.${choice}`),
        ];
        for (const key of wanted) expect(catalogue).toHaveProperty([`${lab}.preset.${id}.${key}`]);
      }
    }
  }
});

test('every picture says which parameters drive it when it is shown alone, and these have controls', async () => {
  const { labs } = await import('../../web/elements/index.js');
  const { entriesOf } = await import('../../web/tables/state.js');
  for (const { lab, pictures, drives } of labs) {
    expect(Object.keys(drives)).toEqual([...pictures]);
    const controlled = entriesOf(lab).flatMap(({ name, control }) => (control ? [name] : []));
    for (const names of Object.values(drives))
      expect(names.filter((name) => !controlled.includes(name))).toEqual([]);
  }
});

test('slides are pictures of their lab, the main one first', async () => {
  const { labs } = await import('../../web/elements/index.js');
  for (const { pictures, slides } of labs) {
    if (!slides?.length) continue; // either all pictures are slides, or none
    expect(slides[0]).toBe(pictures[0]);
    expect(slides.filter((name) => !pictures.includes(name))).toEqual([]);
  }
});

test('what presets set is allowed as it is', async () => {
  const { labs } = await import('../../web/elements/index.js');
  const { change, initialParams } = await import('../../web/tables/state.js');
  for (const { lab, presets } of labs) {
    for (const { id, params, choices = {}, answer } of presets) {
      expect(change(initialParams(lab), { ...params, preset: id }, lab).notes).toEqual([]);
      expect(Object.keys(choices)).toContain(answer);
    }
  }
});

// docs/elements.md agrees with the sources. SCALEDOT_DOCS=update rewrites its tables; prettier formats them.
describe('the manual of the elements', () => {
  const manual = new URL('../../docs/elements.md', import.meta.url);

  /** Returns the blocks of the manual by name. */
  async function blocks() {
    const { labs } = await import('../../web/elements/index.js');
    // Sequential, because Jest cannot link modules that are requested at once.
    for (const kind of labs) for (const name of kind.pictures) await kind.fetchPictures([name]);
    const { commonEntries } = await import('../../web/tables/entries.js');
    const { entriesOf } = await import('../../web/tables/state.js');
    const common = new Set(commonEntries.map(({ name }) => name));
    const lab = (/** @type {(typeof labs)[number]} */ kind) =>
      [
        `### \`<${kind.tag}>\``,
        table(
          ['attribute', 'property', 'values', 'default'],
          entriesOf(kind.lab)
            .filter(({ name }) => !common.has(name))
            .map(rowOf),
        ),
        `Pictures: ${list(imagesOf(kind))}; without a file: ${list(kind.pictures.filter((name) => !imagesOf(kind).includes(name))) || 'none'}. Presets: ${list(kind.presets.map(({ id }) => id)) || 'none'}.`,
      ].join('\n\n');
    return {
      common: table(
        ['attribute', 'property', 'values', 'default', 'meaning'],
        commonEntries.map((entry) => [...rowOf(entry), meanings[entry.name]]),
      ),
      hides: list(await hidden()),
      properties: table(
        ['property', 'default', 'meaning'],
        (await properties()).map(({ name, initial }) => [
          code(`--scaledot-${name}`),
          initial,
          colours[name],
        ]),
      ),
      parts: table(
        ['part', 'meaning'],
        (await import('../../web/labs/lab/theme-parts.js')).themeParts.map((part) => [
          code(part),
          parts[part],
        ]),
      ),
      labs: labs.map(lab).join('\n\n'),
    };
  }

  const code = (/** @type {unknown} */ text) => (text === '' ? '' : `\`${text}\``);
  const list = (/** @type {readonly unknown[]} */ names) => names.map(code).join(', ');
  const table = (
    /** @type {readonly string[]} */ head,
    /** @type {readonly (readonly string[])[]} */ rows,
  ) => [head, head.map(() => '---'), ...rows].map((row) => `| ${row.join(' | ')} |`).join('\n');

  /** @param {import('../../web/tables/state.js').Entry} entry */
  const rowOf = (entry) => [
    code(entry.key),
    code(entry.name),
    valuesOf(entry, code),
    code(entry.initial),
  ];

  /** Returns the names that a lab passes to hides(), besides its pictures. */
  async function hidden() {
    const sources = await Promise.all(
      ['lab/lab.js', 'lab/lab-shell.js', 'scaledot-scoring.js', 'scaledot-attention.js'].map(
        (file) => readFile(new URL(`../../web/labs/${file}`, import.meta.url), 'utf8'),
      ),
    );
    const asked = sources.flatMap((text) => [...text.matchAll(/hides\('(\w+)'\)/g)]);
    return [...new Set(asked.map(([, name]) => name))].filter((name) => name !== 'answer');
  }

  async function properties() {
    const { tokens } = await import('../../web/charts/tokens.js');
    const { cssText } = /** @type {{cssText: string}} */ (/** @type {unknown} */ (tokens));
    return [...cssText.matchAll(/var\(\s*--scaledot-(\w+),\s*([^;]+?)\s*\);/g)].map(
      ([, name, initial]) => ({ name, initial: name in fonts ? fonts[name] : code(initial) }),
    );
  }

  /** @type {Record<string, string>} */
  const fonts = { font: "the system's", mono: "the system's" };

  /** @type {Record<string, string>} */
  const colours = {
    query: 'queries, in pictures, formulas and code',
    key: 'keys',
    value: 'values',
    weight: 'weights',
    score: 'scores',
    accent: 'clickable and selected elements, the focus ring',
    good: 'a correct prediction',
    warn: 'errors and notes',
    ink: 'text and axes',
    muted: 'secondary text',
    faint: 'borders of fields, secondary marks',
    rule: 'separators',
    paper: 'the background',
    panel: 'the background of cards and programs',
    font: 'text',
    mono: 'programs',
    size: 'the size of one rem in a lab',
    space: 'a quarter of the usual distance; all distances are multiples of it',
    radius: 'corners of buttons, fields and cards',
  };

  /** @type {Record<string, string>} */
  const parts = {
    lab: 'the whole lab',
    notes: 'messages about invalid values',
    title: 'the question',
    share: 'the button of the share dialog',
    answer: 'the sentence with live numbers',
    presets: 'the row of presets',
    card: 'the open preset: its question, then its explanation',
    controls: 'the controls',
    formula: 'the live formula',
    picture: 'each picture with its title, text and tables',
    code: 'the programs',
    foot: 'engine and link, at the end',
  };

  const block = (/** @type {string} */ name) =>
    new RegExp(`(<!-- ${name} -->)([\\s\\S]*?)(<!-- / -->)`);
  /** Removes the formatting that prettier may change. @param {string} text */
  const plain = (text) => text.replace(/-{3,}/g, '---').replace(/\s+/g, ' ').trim();

  test('has every attribute, property, picture, preset, part and custom property, and no other', async () => {
    const wanted = await blocks();
    let text = await readFile(manual, 'utf8');
    if (process.env.SCALEDOT_DOCS === 'update') {
      for (const [name, content] of Object.entries(wanted)) {
        const space = content.includes('\n') ? '\n\n' : '';
        text = text.replace(block(name), (_, open, __, end) => [open, content, end].join(space));
      }
      await writeFile(manual, text);
    }
    for (const [name, content] of Object.entries(wanted))
      expect(plain(block(name).exec(text)?.[2] ?? '')).toBe(plain(content));
    expect(JSON.stringify(wanted)).not.toContain('undefined');
  });

  test('has every method and every event', async () => {
    const { ScaledotFigure, ScaledotLab, labs } = await import('../../web/elements/index.js');
    const text = await readFile(manual, 'utf8');
    for (const name of ['getState', 'setState', 'exportImage']) {
      expect(text).toMatch(new RegExp(`^\\| \`${name}\\(`, 'm'));
      for (const kind of [ScaledotFigure, ScaledotLab, ...labs])
        expect(kind.prototype).toHaveProperty(name);
    }
    const sources = await Promise.all(
      ['lab/lab.js', 'scaledot-lab.js', 'lab/state-element.js'].map((file) =>
        readFile(new URL(`../../web/labs/${file}`, import.meta.url), 'utf8'),
      ),
    );
    const fired = sources.flatMap(
      (source) => source.match(/(?<=(?:emit|CustomEvent)\(')scaledot-\w+/g) ?? [],
    );
    const told = text.match(/(?<=^\| `)scaledot-\w+/gm);
    expect(new Set(told)).toEqual(new Set(fired));
  });
});
