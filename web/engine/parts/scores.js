import { scoreCost, scoreParameters } from '../functions/score-parameters.js';
import { scorePlane, scores } from '../functions/scoring.js';

export const functions = { scores, scorePlane, scoreParameters, scoreCost };

export const jobs = {};
