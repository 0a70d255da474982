// Generates the C++ of the border: src/bindings/*_record.h. Each function of the core has one struct there for its arguments, which
// is read from the block, and one for its results.
import { isGroup, isList, isSeveral } from './kinds.mjs';
import { Lines, madeBy, upper } from './lines.mjs';

/** @typedef {import('./kinds.mjs').Call} Call */
/** @typedef {import('./kinds.mjs').Field} Field */
/** @typedef {import('./kinds.mjs').Fields} Fields */
/** @typedef {import('./kinds.mjs').Group} Group */

/** @param {Group} group */
const structOf = ({ cpp, name }) => cpp ?? name;

/** @param {string} type @param {string} name */
const member = (type, name) => `${type} ${name};`;

/** @param {Lines} lines @param {string} name @param {Fields} fields */
function addStruct(lines, name, fields) {
  lines.add(`struct ${name} {`);
  for (const [field, kind] of Object.entries(fields)) {
    const own = isGroup(kind) ? (kind.member ?? field) : field;
    if (isGroup(kind)) lines.add(`  ${member(structOf(kind), own)}`, field);
    else if (isList(kind)) {
      lines.add(`  uint32_t ${kind.counted};`, field);
      lines.add(`  ${structOf(kind.each)} ${field}[${kind.constant}];`, field);
    } else if (isSeveral(kind)) lines.add(`  ${kind.of.cpp} ${field}[${kind.count}];`, field);
    else lines.add(`  ${member(kind.cpp, field)}`, field);
  }
  lines.add('};');
}

/** @param {Lines} lines @param {Fields} fields */
function readFields(lines, fields) {
  for (const [name, field] of Object.entries(fields)) {
    if (isGroup(field)) {
      const own = field.member ?? name;
      lines.add(`  read${field.name}(record, ${own === '' ? 'to' : `to.${own}`});`, name);
    } else if (isList(field)) {
      lines.add(`  static_assert(${field.constant} == ${field.most});`, name);
      lines.add(`  to.${field.counted} = record.whole();`, name);
      lines.add(`  for (uint32_t i = 0; i < to.${field.counted}; ++i) {`, name);
      lines.add(`    read${field.each.name}(record, to.${name}[i]);`, name);
      lines.add('  }', name);
    } else if (isSeveral(field)) {
      lines.add(`  for (auto& one : to.${name}) one = ${field.of.read};`, name);
    } else lines.add(`  to.${name} = ${field.read};`, name);
  }
}

/** @param {Lines} lines @param {Group} group @param {string} users */
function addGroup(lines, group, users) {
  lines.of = users;
  if (!group.cpp) {
    addStruct(lines, group.name, group.fields);
    lines.add('');
  }
  lines.add(`inline void read${group.name}(Record& record, ${structOf(group)}& to) {`);
  readFields(lines, group.fields);
  lines.add('}');
}

/** @param {Lines} lines @param {string} from @param {Fields} fields */
function writeReturned(lines, from, fields) {
  for (const [name, field] of Object.entries(fields)) {
    const value = `${from}.${name}`;
    if (isGroup(field)) {
      const own = field.member ?? name;
      writeReturned(lines, own === '' ? from : `${from}.${own}`, field.fields);
    } else if (isList(field)) throw new Error(`${name}: no list is returned`);
    else if (isSeveral(field)) lines.add(`  for (const double one : ${value}) *to++ = one;`, name);
    else {
      const asIs = field.cpp === 'double';
      lines.add(`  *to++ = ${asIs ? value : `static_cast<double>(${value})`};`, name);
    }
  }
}

/** @param {Lines} lines @param {string} name @param {Call} call */
function addCall(lines, name, { takes, returns }) {
  lines.of = name;
  const record = `${upper(name)}Record`;
  addStruct(lines, record, takes);
  lines.add('');
  lines.add(`inline ${record} read${upper(name)}() {`);
  lines.add('  Record record;');
  lines.add(`  ${record} to;`);
  readFields(lines, takes);
  lines.add('  return to;');
  lines.add('}');
  if (!returns) return;
  const returned = `${upper(name)}Returned`;
  lines.add('');
  addStruct(lines, returned, returns);
  lines.add('');
  lines.add(`inline void writeReturned(const ${returned}& returned) {`);
  lines.add('  double* to = returnedNumbers();');
  writeReturned(lines, 'returned', returns);
  lines.add('}');
}

/**
 * @param {readonly string[]} includes
 * @param {readonly {group: Group, users: readonly string[]}[]} groups
 * @param {readonly [string, Call][]} calls
 */
export function recordHeader(includes, groups, calls) {
  const lines = new Lines();
  lines.add(`// ${madeBy}`);
  lines.add('#pragma once');
  lines.add('#include <cstddef>');
  lines.add('#include <cstdint>');
  lines.add('');
  for (const file of ['bindings/record.h', ...includes].sort()) lines.add(`#include "${file}"`);
  lines.add('');
  lines.add('namespace scaledot {');
  for (const { group, users } of groups) {
    lines.add('');
    addGroup(lines, group, `${group.name} of ${users.join(', ')}`);
  }
  for (const [name, call] of calls) {
    lines.add('');
    addCall(lines, name, call);
  }
  lines.of = '';
  lines.add('');
  lines.add('}  // namespace scaledot');
  return lines;
}
