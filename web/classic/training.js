/**
 * dist/scaledot-training.min.js: the parts `network` and `gradients` of dist/scaledot-engine.min.js, which fetches this script when
 * they are asked for, or finds what a tag of it left.
 */
import network from '../../build/engine/simd-classic-network.js';
import gradients from '../../build/engine/simd-classic-gradients.js';
import { leaveParts } from './training-parts.js';

leaveParts({ network, gradients });
