// Writes the pages of the reference: one for each function of the package, one for each class, one of types for each entry. Their
// text is from the JSDoc of the sources (scripts/reference.mjs). Their examples are in docs/examples/, which a test runs.
import fs from 'node:fs';
import path from 'node:path';
import { partOf, partOfRun } from '../web/engine/border/parts.js';
import { limitSentence, togetherSentence } from './docs-limits.mjs';
import { groups } from './docs-pages.mjs';
import { exampleOf } from './examples.mjs';
import { inRoot } from './tools.mjs';

/** @import { Entry, Field, Item, Signature } from './reference.mjs' */
/** @import { Page } from './docs.mjs' */
/** @import { Example } from './examples.mjs' */

/** @param {string} name `engine/attention` */
function readExample(name) {
  const file = inRoot('docs/examples', `${name}.js`);
  return fs.existsSync(file) ? exampleOf(fs.readFileSync(file, 'utf8')) : undefined;
}

/** Escapes text for Markdown, including cells of tables. @param {string} text */
const plain = (text) =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('|', '\\|')
    .replaceAll('*', '\\*');

/** @param {string} text */
const sentence = (text) =>
  text === ''
    ? ''
    : `${/^[a-z]+( [a-z'(\dW]|$)/.test(text) ? text[0].toUpperCase() : text[0]}${text.slice(1)}${/[.:!?]$/.test(text) ? '' : '.'}`;

/**
 * Returns the name of the table with the limits of options (option-tables.mjs).
 * @param {string} type of them
 * @param {string} folder of an adapter, `torch/`, or ''
 * @returns {string | undefined}
 */
function ownerOf(type, folder) {
  const [, name] = /^(?:Returning<)?(\w+(?:Options|Attributes))(<.*>|, \w+>)?$/.exec(type) ?? [];
  return name && folder + name[0].toLowerCase() + name.slice(1).replace(/Options$/, '');
}

/** Returns the folder of an adapter: `torch/` for `torch/multihead`, '' for other names. @param {string} name */
const folderOf = (name) => /\b(onnx|torch)\//.exec(name)?.[0] ?? '';

/** @param {readonly Entry[]} entries */
function typesOf(entries) {
  /** @type {Map<string, string>} the page of a type by its name */
  const pages = new Map();
  for (const { name, items } of entries)
    for (const { name: type, kind, inner } of items) {
      const folder =
        name === 'scaledot' ? 'reference' : `reference/${name.replace('scaledot/', '')}`;
      if (kind === 'type' && !pages.has(type))
        pages.set(type, `${folder}/types.html#${type.toLowerCase()}`);
      if (kind === 'class' && (type !== 'Engine' || !inner))
        pages.set(type, `${folder}/${type === 'Engine' ? 'engine' : `${type}-class`}.html`);
    }
  return pages;
}

/**
 * Returns functions that write types and fields.
 * @param {ReadonlyMap<string, string>} types
 * @param {string} page  where they are shown
 * @param {string} [owner]  of the arguments, if these have limits
 */
function writerOf(types, page, owner = '') {
  /** Writes a type, with links to the types it names. @param {string} type */
  const typed = (type) => {
    const code = plain(type).replaceAll(/\b[A-Z]\w+/g, (name) => {
      const to = types.get(name);
      const href = to && path.posix.relative(path.posix.dirname(page), to);
      return href ? `<a href="${href}">${name}</a>` : name;
    });
    return `<code>${code}</code>`;
  };

  /**
   * Writes a table of fields.
   * @param {readonly Field[]} fields
   * @param {string} first  heading
   * @param {boolean} [given]  whether a caller passes them, and may omit some
   * @param {string} [of]  the owner of their limits
   */
  const table = (
    fields,
    first,
    given = fields.some(({ initial }) => initial !== undefined),
    of = owner,
  ) => {
    if (fields.length === 0) return '';
    const head = given ? [first, 'type', 'default', 'meaning'] : [first, 'type', 'meaning'];
    const rows = fields.map((field) => {
      const { name, type, optional, initial, summary } = field;
      const required = given && !optional ? 'Required.' : '';
      const limit = given ? limitSentence(of, field) : '';
      const cells = [`\`${name}\``, typed(type)];
      if (given) cells.push(initial ? `\`${plain(initial)}\`` : '');
      const words = [required, sentence(plain(summary)), plain(limit)].filter(Boolean);
      return [...cells, words.join(' ')];
    });
    const line = (/** @type {readonly string[]} */ cells) => `| ${cells.join(' | ')} |`;
    return `${[line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n')}\n\n`;
  };

  /** @param {Signature} signature */
  const parametersOf = ({ parameters }) =>
    parameters
      .map((field) => {
        const { name, type, optional, summary, fields = [] } = field;
        const optionally = optional ? ' (optional)' : '';
        const words = [sentence(plain(summary)), plain(limitSentence(owner, field))].filter(
          Boolean,
        );
        const told = words.length > 0 ? `: ${words.join(' ')}` : '';
        return `**\`${name}\`** ${typed(type)}${optionally}${told}\n\n${table(fields, 'option', true, owner && (ownerOf(type, folderOf(owner)) ?? owner))}`;
      })
      .join('');

  /** @param {Signature} signature */
  const returnsOf = ({ returns: { type, summary, fields } }) =>
    `${typed(type)}${summary ? `: ${plain(summary)}` : ''}\n\n${table(fields, 'field', false)}`;

  return { typed, table, parametersOf, returnsOf };
}

/** Writes a call: `attention(query, key, value, options?)`. @param {string} caller @param {string} name @param {Signature} signature */
function callOf(caller, name, { parameters }) {
  const names = parameters.map((each) => each.name + (each.optional ? '?' : ''));
  return `${caller}${name}(${names.join(', ')})`;
}

/**
 * Writes the text about a function, below its heading.
 * @param {Item} item
 * @param {object} place
 * @param {string} place.page
 * @param {string} place.caller
 * @param {string} [place.owner] of its limits
 * @param {number} place.level of its headings
 * @param {ReadonlyMap<string, string>} place.types
 * @param {Example} [place.example]
 * @param {string} [place.imported]
 */
function functionText(item, { page, caller, owner, level, types, example, imported = '' }) {
  const { parametersOf, returnsOf } = writerOf(types, page, owner);
  const heading = (/** @type {string} */ text) => `${'#'.repeat(level)} ${text}\n\n`;
  const calls = item.signatures.map((each) => callOf(caller, item.name, each));
  const signatures = item.signatures.filter((_, i) => calls.indexOf(calls[i]) === i);
  const parts = [
    `${plain(item.summary)}\n\n`,
    `\`\`\`ts signature\n${imported}${[...new Set(calls)].join('\n')}\n\`\`\`\n\n`,
  ];
  for (const [i, signature] of signatures.entries()) {
    const which = signatures.length > 1 ? ` (${i + 1})` : '';
    if (signature.parameters.length > 0)
      parts.push(heading(`Arguments${which}`), parametersOf(signature));
    const most = togetherSentence(owner ?? '');
    if (most) parts.push(`${plain(most)}\n\n`);
    parts.push(heading(`Result${which}`), returnsOf(signature));
  }
  const sources = [...item.sources, ...(example?.sources ?? [])];
  if (example) {
    parts.push(heading('Example'), `${example.caption}\n\n`);
    parts.push(`\`\`\`js playground\n${example.code}\n\`\`\`\n\n`);
  } else if (item.examples.length > 0) {
    parts.push(heading('Example'), ...item.examples.map((code) => `\`\`\`js\n${code}\n\`\`\`\n\n`));
  }
  const refusals = example?.errors ?? [];
  if (item.throws.length > 0 || refusals.length > 0) parts.push(heading('Throws'));
  if (item.throws.length > 0)
    parts.push(item.throws.map((text) => `- ${plain(text)}\n`).join(''), '\n');
  if (refusals.length > 0)
    parts.push(
      'After the example:\n\n',
      refusals.map(({ call, said }) => `- \`${call}\`<br>${plain(said)}\n`).join(''),
      '\n',
    );
  if (sources.length > 0)
    parts.push(heading('Source'), sources.map((text) => `- ${plain(text)}\n`).join(''), '\n');
  return parts.join('');
}

/** Writes which part of the engine has a function. @param {string} name @param {string} page */
function partText(name, page) {
  const part = partOf(name) ?? partOfRun(name);
  const at = path.posix.relative(path.posix.dirname(page), 'package.html#parts');
  return part ? `Part of the engine: [\`${part}\`](${at}). ` : '';
}

/** Whether a table of fields does not describe a type completely, because it is a union or a Record. @param {string} type */
function isMoreThanFields(type) {
  let outer = type;
  for (let before = ''; before !== outer;) {
    before = outer;
    outer = outer.replaceAll(/\{[^{}]*\}|<[^<>]*>/g, '');
  }
  return /^Record\b| \| /.test(outer);
}

/** @param {Item} item @param {string} page @param {ReadonlyMap<string, string>} types */
function typeText({ name, type = '', summary, fields = [] }, page, types) {
  const owner = (!page.includes('charts/') && ownerOf(name, folderOf(page))) || '';
  const { table, typed } = writerOf(types, page, owner);
  const words = summary ? `${sentence(plain(summary))}\n\n` : '';
  const code = fields.length === 0 || isMoreThanFields(type) ? `${typed(type)}\n\n` : '';
  return `## ${name}\n\n${words}${code}${table(fields, 'field')}`;
}

/**
 * @param {readonly Entry[]} reference
 * @returns {Page[]}
 */
export function referencePages(reference) {
  const entries = reference.filter(
    ({ name }) => !/scaledot[/](attention|lean|elements)$/.test(name),
  );
  const types = typesOf(entries);
  const [main, ...others] = entries;
  const find = (/** @type {string} */ name) =>
    /** @type {Item} */ (main.items.find((item) => item.name === name));
  const engine = find('Engine');
  const members = engine.members ?? [];
  const methods = members.filter(({ kind }) => kind === 'function');
  /** @type {Page[]} */
  const pages = [];

  /** @param {string} name @param {string} title @param {string} group @param {string} text */
  const add = (name, title, group, text, short = title) =>
    pages.push({
      ...{ name: `reference/${name}`, language: 'en', section: 'reference', group, title, short },
      markdown: `# ${short === title ? `\`${title}\`` : title}\n\n${text}`,
    });

  const errors =
    'Arguments are checked before anything is computed; an invalid one throws an error of [one sentence](ERRORS).\n\n';
  /** @param {Item} item @param {string} name @param {string} caller @param {string} imported */
  const aboutFunction = (item, name, caller, imported = '') => {
    const page = `reference/${name}.html`;
    const example = readExample(name.includes('/') ? name : `engine/${name}`);
    const part = caller === 'sd.' ? partText(item.name, page) : '';
    const back = path.posix.relative(path.posix.dirname(page), 'reference/index.html#errors');
    const adapted = folderOf(name) + item.name;
    const owner = name.startsWith('charts/') ? '' : adapted;
    const text = functionText(item, { page, caller, owner, level: 2, types, example, imported });
    return text + part + errors.replace('ERRORS', back);
  };

  /** Adds the page of a class. @param {Item} item @param {string} name @param {string} group @param {string} caller @param {string} intro */
  const addClass = (item, name, group, caller, intro) => {
    const page = `reference/${name}-class.html`; // some file systems do not distinguish numpyRandom and NumpyRandom
    const { typed } = writerOf(types, page);
    const all = item.members ?? [];
    const facts = all.filter(({ kind }) => kind !== 'function');
    const rows = facts.map(
      (each) =>
        `| \`${each.name}\` | ${typed(each.type ?? '')} | ${sentence(plain(each.summary))} |`,
    );
    const example = readExample(name.includes('/') ? name : `engine/${name}`);
    const shown = example
      ? `${example.caption}\n\n\`\`\`js playground\n${example.code}\n\`\`\`\n\n`
      : '';
    const table =
      rows.length > 0
        ? `## Properties\n\n| name | type | meaning |\n| --- | --- | --- |\n${rows.join('\n')}\n\n`
        : '';
    const functions = all
      .filter(({ kind }) => kind === 'function')
      .map((each) => {
        const owner = `${item.name}.${each.name}`;
        return `## ${each.name}\n\n${functionText(each, { page, caller, owner, level: 3, types })}`;
      });
    add(`${name}-class`, item.name, group, `${intro}\n\n${shown}${table}${functions.join('')}`);
  };

  const named = new Set(groups.flatMap(({ names }) => names));
  const exported = main.items.filter(({ kind }) => kind === 'function');
  for (const { title, names } of groups) {
    const own =
      names.length > 0
        ? names
        : [...exported, ...methods].map(({ name }) => name).filter((name) => !named.has(name));
    for (const name of own) {
      const item = methods.find((each) => each.name === name);
      if (item) add(name, name, title, aboutFunction(item, name, 'sd.'));
      const free = exported.find((each) => each.name === name);
      if (free)
        add(
          name,
          name,
          title,
          aboutFunction(free, name, '', `import { ${name} } from 'scaledot';\n`),
        );
    }
  }
  const last = groups[groups.length - 1].title;
  const { typed } = writerOf(types, 'reference/engine.html');
  const facts = [
    ...members
      .filter(({ kind }) => kind !== 'function')
      .map((each) => ({ ...each, name: `sd.${each.name}` })),
    ...main.items.filter(({ kind }) => kind === 'constant'),
  ];
  const rows = facts.map(
    (each) =>
      `| \`${each.name}\` | ${typed(each.type ?? '').slice(0, 400)} | ${sentence(plain(each.summary))} |`,
  );
  add(
    'engine',
    'Engine',
    last,
    `The engine that [\`load()\`](load.html) returns, called \`sd\` here. Each of its functions has a page. These are its properties, and the constants that \`scaledot\` exports.\n\n| name | type | meaning |\n| --- | --- | --- |\n${rows.join('\n')}\n`,
  );
  addClass(
    find('Trainer'),
    'Trainer',
    last,
    'trainer.',
    'The trainer that [`createTrainer()`](createTrainer.html) returns: a small transformer and the task that it learns. [Its options and guarantees](../package.html#training).',
  );
  addClass(
    find('NumpyRandom'),
    'NumpyRandom',
    last,
    'random.',
    'The generator that [`numpyRandom()`](numpyRandom.html) returns: NumPy’s legacy `RandomState`, digit for digit.',
  );
  add(
    'types',
    'Types of scaledot',
    last,
    main.items
      .filter(({ kind }) => kind === 'type')
      .map((item) => typeText(item, 'reference/types.html', types))
      .join(''),
    'types',
  );

  for (const { name, summary, items } of others) {
    const folder = name.replace('scaledot/', '');
    for (const item of items.filter(({ kind }) => kind === 'function'))
      add(
        `${folder}/${item.name}`,
        item.name,
        name,
        aboutFunction(
          item,
          `${folder}/${item.name}`,
          '',
          `import { ${item.name} } from '${name}';\n`,
        ),
      );
    for (const item of items.filter(({ kind }) => kind === 'class'))
      addClass(
        item,
        `${folder}/${item.name}`,
        name,
        `${item.name.toLowerCase()}.`,
        plain(item.summary),
      );
    const own = items.filter(({ kind }) => kind === 'type');
    const text = own
      .map((item) => typeText(item, `reference/${folder}/types.html`, types))
      .join('');
    if (own.length > 0)
      add(
        `${folder}/types`,
        `Types of ${name}`,
        name,
        `${plain(sentence(summary))}\n\n${text}`,
        'types',
      );
  }

  // The first page lists all others.
  const all = [...new Set(pages.map(({ group }) => group))].map((group) => {
    const own = pages.filter((page) => page.group === group);
    const lines = own.map(({ name, title, short, markdown }) => {
      const [, , words = ''] = markdown.split('\n');
      const told =
        /^[`#|<[]/.test(words) || short !== title ? '' : words.split(/(?<=\.)(?<! al\.) /)[0];
      return `| [${short === title ? `\`${title}\`` : title}](${name.replace('reference/', '')}.html) | ${told} |`;
    });
    return `## ${group}\n\n| | |\n| --- | --- |\n${lines.join('\n')}\n\n`;
  });
  const index = `# All functions

Everything that the package exports for programs, taken from the declarations in its sources. The elements have a [page of their own](../elements.html).
In the examples \`sd\` is the engine that \`await load()\` returns. Tensors are \`{data, shape}\`: a \`Float32Array\` in row-major order, and the length of each axis.

${all.join('')}## Errors

Arguments are checked before anything is computed. A value of the wrong type throws a \`TypeError\`. A number outside its limits, a shape that does not match and
a name that does not exist throw a \`RangeError\`. The message is one sentence with the name of the argument, the given value and the expected ones:
\`dk: got 0, expected a whole number from 1 to ...\`. A run or a pass that is aborted by its \`signal\` rejects with the signal's reason. Disposing
of the engine rejects all running calls with an \`AbortError\`.
`;
  pages.unshift({
    ...{ name: 'reference/index', language: 'en', section: 'reference', title: 'All functions' },
    ...{ short: 'All functions', markdown: index },
  });
  return pages;
}
