// Tensors by name, with what the file says about itself.
import { load, tensor } from 'scaledot';

const sd = await load();
const bytes = sd.writeSafetensors(
  { q: tensor([[1, 2]]), k: tensor([[3, 4]]) },
  { made: 'by hand' },
);
const { tensors, metadata } = sd.readSafetensors(bytes);
console.log(Object.keys(tensors).sort().join(' '), metadata.made); // k q by hand
