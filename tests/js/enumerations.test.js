// Choices, and statistics of heads, cross the border as indices of lists. The lists in JavaScript must match those of
// the core.
import { describe, expect, test } from '@jest/globals';
import fs from 'node:fs';
import path from 'node:path';
import { parseAst } from 'rolldown/parseAst';
import { inRoot } from '../../scripts/tools.mjs';
import { fields } from '../../web/engine/functions/head-statistics.js';

const read = (/** @type {string} */ file) => fs.readFileSync(inRoot(file), 'utf8');

/** All headers and sources of the core, without comments. */
const core = fs
  .readdirSync(inRoot('src'), { recursive: true, encoding: 'utf8' })
  .filter((file) => /\.(h|cpp)$/.test(file))
  .map((file) => read(path.join('src', file)).replaceAll(/\/\/.*/g, ''))
  .join('\n');

/** Returns the members of an enumeration of the core. @param {string} name @returns {string[]} */
function membersOf(name) {
  const found = [
    ...core.matchAll(new RegExp(String.raw`enum class ${name}\b[^{]*\{([^}]*)\}`, 'g')),
  ];
  expect(found).toHaveLength(1);
  return found[0][1].split(',').flatMap((member) => member.trim() || []);
}

/**
 * Returns the fields of a struct of the core. Fields of nested structs are `field.part`.
 * @param {string} name
 * @returns {string[]}
 */
function fieldsOf(name) {
  const [, body] = core.match(new RegExp(String.raw`struct ${name} \{([^}]*)\}`)) ?? [];
  return body.split(';').flatMap((line) => {
    const [, type, names] = line.match(/^\s*(\w+) ([\w, =]+)$/) ?? [];
    const fields = (names ?? '').split(',').flatMap((field) => field.split('=')[0].trim() || []);
    if (type === 'double') return fields;
    return fields.flatMap((field) => fieldsOf(type).map((part) => `${field}.${part}`));
  });
}

/** Yields all nodes of a syntax tree. @param {any} node @returns {Generator<any>} */
function* nodesOf(node) {
  if (typeof node !== 'object' || node === null) return;
  if (typeof node.type === 'string') yield node;
  for (const part of Object.values(node)) yield* nodesOf(part);
}

/** Returns the strings of a list, or the names of an object's fields. @param {any} node @returns {string[]} */
function namesIn(node) {
  if (node.type === 'Literal') return [node.value];
  if (node.type === 'ParenthesizedExpression') return namesIn(node.expression);
  if (node.type === 'CallExpression') return namesIn(node.arguments[0]); // constant(), Object.freeze()
  if (node.type === 'ObjectExpression')
    return node.properties.map((/** @type {any} */ { key }) => key.name);
  return node.elements.flatMap((/** @type {any} */ each) => {
    if (each.type === 'SpreadElement') return namesIn(each.argument);
    return namesIn(each.type === 'ArrayExpression' ? each.elements[0] : each);
  });
}

/**
 * Returns the names in a constant of a file, or in a field of an object in it.
 * @param {string} file
 * @param {string} name
 */
function namesOf(file, name) {
  for (const node of nodesOf(parseAst(read(`web/engine/${file}`)))) {
    if (node.type === 'VariableDeclarator' && node.id.name === name) return namesIn(node.init);
    if (
      node.type === 'Property' &&
      node.key.name === name &&
      /Array|Paren|Call/.test(node.value.type)
    )
      return namesIn(node.value);
  }
  throw new Error(`${file}: no ${name}`);
}

/** Returns a name as the core spells it, without hyphens. @param {string} name */
const camel = (name) => name.replaceAll(/-(\w)/g, (_, letter) => letter.toUpperCase());

/** Returns the core's short name of a type. @param {string} name */
const short = (name) =>
  name === 'bool'
    ? 'boolean'
    : name.replace('bfloat', 'bf').replace('float', 'f').replace('uint', 'u').replace('int', 'i');

const same = (/** @type {string[]} */ names) => names;

/**
 * For each enumeration: its list, and how the names of the list become those of the core.
 * @type {[enumeration: string, file: string, list: string, toCore?: (names: string[]) => string[]][]}
 */
const lists = [
  ['Causal', 'border/limits.js', 'causals', (names) => ['none', ...names]],
  ['TokenKind', 'functions/hand-made.js', 'tokenKinds'],
  ['PointActivation', 'functions/network.js', 'activations'],
  ['RotaryStretch', 'functions/network.js', 'stretches'],
  ['NumpyLaw', 'functions/numpy-random.js', 'laws'],
  ['Distribution', 'border/limits.js', 'distributions'],
  ['Generator', 'border/limits.js', 'generators'],
  ['ScaleRule', 'functions/options.js', 'scaleRule'],
  ['LawKind', 'functions/score-law.js', 'kinds'],
  ['ScoreKind', 'functions/scoring.js', 'scoreKinds'],
  [
    'ScoringMeasure',
    'functions/scoring-statistics.js',
    'spreads',
    (names) => [...names, 'mean', 'std', 'skewness', 'kurtosis', 'least', 'greatest'],
  ],
  ['MaskAs', 'border/limits.js', 'masks'],
  ['SoftmaxMeasure', 'functions/softmax-statistics.js', 'measures'],
  ['NumberType', 'functions/tensor-files.js', 'types', (names) => names.map(short)],
  ['AttentionKind', 'training/trainer.js', 'kinds'],
  ['Split', 'training/trainer.js', 'splits'],
  ['CheckpointNumbers', 'training/trainer.js', 'numberKinds'],
  ['TaskName', 'training/training-limits.js', 'task', (names) => [...names, 'text']],
  ['Stack', 'training/training-limits.js', 'stack'],
  ['NormPlace', 'training/training-limits.js', 'norm'],
  ['Activation', 'training/training-limits.js', 'activation'],
  ['OptimizerKind', 'training/training-limits.js', 'optimizer'],
  ['OptimizerKind', 'functions/optimizers.js', 'kinds'],
  ['Schedule', 'training/training-limits.js', 'schedule'],
  ['AttentionRule', 'training/training-options.js', 'ruleKinds'],
];

describe('an enumeration of the core', () => {
  test.each(
    lists.map(([enumeration, file, list, toCore = same]) => ({ enumeration, file, list, toCore })),
  )('$enumeration has the order of $list in $file', ({ enumeration, file, list, toCore }) => {
    const names = namesOf(file, list).map(camel);
    expect(toCore(names)).toEqual(membersOf(enumeration));
  });

  test('that crosses the border has a list', () => {
    const folder = 'scripts/border/records';
    const files = fs.readdirSync(inRoot(folder)).map((file) => `${folder}/${file}`);
    const description = [`${folder}.mjs`, ...files].map(read).join('\n');
    const crossing = [...description.matchAll(/choice\('(\w+)'\)/g)];
    const known = lists.map(([name]) => name);
    expect(crossing.map(([, name]) => name).filter((name) => !known.includes(name))).toEqual([]);
  });
});

test('the statistics of a head have the order of the struct', () => {
  expect(fields).toEqual(fieldsOf('HeadStatistics'));
});
