import * as scaledot from 'scaledot/lean';
import { engineAnswer } from './answers.js';

export default () => engineAnswer(scaledot);
