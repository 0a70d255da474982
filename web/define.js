/** Registers every lab under its own tag: `import 'scaledot/elements/define'`. */
import { define, labs } from './elements.js';

labs.forEach((lab) => define(lab));
