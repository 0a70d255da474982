import * as scaledot from 'scaledot';
import { engineAnswer } from './answers.js';

export default () => engineAnswer(scaledot);
