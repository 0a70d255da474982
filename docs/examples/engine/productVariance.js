// The same experiment with NumPy's own digits: np.random.seed(0), then two matrices, their product, np.var.
// Error: sd.productVariance({ dk: 0 })
//   RangeError: dk: got 0; expected a whole number from 1 to 65536
import { load } from 'scaledot';

const sd = await load();
const { value, product } = sd.productVariance({ rows: 2, columns: 2, dk: 2, seed: 0 });
console.log(value.toFixed(6), product.map((number) => number.toFixed(4)).join(' ')); // 7.211196 3.6747 -1.7845 3.9569 -1.2957
