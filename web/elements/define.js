/** Registers the story and every lab under their own tags, <scaledot-lab> and <scaledot-figure>: `import 'scaledot/elements/define'`. */
import { define, labs, ScaledotFigure, ScaledotLab } from './index.js';

[...labs, ScaledotLab, ScaledotFigure].forEach((lab) => define(lab));
