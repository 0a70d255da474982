import { scoreGrowth } from '../functions/score-growth.js';
import { ofNumbers } from '../workers/jobs.js';
import { computeScoreUnits, scoreStatistics, scoreStatisticsJob } from '../workers/score-jobs.js';

export const functions = { scoreStatistics, scoreGrowth };

export const jobs = {
  scoreStatistics: { open: scoreStatisticsJob, compute: ofNumbers(computeScoreUnits) },
};
