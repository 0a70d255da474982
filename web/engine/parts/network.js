import { headStatistics, meanOfHeads } from '../functions/head-statistics.js';
import {
  crossEntropy,
  decodeWeight,
  gelu,
  linear,
  pointwise,
  relativeBias,
  relu,
  rotaryTable,
} from '../functions/network.js';

const functions = {
  decodeWeight,
  linear,
  pointwise,
  relu,
  gelu,
  rotaryTable,
  relativeBias,
  crossEntropy,
  headStatistics,
  meanOfHeads,
};

export const code = { functions, jobs: {} };
