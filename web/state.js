/**
 * The state of a lab has five faces: the controls on the page, the link, the attributes of the element, JSON and the
 * code twins. One table per lab describes each parameter once, and all five are made from it.
 *
 * Whatever comes in (a link somebody mistyped, an attribute, a number from a form) becomes a complete and valid state
 * plus a list of notes that say what was changed. Nothing here throws, and nothing here knows the page.
 */
import { limits } from './engine/limits.js';
import { chooseLanguage, languages } from './i18n/index.js';

/** @typedef {string | number | boolean} Value */
/** @typedef {Readonly<Record<string, Value>>} Params a complete state, camelCase names, frozen */

/**
 * One sentence to be told to the visitor: `reason` is the end of the key common.note.<reason>.
 * @typedef {object} Note
 * @property {'unknown' | 'duplicate' | 'garbled' | 'notNumber' | 'notChoice' | 'notWord' | 'clamped' | 'rounded' | 'tooLong' | 'adjusted' | 'numpyLaws' | 'numpyCorrelation'} reason
 * @property {string} key  the name in the link
 * @property {string} value  what came, shortened
 * @property {string} [used]  what is used instead
 * @property {string} [limit]  the bound that was crossed
 */

/**
 * How a parameter is shown: the group it stands in and the kind of input.
 *   log      range with logarithmic steps from min to `top`, and a number box for anything within the limits
 *   range    range from `low` to `high` in steps of `step`, and a number box
 *   number   number box        select  select        seed  number box with a button for a new one
 * @typedef {object} Control
 * @property {string} group
 * @property {'log' | 'range' | 'number' | 'select' | 'seed'} kind
 * @property {number} [top]
 * @property {number} [low]
 * @property {number} [high]
 * @property {number} [step]
 * @property {(params: Params) => boolean} [when]  shown only then
 */

/**
 * @typedef {object} Entry one row of a table
 * @property {string} name  camelCase: property of the element, name in JSON and in `params`
 * @property {string} key  name in links and attributes
 * @property {'integer' | 'number' | 'choice' | 'word' | 'words'} type
 * @property {Value} initial
 * @property {number} [min]
 * @property {number} [max]
 * @property {boolean} [optional]  '' stands for "none"
 * @property {readonly string[]} [choices]
 * @property {(text: string) => string} [read]  other spellings of a choice
 * @property {Control} [control]
 */

/** @typedef {{entries: readonly Entry[], reconcile?: (params: Record<string, Value>, note: (note: Note) => void) => void}} Table */

/** The ends of a limit, without what only the engine reads. @param {{min: number, max: number}} limit */
const within = ({ min, max }) => ({ min, max });

const kebab = (/** @type {string} */ name) =>
  name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

/**
 * @param {string} name
 * @param {Entry['type']} type
 * @param {Value} initial
 * @param {Omit<Partial<Entry>, 'name' | 'type' | 'initial'>} [rest]
 * @returns {Entry}
 */
const entry = (name, type, initial, rest) =>
  Object.freeze({ name, key: kebab(name), type, initial, ...rest });

/** zh, zh-CN and zh_TW are all answered in zh-Hans, en-GB in en. @param {string} text */
const languageTag = (text) =>
  /^(zh|en)\b/i.test(text.replace('_', '-')) ? chooseLanguage(text) : text;

/** Parameters that every lab has. `lang` '' means: as the page around it, or as the visitor's browser. */
const common = [
  entry('lang', 'choice', '', { choices: ['', ...Object.keys(languages)], read: languageTag }),
  entry('theme', 'choice', 'auto', { choices: ['auto', 'light', 'dark'] }),
  entry('hide', 'words', ''),
  entry('lock', 'words', ''),
];

const distributions = ['normal', 'uniform', 'rademacher', 'laplace', 'student-t', 'exponential'];

/**
 * The law of the components of one side, three parameters.
 * @param {'query' | 'key'} side
 */
const componentEntries = (side) => {
  const group = side;
  return [
    entry(`${side}Distribution`, 'choice', 'normal', {
      key: side,
      choices: distributions,
      control: { group, kind: 'select' },
    }),
    entry(`${side}Mean`, 'number', 0, {
      ...within(limits.mean),
      control: { group, kind: 'range', low: -2, high: 2, step: 0.1 },
    }),
    entry(`${side}Sd`, 'number', 1, {
      ...within(limits.sd),
      control: { group, kind: 'range', low: 0, high: 3, step: 0.1 },
    }),
  ];
};

/** @type {Table} */
const variance = {
  entries: [
    entry('dk', 'integer', 64, {
      ...within(limits.dk),
      control: { group: 'main', kind: 'log', top: 4096 },
    }),
    entry('scale', 'choice', 'rsqrt', {
      choices: ['rsqrt', 'none', 'inverse', 'alpha', 'number'],
      control: { group: 'main', kind: 'select' },
    }),
    entry('alpha', 'number', 0.5, {
      ...within(limits.alpha),
      control: {
        group: 'main',
        kind: 'range',
        low: 0,
        high: 1,
        step: 0.05,
        when: (p) => p.scale === 'alpha',
      },
    }),
    entry('factor', 'number', 1, {
      ...within(limits.scale),
      control: {
        group: 'main',
        kind: 'range',
        low: 0,
        high: 2,
        step: 0.005,
        when: (p) => p.scale === 'number',
      },
    }),
    entry('queries', 'integer', 100, {
      ...within(limits.queries),
      control: { group: 'sample', kind: 'log', top: 16384 },
    }),
    entry('keys', 'integer', 100, {
      ...within(limits.keys),
      control: { group: 'sample', kind: 'log', top: 16384 },
    }),
    entry('seed', 'integer', 1, {
      ...within(limits.seed),
      control: { group: 'sample', kind: 'seed' },
    }),
    entry('generator', 'choice', 'scaledot', {
      choices: ['scaledot', 'numpy'],
      control: { group: 'sample', kind: 'select' },
    }),
    entry('bins', 'integer', 100, {
      ...within(limits.bins),
      control: { group: 'sample', kind: 'range', low: 10, high: 400, step: 10 },
    }),
    ...componentEntries('query'),
    ...componentEntries('key'),
    entry('correlation', 'number', 0, {
      ...within(limits.correlation),
      control: { group: 'together', kind: 'range', low: -1, high: 1, step: 0.05 },
    }),
    // Replicate my result
    entry('rows', 'integer', 2, within(limits.rows)),
    entry('columns', 'integer', 2, within(limits.columns)),
    entry('inner', 'integer', 2, within(limits.dk)),
    entry('ddof', 'number', 0, within(limits.ddof)),
    entry('value', 'number', 1.6, { min: -1e12, max: 1e12 }),
    entry('numpySeed', 'integer', '', { ...within(limits.numpySeed), optional: true }),
    entry('draws', 'integer', 300000, within(limits.draws)),
    // What is being looked at
    entry('step', 'integer', 0, { min: 0, max: 20 }),
    entry('assume', 'choice', 'all', { choices: ['all', 'means', 'independent', 'identical'] }),
    entry('preset', 'word', ''),
    ...common,
  ],
  reconcile(params, note) {
    const fit = { params, note };
    fitGenerator(fit);
    fitScores(fit);
    fitSmallProduct(fit);
  },
};

/** @typedef {{params: Record<string, Value>, note: (note: Note) => void}} Fit limits that hang together */

/**
 * Lowers a parameter that the others leave less room than its own limits do.
 * @param {Fit} fit
 * @param {string} name
 * @param {number} most
 */
function lower({ params, note }, name, most) {
  if (Number(params[name]) <= most) return;
  const value = String(params[name]);
  params[name] = most;
  note({ reason: 'clamped', key: kebab(name), value, used: String(most), limit: String(most) });
}

/** NumPy's generator is reproduced for normal and uniform components without correlation only. @param {Fit} fit */
function fitGenerator(fit) {
  const { params, note } = fit;
  if (params.generator !== 'numpy') return;
  const laws = [params.queryDistribution, params.keyDistribution];
  const lawless = laws.find((law) => law !== 'normal' && law !== 'uniform');
  if (lawless === undefined && params.correlation === 0) {
    lower(fit, 'seed', limits.numpySeed.max);
    return;
  }
  params.generator = 'scaledot';
  const reason = lawless === undefined ? 'numpyCorrelation' : 'numpyLaws';
  note({ reason, key: 'generator', value: 'numpy', used: 'scaledot' });
}

/** @param {Fit} fit */
const fitScores = (fit) =>
  lower(fit, 'keys', Math.floor(limits.scores.max / Number(fit.params.queries)));

/** A sample variance needs two entries at least and more entries than ddof. @param {Fit} fit */
function fitSmallProduct(fit) {
  const { params, note } = fit;
  if (Number(params.rows) * Number(params.columns) < 2) {
    params.columns = 2;
    note({ reason: 'adjusted', key: 'columns', value: '1', used: '2' });
  }
  const sides = Number(params.rows) + Number(params.columns);
  lower(fit, 'inner', Math.floor(limits.productEntries.max / sides));
  const entries = Number(params.rows) * Number(params.columns);
  if (Number(params.ddof) >= entries) lower(fit, 'ddof', entries - 1);
}

/** The labs by name; the first is the one a link without `lab` means. */
export const tables = Object.freeze(/** @type {Record<string, Table>} */ ({ variance }));

export const defaultLab = Object.keys(tables)[0];

/**
 * @param {string} lab
 * @returns {Table}
 */
const tableOf = (lab) => (Object.hasOwn(tables, lab) ? tables[lab] : tables[defaultLab]);

/** The parameters of a lab, in the order of its links. @param {string} lab */
export const entriesOf = (lab) => tableOf(lab).entries;

/** The state nobody has changed. @param {string} lab @returns {Params} */
export const initialParams = (lab) =>
  Object.freeze(Object.fromEntries(entriesOf(lab).map((e) => [e.name, e.initial])));

const shorten = (/** @type {string} */ text, most = 24) =>
  text.length > most ? `${text.slice(0, most)}…` : text;

const numeral = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i;

/** @typedef {{value: Value, reason?: Note['reason'], limit?: string}} Checked */

/** @param {Entry} entry @param {string} text @returns {Checked} */
function checkNumber(entry, text) {
  if (entry.optional && text === '') return { value: '' };
  if (!numeral.test(text)) return { value: entry.initial, reason: 'notNumber' };
  const number = Number(text);
  const { min = -Infinity, max = Infinity } = entry;
  if (number < min) return { value: min, reason: 'clamped', limit: String(min) };
  if (number > max) return { value: max, reason: 'clamped', limit: String(max) };
  if (entry.type === 'integer' && !Number.isInteger(number))
    return { value: Math.round(number), reason: 'rounded' };
  return { value: number + 0 };
}

/** @param {Entry} entry @param {string} text @returns {Checked} */
function checkChoice(entry, text) {
  const wanted = (entry.read?.(text) ?? text).toLowerCase();
  const choice = entry.choices?.find((each) => each.toLowerCase() === wanted);
  return choice === undefined ? { value: entry.initial, reason: 'notChoice' } : { value: choice };
}

/** A word, or a list of words with commas: short, plain, safe to show anywhere. @param {Entry} entry @param {string} text @returns {Checked} */
function checkWords(entry, text) {
  const words = text
    .toLowerCase()
    .split(/[\s,]+/)
    .filter(Boolean);
  const most = entry.type === 'word' ? 1 : 24;
  const plain = words.length <= most && words.every((word) => /^[a-z][a-z0-9-]{0,31}$/.test(word));
  return plain ? { value: words.join(',') } : { value: entry.initial, reason: 'notWord' };
}

/**
 * One raw value against its row of the table. Full-width digits and signs, as a Chinese keyboard gives them, are read.
 * @param {Entry} entry
 * @param {unknown} raw
 * @returns {Checked}
 */
function check(entry, raw) {
  const text = String(raw ?? '')
    .normalize('NFKC')
    .replace('\u2212', '-')
    .trim();
  if (text.length > 200) return { value: entry.initial, reason: 'tooLong' };
  if (entry.type === 'integer' || entry.type === 'number') return checkNumber(entry, text);
  return entry.type === 'choice' ? checkChoice(entry, text) : checkWords(entry, text);
}

/**
 * A complete state from a base and pairs of link key (or name) and raw value.
 * @param {string} lab
 * @param {Iterable<readonly [string, unknown]>} pairs
 * @param {Params} base
 * @returns {{params: Params, notes: Note[]}}
 */
function assemble(lab, pairs, base) {
  const table = tableOf(lab);
  const rows = new Map(
    table.entries.flatMap((each) => [
      [each.name, each],
      [each.key, each],
    ]),
  );
  /** @type {Note[]} */
  const notes = [];
  /** @type {Record<string, Value>} */
  const params = { ...base };
  const seen = new Set();
  for (const [key, raw] of pairs) {
    const row = rows.get(key);
    const value = shorten(String(raw ?? ''));
    if (!row) notes.push({ reason: 'unknown', key: shorten(key), value });
    else if (seen.has(row)) notes.push({ reason: 'duplicate', key: row.key, value });
    else {
      seen.add(row);
      const checked = check(row, raw);
      // A value that means nothing leaves what was there; in a fresh state that is the initial value.
      const kept = checked.reason && checked.reason !== 'clamped' && checked.reason !== 'rounded';
      params[row.name] = kept ? base[row.name] : checked.value;
      if (checked.reason) {
        notes.push({
          reason: checked.reason,
          key: row.key,
          value,
          used: String(params[row.name]),
          limit: checked.limit,
        });
      }
    }
  }
  table.reconcile?.(params, (note) => notes.push(note));
  return { params: Object.freeze(params), notes };
}

/** @param {string} text */
function decode(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}

const longestLink = 8192;

/**
 * The raw pairs of a link, and notes on what could not be read.
 * @param {string} link
 */
function pairsOf(link) {
  /** @type {Note[]} */
  const notes = [];
  /** @type {[string, string][]} */
  const pairs = [];
  const text = String(link ?? '').replace(/^[#?]/, '');
  if (text.length > longestLink) {
    notes.push({ reason: 'tooLong', key: 'link', value: shorten(text) });
    return { pairs, notes };
  }
  for (const piece of text.split('&').filter(Boolean)) {
    const cut = piece.indexOf('=');
    const key = decode(cut < 0 ? piece : piece.slice(0, cut));
    const value = decode(cut < 0 ? '' : piece.slice(cut + 1));
    if (key === undefined || value === undefined)
      notes.push({ reason: 'garbled', key: 'link', value: shorten(piece) });
    else pairs.push([key, value]);
  }
  return { pairs, notes };
}

/** The lab that a link asks for. @param {string} link */
export function labOf(link) {
  const wanted = pairsOf(link).pairs.find(([key]) => key === 'lab')?.[1] ?? defaultLab;
  return Object.hasOwn(tables, wanted) ? wanted : defaultLab;
}

/**
 * The state a link stands for. Pure: the same link gives the same state, whatever was on the page before.
 * @param {string} link  with or without its #
 * @param {string} [lab]
 * @returns {{params: Params, notes: Note[]}}
 */
export function parse(link, lab = labOf(link)) {
  const { pairs, notes } = pairsOf(link);
  const own = pairs.filter(([key, value]) => key !== 'lab' || !Object.hasOwn(tables, value));
  const state = assemble(lab, own, initialParams(lab));
  return { params: state.params, notes: [...notes, ...state.notes] };
}

/**
 * A state changed by values from a form, attributes or JSON.
 * @param {Params} params
 * @param {Readonly<Record<string, unknown>>} changes
 * @param {string} [lab]
 * @returns {{params: Params, notes: Note[]}}
 */
export const change = (params, changes, lab = defaultLab) =>
  assemble(lab, Object.entries(changes), params);

/**
 * The pairs of link key and text that differ from the initial state, in the order of the table.
 * @param {Params} params
 * @param {string} [lab]
 * @returns {[string, string][]}
 */
export const differences = (params, lab = defaultLab) =>
  entriesOf(lab)
    .filter((each) => params[each.name] !== each.initial)
    .map((each) => [each.key, String(params[each.name])]);

/**
 * The link of a state, without #. parse(format(params)) gives the same params, bit for bit.
 * @param {Params} params
 * @param {string} [lab]
 */
export function format(params, lab = defaultLab) {
  const pairs = differences(params, lab);
  if (lab !== defaultLab) pairs.unshift(['lab', lab]);
  return pairs
    .map(([key, value]) => `${key}=${encodeURIComponent(value).replaceAll('%2C', ',')}`)
    .join('&');
}

/** The words of a list parameter such as `hide`. @param {Params} params @param {string} name */
export const wordsOf = (params, name) =>
  new Set(
    String(params[name] ?? '')
      .split(',')
      .filter(Boolean),
  );

/** @typedef {import('./engine/types.js').ScaleOption} ScaleOption */
/** @typedef {import('./engine/types.js').DistributionName} DistributionName */
/** @typedef {import('./engine/types.js').GeneratorName} GeneratorName */
/** @typedef {{distribution: DistributionName, mean: number, sd: number}} Side */
/** @typedef {{dk: number, queries: number, keys: number, scale: ScaleOption, seed: number, generator: GeneratorName, query: Side, key: Side, correlation: number, bins: number}} EngineOptions */

/** @param {Params} params @returns {ScaleOption} */
function scaleOption({ scale, alpha, factor }) {
  if (scale === 'alpha') return { alpha: Number(alpha) };
  return scale === 'number' ? Number(factor) : /** @type {'rsqrt' | 'none' | 'inverse'} */ (scale);
}

/** @param {Params} params @param {'query' | 'key'} side @returns {Side} */
const sideOptions = (params, side) => ({
  distribution: /** @type {DistributionName} */ (params[`${side}Distribution`]),
  mean: Number(params[`${side}Mean`]),
  sd: Number(params[`${side}Sd`]),
});

/**
 * The options of engine.scoreStatistics, scoreTheory, scoreLaw and scoreWalks for a state of the Variance lab.
 * @param {Params} params
 * @returns {EngineOptions}
 */
export const toEngineOptions = (params) => ({
  dk: Number(params.dk),
  queries: Number(params.queries),
  keys: Number(params.keys),
  scale: scaleOption(params),
  seed: Number(params.seed),
  generator: /** @type {GeneratorName} */ (params.generator),
  query: sideOptions(params, 'query'),
  key: sideOptions(params, 'key'),
  correlation: Number(params.correlation),
  bins: Number(params.bins),
});
