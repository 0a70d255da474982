/** Registers the story and all labs under their own tags, and <scaledot-lab> and <scaledot-figure>: `import 'scaledot/elements/define'`. */
import { define, labs, ScaledotFigure, ScaledotLab } from './index.js';

[...labs, ScaledotLab, ScaledotFigure].forEach((lab) => define(lab));
