import * as scaledot from 'scaledot';
import { engineAnswer } from './answers.js';

/** In Node the engine finds its worker by itself. */
export default () => engineAnswer(scaledot, { workers: 2 });
