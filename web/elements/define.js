/** Registers every lab and the story under their own tags, <scaledot-lab> and <scaledot-figure>: `import 'scaledot/elements/define'`. */
import { define, labs, ScaledotFigure, ScaledotLab, ScaledotStory } from './index.js';

[...labs, ScaledotStory, ScaledotLab, ScaledotFigure].forEach((lab) => define(lab));
