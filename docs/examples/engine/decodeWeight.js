// Two bfloat16 numbers, as stored in a checkpoint.
// Error: sd.decodeWeight({ type: 'I8', bytes, shape: [4] })
//   RangeError: weight.type: got "I8"; expected one of "F32", "F16", "BF16"
// Error: sd.decodeWeight({ type: 'BF16', bytes, shape: [3] })
//   RangeError: weight.bytes: got 4 bytes; expected 6 for BF16 of the shape [3]
import { load } from 'scaledot';

const sd = await load();
const bytes = new Uint8Array([0x80, 0x3f, 0x00, 0xc0]);
console.log(Array.from(sd.decodeWeight({ type: 'BF16', bytes, shape: [2] }).data).join(' ')); // 1 -2
