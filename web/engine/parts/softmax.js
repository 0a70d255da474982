import {
  computeSoftmaxDraws,
  softmaxSample,
  softmaxStatisticsJob,
} from '../functions/softmax-statistics.js';
import { atOnce, ofNumbers } from '../workers/jobs.js';

export const functions = {
  softmaxStatistics: atOnce(softmaxStatisticsJob),
  softmaxSample,
};

export const jobs = {
  softmaxStatistics: { open: softmaxStatisticsJob, compute: ofNumbers(computeSoftmaxDraws) },
};
