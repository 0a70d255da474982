import { computeScoringDraws, scoringStatisticsJob } from '../functions/scoring-statistics.js';
import { atOnce, ofNumbers } from '../workers/jobs.js';

export const functions = { scoringStatistics: atOnce(scoringStatisticsJob) };

export const jobs = {
  scoringStatistics: { open: scoringStatisticsJob, compute: ofNumbers(computeScoringDraws) },
};
