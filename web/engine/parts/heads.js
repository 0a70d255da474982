import { computeSpectrum, headAlgebraJob } from '../functions/head-algebra.js';
import { atOnce, ofNumbers } from '../workers/jobs.js';

export const functions = { headAlgebra: atOnce(headAlgebraJob) };

export const jobs = { headAlgebra: { open: headAlgebraJob, compute: ofNumbers(computeSpectrum) } };
