// Generates the JavaScript of the border: web/engine/records/. Each function of the core has one function there, which takes its
// record as an object and returns the core's results.
import { flattened, isGroup, isList, isSeveral, lengthOfAll } from './kinds.mjs';
import { Lines, madeBy, upper } from './lines.mjs';

/** @typedef {import('./kinds.mjs').Call} Call */
/** @typedef {import('./kinds.mjs').Field} Field */
/** @typedef {import('./kinds.mjs').Fields} Fields */
/** @typedef {import('./kinds.mjs').Group} Group */

/** @param {Group} group */
const typeOfGroup = ({ name, optional }) => (optional ? `${name} | null` : name);

/** @param {Field} field @returns {string} */
function typeOf(field) {
  if (isGroup(field)) return typeOfGroup(field);
  if (isList(field)) return `readonly ${field.each.name}[]`;
  return isSeveral(field) ? 'ArrayLike<number>' : field.type;
}

/** Writes a list in one line if it fits, else one item per line. @param {string} head @param {readonly string[]} items @param {string} tail */
function bracketed(head, items, tail) {
  const line = `  ${head}${items.join(', ')}${tail}`;
  return line.length <= 100
    ? [line]
    : [`  ${head}`, ...items.map((one) => `    ${one},`), `  ${tail}`];
}

/**
 * Writes the fields of `from`. Adjacent plain numbers are written by one call.
 *
 * @param {Lines} lines
 * @param {string} from
 * @param {Fields} fields
 */
function writeFields(lines, from, fields) {
  /** @type {[string, string][]} */
  let together = [];
  const flush = () => {
    const values = together.map(([, value]) => value);
    if (values.length === 1) lines.add(`  memory.number(${values[0]});`, together[0][0]);
    if (values.length > 1) {
      const made = bracketed('memory.add([', values, ']);');
      made.forEach((line, i) =>
        lines.add(line, (together[made.length > 1 ? i - 1 : 0] ?? together[0])[0]),
      );
    }
    together = [];
  };
  for (const [name, field] of Object.entries(flattened(fields))) {
    const value = `${from}.${name}`;
    if ('plain' in field && field.plain && !lines.hot) {
      together.push([name, value]);
      continue;
    }
    flush();
    if (isGroup(field)) lines.add(`  write${field.name}(memory, ${value});`, name);
    else if (isList(field)) {
      lines.add(`  memory.number(${value}.length);`, name);
      lines.add(`  for (const one of ${value}) write${field.each.name}(memory, one);`, name);
    } else if (isSeveral(field)) {
      const one = field.of.write(`${value}[i]`);
      lines.add(`  for (let i = 0; i < ${field.count}; ++i) ${one};`, name);
    } else
      for (const line of `${field.write(value)};`.split('\n')) lines.add(`  ${line.trim()}`, name);
  }
  flush();
}

/** @param {Lines} lines @param {string} name @param {Fields} fields */
function writeType(lines, name, fields) {
  lines.add('/**');
  lines.add(` * @typedef {object} ${name}`);
  for (const [field, kind] of Object.entries(flattened(fields))) {
    lines.add(` * @property {${typeOf(kind)}} ${field}`, field);
  }
  lines.add(' */');
  lines.add('');
}

/** @param {Lines} lines @param {Group} group @param {string} users */
function writeGroup(lines, group, users) {
  const { name, fields, optional } = group;
  const from = name[0].toLowerCase() + name.slice(1);
  lines.of = users;
  writeType(lines, name, fields);
  lines.add(`/** @param {Memory} memory @param {${typeOfGroup(group)}} ${from} */`);
  lines.add(`export function write${name}(memory, ${from}) {`);
  if (optional) {
    lines.add(`  if (!${from}) {`);
    lines.add(`    for (let i = 0; i < ${lengthOfAll(fields)}; ++i) memory.number(0);`);
    lines.add('    return;');
    lines.add('  }');
  }
  writeFields(lines, from, fields);
  lines.add('}');
}

/**
 * Returns the results: a name for each number, and the object that they form.
 *
 * @typedef {{name: string, type: string, value: string, parts?: Part[]}} Part
 *
 * @param {Fields} returns
 * @returns {{names: string[], parts: Part[]}}
 */
function returned(returns) {
  /** @type {string[]} */
  const names = [];
  /** @param {Fields} fields @param {string} group @returns {Part[]} */
  const partsOf = (fields, group) =>
    Object.entries(flattened(fields)).map(([name, field]) => {
      if (isGroup(field)) {
        const parts = partsOf(field.fields, name);
        return {
          name,
          type: typeOfParts(parts),
          value: `{ ${valuesOf(parts).join(', ')} }`,
          parts,
        };
      }
      if (isList(field) || isSeveral(field)) throw new Error(`${name}: arrays are returned alone`);
      const value = names.includes(name) ? group + upper(name) : name;
      names.push(value);
      return { name, type: 'number', value };
    });
  return { parts: partsOf(returns, ''), names };
}

/** @param {readonly Part[]} parts */
const typeOfParts = (parts) => `{${parts.map(({ name, type }) => `${name}: ${type}`).join(', ')}}`;

/** @param {Part} part */
const valueOf = ({ name, value }) => (name === value ? name : `${name}: ${value}`);

/** @param {readonly Part[]} parts */
const valuesOf = (parts) => parts.map(valueOf);

/** Writes an object in one line if it fits. @param {string} head @param {readonly Part[]} parts @param {string} tail @returns {string[]} */
function objectLines(head, parts, tail) {
  const line = `${head}{ ${valuesOf(parts).join(', ')} }${tail}`;
  if (line.length <= 100) return [line];
  const indent = /^ */.exec(head)?.[0] ?? '';
  const inner = parts.flatMap((part) =>
    part.parts
      ? objectLines(`${indent}  ${part.name}: `, part.parts, ',')
      : [`${indent}  ${valueOf(part)},`],
  );
  return [`${head}{`, ...inner, `${indent}}${tail}`];
}

/** Writes the destructuring of an array, with Prettier's line breaks. @param {readonly string[]} names @param {string} value */
function namedLines(names, value) {
  const pattern = `  const [${names.join(', ')}] =`;
  if (`${pattern} ${value}`.length <= 100) return [`${pattern} ${value}`];
  if (pattern.length <= 100) return [pattern, `    ${value}`];
  return bracketed('const [', names, `] = ${value}`);
}

const mostOneByOne = 2;

/** @param {Fields} returns @returns {{type: string, lines: string[]}} */
function returnLines(returns) {
  const fields = Object.values(returns);
  if (fields.length === 0) return { type: '', lines: [] };
  if (fields.length === 1 && isSeveral(fields[0]))
    return { type: 'number[]', lines: [`  return memory.results(${fields[0].count});`] };
  const { names, parts } = returned(returns);
  if (names.length === 1) return { type: 'number', lines: ['  return memory.result(0);'] };
  // Small calls return few numbers, and an array of them would cost as much as the call.
  const named =
    names.length <= mostOneByOne
      ? names.map((name, i) => `  const ${name} = memory.result(${i});`)
      : namedLines(names, `memory.results(${names.length});`);
  return { type: typeOfParts(parts), lines: [...named, ...objectLines('  return ', parts, ';')] };
}

/** @param {Lines} lines @param {string} name @param {Call} call */
function writeCall(lines, name, { functions, takes, returns = {}, memory = 'Memory', besides }) {
  lines.of = name;
  const { type, lines: back } = returnLines(returns);
  const record = `${upper(name)}Record`;
  writeType(lines, record, takes);
  const core = functions?.map((one) => `'${one}'`).join(' | ');
  const doc = [`@param {${memory}} memory`, ...(core ? [`@param {${core}} core`] : [])];
  doc.push(`@param {${record}} record`);
  if (besides) doc.push('@param {number} besides bytes that it needs in addition to the block');
  doc.push(...(type ? [`@returns {${type}}`] : []));
  lines.add('/**');
  for (const line of doc) lines.add(` * ${line}`);
  lines.add(' */');
  lines.add(
    `export function ${name}(memory, ${core ? 'core, ' : ''}record${besides ? ', besides' : ''}) {`,
  );
  writeFields(lines, 'record', takes);
  lines.add(
    `  memory.call(memory.module${core ? '[core]' : `.${name}`}${besides ? ', besides' : ''});`,
  );
  for (const line of back) lines.add(line, 'what it returns');
  lines.add('}');
}

/**
 * Writes a file of web/engine/records/.
 * @param {string} file
 * @param {readonly {group: Group, users: readonly string[]}[]} groups  of all files
 * @param {readonly [string, Call][]} calls  of this file
 */
export function recordsFile(file, groups, calls) {
  const lines = new Lines();
  lines.hot = file === 'attention';
  const own = groups.filter(({ group }) => group.file === file);
  const fields = [
    ...own.map(({ group }) => group.fields),
    ...calls.map(([, { takes }]) => takes),
  ].flatMap((one) => Object.values(flattened(one)));
  lines.add(`// ${madeBy}`);
  lines.add('');
  if (fields.some((field) => typeOf(field).includes('NumberArray')))
    lines.add("/** @import { NumberArray } from '../types.js' */");
  const types = new Set(calls.map(([, { memory = 'Memory' }]) => memory));
  if (own.length > 0) types.add('Memory');
  if (fields.some((field) => typeOf(field).includes('Place'))) types.add('Place');
  lines.add(`/** @import { ${[...types].sort().join(', ')} } from '../border/memory.js' */`);
  const used = fields.flatMap((field) =>
    isList(field) ? [field.each] : isGroup(field) ? [field] : [],
  );
  const foreign = groups.filter(
    ({ group }) => group.file !== file && used.some(({ name }) => name === group.name),
  );
  const files = [...new Set(foreign.map(({ group }) => group.file))].sort();
  const namesOf = (/** @type {string} */ from) =>
    foreign
      .filter(({ group }) => group.file === from)
      .map(({ group }) => group.name)
      .sort();
  for (const from of files)
    lines.add(`/** @import { ${namesOf(from).join(', ')} } from './${from}.js' */`);
  if (files.length > 0) lines.add('');
  for (const from of files)
    lines.add(
      `import { ${namesOf(from)
        .map((name) => `write${name}`)
        .join(', ')} } from './${from}.js';`,
    );
  for (const { group, users } of own) {
    lines.add('');
    writeGroup(lines, group, `${group.name} of ${users.join(', ')}`);
  }
  for (const [name, call] of calls) {
    lines.add('');
    writeCall(lines, name, call);
  }
  return lines;
}
