// The elements of records: kinds of fields, and groups of fields. A kind has the code of both sides of the border.
//
//   type   in JavaScript
//   write  JavaScript that writes `value`
//   cpp    the type in C++
//   read   C++ that reads it

/**
 * @typedef {object} Kind
 * @property {string} type
 * @property {(value: string) => string} write
 * @property {string} cpp
 * @property {string} read
 * @property {boolean} [plain] whether it crosses as the number that it is
 *
 * @typedef {object} Numbers so many in a row, an array on both sides
 * @property {Kind} of
 * @property {number} count
 *
 * @typedef {object} Group
 * @property {string} name
 * @property {string} file of web/engine/records/ that writes it
 * @property {string} [cpp] the struct that has members of these names; without it, one is made
 * @property {boolean} [optional] null in JavaScript: all its numbers are 0
 * @property {string} [member] of the struct around it: '' is that struct itself. Without it, the field's name
 * @property {boolean} [flat] whether JavaScript has its fields beside those around it
 * @property {Fields} fields
 *
 * @typedef {object} List a count, then so many groups
 * @property {Group} each
 * @property {number} most
 * @property {string} constant what the core calls that number
 * @property {string} counted the member in C++ that has the count
 *
 * @typedef {Kind | Numbers | Group | List} Field
 * @typedef {{[name: string]: Field}} Fields in the order in which they cross
 *
 * @typedef {object} Call of a function of the core
 * @property {string} file of web/engine/records/
 * @property {readonly string[]} [functions] of the core that take this record; without it, the one of its name
 * @property {Fields} takes
 * @property {Fields} [gives] what stands in the place of the first numbers afterwards
 * @property {string} [memory] the type of the memory that it takes; without it, Memory
 * @property {boolean} [besides] whether the caller tells how many bytes it needs besides the block
 */

/** @param {string} cpp @param {string} read @returns {Kind} */
const scalar = (cpp, read) => ({
  type: 'number',
  write: (value) => `memory.number(${value})`,
  cpp,
  read,
  plain: true,
});

export const number = scalar('double', 'record.number()');
/** A number that the core uses as float32. */
export const real = scalar('float', 'static_cast<float>(record.number())');
export const whole = scalar('uint32_t', 'record.whole()');
export const size = scalar('size_t', 'record.whole()');
/** An integer up to 2^53. */
export const wide = scalar('uint64_t', 'static_cast<uint64_t>(record.number())');
export const seed = wide;
/** Returns the kind of an enumeration of the core. JavaScript passes its numbers. @param {string} enumeration */
export const choice = (enumeration) =>
  scalar(enumeration, `static_cast<${enumeration}>(record.whole())`);

/** @type {Kind} */
export const flag = {
  type: 'boolean',
  write: (value) => `memory.number(${value} ? 1 : 0)`,
  cpp: 'bool',
  read: 'record.flag()',
};

/** @param {string} cpp @param {string} type @param {(value: string) => string} write @returns {Kind} */
const input = (cpp, type, write) => ({
  type,
  write,
  cpp: `const ${cpp}*`,
  read: cpp === 'float' ? 'record.array()' : `record.array<${cpp}>()`,
});

/** Arrays that are copied into the block. Optional arrays that are missing become null pointers. */
export const floats = input('float', 'NumberArray', (value) => `memory.input(${value})`);
/** @param {string} [cpp] a struct of numbers of 4 bytes, or uint32_t */
export const entries = (cpp = 'uint32_t') =>
  input(cpp, 'NumberArray', (value) => `memory.input(${value}, 'HEAPU32')`);
export const wholes = entries();
/** @param {string} [cpp] a struct of doubles, or double */
export const doubles = (cpp = 'double') =>
  input(cpp, 'Float64Array', (value) => `memory.input(${value}, 'HEAPF64')`);
/** @param {string} [cpp] */
export const bytes = (cpp = 'unsigned char') =>
  input(cpp, 'Uint8Array', (value) => `memory.input(${value}, 'HEAPU8')`);

/** Returns the kind of an array that the core reorders in place. @param {Kind} kind  of array @returns {Kind} */
export const inPlace = (kind) => ({ ...kind, cpp: kind.cpp.replace('const ', '') });

/** @param {Kind} kind of array @returns {Kind} */
export const optional = (kind) => ({ ...kind, type: `${kind.type} | null | undefined` });

/**
 * Returns the kind of memory that the caller allocated with memory.alloc().
 *
 * @param {string} cpp
 * @returns {Kind}
 */
export const place = (cpp = 'float') => ({
  ...scalar(`${cpp}*`, cpp === 'float' ? 'record.array()' : `record.array<${cpp}>()`),
  type: 'Place',
});

/** An array that is an input in some calls, and the place of results in others. @type {Kind} */
export const floatsOrPlace = {
  type: 'NumberArray | Place',
  write: (value) =>
    `if (typeof ${value} === 'number') memory.number(${value});\n  else memory.input(${value})`,
  cpp: 'float*',
  read: 'record.array()',
};

/** @param {Kind} of @param {number} count @returns {Numbers} */
export const several = (of, count) => ({ of, count });

/**
 * @param {string} name
 * @param {string} file
 * @param {Fields} fields
 * @param {Partial<Group>} [more]
 * @returns {Group}
 */
export const group = (name, file, fields, more) => ({ name, file, fields, ...more });

/** @param {Group} of @param {string} member @returns {Group} */
export const into = (of, member) => ({ ...of, member });

/** @param {Group} of @returns {Group} */
export const flat = (of) => ({ ...of, flat: true });

/** @param {Group} each @param {number} most @param {string} constant @param {string} counted @returns {List} */
export const list = (each, most, constant, counted) => ({ each, most, constant, counted });

/** @param {Fields} fields @returns {[string, Field][]} */
const flatEntries = (fields) =>
  Object.entries(fields).flatMap((entry) => {
    const [, field] = entry;
    return isGroup(field) && field.flat ? flatEntries(field.fields) : [entry];
  });

/** Returns the fields as JavaScript has them. @param {Fields} fields @returns {Fields} */
export function flattened(fields) {
  const entries = flatEntries(fields);
  const flatFields = Object.fromEntries(entries);
  if (Object.keys(flatFields).length < entries.length) {
    const names = entries.map(([name]) => name);
    const twice = names.find((name, i) => names.indexOf(name) < i);
    throw new Error(`${twice}: got two fields of this name; expected one in each object`);
  }
  return flatFields;
}

/** @param {Field} field @returns {field is Group} */
export const isGroup = (field) => 'fields' in field;
/** @param {Field} field @returns {field is List} */
export const isList = (field) => 'each' in field;
/** @param {Field} field @returns {field is Numbers} */
export const isSeveral = (field) => 'count' in field;

/** Returns the largest number of numbers of a field. @param {Field} field @returns {number} */
export function lengthOf(field) {
  if (isGroup(field)) return lengthOfAll(field.fields);
  if (isList(field)) return 1 + field.most * lengthOf(field.each);
  return isSeveral(field) ? field.count : 1;
}

/** @param {Fields} fields */
export const lengthOfAll = (fields) =>
  Object.values(fields).reduce((sum, field) => sum + lengthOf(field), 0);
