// The types of the playground's interpreter.

export type PictureType = 'table' | 'histogram' | 'curves' | 'bars' | 'heat' | 'bands';

export interface PrintEvent {
  type: 'print';
  level: 'log' | 'warn' | 'error';
  text: string;
  /** line of the program, from 1; 0 if unknown. The same in all events */
  line: number;
}

export interface PictureEvent {
  type: PictureType;
  /** plain data of the program */
  data: any;
  /** plain data of the program */
  options: any;
  line: number;
}

export interface ControlEvent {
  type: 'control';
  name: string;
  min: number;
  max: number;
  step: number | undefined;
  scale: 'linear' | 'log';
  /** value that the program received */
  value: number;
  line: number;
}

export interface ProgressEvent {
  type: 'progress';
  done: number;
  total: number;
}

export interface ErrorEvent {
  type: 'error';
  /** such as 'RangeError'; '' if a value that is not an error was thrown */
  name: string;
  /** '' for a limit, for which the page has its own text */
  message: string;
  /** the limit that ended the program, or '' */
  limit: LimitName | '';
  line: number;
  /** from 1 */
  column: number;
}

export type OutputEvent = PrintEvent | PictureEvent | ControlEvent | ProgressEvent | ErrorEvent;

export type LimitName =
  | 'time'
  | 'turn'
  | 'memory'
  | 'stack'
  | 'lines'
  | 'text'
  | 'pictures'
  | 'numbers'
  | 'controls'
  | 'waiting';

export interface Limits {
  /** longest time that the program may run, seconds */
  seconds: number;
  /** seconds of computing on the page's own thread without a pause */
  turn: number;
  /** bytes that the program uses */
  memory: number;
  /** lines that it prints */
  lines: number;
  /** characters that it prints */
  text: number;
  pictures: number;
  /** numbers in a picture */
  numbers: number;
  controls: number;
}

export interface Program {
  code: string;
  /** values of controls, by name */
  controls: Readonly<Record<string, number>>;
  /** files that it may read, by name */
  files: Readonly<Record<string, Uint8Array>>;
  limits: Limits;
}

export type Status = 'done' | 'failed' | 'stopped';

export interface Ending {
  status: Status;
  milliseconds: number;
  /** where it ran */
  place: 'worker' | 'page';
}
