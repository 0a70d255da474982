import { computeScoringDraws, scoringStatisticsJob } from '../functions/scoring-statistics.js';
import { atOnce, ofNumbers } from '../workers/jobs.js';

const functions = { scoringStatistics: atOnce(scoringStatisticsJob) };

const jobs = {
  scoringStatistics: { open: scoringStatisticsJob, compute: ofNumbers(computeScoringDraws) },
};

export const code = { functions, jobs };
