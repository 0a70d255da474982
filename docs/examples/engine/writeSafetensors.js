// A file that the Attention lab and other libraries can open.
// Error: sd.writeSafetensors({ query: ['1', '2'] })
//   TypeError: tensors["query"][0]: got "1"; expected a number or boolean
// Error: sd.writeSafetensors({ __metadata__: tensor([1]) })
//   RangeError: tensors: got "__metadata__"; expected a name for a tensor
import { load, tensor } from 'scaledot';

const sd = await load();
const bytes = sd.writeSafetensors({ query: tensor([[1, 2]]) });
console.log(bytes instanceof Uint8Array, bytes.length); // true 80
