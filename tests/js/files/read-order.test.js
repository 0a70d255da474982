// The answers of a worker to a file: the tensors that readTensors() returns, or its error message.
import { expect, test } from '@jest/globals';
import { readOrder } from '../../../web/files/read-order.js';
import { floats, npy } from './files.js';

const order = (/** @type {Blob | string} */ source, name = 'q.npy') =>
  readOrder({ type: 'read', variant: 'fallback', name, source });

test('a text and a file are read, and their numbers are handed over', async () => {
  const text = await order('__proto__\n1,2\n\nK\n3\n', 'text');
  expect(text.answer).toMatchObject({
    type: 'read',
    tensors: [
      ['__proto__', { shape: [1, 2] }],
      ['K', { shape: [1, 1] }],
    ],
  });
  expect(text.transfer).toHaveLength(2);
  const bytes = npy('<f4', '(1, 2)', floats([1, 2]));
  const { answer } = await order(new Blob([/** @type {BlobPart} */ (bytes)]));
  expect(answer).toMatchObject({ type: 'read', tensors: [['q', { shape: [1, 2] }]] });
});

test('what is refused comes back as its sentence', async () => {
  expect(await order('Q\n1,nan\n', 'mine')).toEqual({
    answer: {
      type: 'refused',
      message: 'mine: Q: row 1, column 2: got NaN; expected finite numbers',
    },
    transfer: [],
  });
  expect((await order(new Blob([]))).answer).toMatchObject({ type: 'refused' });
});
