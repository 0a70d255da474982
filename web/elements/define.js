/** Registers every lab under its own tag, and <scaledot-lab>: `import 'scaledot/elements/define'`. */
import { define, labs, ScaledotLab } from './index.js';

[...labs, ScaledotLab].forEach((lab) => define(lab));
