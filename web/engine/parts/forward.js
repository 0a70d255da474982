import { attention } from '../functions/attention.js';
import { handMade } from '../functions/hand-made.js';

export const functions = { attention, handMade };

export const jobs = {};
