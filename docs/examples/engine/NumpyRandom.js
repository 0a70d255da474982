// Arguments come in NumPy's order; without a size there is one number.
import { load } from 'scaledot';

const sd = await load();
const random = sd.numpyRandom(42);
console.log(random.normal(10, 2).toFixed(6), random.uniform().toFixed(6), random.randint(6)); // 10.993428 0.731994 4
