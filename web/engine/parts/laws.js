import { scoreCurves, scoreLaw } from '../functions/score-law.js';

export const functions = { scoreLaw, scoreCurves };

export const jobs = {};
