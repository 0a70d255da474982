/** The charts: data in, picture out. */
export { adopt, base, colorNames, tokens } from './tokens.js';
export { SdFigure, defaultWords } from './figure.js';
export { plain, powerOfTen } from './axis.js';
export { histogram } from './histogram.js';
export { curves } from './curves.js';
export { walks } from './walks.js';
export { strip } from './strip.js';
export { toCsv, toJson } from './export.js';
