/** The code for reading, dragging and tables in one module, which is loaded after the picture. */
export { Reading } from './reading.js';
export { cursorMarks, placeReadout, renderReadout } from './readout.js';
export { renderSheet, tableOf } from './sheet.js';
