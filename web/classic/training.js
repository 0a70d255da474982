/**
 * dist/scaledot-training.min.js: the parts `network` and `gradients` of dist/scaledot-engine.min.js. That script loads
 * this one when they are requested, unless a script tag has loaded it.
 */
import network from '../../build/engine/simd-classic-network.js';
import gradients from '../../build/engine/simd-classic-gradients.js';
import { leaveParts } from './training-parts.js';

leaveParts({ network, gradients });
