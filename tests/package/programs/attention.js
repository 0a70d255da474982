import * as scaledot from 'scaledot/attention';
import { attentionAnswer } from './answers.js';

export default () => attentionAnswer(scaledot);
