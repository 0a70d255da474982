// The logarithm stays finite where the weight itself is too small for float32.
// Error: sd.logSoftmax(x, { axis: 2 })
//   RangeError: axis: got 2; expected a whole number from -1 to 0
import { load, tensor } from 'scaledot';

const sd = await load();
const x = tensor([0, -200]);
console.log(sd.softmax(x).data[1], sd.logSoftmax(x).data[1]); // 0 -200
