// Without any draw: the moments of a score whose components have the mean 0.5. The variance is no longer d_k.
// Error: sd.scoreTheory({ query: { distribution: 'cauchy' } })
//   RangeError: query.distribution: got "cauchy"; expected one of "normal", "uniform", "rademacher", "laplace", "student-t", "exponential"
import { load } from 'scaledot';

const sd = await load();
const components = { mean: 0.5 };
const { mean, variance, kurtosis } = sd.scoreTheory({
  dk: 64,
  scale: 'none',
  query: components,
  key: components,
});
console.log(mean, variance, kurtosis.toFixed(3)); // 16 96 3.083
