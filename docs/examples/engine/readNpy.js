// A .npy file is written and read back.
import { load, tensor } from 'scaledot';

const sd = await load();
const bytes = sd.writeNpy(tensor([[1, 2, 3]]));
const { shape, data } = sd.readNpy(bytes);
console.log(bytes.length, shape.join(' x '), Array.from(data).join(' ')); // 140 1 x 3 1 2 3
