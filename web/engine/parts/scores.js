import { scoreCost, scoreParameters } from '../functions/score-parameters.js';
import { scorePlane, scores } from '../functions/scoring.js';

const functions = { scores, scorePlane, scoreParameters, scoreCost };

export const code = { functions, jobs: {} };
