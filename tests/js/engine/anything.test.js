// Tests the sources; anything-built.test.js tests the built package.
import * as onnx from '../../../web/engine/adapters/onnx.js';
import * as torch from '../../../web/engine/adapters/torch.js';
import * as index from '../../../web/engine/index.js';
import * as lean from '../../../web/engine/lean.js';
import { testAnything } from './anything.js';

testAnything({ index, lean, torch, onnx });
