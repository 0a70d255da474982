// npm run border: writes the files that are generated from scripts/border/records.mjs, and src/shared/. The build and `npm run lint`
// fail if a file differs from the generated one, and say which function and which field differ.
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import { fileURLToPath } from 'node:url';
import { recordHeader } from './cpp.mjs';
import { recordsFile } from './javascript.mjs';
import { flattened, isGroup, isList, lengthOfAll } from './kinds.mjs';
import { Lines, made, madeBy } from './lines.mjs';
import { bindings as described, recordLength } from './records.mjs';
import { sharedFiles } from './shared.mjs';

/** @typedef {import('./kinds.mjs').Call} Call */
/** @typedef {import('./kinds.mjs').Fields} Fields */
/** @typedef {import('./kinds.mjs').Group} Group */
/** @typedef {import('./records.mjs').Binding} Binding */
/** @typedef {{group: Group, users: readonly string[]}} Used a group, and the functions whose records contain it */

const root = new URL('../../', import.meta.url);

/**
 * Returns the groups in fields, inner groups first.
 *
 * @param {Fields} fields
 * @param {(fields: Fields) => Fields} seen  returns the fields as one side of the border has them
 * @returns {Group[]}
 */
const groupsIn = (fields, seen) =>
  Object.values(seen(fields)).flatMap((field) => {
    const own = isList(field) ? field.each : field;
    return isGroup(own) ? [...groupsIn(own.fields, seen), own] : [];
  });

/** @param {Fields} fields */
const asTheyAre = (fields) => fields;

/**
 * @param {readonly [string, Call][]} calls
 * @param {(fields: Fields) => Fields} [seen]
 * @returns {Used[]}
 */
function groupsOf(calls, seen = asTheyAre) {
  /** @type {Map<string, {group: Group, users: Set<string>}>} */
  const groups = new Map();
  for (const [name, call] of calls) {
    for (const group of groupsIn(call.takes, seen)) {
      const known = groups.get(group.name);
      if (known && known.group.fields !== group.fields)
        throw new Error(`${name}: there are two groups ${group.name}`);
      if (known) known.users.add(name);
      else groups.set(group.name, { group, users: new Set([name]) });
    }
  }
  return [...groups.values()].map(({ group, users }) => ({ group, users: [...users] }));
}

/** @param {string} name @param {Call} call */
function checkLength(name, { takes, returns = {} }) {
  for (const fields of [takes, returns]) {
    const length = lengthOfAll(fields);
    if (length > recordLength)
      throw new Error(
        `${name}: got a record of ${length} numbers; expected at most ${recordLength}`,
      );
  }
}

/** @param {Readonly<Record<string, Binding>>} bindings */
const stampOf = (bindings) =>
  createHash('sha256').update(JSON.stringify(bindings)).digest().readUInt32BE();

/** @param {number} stamp */
function stampOfCore(stamp) {
  const lines = new Lines();
  lines.add(`// ${madeBy}`);
  lines.add('#pragma once');
  lines.add('');
  lines.add('namespace scaledot {');
  lines.add('');
  lines.add('// JavaScript with another stamp writes other records.');
  lines.add(`inline constexpr double kStamp = ${stamp};`);
  lines.add('// Numbers before the arrays in the block.');
  lines.add(`inline constexpr int kRecord = ${recordLength};`);
  lines.add('');
  lines.add('}  // namespace scaledot');
  return lines;
}

/** @param {number} stamp */
function stampOfJavaScript(stamp) {
  const lines = new Lines();
  lines.add(`// ${madeBy}`);
  lines.add('');
  lines.add('/** An engine with another stamp reads other records. */');
  lines.add(`export const stamp = ${stamp};`);
  lines.add('/** Numbers before the arrays in the block. */');
  lines.add(`export const recordLength = ${recordLength};`);
  return lines;
}

/** Returns all generated files, by their paths. @param {Readonly<Record<string, Binding>>} [bindings] @returns {Map<string, Lines>} */
export function borderFiles(bindings = described) {
  const files = new Map(sharedFiles);
  const all = Object.values(bindings).flatMap(({ calls }) => Object.entries(calls));
  for (const [name, call] of all) checkLength(name, call);
  const groups = groupsOf(all, flattened);
  const stamp = stampOf(bindings);
  files.set('src/bindings/stamp.h', stampOfCore(stamp));
  files.set('web/engine/records/stamp.js', stampOfJavaScript(stamp));
  for (const [name, { includes, calls }] of Object.entries(bindings)) {
    const own = Object.entries(calls);
    const header = recordHeader(includes, groupsOf(own), own);
    files.set(`src/bindings/${name}_record.h`, header);
  }
  const names = [...groups.map(({ group }) => group.file), ...all.map(([, { file }]) => file)];
  for (const name of new Set(names)) {
    const own = all.filter(([, { file }]) => file === name);
    files.set(`web/engine/records/${name}.js`, recordsFile(name, groups, own));
  }
  return files;
}

/** @param {string} file */
function textOf(file) {
  const path = new URL(file, root);
  return fs.existsSync(path) ? fs.readFileSync(path, 'utf8') : '';
}

/** Returns generated files that are no longer described. @param {Map<string, Lines>} files */
function leftovers(files) {
  const there = ['src/bindings/', 'src/shared/', 'web/engine/records/'].flatMap((folder) =>
    fs.readdirSync(new URL(folder, root)).map((name) => `${folder}${name}`),
  );
  return there.filter((file) => !files.has(file) && textOf(file).startsWith(`// ${made}`));
}

/**
 * Returns a sentence for each file that differs from its description.
 *
 * @param {(file: string) => string} [read]
 * @returns {string[]}
 */
export function borderComplaints(read = textOf) {
  const files = borderFiles();
  return [
    ...[...files].flatMap(([file, lines]) => lines.complaint(file, read(file)) ?? []),
    ...leftovers(files).map((file) => `${file}: npm run border makes no such file`),
  ];
}

/** Stops the build if the two sides may differ. */
export function checkBorder() {
  const [complaint] = borderComplaints();
  if (complaint) throw new Error(complaint);
}

function writeBorder() {
  for (const folder of ['src/shared/', 'web/engine/records/'])
    fs.mkdirSync(new URL(folder, root), { recursive: true });
  const files = borderFiles();
  for (const file of leftovers(files)) fs.rmSync(new URL(file, root));
  for (const [file, lines] of files) {
    if (textOf(file) !== lines.text) fs.writeFileSync(new URL(file, root), lines.text);
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) writeBorder();
