/**
 * The types of the playground's interpreter. This file holds no code.
 *
 * @typedef {'table' | 'histogram' | 'curves' | 'bars' | 'heat' | 'bands'} PictureType
 *
 * @typedef {object} PrintEvent
 * @property {'print'} type
 * @property {'log' | 'warn' | 'error'} level
 * @property {string} text
 * @property {number} line of the program, from 1; 0 where it is not known, as everywhere
 *
 * @typedef {object} PictureEvent
 * @property {PictureType} type
 * @property {any} data as the program gave it: plain data
 * @property {any} options likewise
 * @property {number} line
 *
 * @typedef {object} ControlEvent
 * @property {'control'} type
 * @property {string} name
 * @property {number} min
 * @property {number} max
 * @property {number | undefined} step
 * @property {'linear' | 'log'} scale
 * @property {number} value what the program was given
 * @property {number} line
 *
 * @typedef {object} ProgressEvent
 * @property {'progress'} type
 * @property {number} done
 * @property {number} total
 *
 * @typedef {object} ErrorEvent
 * @property {'error'} type
 * @property {string} name 'RangeError'; '' of what is thrown and is no error
 * @property {string} message '' of a limit, which the page has words for
 * @property {LimitName | ''} limit the limit that ended the program, if it was one
 * @property {number} line
 * @property {number} column from 1
 *
 * @typedef {PrintEvent | PictureEvent | ControlEvent | ProgressEvent | ErrorEvent} OutputEvent
 *
 * @typedef {'time' | 'turn' | 'memory' | 'stack' | 'lines' | 'text' | 'pictures' | 'numbers' | 'controls' | 'waiting'} LimitName
 *
 * @typedef {object} Limits
 * @property {number} seconds without an end
 * @property {number} turn seconds of computing on the page's own thread without a pause
 * @property {number} memory bytes that the program holds
 * @property {number} lines that it prints
 * @property {number} text characters that it prints
 * @property {number} pictures
 * @property {number} numbers of a picture
 * @property {number} controls
 *
 * @typedef {object} Program
 * @property {string} code
 * @property {Readonly<Record<string, number>>} controls what controls are set to, by their names
 * @property {Readonly<Record<string, Uint8Array>>} files what it may read, by their names
 * @property {Limits} limits
 *
 * @typedef {'done' | 'failed' | 'stopped'} Status
 *
 * @typedef {object} Ending
 * @property {Status} status
 * @property {number} milliseconds
 * @property {'worker' | 'page'} place where it ran
 */

export {};
