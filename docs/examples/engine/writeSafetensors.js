// A file that the Attention lab and other libraries open.
import { load, tensor } from 'scaledot';

const sd = await load();
const bytes = sd.writeSafetensors({ query: tensor([[1, 2]]) });
console.log(bytes instanceof Uint8Array, bytes.length); // true 80
