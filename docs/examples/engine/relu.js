// A hidden layer: negative numbers become 0.
// See: Nair and Hinton 2010, Rectified linear units improve restricted Boltzmann machines
// Error: sd.relu('x')
//   TypeError: x: got "x"; expected a tensor {data: Float32Array, shape} or a nested array of numbers
import { load } from 'scaledot';

const sd = await load();
console.log(Array.from(sd.relu([-2, 0, 3]).data).join(' ')); // 0 0 3
