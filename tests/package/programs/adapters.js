import * as scaledot from 'scaledot';
import * as models from 'scaledot/models';
import * as onnx from 'scaledot/onnx';
import * as torch from 'scaledot/torch';
import { adaptersAnswer } from './answers.js';

export default () => adaptersAnswer(scaledot, { torch, onnx, models });
