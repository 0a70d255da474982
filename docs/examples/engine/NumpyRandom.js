// Arguments are in NumPy's order; without a size, a method returns one number.
// Error: random.randint(5, 5)
//   RangeError: high: got the range 5 to 5; expected low < high, at most 9007199254740991 apart
import { load } from 'scaledot';

const sd = await load();
const random = sd.numpyRandom(42);
console.log(random.normal(10, 2).toFixed(6), random.uniform().toFixed(6), random.randint(6)); // 10.993428 0.731994 4
