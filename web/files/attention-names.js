/**
 * Finds the role of a tensor by its name: the letters used in papers, and the names under which libraries save the projections
 * of an attention. docs/tensors.md lists both.
 */
import { problem, several } from './problem.js';

const roles = {
  query: ['q', 'query', 'queries'],
  key: ['k', 'key', 'keys'],
  value: ['v', 'value', 'values'],
  x: ['x', 'input'],
  context: ['context', 'memory'],
  wq: ['wq', 'qproj'],
  wk: ['wk', 'kproj'],
  wv: ['wv', 'vproj'],
  wqkv: ['wqkv', 'qkv', 'qkvproj', 'cattn', 'inproj'],
  wo: ['wo'],
  bq: ['bq'],
  bk: ['bk'],
  bv: ['bv'],
  bqkv: ['bqkv'],
  bo: ['bo'],
  heads: ['heads'],
  keyHeads: ['keyheads'],
};

/** @typedef {keyof typeof roles} Role wqkv and bqkv hold those of queries, keys and values in one tensor */

/** Treats W_Q, w^q and Wq alike. @param {string} name @returns {Role | undefined} */
function paperRole(name) {
  const plain = name.toLowerCase().replace(/[_^.\s]/g, '');
  const named = /** @type {[Role, readonly string[]][]} */ (Object.entries(roles));
  return named.find(([, names]) => names.includes(plain))?.[0];
}

/** Roles by the ends of names in libraries. @type {ReadonlyMap<string, Role>} */
const ends = new Map(
  [
    ...[...'qkv'].map((letter) => {
      const word = { q: 'query', k: 'key', v: 'value' }[letter];
      const usual = [letter, word, `${letter}_proj`, `${word}_proj`, `to_${letter}`, `w${letter}`];
      return { last: letter, names: [...usual, `w_${letter}`, `${letter}_lin`] };
    }),
    { last: 'qkv', names: ['c_attn', 'qkv', 'qkv_proj', 'to_qkv', 'wqkv'] },
  ].flatMap(({ last, names }) => [
    .../** @type {[string, Role][]} */ ([
      ...names.map((name) => [`${name}.weight`, `w${last}`]),
      ...names.map((name) => [`${name}.bias`, `b${last}`]),
      // nn.MultiheadAttention
      [`${last === 'qkv' ? 'in' : last}_proj_weight`, `w${last}`],
      ...(last === 'qkv' ? [['in_proj_bias', 'bqkv']] : []),
    ]),
  ]),
);

/** Ignores prefixes of the name. @param {string} name @returns {Role | undefined} */
function libraryRole(name) {
  const parts = name.toLowerCase().split('.');
  return ends.get(parts.slice(-2).join('.')) ?? ends.get(parts[parts.length - 1]);
}

/** @param {string} name */
export const roleOf = (name) => paperRole(name) ?? libraryRole(name);

/** @param {string} name @returns {boolean} whether it is a library's name for a projection */
export const isOfLibrary = (name) =>
  paperRole(name) === undefined && libraryRole(name) !== undefined;

/** Whether a matrix is saved like that of nn.Linear, [out, in]. Most libraries do so; GPT-2 uses [in, out]. @param {string} name */
export const isOfLinear = (name) => isOfLibrary(name) && !name.endsWith('c_attn.weight');

// Whole checkpoints ---------------------------------------------------------------------------------

/** @type {readonly (readonly [string, RegExp])[]} */
const layouts = [
  ['GPT-2', /(^|\.)h\.\d+\.attn\.c_attn\./],
  ['BERT', /(^|\.)encoder\.layer\.\d+\.attention\.self\.query\./],
  ['Llama', /^(model\.)?layers\.\d+\.self_attn\.q_proj\./],
  ['T5', /(^|\.)block\.\d+\.layer\.\d+\.SelfAttention\.q\./],
  ['nn.TransformerEncoder', /(^|\.)layers\.\d+\.self_attn\.in_proj_weight$/],
];

/** Thrown for the tensors of a whole network instead of one attention. */
export class WholeCheckpoint extends RangeError {
  /** @param {string} names description of the names @param {number} layers */
  constructor(names, layers) {
    const { message } = problem(
      'the file',
      `a whole checkpoint ${names}, ${several(layers, 'attention layer')}`,
      'one attention and its x',
    );
    super(message);
  }
}

/**
 * Refuses a whole checkpoint: several attentions, or the only layer of a network without an x.
 * @param {readonly string[]} names of all tensors of a file
 */
export function checkOneAttention(names) {
  const ofQueries = names.filter(
    (name) => isOfLibrary(name) && ['wq', 'wqkv'].includes(libraryRole(name) ?? ''),
  );
  const [first] = ofQueries;
  const hasX = names.some((name) => paperRole(name) === 'x');
  const isAlone = ofQueries.length === 1 && (hasX || !/(^|\.)\d+\./.test(first));
  if (ofQueries.length === 0 || isAlone) return;
  const layout = layouts.find(([, pattern]) => names.some((name) => pattern.test(name)))?.[0];
  const like = layout
    ? `in the layout of ${layout}`
    : `with names such as ${JSON.stringify(first.slice(0, 60))}`;
  throw new WholeCheckpoint(like, ofQueries.length);
}
