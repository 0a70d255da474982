// Writes a .npy file and reads it back.
// Error: sd.readNpy(new Uint8Array([1, 2, 3]))
//   RangeError: readNpy: got other bytes than the magic string at byte 0; expected a byte of value 147 and "NUMPY"
// Error: sd.readNpy(bytes.slice(0, 136))
//   RangeError: readNpy: got 8 bytes of numbers from byte 128; expected 12 for the shape [1, 3]
import { load, tensor } from 'scaledot';

const sd = await load();
const bytes = sd.writeNpy(tensor([[1, 2, 3]]));
const { shape, data } = sd.readNpy(bytes);
console.log(bytes.length, shape.join(' x '), Array.from(data).join(' ')); // 140 1 x 3 1 2 3
