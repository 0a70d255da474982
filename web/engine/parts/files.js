import { readNpy, readSafetensors, writeNpy, writeSafetensors } from '../functions/tensor-files.js';

const functions = { readNpy, readSafetensors, writeNpy, writeSafetensors };

export const code = { functions, jobs: {} };
