import { scoreCurves, scoreLaw } from '../functions/score-law.js';

const functions = { scoreLaw, scoreCurves };

export const code = { functions, jobs: {} };
