/** Readers of a picture's data, by the name of the function that a program calls. */
import { bands } from '../../diagrams/bands.js';
import { bars } from '../../diagrams/bars.js';
import { curves } from '../../diagrams/curves.js';
import { heat } from '../../diagrams/heat.js';
import { histogram } from '../../diagrams/histogram.js';

export const diagrams = Object.freeze({ histogram, curves, bars, heat, bands });
