/** Models for tests: files of any size whose bytes are made when they are read, and small ones in memory. */

/** @typedef {readonly [name: string, shape: readonly number[]]} Named */

/** Returns a generator of random numbers (mulberry32). @param {number} seed */
export function randomOf(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}

/**
 * Returns the tensors of GPT-2.
 * @param {{layers: number, width: number, vocabulary: number, positions: number}} size
 * @returns {Named[]}
 */
export function gpt2Tensors({ layers, width, vocabulary, positions }) {
  const norm = (/** @type {string} */ name) =>
    /** @type {Named[]} */ ([
      [`${name}.weight`, [width]],
      [`${name}.bias`, [width]],
    ]);
  const matrix = (
    /** @type {string} */ name,
    /** @type {number} */ rows,
    /** @type {number} */ out,
  ) =>
    /** @type {Named[]} */ ([
      [`${name}.weight`, [rows, out]],
      [`${name}.bias`, [out]],
    ]);
  const layer = (/** @type {number} */ i) => [
    ...norm(`h.${i}.ln_1`),
    ...matrix(`h.${i}.attn.c_attn`, width, 3 * width),
    ...matrix(`h.${i}.attn.c_proj`, width, width),
    ...norm(`h.${i}.ln_2`),
    ...matrix(`h.${i}.mlp.c_fc`, width, 4 * width),
    ...matrix(`h.${i}.mlp.c_proj`, 4 * width, width),
  ];
  return [
    ['wte.weight', [vocabulary, width]],
    ['wpe.weight', [positions, width]],
    ...Array.from({ length: layers }, (_, i) => layer(i)).flat(),
    ...norm('ln_f'),
  ];
}

/** @param {readonly Named[]} tensors @returns {{header: Record<string, unknown>, end: number}} of F32 */
export function headerOf(tensors) {
  let end = 0;
  /** @type {Record<string, unknown>} */
  const header = {};
  for (const [name, shape] of tensors) {
    const bytes = 4 * shape.reduce((product, length) => product * length, 1);
    header[name] = { dtype: 'F32', shape, data_offsets: [end, end + bytes] };
    end += bytes;
  }
  return { header, end };
}

/** Returns a header after its length. @param {unknown} header */
export function headerBytes(header) {
  const text = new TextEncoder().encode(
    typeof header === 'string' ? header : JSON.stringify(header),
  );
  const bytes = new Uint8Array(8 + text.length);
  new DataView(bytes.buffer).setBigUint64(0, BigInt(text.length), true);
  bytes.set(text, 8);
  return bytes;
}

/**
 * Makes a file whose numbers, about 0.02 in size, are generated when they are read.
 *
 * @param {readonly Named[]} tensors
 */
export function madeFile(tensors) {
  const { header, end } = headerOf(tensors);
  const start = headerBytes(header);
  const pattern = Float32Array.from(
    { length: 4093 },
    (
      (random) => () =>
        0.08 * (random() - 0.5)
    )(randomOf(1)),
  );
  const file = {
    name: 'model.safetensors',
    tensors,
    size: start.length + end,
    /** Number of bytes requested. */
    read: 0,
    /** Length of the longest range requested at once. */
    most: 0,
    /** @param {number} from @param {number} to */
    slice: (from, to) => ({
      arrayBuffer: async () => {
        file.read += to - from;
        file.most = Math.max(file.most, to - from);
        if (to <= start.length) return start.slice(from, to).buffer;
        const numbers = new Float32Array((to - from) / 4);
        const first = (from - start.length) / 4;
        for (let i = 0; i < numbers.length;) {
          const at = (first + i) % pattern.length;
          const part = pattern.subarray(at, at + numbers.length - i);
          numbers.set(part, i);
          i += part.length;
        }
        return numbers.buffer;
      },
    }),
  };
  return file;
}

/**
 * Makes a file in memory.
 * @param {unknown} header
 * @param {number} bytes number of bytes after the header
 * @param {string} [name]
 */
export function smallFile(header, bytes, name = 'model.safetensors') {
  return new File([headerBytes(header), new Uint8Array(bytes)], name);
}

/** @param {unknown} value @param {string} [name] */
export const jsonFile = (value, name = 'config.json') =>
  new File([typeof value === 'string' ? value : JSON.stringify(value)], name);
