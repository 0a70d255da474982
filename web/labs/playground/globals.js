/** Globals of a program, for the editor. web/playground/guest/ defines them. */

/** @import { Name } from './names.js' */

/** @type {readonly Name[]} */
export const globals = [
  ['sd', 'the engine', 'The engine, already loaded: the same digits in every browser.'],
  [
    'tensor',
    '(data, shape?)',
    'A tensor {data, shape} from nested lists, or from numbers and a shape.',
  ],
  ['print', '(...values)', 'Prints a line. console.log does the same.'],
  ['table', '(rows, { title })', 'Shows a list of objects, or columns by their names, as a table.'],
  [
    'histogram',
    '(values, { title, x, y, bins, curves, markers })',
    'Draws how often values occur; counts of the engine are taken, too.',
  ],
  [
    'curves',
    '([{ label, x, y }], { title, x, y })',
    'Draws lines. An axis is a name or { label, scale }.',
  ],
  ['bars', '([{ label, value }], { title })', 'Draws a bar for each value.'],
  ['heat', '(matrix, { title, x, y })', 'Draws a matrix as cells in colours.'],
  [
    'bands',
    '([{ label, x, low, middle, high }], { title, x, y })',
    'Draws ranges around their middles.',
  ],
  [
    'random',
    'numpy.random',
    'normal, uniform, randn, randint, seed and RandomState, digit for digit as in NumPy; seed 0 unless told.',
  ],
  [
    'control',
    '(name, { min, max, value, step, scale })',
    'Adds a slider and gives its value. The program runs again when it moves.',
  ],
].map(([name, signature, summary]) => ({
  name,
  of: '',
  kind: name === 'sd' || name === 'random' ? 'variable' : 'function',
  signature,
  summary,
}));
