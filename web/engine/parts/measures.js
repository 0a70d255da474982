import { softmaxMeasures } from '../functions/softmax-measures.js';

export const functions = { softmaxMeasures };

export const jobs = {};
