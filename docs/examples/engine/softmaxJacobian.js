// diag(a) - a a^T: its rows sum to 0, because the weights sum to 1.
// Error: sd.softmaxJacobian({ data: new Float32Array(3), shape: [2] })
//   RangeError: x.data: got 3 numbers; expected 2 for the shape [2]
import { load, tensor } from 'scaledot';

const sd = await load();
const { data, shape } = sd.softmaxJacobian(tensor([0, 0]));
console.log(shape.join(' x '), Array.from(data).join(' ')); // 2 x 2 0.25 -0.25 -0.25 0.25
