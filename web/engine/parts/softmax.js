import {
  computeSoftmaxDraws,
  softmaxMeasures,
  softmaxSample,
  softmaxStatisticsJob,
} from '../functions/softmax-statistics.js';
import { atOnce, ofNumbers } from '../workers/jobs.js';

export const functions = {
  softmaxStatistics: atOnce(softmaxStatisticsJob),
  softmaxSample,
  softmaxMeasures,
};

export const jobs = {
  softmaxStatistics: { open: softmaxStatisticsJob, compute: ofNumbers(computeSoftmaxDraws) },
};
