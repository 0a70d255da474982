import {
  computeSoftmaxDraws,
  softmaxSample,
  softmaxStatisticsJob,
} from '../functions/softmax-statistics.js';
import { atOnce, ofNumbers } from '../workers/jobs.js';

const functions = {
  softmaxStatistics: atOnce(softmaxStatisticsJob),
  softmaxSample,
};

const jobs = {
  softmaxStatistics: { open: softmaxStatisticsJob, compute: ofNumbers(computeSoftmaxDraws) },
};

export const code = { functions, jobs };
