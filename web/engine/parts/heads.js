import { computeSpectrum, headAlgebraJob } from '../functions/head-algebra.js';
import { atOnce, ofNumbers } from '../workers/jobs.js';

const functions = { headAlgebra: atOnce(headAlgebraJob) };

const jobs = { headAlgebra: { open: headAlgebraJob, compute: ofNumbers(computeSpectrum) } };

export const code = { functions, jobs };
