// Descends the parabola p^2, whose gradient is 2 p.
// See: Sutskever et al. 2013, On the importance of initialization and momentum in deep learning, section 2
// Error: sd.sgd([[1]], [[1]], { nesterov: true })
//   RangeError: nesterov: got true; expected false, because it needs a momentum above 0 and a dampening of 0
import { load } from 'scaledot';

const sd = await load();
let parameters = [[4, -2]];
let state;
for (let i = 0; i < 100; ++i) {
  const gradients = parameters.map((p) => Array.from(p.data ?? p, (each) => 2 * each));
  ({ parameters, state } = sd.sgd(parameters, gradients, {
    learningRate: 0.1,
    momentum: 0.5,
    state,
  }));
}
console.log(parameters[0].data.every((p) => Math.abs(p) < 1e-6)); // true
