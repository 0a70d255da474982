// The terms of one cell of a product.
// Error: sd.productTerms(tensor([[1, 2]]), tensor([[3], [4]]), { row: 1, column: 0 })
//   RangeError: row: got 1; expected a whole number from 0 to 0
import { load, tensor } from 'scaledot';

const sd = await load();
const terms = sd.productTerms(tensor([[1, 2]]), tensor([[3], [4]]), { row: 0, column: 0 });
console.log(terms.products.join(' + '), '=', terms.value); // 3 + 8 = 11
