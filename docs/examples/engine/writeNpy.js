// numpy.load() reads these bytes.
import { load, tensor } from 'scaledot';

const sd = await load();
const bytes = sd.writeNpy(tensor([1, 2, 3]));
console.log(String.fromCharCode(...bytes.slice(1, 6)), bytes.length); // NUMPY 140
