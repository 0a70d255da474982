// numpy.load() reads these bytes.
// Error: sd.writeNpy(bytes.buffer)
//   TypeError: tensor: got an ArrayBuffer; expected a tensor {data: Float32Array, shape} or a nested array of numbers
import { load, tensor } from 'scaledot';

const sd = await load();
const bytes = sd.writeNpy(tensor([1, 2, 3]));
console.log(String.fromCharCode(...bytes.slice(1, 6)), bytes.length); // NUMPY 140
