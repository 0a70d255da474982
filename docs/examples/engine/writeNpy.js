// numpy.load() reads these bytes.
// Error: sd.writeNpy([1, 2, 3])
//   TypeError: tensor: got an array of length 3; expected a tensor {data: Float32Array, shape}
import { load, tensor } from 'scaledot';

const sd = await load();
const bytes = sd.writeNpy(tensor([1, 2, 3]));
console.log(String.fromCharCode(...bytes.slice(1, 6)), bytes.length); // NUMPY 140
