// Files as other programs write them, from naive writers, and damaged files that every reader must survive.
import zlib from 'node:zlib';

/** @param {number} number @param {number} bytes @returns {number[]} */
const little = (number, bytes) =>
  Array.from({ length: bytes }, (_, i) => Math.floor(number / 256 ** i) % 256);

const encoder = new TextEncoder();

/** @param {...(string | number[] | Uint8Array)} parts @returns {Uint8Array} */
export function bytesOf(...parts) {
  const arrays = parts.map((part) => (typeof part === 'string' ? encoder.encode(part) : part));
  const bytes = new Uint8Array(arrays.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const array of arrays) {
    bytes.set(array, at); // Uint8Array.from() would go through an iterator, which is slow in Jest
    at += array.length;
  }
  return bytes;
}

/** @param {ArrayLike<number>} numbers @returns {Uint8Array} */
export const floats = (numbers) => new Uint8Array(Float32Array.from(numbers).buffer);

/**
 * @param {string} header
 * @param {Uint8Array} data
 * @param {number} [length] the length of the header that the file claims
 */
export const safetensorsOf = (header, data, length = encoder.encode(header).length) =>
  bytesOf(little(length, 8), header, data);

/** @param {object} header @param {Uint8Array} data */
export const safetensors = (header, data) => safetensorsOf(JSON.stringify(header), data);

/**
 * @param {string} header
 * @param {Uint8Array} data
 * @param {number} [version]
 * @param {number} [length]
 */
export const npyOf = (header, data, version = 1, length = header.length) =>
  bytesOf([0x93], 'NUMPY', [version, 0], little(length, version === 1 ? 2 : 4), header, data);

/** @param {string} descr @param {string} shape @param {Uint8Array} data @param {string} [order] */
export const npy = (descr, shape, data, order = 'False') =>
  npyOf(`{'descr': '${descr}', 'fortran_order': ${order}, 'shape': ${shape}, }\n`, data);

/**
 * Caches packed contents, because some are long and packed more than once.
 * @type {WeakMap<Uint8Array, {sum: number, deflated: Uint8Array}>}
 */
const packedContents = new WeakMap();

/** @param {Uint8Array} content */
function pack(content) {
  let packed = packedContents.get(content);
  if (!packed) {
    packed = { sum: zlib.crc32(content), deflated: new Uint8Array(zlib.deflateRawSync(content)) };
    packedContents.set(content, packed);
  }
  return packed;
}

/**
 * @typedef {object} Packed
 * @property {string} name
 * @property {Uint8Array} content
 * @property {boolean} [stored]
 * @property {Partial<{flags: number, method: number, sum: number, packed: number, size: number, local: number}>} [claims]
 *   different values in the directory
 */

/** @param {readonly Packed[]} files @param {{count?: number, directory?: number, comment?: string}} [claims] */
export function zip(files, claims = {}) {
  /** @type {Uint8Array[]} */
  const parts = [];
  const directory = [];
  let length = 0;
  for (const { name, content, stored = false, claims: says = {} } of files) {
    const { sum, deflated } = pack(content);
    const data = stored ? content : deflated;
    const fields = {
      ...{ flags: 0, method: stored ? 0 : 8, sum },
      ...{ packed: data.length, size: content.length, local: length },
      ...says,
    };
    const sizes = [
      ...little(fields.sum, 4),
      ...little(fields.packed, 4),
      ...little(fields.size, 4),
      ...little(encoder.encode(name).length, 2),
    ];
    const common = [20, 0, ...little(fields.flags, 2), ...little(fields.method, 2), 0, 0, 0, 0];
    const local = bytesOf('PK', [3, 4, ...common, ...sizes, 0, 0], name, data);
    const rest = [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, ...little(fields.local, 4)];
    directory.push(
      bytesOf(
        'PK',
        [1, 2, 20, 0, ...common, ...sizes, ...rest.slice(0, 12), ...rest.slice(12)],
        name,
      ),
    );
    parts.push(local);
    length += local.length;
  }
  const index = bytesOf(...directory);
  const { count = files.length, directory: at = length, comment = '' } = claims;
  const end = [0, 0, 0, 0, ...little(count, 2), ...little(count, 2), ...little(index.length, 4)];
  return bytesOf(
    ...parts,
    index,
    'PK',
    [5, 6, ...end, ...little(at, 4), ...little(comment.length, 2)],
    comment,
  );
}

// Changed files -------------------------------------------------------------------------------------

/** @typedef {{name: string, bytes: Uint8Array}} HostileFile */

/** @param {number} seed @returns {(below: number) => number} random integers (mulberry32) */
export function whole(seed) {
  let state = seed >>> 0;
  return (below) => {
    state = (state + 0x6d2b79f5) >>> 0;
    let x = Math.imul(state ^ (state >>> 15), state | 1);
    x ^= x + Math.imul(x ^ (x >>> 7), x | 61);
    return ((x ^ (x >>> 14)) >>> 0) % below;
  };
}

const telling = [0, 1, 0x7f, 0x80, 0xff, ...encoder.encode('{}[](),:"\'\\09-eE. \n')];

/** @param {Uint8Array} good @param {(below: number) => number} draw @returns {Uint8Array} */
function changed(good, draw) {
  let bytes = [...good];
  for (let changes = 1 + draw(4); changes > 0; --changes) {
    const at = draw(bytes.length);
    const byte = telling[draw(telling.length)];
    switch (draw(5)) {
      case 0:
        bytes[at] ^= 1 << draw(8);
        break;
      case 1:
        bytes[at] = byte;
        break;
      case 2:
        bytes.splice(at, 0, byte);
        break;
      case 3:
        bytes.splice(at, 1 + draw(3));
        break;
      default:
        // Repeats a part of the file at another place.
        bytes = [...bytes.slice(0, at), ...bytes.slice(draw(at + 1))];
    }
  }
  return Uint8Array.from(bytes);
}

/** @param {string} name @param {Uint8Array} good @param {number} count @param {number} seed @returns {HostileFile[]} */
function mutations(name, good, count, seed) {
  const draw = whole(seed);
  return Array.from({ length: count }, (_, i) => ({
    name: `changed-${i}-${name}`,
    bytes: changed(good, draw),
  }));
}

/**
 * @param {string} name
 * @param {Uint8Array} good
 * @param {number} step
 * @returns {HostileFile[]} the file cut at many places
 */
function truncations(name, good, step) {
  const cuts = [];
  for (let length = 0; length < good.length; length += length < 64 ? 1 : step) {
    cuts.push({ name: `cut-${length}-${name}`, bytes: good.slice(0, length) });
  }
  return cuts;
}

/** @returns {HostileFile[]} */
function hostileSafetensors() {
  const data = floats([1, 2, 3, 4, 5, 6]);
  const query = { dtype: 'F32', shape: [2, 3], data_offsets: [0, 24] };
  const good = safetensors(
    {
      __metadata__: { format: 'pt' },
      query,
      'é\n': { dtype: 'BOOL', shape: [], data_offsets: [24, 25] },
    },
    bytesOf(data, [1]),
  );
  const of = (/** @type {object} */ changes) => safetensors({ q: { ...query, ...changes } }, data);
  /** @type {[string, Uint8Array][]} */
  const made = [
    ...[
      0,
      1,
      2,
      24,
      2 ** 20,
      2 ** 31,
      2 ** 32 - 1,
      2 ** 32,
      2 ** 32 + 80,
      2 ** 53,
      2 ** 63,
      2 ** 64 - 2048,
    ].map(
      (length) =>
        /** @type {[string, Uint8Array]} */ ([
          `header-length-${length}`,
          safetensorsOf(JSON.stringify({ query }), data, length),
        ]),
    ),
    ...[
      [-1, 3],
      [2, -3],
      [1e9, 1e9],
      [2 ** 53, 2 ** 53],
      [4294967296, 1],
      [65536, 65536],
      [0, 2 ** 31],
      [2 ** 31 - 1, 2 ** 31 - 1, 0],
      [1.5, 4],
      new Array(17).fill(1),
      new Array(5000).fill(1),
      ['2', 3],
      [null],
      [[2, 3]],
      { 0: 2 },
      'x',
      null,
    ].map((shape, i) => /** @type {[string, Uint8Array]} */ ([`shape-${i}`, of({ shape })])),
    ...[
      [0, 25],
      [0, 23],
      [1, 25],
      [24, 0],
      [0, -24],
      [-24, 0],
      [2 ** 32, 2 ** 32 + 24],
      [0, 2 ** 53 + 24],
      [2 ** 53, 2 ** 53],
      [0],
      [0, 24, 48],
      [0.5, 24.5],
      ['0', '24'],
      {},
      24,
      null,
    ].map(
      (offsets, i) =>
        /** @type {[string, Uint8Array]} */ ([`offsets-${i}`, of({ data_offsets: offsets })]),
    ),
    ...['C64', 'F8_E5M2', 'f32', '', 'F32 ', 'OBJECT', 32, null, [], 'x'.repeat(5000)].map(
      (dtype, i) => /** @type {[string, Uint8Array]} */ ([`dtype-${i}`, of({ dtype })]),
    ),
    ['overlap', safetensors({ a: query, b: query }, data)],
    [
      'overlap-partly',
      safetensors(
        {
          a: { dtype: 'F32', shape: [4], data_offsets: [0, 16] },
          b: { dtype: 'F32', shape: [4], data_offsets: [8, 24] },
        },
        data,
      ),
    ],
    [
      'hole',
      safetensors(
        {
          a: { dtype: 'F32', shape: [1], data_offsets: [0, 4] },
          b: { dtype: 'F32', shape: [4], data_offsets: [8, 24] },
        },
        data,
      ),
    ],
    [
      'name-twice',
      safetensorsOf(`{"a":${JSON.stringify(query)},"a":${JSON.stringify(query)}}`, data),
    ],
    [
      'name-twice-escaped',
      safetensorsOf(`{"a":${JSON.stringify(query)},"\\u0061":${JSON.stringify(query)}}`, data),
    ],
    [
      'key-twice',
      safetensorsOf('{"a":{"dtype":"F32","dtype":"F64","shape":[3],"data_offsets":[0,24]}}', data),
    ],
    ['metadata-number', safetensors({ __metadata__: { a: 1 }, query }, data)],
    ['metadata-list', safetensors({ __metadata__: [], query }, data)],
    ['metadata-twice', safetensorsOf('{"__metadata__":{},"__metadata__":{}}', bytesOf())],
    [
      'metadata-many',
      safetensors(
        { __metadata__: Object.fromEntries(Array.from({ length: 1025 }, (_, i) => [i, ''])) },
        bytesOf(),
      ),
    ],
    [
      'tensors-many',
      safetensors(
        Object.fromEntries(
          Array.from({ length: 4097 }, (_, i) => [
            i,
            { dtype: 'U8', shape: [0], data_offsets: [0, 0] },
          ]),
        ),
        bytesOf(),
      ),
    ],
    ['deep-arrays', safetensorsOf('['.repeat(200000), data)],
    ['deep-objects', safetensorsOf('{"a":'.repeat(40000), data)],
    ['deep-shape', safetensorsOf(`{"a":{"shape":${'['.repeat(100000)}`, data)],
    ['long-name', safetensors({ ['n'.repeat(100000)]: { ...query, shape: [7] } }, data)],
    ['long-number', safetensorsOf(`{"a":{"shape":[${'9'.repeat(100000)}]}}`, data)],
    ['open-string', safetensorsOf(`{"${'a'.repeat(1000)}`, data)],
    ['bad-utf8', bytesOf(little(60, 8), '{"', new Array(58).fill(0xff), data)],
    ['half-pair', safetensorsOf(`{"\\ud800":${JSON.stringify(query)}}`, data)],
    ['zero-in-name', safetensors({ 'a\0b': query }, data)],
    ['proto', safetensorsOf(`{"__proto__":${JSON.stringify(query)}}`, data)],
    ['not-json', safetensorsOf('{query: 1}', data)],
    ['more-behind', safetensors({ query }, bytesOf(data, data))],
    ['blanks', safetensorsOf(`{}${' '.repeat(50000)}`, bytesOf())],
  ];
  return [
    ...truncations('a.safetensors', good, 3),
    ...mutations('a.safetensors', good, 300, 1),
    ...made.map(([name, bytes]) => ({ name: `${name}.safetensors`, bytes })),
  ];
}

/** @returns {HostileFile[]} */
function hostileNpy() {
  const data = floats([1, 2, 3, 4, 5, 6]);
  const good = npy('<f4', '(2, 3)', data);
  /** @type {[string, Uint8Array][]} */
  const made = [
    ...[
      '(-2, 3)',
      '(2, -3)',
      '(1000000000, 1000000000)',
      '(9007199254740993,)',
      '(4294967296, 1)',
      '(65536, 65536)',
      '(0, 2147483648)',
      '(2147483647, 2147483647, 0)',
      '(2.0, 3)',
      '(6)',
      '((2, 3))',
      '[2, 3]',
      '(2, 3',
      '()',
      `(${'1, '.repeat(17)})`,
      `(${'('.repeat(3000)}`,
      `(${'9'.repeat(60000)},)`,
      '(1e3,)',
      '(True,)',
      '(2L, 3L)',
      '(_,)',
    ].map(
      (shape, i) => /** @type {[string, Uint8Array]} */ ([`shape-${i}`, npy('<f4', shape, data)]),
    ),
    ...[
      '<c8',
      '|O',
      '<U1',
      '|S4',
      '|V4',
      '<M8[ns]',
      '<f16',
      '=f4',
      'f4',
      '',
      '<f',
      '<f44',
      '|b2',
      '>i9',
      '\\x00f4',
      '<f4 ',
      'x'.repeat(3000),
    ].map(
      (descr, i) =>
        /** @type {[string, Uint8Array]} */ ([`descr-${i}`, npy(descr, '(2, 3)', data)]),
    ),
    [
      'records',
      npyOf("{'descr': [('a', '<f4')], 'fortran_order': False, 'shape': (6,), }\n", data),
    ],
    [
      'pickle',
      npyOf(
        "{'descr': '|O', 'fortran_order': False, 'shape': (1,), }\n",
        bytesOf([0x80, 4, 0x63], 'os\nsystem\n'),
      ),
    ],
    ...[0, 1, 20, 65535].map(
      (length) =>
        /** @type {[string, Uint8Array]} */ ([
          `header-length-${length}`,
          npyOf("{'descr': '<f4', 'fortran_order': False, 'shape': (2, 3), }\n", data, 1, length),
        ]),
    ),
    ...[2 ** 20, 2 ** 20 + 1, 2 ** 31, 2 ** 32 - 1].map(
      (length) =>
        /** @type {[string, Uint8Array]} */ ([
          `header-length-2-${length}`,
          npyOf("{'descr': '<f4', 'fortran_order': False, 'shape': (2, 3), }\n", data, 2, length),
        ]),
    ),
    ...[0, 4, 9, 255].map(
      (version) =>
        /** @type {[string, Uint8Array]} */ ([`version-${version}`, npyOf('{}', data, version)]),
    ),
    [
      'keys-twice',
      npyOf("{'descr': '<f4', 'descr': '<f4', 'fortran_order': False, 'shape': (2, 3)}", data),
    ],
    ['keys-missing', npyOf("{'descr': '<f4'}", data)],
    [
      'keys-unknown',
      npyOf("{'descr': '<f4', 'fortran_order': False, 'shape': (2, 3), 'x': 1}", data),
    ],
    ['deep', npyOf('{'.repeat(60000), data)],
    ['call', npyOf("{'descr': __import__('os').system('true')}", data)],
    ['more-behind', npy('<f4', '(2, 3)', bytesOf(data, data))],
    ['gigabytes-claimed', npy('<f8', '(16777216,)', data)],
    ['booleans', npy('|b1', '(3,)', bytesOf([0, 2, 255]))],
    ['columns', npy('>f8', '(1, 3)', data, 'True')],
  ];
  return [
    ...truncations('a.npy', good, 3),
    ...mutations('a.npy', good, 300, 2),
    ...made.map(([name, bytes]) => ({ name: `${name}.npy`, bytes })),
  ];
}

/** @returns {HostileFile[]} */
function hostileNpz() {
  const content = npy('<f4', '(2, 3)', floats([1, 2, 3, 4, 5, 6]));
  const entry = { name: 'q.npy', content };
  const good = zip([entry, { name: 'k.npy', content, stored: true }]);
  const zeros = new Uint8Array(30e6);
  const bomb = npy('<f4', '(7500000,)', zeros);
  const part = zeros.subarray(0, 8.5e6);
  const claims = (/** @type {Packed['claims']} */ says) => zip([{ ...entry, claims: says }]);
  /** @type {[string, Uint8Array][]} */
  const made = [
    ['bomb', zip([{ name: 'q.npy', content: bomb }])],
    [
      'bomb-of-many',
      zip(
        Array.from({ length: 8 }, (_, i) => ({
          name: `${i}.npy`,
          content: part,
        })),
      ),
    ],
    ['bomb-claims-little', zip([{ name: 'q.npy', content: bomb, claims: { size: 1000 } }])],
    ['bomb-in-name', zip([{ name: `${'a'.repeat(50000)}.npy`, content }])],
    ...[
      0,
      1,
      content.length - 1,
      content.length + 1,
      1e6,
      2 ** 31,
      2 ** 32 - 2,
      2 ** 32 - 1,
    ].flatMap((size) => [
      /** @type {[string, Uint8Array]} */ ([`size-${size}`, claims({ size })]),
      /** @type {[string, Uint8Array]} */ ([`packed-${size}`, claims({ packed: size })]),
      /** @type {[string, Uint8Array]} */ ([`local-${size}`, claims({ local: size })]),
    ]),
    ...[1, 9, 12, 14, 93, 99, 65535].map(
      (method) => /** @type {[string, Uint8Array]} */ ([`method-${method}`, claims({ method })]),
    ),
    ['stored-not-deflated', claims({ method: 0 })],
    ['deflated-not-stored', zip([{ ...entry, stored: true, claims: { method: 8 } }])],
    ['encrypted', claims({ flags: 1 })],
    ['checksum', claims({ sum: 1 })],
    ['name-twice', zip([entry, entry])],
    ['one-file-for-two', zip([entry, { ...entry, name: 'k.npy', claims: { local: 0 } }])],
    ['files-65', zip(Array.from({ length: 65 }, (_, i) => ({ name: `${i}.npy`, content })))],
    ['count-65535', zip([entry], { count: 65535 })],
    ['count-0', zip([entry], { count: 0 })],
    ['count-2', zip([entry], { count: 2 })],
    ['directory-elsewhere', zip([entry], { directory: 2 ** 32 - 1 })],
    ['directory-at-0', zip([entry], { directory: 0 })],
    ['empty', zip([])],
    ['comment', zip([entry], { comment: 'PK\x05\x06'.repeat(1000) })],
    ['pickle', zip([{ name: 'archive/data.pkl', content: bytesOf([0x80, 2, 0x2e]) }])],
    ['path', zip([{ name: '../../q.npy', content }])],
    ['proto', zip([{ name: '__proto__.npy', content }])],
    ['zip-in-zip', zip([{ name: 'q.npy', content: good }])],
    ['not-npy', zip([{ name: 'q.npy', content: bytesOf('hello') }])],
    ['nothing', zip([{ name: 'q.npy', content: bytesOf() }])],
    ['signatures', bytesOf(...new Array(2000).fill('PK\x05\x06'))],
    ['start-only', bytesOf('PK\x03\x04')],
  ];
  return [
    ...truncations('a.npz', good, 5),
    ...mutations('a.npz', good, 300, 3),
    ...made.map(([name, bytes]) => ({ name: `${name}.npz`, bytes })),
  ];
}

/** @returns {HostileFile[]} */
function hostileTexts() {
  /** @type {[string, string][]} */
  const made = [
    ['deep.json', '['.repeat(200000)],
    ['deep-closed.json', `${'['.repeat(5000)}1${']'.repeat(5000)}`],
    ['many.json', `[${'[],'.repeat(300000)}[]]`],
    ['first-row-lies.json', `[[${'1,'.repeat(20000)}1]${',[]'.repeat(20000)}]`],
    ['shape-lies.json', '{"data":[1],"shape":[2000000000,2000000000]}'],
    ['shape-negative.json', '{"data":[1],"shape":[-1]}'],
    ['data-string.json', '{"data":"1","shape":[1]}'],
    ['proto.json', '{"__proto__":[[1]]}'],
    ['null.json', '{"q":null}'],
    ['huge-number.json', `[${'9'.repeat(5000)}]`],
    ['words.json', '[["NaN"]]'],
    ['bare-words.json', '[[NaN]]'],
    ['open.json', '{"q":[1,2'],
    ['long-line.csv', '1,'.repeat(100000)],
    ['many-lines.csv', '1\n'.repeat(100000)],
    ['long-cell.csv', '1'.repeat(100000)],
    ['names.csv', 'q\n'.repeat(20000)],
    ['quotes.csv', '"'.repeat(20000)],
    ['blanks.csv', ' \n'.repeat(20000)],
    ['numbers-no-rows.csv', '# nothing\n'],
    ['formula.csv', '=cmd|1,2'],
    ['many-matrices.csv', Array.from({ length: 50000 }, (_, i) => `_${i}\n1`).join('\n')],
    ['many-names.json', `{${Array.from({ length: 50000 }, (_, i) => `"${i}":0`).join(',')}}`],
  ];
  return made.map(([name, text]) => ({ name, bytes: bytesOf(text) }));
}

/** Returns hundreds of files by format. They are the same in every run. */
export const hostileFiles = () => ({
  safetensors: hostileSafetensors(),
  npy: hostileNpy(),
  npz: hostileNpz(),
  text: hostileTexts(),
});
