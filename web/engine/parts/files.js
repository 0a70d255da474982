import { readNpy, readSafetensors, writeNpy, writeSafetensors } from '../functions/tensor-files.js';

export const functions = { readNpy, readSafetensors, writeNpy, writeSafetensors };

export const jobs = {};
