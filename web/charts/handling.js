/** What somebody takes who reads a picture, drags in it or opens its table: in one file, which comes after the picture. */
export { Reading } from './reading.js';
export { cursorMarks, placeReadout, renderReadout } from './readout.js';
export { renderSheet, tableOf } from './sheet.js';
