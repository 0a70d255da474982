import { headStatistics, meanOfHeads } from '../functions/head-statistics.js';
import {
  crossEntropy,
  decodeWeight,
  linear,
  pointwise,
  relativeBias,
  rotaryTable,
} from '../functions/network.js';

const functions = {
  decodeWeight,
  linear,
  pointwise,
  rotaryTable,
  relativeBias,
  crossEntropy,
  headStatistics,
  meanOfHeads,
};

export const code = { functions, jobs: {} };
