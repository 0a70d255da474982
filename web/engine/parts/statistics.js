import { scoreGrowth } from '../functions/score-growth.js';
import { ofNumbers } from '../workers/jobs.js';
import { computeScoreUnits, scoreStatistics, scoreStatisticsJob } from '../workers/score-jobs.js';

const functions = { scoreStatistics, scoreGrowth };

const jobs = {
  scoreStatistics: { open: scoreStatisticsJob, compute: ofNumbers(computeScoreUnits) },
};

export const code = { functions, jobs };
