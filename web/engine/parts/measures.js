import { softmaxMeasures } from '../functions/softmax-measures.js';

const functions = { softmaxMeasures };

export const code = { functions, jobs: {} };
