// Tensors by name, with the metadata of the file.
// Error: sd.readSafetensors(bytes.slice(0, 20))
//   RangeError: readSafetensors: got a header of 152 bytes at byte 0; expected at most 12, what the file has behind it
import { load, tensor } from 'scaledot';

const sd = await load();
const bytes = sd.writeSafetensors(
  { q: tensor([[1, 2]]), k: tensor([[3, 4]]) },
  { made: 'by hand' },
);
const { tensors, metadata } = sd.readSafetensors(bytes);
console.log(Object.keys(tensors).sort().join(' '), metadata.made); // k q by hand
