// Tensors from files and from pasted text: the variants of each format, and one sentence for anything else.
import { expect, jest, test } from '@jest/globals';
import { spawnSync } from 'node:child_process';
import { commentLines } from '../../../web/charts/export.js';
import { exportTensor, shortest, tensorFormats } from '../../../web/files/export-tensor.js';
import { readTensors } from '../../../web/files/read-tensors.js';
import { tensor } from '../../../web/engine/index.js';
import * as naive from '../engine/naive.js';
import { onEveryVariant } from '../engine/variants.js';
import { pythonWith } from '../python.js';
import { bytesOf, npy, safetensors, whole, zip } from './files.js';

const python = pythonWith('numpy');
const withNumpy = python ? test : test.skip;

/** @import { Tensor } from '../../../web/engine/index.js' */

/** @param {Tensor} tensor */
const plain = ({ data, shape }) => ({ data: Array.from(data), shape });

/** @param {string} text @returns {string} */
const escaped = (text) => text.replace(/[[\]()|]/g, '\\$&');

onEveryVariant(
  'readTensors',
  (engine) => {
    /** @param {string} name @param {string | Uint8Array} source @param {object} [options] */
    const read = (name, source, options) => readTensors(engine(), name, source, options);

    /** @param {string} name @param {string} text */
    const numbersOf = (name, text) =>
      Object.fromEntries(
        Object.entries(read(name, text).tensors).map(([key, each]) => [key, plain(each)]),
      );

    const two = { data: [1, -2.5, 300, 0.5], shape: [2, 2] };

    test.each([
      ['commas', '1,-2.5\n3e2,.5'],
      ['commas and blanks', ' 1 , -2.5\r\n 3e2, .5\r\n'],
      ['semicolons', '1;-2.5\n300;0.5\n'],
      ['tabs', '1\t-2.5\n300.\t+0.5'],
      ['blanks', '1   -2.5\n  3E+02 0.5  '],
      ['quotes', '"1","-2.5"\n"300"," 0.5 "'],
      ['comments and empty lines', '# a, b; c\n1 -2.5\n\n  # more\n300 0.5\n\n'],
      ['a mark of UTF-8', '\ufeff1,-2.5\n300,0.5'],
    ])('numbers with %s', (_, text) => {
      expect(numbersOf('pasted', text)).toEqual({ pasted: two });
      expect(read('m.csv', bytesOf(text)).tensors.m.shape).toEqual([2, 2]);
    });

    test('several matrices, each below its name', () => {
      const text = 'Q\n1,2\n3,4\n\nK:\n5,6\nw_v =\n7\n';
      expect(() => read('pasted', text)).toThrow('got "w_v ="');
      expect(numbersOf('pasted', text.replace(' =', '='))).toEqual({
        Q: { data: [1, 2, 3, 4], shape: [2, 2] },
        K: { data: [5, 6], shape: [1, 2] },
        w_v: { data: [7], shape: [1, 1] },
      });
    });

    test('a line of titles is left out, with a note', () => {
      const { tensors, notes } = read('t.csv', '"a","b"\n1,2');
      expect(plain(tensors.t)).toEqual({ data: [1, 2], shape: [1, 2] });
      expect(notes).toEqual([{ kind: 'titles', text: 'Line 1 holds titles and is left out.' }]);
    });

    test('a zip is refused by the header of a file in it, before the rest is inflated', () => {
      const zeros = new Uint8Array(2 ** 23);
      /** Returns a zip in which the end of the packed content cannot be inflated. @param {Uint8Array} content */
      const broken = (content) => {
        const bytes = zip([{ name: 'q.npy', content }]);
        const end = bytes.length - 100; // before the zip's directory
        bytes.fill(0xff, end - 500, end);
        return bytes;
      };
      for (const [dtype, shape, sentence] of /** @type {const} */ ([
        ['<c8', '(1048576,)', 'got the dtype "<c8" (complex numbers); expected f2 f4'],
        ['|u1', '(4096, 4096, 2)', 'got the shape [4096, 4096, 2]; expected at most 16777216'],
        ['<f4', '(2097153,)', 'got 8388608 bytes of numbers from byte 74; expected 8388612 for'],
        ['<f4', '(2097152,)', 'bytes when inflated; expected 8388682'], // its header is valid
      ])) {
        const bytes = broken(npy(dtype, shape, zeros));
        expect(() => read('a.npz', bytes)).toThrow(new RegExp(`^a.npz: "?q.*${escaped(sentence)}`));
      }
      const whole = zip([{ name: 'q.npy', content: npy('<f4', '(2097152,)', zeros) }]);
      expect(read('a.npz', whole).tensors.q.shape).toEqual([2 ** 21]);
    });

    test('the numbers of a zip count together, before there is memory for them', () => {
      const content = npy('|u1', '(9000000,)', new Uint8Array(9e6));
      const files = ['a.npy', 'b.npy'].map((name) => ({ name, content }));
      expect(() => read('two.npz', zip(files))).toThrow(
        new RangeError(
          'two.npz: b: got the shape [9000000]; expected at most 7777216 numbers in a file',
        ),
      );
    });

    /** @type {[string, string | Uint8Array, string][]} */
    const refusals = [
      [
        'a.csv',
        '1,2\n3,x',
        'a.csv: row 2, column 2 (line 2): got "x"; expected a number such as -1.5e-3',
      ],
      ['a.csv', '1,2\n\n3', 'a.csv: row 2 (line 3): got 1 number; expected 2, as in row 1'],
      ['a.csv', '1,2\n3,', 'a.csv: row 2, column 2 (line 2): got nothing; expected a number'],
      [
        'a.csv',
        '1,5;2,5',
        'a.csv: row 1, column 1 (line 1): got "1,5"; expected a number such as -1.5e-3',
      ],
      [
        'a.csv',
        '0x10,1',
        'a.csv: row 1, column 1 (line 1): got "0x10"; expected a number such as -1.5e-3',
      ],
      ['a.csv', '1,nan\n2,3', 'a.csv: row 1, column 2: got NaN; expected finite numbers'],
      [
        'a.csv',
        '1,2\n-inf,3',
        'a.csv: row 2, column 1: got infinity, or more than a float32 holds; expected finite numbers',
      ],
      [
        'a.csv',
        '1,1e39',
        'a.csv: row 1, column 2: got infinity, or more than a float32 holds; expected finite numbers',
      ],
      ['a.csv', 'q\n1\nq\n2', 'a.csv: got the name "q" twice; expected it once'],
      ['a.csv', 'q\nk\n', 'a.csv: got no numbers; expected rows of numbers'],
      ['a.csv', bytesOf(), 'a.csv: got an empty file; expected tensors'],
      [
        'a.csv',
        bytesOf([0xff, 0xfe, 0x31]),
        'a.csv: got bytes that are no text; expected CSV, TSV, JSON, .npy, .npz or .safetensors',
      ],
      [
        'a.json',
        '[[1,2],[3]]',
        'a.json: array[1]: got an array of length 1; expected an array of length 2, as the first at this depth',
      ],
      [
        'a.json',
        '[[1,2],3]',
        'a.json: array[1]: got 3; expected an array of length 2, as the first at this depth',
      ],
      [
        'a.json',
        '[1,[2]]',
        'a.json: array[1]: got an array of length 1; expected a number, as at the first place',
      ],
      ['a.json', '[[1,"2"]]', 'a.json: array[0][1]: got "2"; expected a number'],
      ['a.json', '[[1,null]]', 'a.json: array[0][1]: got null; expected a number'],
      ['a.json', '[[1,NaN]]', 'a.json: got NaN, which is not JSON; expected finite numbers'],
      [
        'a.json',
        '[["-Infinity"]]',
        'a.json: row 1, column 1: got infinity, or more than a float32 holds; expected finite numbers',
      ],
      [
        'a.json',
        '{"q":[[[1,1e60]]]}',
        'a.json: q: [0, 0, 1]: got infinity, or more than a float32 holds; expected finite numbers',
      ],
      [
        'a.json',
        '{"data":[1],"shape":[2]}',
        'a.json: data: got 1 number; expected 2 for the shape [2]',
      ],
      [
        'a.json',
        '{"data":[1],"shape":[-1]}',
        'a.json: shape: got -1; expected whole numbers from 0 on',
      ],
      ['a.json', '{"data":1,"shape":[1]}', 'a.json: data: got 1; expected an array of numbers'],
      [
        'a.json',
        '{"q":{"x":[1]}}',
        'a.json: q: got an object; expected a nested array, {data, shape} or a number',
      ],
      [
        'a.json',
        '{"tokens":["a"]}',
        'a.json: got no tensors; expected nested arrays or {data, shape}, by name',
      ],
      [
        'a.json',
        '{"q":[[1]],"tokens":[1]}',
        'a.json: tokens: got an array of length 1; expected an array of strings',
      ],
      [
        'a.json',
        `${'['.repeat(19)}1${']'.repeat(19)}`,
        'a.json: character 19: got a deeper nest; expected at most 18 levels',
      ],
      ['a.npy', 'xxxxx', 'a.npy: got no numbers; expected rows of numbers'],
      [
        'a.npy',
        bytesOf('hello'),
        'a.npy: got other bytes than the magic string at byte 0; expected a byte of value 147 and "NUMPY"',
      ],
      [
        'a.npy',
        npy('<f4', '(2, 1)', new Uint8Array(Float32Array.of(1, NaN).buffer)),
        'a.npy: row 2, column 1: got NaN; expected finite numbers',
      ],
      [
        'a.npy',
        npy('<c8', '(1,)', bytesOf('12345678')),
        'a.npy: got the dtype "<c8" (complex numbers); expected f2 f4 f8 i1 i2 i4 i8 u1 u2 u4 u8 or b1, with < or > in front',
      ],
      [
        'a.npz',
        zip([{ name: 'q.npy', content: npy('|O', '(1,)', bytesOf()) }]),
        'a.npz: q: got the dtype "|O" (pickled Python objects); expected f2 f4 f8 i1 i2 i4 i8 u1 u2 u4 u8 or b1, with < or > in front',
      ],
      [
        'model.pt',
        zip([{ name: 'archive/data.pkl', content: bytesOf('x') }]),
        'model.pt: got "archive/data.pkl" in the zip; expected files that end in .npy',
      ],
      [
        'a.safetensors',
        bytesOf('12345678{'),
        'a.safetensors: got a header of 4050765991979987505 bytes at byte 0; expected at most 1, what the file has behind it',
      ],
    ];
    test('more matrices or names than anybody shows are refused, before they take memory', () => {
      const matrices = (/** @type {number} */ count) =>
        Array.from({ length: count }, (_, i) => `_${i}\n1`).join('\n');
      expect(Object.keys(read('a.csv', matrices(4096)).tensors)).toHaveLength(4096);
      const message = 'a.csv: got more than 4096 matrices; expected no more';
      expect(() => read('a.csv', matrices(4097))).toThrow(new RangeError(message));
      expect(() => read('a.csv', 'x\n'.repeat(2 ** 14 + 1))).toThrow(
        new RangeError('a.csv: got more than 16384 names; expected no more'),
      );
      const names = (/** @type {number} */ count) =>
        `{"q":[["a:b"]]${Array.from({ length: count - 1 }, (_, i) => `,"${i}":0`).join('')}}`;
      const nan = names(2 ** 14).replace('a:b', 'NaN');
      expect(Object.keys(read('a.json', nan, { nonFinite: true }).metadata)).toHaveLength(16383);
      expect(() => read('a.json', names(2 ** 14 + 1))).toThrow(
        new RangeError('a.json: got more than 16384 names; expected no more'),
      );
    });

    test('of four million lines of names no more are looked at than there may be names', () => {
      const trim = jest.spyOn(String.prototype, 'trim'); // called once for each line
      try {
        expect(() => read('a.csv', 'abc\n'.repeat(4e6))).toThrow(
          new RangeError('a.csv: got more than 16384 names; expected no more'),
        );
        expect(trim.mock.calls.length).toBeLessThan(2 ** 15);
      } finally {
        trim.mockRestore();
      }
    });

    test('the name of a file stands in an error as it is', () => {
      const name = "read$&$'.npy";
      expect(() => read(name, bytesOf([0x93], 'NUMPY', [9]))).toThrow(
        new RangeError(`${name}: got version 9 at byte 6; expected 1, 2 or 3`),
      );
    });

    test('what stands in comments or before a line does not separate its numbers', () => {
      const text = '# a, b; c\n\t1 -2.5\n  # 3,4\n300 0.5\n';
      expect(numbersOf('m.txt', text)).toEqual({ m: two });
    });

    test('a name that no page could show is refused', () => {
      const long = (/** @type {number} */ length) => `{"${'n'.repeat(length)}":[[1]]}`;
      expect(Object.keys(read('a.json', long(200)).tensors)[0]).toHaveLength(200);
      const message = 'a.json: got a name of 201 characters; expected at most 200';
      expect(() => read('a.json', long(201))).toThrow(new RangeError(message));
      const twice = `${'n'.repeat(1e6)}\n1\n`.repeat(2);
      expect(() => read('a.csv', twice)).toThrow(
        new RangeError('a.csv: got a name of 1000000 characters; expected at most 200'),
      );
    });

    test.each(refusals)('%#: %s is refused', (name, source, message) => {
      expect(() => read(name, source)).toThrow(new RangeError(message));
    });

    test('what is neither bytes nor text is refused', () => {
      const call = () => read('a.csv', /** @type {any} */ (3));
      expect(call).toThrow(new TypeError('a.csv: got 3; expected a Uint8Array or a string'));
    });

    test('NaN and infinities are taken where they are asked for', () => {
      const options = { nonFinite: true };
      const numbers = [NaN, Infinity, -Infinity];
      expect(plain(read('a.csv', 'nan,inf,-Infinity', options).tensors.a).data).toEqual(numbers);
      const json = '[["NaN","Infinity","-Infinity"]]';
      expect(plain(read('a.json', json, options).tensors.a).data).toEqual(numbers);
    });

    test('JSON: nests, {data, shape}, several by name, with tokens and metadata', () => {
      expect(numbersOf('m.json', '[[1,-2.5],[3e2,0.5]]')).toEqual({ m: two });
      expect(numbersOf('m.json', '[[true],[false]]')).toEqual({
        m: { data: [1, 0], shape: [2, 1] },
      });
      expect(numbersOf('m.json', '{"shape":[2,2],"data":[1,-2.5,300,0.5],"name":"w"}')).toEqual({
        w: two,
      });
      const all =
        '{"q":[[1,-2.5],[300,0.5]],"__proto__":{"data":[1],"shape":[]},"heads":2,"tokens":["a","b"],"metadata":{"by":"me"}}';
      const { tensors, metadata } = read('m.json', all);
      expect(Object.keys(tensors)).toEqual(['q', '__proto__']);
      expect(metadata).toEqual({ heads: '2', tokens: '["a","b"]', by: 'me' });
    });

    test('what a file is, is seen by its content, whatever it is called', () => {
      const file = engine().writeNpy(tensor([[1, 2]]));
      expect(read('q.csv', file).tensors.q.shape).toEqual([1, 2]);
      const both = engine().writeSafetensors({ q: tensor([[1, 2]]) }, { format: 'pt' });
      expect(read('weights.bin', both)).toMatchObject({
        tensors: { q: {} },
        metadata: { format: 'pt' },
      });
      expect(read('download', zip([{ name: 'k.npy', content: file }])).tensors.k.shape).toEqual([
        1, 2,
      ]);
      expect(read('data.txt', bytesOf(' [[1,2]] ')).tensors.data.shape).toEqual([1, 2]);
    });

    test('numbers that are rounded are told', () => {
      const doubles = new Uint8Array(Float64Array.of(0.1, 0.5).buffer);
      const content = npy('<f8', '(2,)', doubles);
      expect(read('a.npz', zip([{ name: 'x.npy', content }])).notes).toEqual([
        {
          kind: 'rounded',
          text: 'x: 1 of 2 numbers of float64 are rounded to float32.',
          tensor: 'x',
          rounded: 1,
          of: 2,
          dtype: 'float64',
        },
      ]);
      const header = { n: { dtype: 'U32', shape: [1], data_offsets: [0, 4] } };
      expect(read('a.safetensors', safetensors(header, bytesOf([1, 0, 0, 1]))).notes).toHaveLength(
        1,
      );
    });

    test('a zip of stored and of deflated files, with a comment', () => {
      const content = engine().writeNpy(
        tensor([
          [1, 2],
          [3, 4],
        ]),
      );
      const bytes = zip(
        [
          { name: 'q.npy', content },
          { name: 'dir/k.npy', content, stored: true },
        ],
        { comment: 'hello' },
      );
      const { tensors } = read('a.npz', bytes);
      expect(Object.keys(tensors)).toEqual(['q', 'dir/k']);
      for (const each of Object.values(tensors))
        expect(plain(each)).toEqual({ data: [1, 2, 3, 4], shape: [2, 2] });
    });

    test('what is exported is read again, to the bit', () => {
      const some = naive.random(1, 3, 4);
      for (const format of tensorFormats) {
        const fields = { title: 'W, "Q"', seed: 1, link: undefined };
        const about = { fields, lines: commentLines(fields, '\n') };
        const { name, type, data } = exportTensor(engine(), format, some, 'W Q/1', about);
        if (format !== 'npy')
          expect(data).toMatch(
            format === 'csv' ? /^# title: W, "Q"\n# seed: 1\n/ : /"title":"W, \\"Q\\"","seed":1,/,
          );
        expect(name).toBe(`W-Q-1.${format}`);
        expect(type).toMatch(/^(text|application)\//);
        expect(plain(Object.values(read(name, data).tensors)[0])).toEqual(plain(some));
      }
      const masked = { data: Float32Array.of(1, -Infinity, NaN, -0), shape: [1, 4] };
      for (const format of tensorFormats) {
        const { data } = exportTensor(engine(), format, masked);
        expect(plain(Object.values(read('m', data, { nonFinite: true }).tensors)[0])).toEqual(
          plain(masked),
        );
      }
    });

    test('CSV of more than two axes has a column that says of which slice a row is', () => {
      const { data } = exportTensor(engine(), 'csv', {
        data: Float32Array.from({ length: 12 }, (_, i) => i),
        shape: [2, 1, 3, 2],
      });
      expect(data).toBe(
        'slice,column 0,column 1\n0:0,0,1\n0:0,2,3\n0:0,4,5\n1:0,6,7\n1:0,8,9\n1:0,10,11\n',
      );
      expect(exportTensor(engine(), 'csv', { data: Float32Array.of(1, 2), shape: [2] }).data).toBe(
        '1,2\n',
      );
      expect(exportTensor(engine(), 'csv', { data: Float32Array.of(7), shape: [] }).data).toBe(
        '7\n',
      );
      expect(() => exportTensor(engine(), /** @type {any} */ ('xls'), tensor([1]))).toThrow(
        'format: got "xls"; expected one of "csv", "json", "npy"',
      );
    });

    withNumpy('NumPy writes an .npz that is read, and reads the CSV that is exported', () => {
      const program = `
import sys, io, numpy as np
for save in (np.savez, np.savez_compressed):
    file = io.BytesIO()
    save(file, q=np.arange(6.0).reshape(2, 3), k=np.asfortranarray(np.arange(6, dtype='>i2').reshape(2, 3)))
    print(file.getvalue().hex())
x = np.loadtxt(io.StringIO(sys.argv[1]), delimiter=',', dtype='float32')
print(x.tobytes().hex())`;
      const some = naive.random(2, 5, 3);
      const csv = /** @type {string} */ (exportTensor(engine(), 'csv', some).data);
      const { stdout, stderr } = spawnSync(/** @type {string} */ (python), ['-c', program, csv], {
        encoding: 'utf8',
      });
      expect(stderr).toBe('');
      const [stored, deflated, numbers] = stdout
        .trim()
        .split('\n')
        .map((line) => new Uint8Array(Buffer.from(line, 'hex')));
      for (const file of [stored, deflated]) {
        const { tensors } = read('both.npz', file);
        for (const name of ['q', 'k'])
          expect(plain(tensors[name])).toEqual({ data: [0, 1, 2, 3, 4, 5], shape: [2, 3] });
      }
      expect(new Float32Array(numbers.buffer)).toEqual(some.data);
    });
  },
  ['simd', 'fallback'],
);

test('the shortest digits of a float32 are read as the same float32', () => {
  const draw = whole(1);
  const bits = new Uint32Array(1);
  const float = new Float32Array(bits.buffer);
  for (let i = 0; i < 20000; ++i) {
    bits[0] = draw(2 ** 32);
    if (Number.isFinite(float[0]))
      expect(Object.is(Math.fround(Number(shortest(float[0]))), float[0])).toBe(true);
  }
  expect([0.1, 1 / 3, 16777216, -0, 1e-45].map((x) => shortest(Math.fround(x)))).toEqual([
    '0.1',
    '0.33333334',
    '16777216',
    '-0',
    '1e-45',
  ]);
});
