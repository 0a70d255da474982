/** A visitor's matrices that are given one by one, the data that they form, and the state of the page for these data. */

/** @import { Tensor } from '../../engine/types.js' */
/** @import { Role } from '../../files/attention-names.js' */
/** @import { TensorsOfFile } from '../../files/types.js' */
/** @import { OwnData } from './own.js' */

import { limits } from '../../engine/border/limits.js';
import { attentionData, isNetwork } from '../../files/attention-data.js';
import { checkOneAttention, roleOf } from '../../files/attention-names.js';
import { headerNames } from '../../files/header-names.js';
import { ruleOf } from './trained-rule.js';

/** @typedef {{name: string, role: string, tensor: Tensor}} Part  one matrix of several that belong together */
/** @typedef {{name: string, file: TensorsOfFile, source: Blob | string}} ReadFile */

/** Roles that a matrix may have, and their names. @type {Readonly<Record<string, string>>} */
export const roles = Object.freeze({
  query: 'Q',
  key: 'K',
  value: 'V',
  x: 'X',
  context: 'C',
  wq: 'Wq',
  wk: 'Wk',
  wv: 'Wv',
  wqkv: 'Wqkv',
});

/** @type {readonly (readonly string[])[]} */
const wholes = [
  ['query', 'key', 'value'],
  ['x', 'wq', 'wk', 'wv'],
  ['x', 'wqkv'],
];

/** Thrown for scores that the lab does not compute. */
export class OtherRule extends RangeError {
  /** @param {string} rule */
  constructor(rule) {
    super(`rule: got ${rule}; expected power`);
    this.rule = rule;
  }
}

/** Refuses other rules. The lab computes multiples of q·k, so all numbers would be wrong. @param {Record<string, string>} metadata */
function checkRule({ rule = 'power' }) {
  if (rule !== 'power') throw new OtherRule(rule.slice(0, 24));
}

/** Checks the names in a file that is too large to read. They may tell what it is. @param {Blob | string} source */
export async function checkLarge(source) {
  if (typeof source === 'string' || source.size <= limits.fileBytes.max) return;
  checkOneAttention(await headerNames(source));
}

/** Returns a file as data of the lab. For a whole network, the file itself is kept. @param {ReadFile} read */
export function dataOf({ file, source }) {
  const data = attentionData(file);
  if (data.kind === 'checkpoint') checkRule(data.metadata);
  const isWhole = data.kind === 'checkpoint' && isNetwork(data.metadata);
  return isWhole && typeof source !== 'string' ? { ...data, file: source } : data;
}

/** Returns the role in the name of a single matrix; '' if there is none. @param {string} name */
function roleIn(name) {
  const role = roleOf(name.replaceAll('-', '_'));
  return role && role in roles ? role : '';
}

/** Adds a matrix. It replaces the one with its name or its role. @param {readonly Part[]} parts @param {{name: string, tensor: Tensor}} matrix @returns {Part[]} */
export function withPart(parts, { name, tensor }) {
  const role = roleIn(name);
  const others = parts.filter((part) => part.name !== name && (!role || part.role !== role));
  return [...others, { name, role, tensor }];
}

/** Returns the whole that the parts make; null while some are missing. @param {readonly Part[]} parts @returns {OwnData | null} */
export function wholeOf(parts) {
  const named = parts.filter(
    /** @returns {part is Part & {role: Role}} */ (part) => part.role !== '',
  );
  /** @type {Set<string>} */
  const has = new Set(named.map(({ role }) => role));
  if (!wholes.some((roles) => roles.every((role) => has.has(role)))) return null;
  const data = attentionData({
    tensors: Object.fromEntries(named.map(({ name, tensor }) => [name, tensor])),
    roles: Object.fromEntries(named.map(({ name, role }) => [name, role])),
  });
  return data.kind === 'matrix' ? null : data;
}

/** Number of data sets to keep, so that the visitor can go back. Each may be as large as a file. */
const mostKept = 3;

/** Returns the data that are kept. A state identifies data by position, so data that are dropped leave their position empty. @typedef {(list: readonly (OwnData | null)[]) => readonly (OwnData | null)[]} Keep */

/** @param {OwnData} data @returns {Keep} */
export const keeping = (data) => (list) =>
  [...list, data].map((each, i) => (i > list.length - mostKept ? each : null));

/** @type {Keep} */
export const forgetting = (list) => list.map(() => null);

/**
 * Returns the state for new data. A whole network is shown from its first held-out example, with the factor that it was
 * trained with. Matrices are shown from their first head: the head shown before says nothing about these.
 * @param {OwnData} data
 */
export const stateFor = (data) =>
  data.kind === 'checkpoint' && data.file
    ? { source: 'network', block: 0, index: 0, ...ruleOf(alphaIn(data.metadata)) }
    : { source: 'own', head: 1, token: 0 };

/** Reads a number as the trainer writes it: a decimal or a fraction. @param {Record<string, string>} metadata */
const alphaIn = ({ alpha }) => {
  const [, above, power] = /^(\d+)\/2\^(\d+)$/.exec(alpha) ?? [];
  return power === undefined ? Number(alpha) : Number(above) / 2 ** Number(power);
};
