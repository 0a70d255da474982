// A layer by name learns y = 3 x: each step takes the gradient of its mean squared error.
// See: Kingma and Ba 2015, Adam: a method for stochastic optimization, algorithm 1
// See: Reddi, Kale and Kumar 2018, On the convergence of Adam and beyond, algorithm 2
// Error: sd.adam({ weight: [[0]] }, [[[0]]])
//   TypeError: gradients: got an array of length 1; expected tensors called weight, as of parameters
import { load } from 'scaledot';

const sd = await load();
const x = [[1], [2], [-1]];
let parameters = { weight: sd.randomTensor([1, 1]) };
let state;
for (let i = 0; i < 500; ++i) {
  const y = sd.linear(x, parameters.weight);
  const error = x.map(([each], row) => [(2 / 3) * (y.data[row] - 3 * each)]);
  const { weight } = sd.linearGradient(x, parameters.weight, error);
  ({ parameters, state } = sd.adam(parameters, { weight }, { learningRate: 0.05, state }));
}
console.log(parameters.weight.data[0].toFixed(3), state.steps); // 3.000 500
