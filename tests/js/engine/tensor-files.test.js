// .npy and .safetensors: written files can be read again, also by NumPy if it is installed. Errors in files are refused
// by name.
import { expect, test } from '@jest/globals';
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { limits, tensor } from '../../../web/engine/index.js';
import { bytesOf, floats, npy, safetensors } from '../files/files.js';
import { pythonWith } from '../python.js';
import * as naive from './naive.js';
import { onEveryVariant } from './variants.js';

const python = pythonWith('numpy');
const withNumpy = python ? test : test.skip;

/** @param {string} program @param {...string} args @returns {string} */
function inNumpy(program, ...args) {
  const run = spawnSync(
    /** @type {string} */ (python),
    ['-c', `import sys, json\nimport numpy as np\n${program}`, ...args],
    { encoding: 'utf8' },
  );
  if (run.status !== 0) throw new Error(run.stderr);
  return run.stdout;
}

/** @param {Uint8Array} bytes @returns {{header: string, data: Uint8Array}} */
function partsOf(bytes) {
  const view = new DataView(bytes.buffer, bytes.byteOffset);
  const end = 8 + Number(view.getBigUint64(0, true));
  return { header: new TextDecoder().decode(bytes.subarray(8, end)), data: bytes.subarray(end) };
}

onEveryVariant('files of tensors', (engine) => {
  const shapes = [[], [0], [1], [5], [2, 3], [0, 4], [2, 3, 4], [1, 2, 1, 3]];

  test.each(shapes.map((shape) => [shape]))(
    'a tensor of shape %j is written and read again',
    (shape) => {
      const { data } = naive.random(1, ...shape);
      const npyFile = engine().writeNpy({ data, shape });
      expect(engine().readNpy(npyFile)).toEqual({ data, shape, dtype: 'float32', rounded: 0 });
      expect((npyFile.length - 4 * data.length) % 64).toBe(0);
      const file = engine().writeSafetensors({ x: { data, shape } });
      expect(engine().readSafetensors(file)).toEqual({
        tensors: { x: { data, shape, dtype: 'float32', rounded: 0 } },
        metadata: {},
      });
    },
  );

  test('names, metadata and their order are kept, whatever is in them', () => {
    const names = [
      'query',
      '',
      'é',
      '😀',
      'a "b" \\ /',
      '\n\t\u0000\u007f',
      '__proto__',
      'constructor',
      '\ufeffx',
    ];
    const tensors = Object.fromEntries(names.map((name, i) => [name, naive.random(i, i + 1)]));
    const metadata = Object.fromEntries(names.map((name, i) => [name, `${i} ${name}`]));
    const read = engine().readSafetensors(engine().writeSafetensors(tensors, metadata));
    expect(Object.keys(read.tensors)).toEqual(names);
    expect(Object.getPrototypeOf(read.tensors)).toBe(Object.prototype);
    names.forEach((name, i) => {
      expect(read.tensors[name].data).toEqual(naive.random(i, i + 1).data);
      expect(Object.entries(read.metadata)).toContainEqual([name, `${i} ${name}`]);
    });
  });

  test('a .safetensors has its header at a multiple of 8 and its tensors without holes', () => {
    const a = naive.random(1, 2, 3);
    const b = naive.random(2, 5);
    const bytes = engine().writeSafetensors({ b, a }, { format: 'pt' });
    const { header, data } = partsOf(bytes);
    expect((bytes.length - data.length) % 8).toBe(0);
    expect(JSON.parse(header)).toEqual({
      __metadata__: { format: 'pt' },
      b: { dtype: 'F32', shape: [5], data_offsets: [0, 20] },
      a: { dtype: 'F32', shape: [2, 3], data_offsets: [20, 44] },
    });
    expect(data).toEqual(bytesOf(floats(b.data), floats(a.data)));
  });

  const booleans = [
    [true, false],
    [true, true],
  ];

  test('booleans stay booleans in a .npy', () => {
    const mask = tensor(booleans);
    for (const given of [mask, booleans]) {
      const file = engine().writeNpy(given);
      expect(new TextDecoder().decode(file)).toContain("'descr': '|b1'");
      expect([file.length, ...file.subarray(-4)]).toEqual([132, 1, 0, 1, 1]);
      expect(engine().readNpy(file)).toEqual({ ...mask, rounded: 0 });
    }
    const other = { data: Float32Array.of(2, NaN, -0, 0), shape: [4] };
    const { data } = engine().readNpy(engine().writeNpy({ ...other, dtype: 'bool' }));
    expect([...data]).toEqual([1, 1, 0, 0]);
    const read = engine().readNpy(engine().writeNpy({ ...other, dtype: 'uint8' }));
    expect(read).toEqual({ ...other, dtype: 'float32', rounded: 0 });
  });

  test('booleans stay booleans in a .safetensors, after the numbers, which stay aligned', () => {
    const [mask, x] = [tensor(booleans), naive.random(1, 3)];
    const bytes = engine().writeSafetensors({ seen: [true, false, true], mask, x });
    const { header, data } = partsOf(bytes);
    expect(JSON.parse(header)).toEqual({
      x: { dtype: 'F32', shape: [3], data_offsets: [0, 12] },
      seen: { dtype: 'BOOL', shape: [3], data_offsets: [12, 15] },
      mask: { dtype: 'BOOL', shape: [2, 2], data_offsets: [15, 19] },
    });
    expect(data).toEqual(bytesOf(floats(x.data), [1, 0, 1, 1, 0, 1, 1]));
    const { tensors } = engine().readSafetensors(bytes);
    expect(tensors.mask).toEqual({ ...mask, rounded: 0 });
    expect(tensors.x.dtype).toBe('float32');
  });

  test('types and how many numbers they lose', () => {
    const doubles = new Uint8Array(Float64Array.of(0.5, 0.1, 1e300, NaN, -3).buffer);
    const { data, ...about } = engine().readNpy(npy('<f8', '(5,)', doubles));
    expect(about).toEqual({ shape: [5], dtype: 'float64', rounded: 2 });
    expect(Array.from(data)).toEqual([0.5, Math.fround(0.1), Infinity, NaN, -3]);
    const wholes = new Uint8Array(
      BigInt64Array.of(-1n, 2n ** 24n + 1n, -(2n ** 62n) - 2n ** 38n - 1n).buffer,
    );
    const { tensors } = engine().readSafetensors(
      safetensors({ n: { dtype: 'I64', shape: [3], data_offsets: [0, 24] } }, wholes),
    );
    expect(tensors.n).toEqual({
      data: Float32Array.of(-1, 2 ** 24, -(2 ** 62) - 2 ** 39),
      shape: [3],
      dtype: 'int64',
      rounded: 2,
    });
    const half = engine().readNpy(npy('>f2', '(2,)', bytesOf([0x3c, 0, 0xc1, 0])));
    expect(half).toEqual({
      data: Float32Array.of(1, -2.5),
      shape: [2],
      dtype: 'float16',
      rounded: 0,
    });
  });

  test('a part of a longer array is read as if it were alone', () => {
    const file = engine().writeNpy(tensor([[1, 2, 3]]));
    const longer = new Uint8Array(file.length + 7);
    longer.set(file, 3);
    expect(engine().readNpy(longer.subarray(3, 3 + file.length)).shape).toEqual([1, 3]);
  });

  const gone = (/** @type {Uint8Array | Float32Array} */ array) => {
    structuredClone(array.buffer, { transfer: [array.buffer] });
    return array;
  };
  /** @type {[string, (sd: any) => unknown, ErrorConstructor, string][]} */
  const refusals = [
    [
      'no bytes',
      (sd) => sd.readNpy([1]),
      TypeError,
      'readNpy: bytes: got an array of length 1; expected a Uint8Array',
    ],
    [
      'an ArrayBuffer',
      (sd) => sd.readSafetensors(new ArrayBuffer(8)),
      TypeError,
      'readSafetensors: bytes: got an ArrayBuffer; expected a Uint8Array',
    ],
    [
      'too many bytes',
      (sd) => sd.readNpy(new Uint8Array(2 ** 26 + 1)),
      RangeError,
      'readNpy: got 67108865 bytes; expected at most 67108864, 64 MiB',
    ],
    [
      'another file',
      (sd) => sd.readNpy(bytesOf('hello, world')),
      RangeError,
      'readNpy: got other bytes than the magic string at byte 0; expected a byte of value 147 and "NUMPY"',
    ],
    [
      'too many numbers',
      (sd) => sd.readNpy(npy('|u1', '(16777217,)', new Uint8Array(16777217))),
      RangeError,
      'readNpy: got the shape [16777217]; expected at most 16777216 numbers in a file',
    ],
    [
      'more numbers than are wanted',
      (sd) => sd.readNpy(npy('|u1', '(3,)', new Uint8Array(3)), { most: 2 }),
      RangeError,
      'readNpy: got the shape [3]; expected at most 2 numbers in a file',
    ],
    [
      'half a number',
      (sd) => sd.readNpy(npy('|u1', '(3,)', new Uint8Array(3)), { most: 2.5 }),
      RangeError,
      'most: got 2.5; expected a whole number from 0 to 16777216',
    ],
    [
      'a header that lies',
      (sd) => sd.readSafetensors(bytesOf([255, 255, 255, 255, 0, 0, 0, 0], '{}')),
      RangeError,
      'readSafetensors: got a header of 4294967295 bytes at byte 0; expected at most 2, what the file has behind it',
    ],
    [
      'a header that is too long',
      (sd) => sd.readSafetensors(bytesOf([1, 0, 16, 0, 0, 0, 0, 0], new Uint8Array(2 ** 20 + 1))),
      RangeError,
      'readSafetensors: got a header of 1048577 bytes at byte 0; expected at most 1048576',
    ],
    [
      'no tensor',
      (sd) => sd.writeNpy(1),
      TypeError,
      'tensor: got 1; expected a tensor {data: Float32Array, shape} or a nested array of numbers',
    ],
    [
      '17 axes',
      (sd) => sd.writeNpy({ data: new Float32Array(1), shape: new Array(17).fill(1) }),
      RangeError,
      'tensor: got the shape [1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1]; expected at most 16 axes',
    ],
    [
      'too much to write',
      (sd) => sd.writeNpy({ data: new Float32Array(2 ** 24 + 1), shape: [2 ** 24 + 1] }),
      RangeError,
      'writeNpy: got 16777217 numbers; expected at most 16777216 in a file',
    ],
    [
      'too many bytes to write',
      (sd) => sd.writeNpy({ data: new Float32Array(2 ** 24), shape: [2 ** 24] }),
      RangeError,
      'writeNpy: got 67108992 bytes; expected at most 67108864, 64 MiB',
    ],
    [
      'tensors in a list',
      (sd) => sd.writeSafetensors([tensor([1])]),
      TypeError,
      'tensors: got an array of length 1; expected an object',
    ],
    [
      'a tensor that is none',
      (sd) => sd.writeSafetensors({ x: 1 }),
      TypeError,
      'tensors["x"]: got 1; expected a tensor {data: Float32Array, shape} or a nested array of numbers',
    ],
    [
      'metadata of numbers',
      (sd) => sd.writeSafetensors({}, { n: 1 }),
      TypeError,
      'metadata["n"]: got 1; expected a string',
    ],
    [
      'a half of a pair',
      (sd) => sd.writeSafetensors({ 'a\ud800': tensor([1]) }),
      RangeError,
      'tensors: got "a\\ud800"; expected whole surrogate pairs',
    ],
    [
      'bytes that are gone',
      (sd) => sd.readNpy(gone(new Uint8Array(100))),
      TypeError,
      'readNpy: bytes: got a typed array whose memory was transferred to somebody else; expected one that still has its numbers',
    ],
    [
      'numbers that go while metadata is read',
      (sd) => {
        const data = Float32Array.of(1, 2);
        const metadata = {
          get m() {
            gone(data);
            return 'x';
          },
        };
        return sd.writeSafetensors({ a: { data, shape: [2] } }, metadata);
      },
      TypeError,
      'writeSafetensors: data: got a Float32Array of length 0; expected a Float32Array that keeps its length',
    ],
    [
      'the name of metadata',
      (sd) => sd.writeSafetensors({ __metadata__: tensor([1]) }),
      RangeError,
      'tensors: got "__metadata__"; expected a name for a tensor',
    ],
    [
      'too many tensors',
      (sd) =>
        sd.writeSafetensors(
          Object.fromEntries(Array.from({ length: 4097 }, (_, i) => [i, tensor([1])])),
        ),
      RangeError,
      'tensors: got 4097 names; expected at most 4096',
    ],
    [
      'too much metadata',
      (sd) => sd.writeSafetensors({}, { m: 'x'.repeat(2 ** 20 + 1) }),
      RangeError,
      'metadata["m"]: got more than 1048576 bytes of names and metadata; expected no more',
    ],
    [
      'too long a header',
      (sd) => sd.writeSafetensors({}, { m: '\u0001'.repeat(2 ** 19) }),
      RangeError,
      'writeSafetensors: got a header of 3145760 bytes; expected at most 1048576',
    ],
  ];

  test.each(refusals)(
    '%s: refused in one sentence, and the next call is right',
    (_, call, Kind, message) => {
      const { query, key, value } = naive.byHand;
      const before = engine().attention(query, key, value);
      expect(() => call(engine())).toThrow(new Kind(message));
      expect(() => call(engine())).toThrow(Kind);
      expect(engine().attention(query, key, value)).toEqual(before);
    },
  );

  test('what an array says of its bytes is not believed', () => {
    const liar = Object.defineProperty(Float32Array.of(1, 2), 'byteLength', { value: 0 });
    const file = engine().writeNpy({ data: liar, shape: [2] });
    expect(engine().readNpy(file).data).toEqual(Float32Array.of(1, 2));
  });

  test('as many tensors and as much metadata as are allowed', () => {
    const { max } = limits.fileTensors;
    const one = tensor([1]);
    const tensors = Object.fromEntries(Array.from({ length: max }, (_, i) => [`t${i}`, one]));
    const metadata = Object.fromEntries(
      Array.from({ length: limits.fileMetadata.max }, (_, i) => [`m${i}`, 'x']),
    );
    const read = engine().readSafetensors(engine().writeSafetensors(tensors, metadata));
    expect(Object.keys(read.tensors)).toEqual(Object.keys(tensors));
    expect(Object.keys(read.metadata)).toHaveLength(limits.fileMetadata.max);
  });

  withNumpy('NumPy reads what is written, and what NumPy writes is read', () => {
    const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'npy-'));
    const at = (/** @type {string} */ name) => path.join(folder, name);
    shapes.forEach((shape, i) => {
      fs.writeFileSync(at(`ours-${i}.npy`), engine().writeNpy(naive.random(i, ...shape)));
    });
    fs.writeFileSync(at('mask.npy'), engine().writeNpy(booleans));
    const program = `
folder, count = sys.argv[1], int(sys.argv[2])
rng = np.random.default_rng(0)
for dtype in ['f2', 'f4', 'f8', 'i1', 'i2', 'i4', 'i8', 'u1', 'u2', 'u4', 'u8', 'b1']:
    for order in '<>':
        for layout in 'CF':
            x = (rng.normal(size=(3, 1, 5)) * 90).astype(order + dtype)
            np.save(f'{folder}/{dtype}-{"little" if order == "<" else "big"}-{layout}.npy', np.asarray(x, order=layout))
            x.astype('<f4').tofile(f'{folder}/{dtype}-{"little" if order == "<" else "big"}-{layout}.raw')
with open(folder + '/version-2.npy', 'wb') as file: np.lib.format.write_array(file, np.arange(3.0), version=(2, 0))
with open(folder + '/version-3.npy', 'wb') as file: np.lib.format.write_array(file, np.arange(3.0), version=(3, 0))
np.save(folder + '/scalar.npy', np.float32(7))
read = [np.load(f'{folder}/ours-{i}.npy') for i in range(count)]
mask = np.load(folder + '/mask.npy')
assert mask.dtype == bool and mask.tolist() == [[True, False], [True, True]], mask
print(json.dumps([[list(x.shape), str(x.dtype), x.ravel().astype(float).tolist()] for x in read]))`;
    const read = JSON.parse(inNumpy(program, folder, String(shapes.length)));
    shapes.forEach((shape, i) => {
      expect(read[i]).toEqual([shape, 'float32', Array.from(naive.random(i, ...shape).data)]);
    });
    const written = fs.readdirSync(folder).filter((name) => /^[fiub]\d-.*\.npy$/.test(name));
    expect(written).toHaveLength(48);
    for (const name of written) {
      const { data, shape } = engine().readNpy(new Uint8Array(fs.readFileSync(at(name))));
      const raw = fs.readFileSync(at(name.replace('.npy', '.raw')));
      expect(shape).toEqual([3, 1, 5]);
      expect([name, ...data]).toEqual([name, ...new Float32Array(new Uint8Array(raw).buffer)]);
    }
    for (const version of [2, 3]) {
      const file = new Uint8Array(fs.readFileSync(at(`version-${version}.npy`)));
      expect(engine().readNpy(file)).toMatchObject({ data: Float32Array.of(0, 1, 2), shape: [3] });
    }
    const scalar = engine().readNpy(new Uint8Array(fs.readFileSync(at('scalar.npy'))));
    expect(scalar).toMatchObject({ data: Float32Array.of(7), shape: [] });
    fs.rmSync(folder, { recursive: true });
  });
});
