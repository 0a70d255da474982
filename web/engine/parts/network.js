import { headStatistics } from '../functions/head-statistics.js';
import {
  decodeWeight,
  linear,
  pointwise,
  relativeBias,
  rotaryTable,
} from '../functions/network.js';

export const functions = {
  decodeWeight,
  linear,
  pointwise,
  rotaryTable,
  relativeBias,
  headStatistics,
};

export const jobs = {};
