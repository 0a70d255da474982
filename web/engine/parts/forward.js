import { attention } from '../functions/attention.js';
import { handMade } from '../functions/hand-made.js';

const functions = { attention, handMade };

export const code = { functions, jobs: {} };
