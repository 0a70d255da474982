// The types of the playground's interpreter.

export type PictureType = 'table' | 'histogram' | 'curves' | 'bars' | 'heat' | 'bands';

export interface PrintEvent {
  type: 'print';
  level: 'log' | 'warn' | 'error';
  text: string;
  /** of the program, from 1; 0 where it is not known, as everywhere */
  line: number;
}

export interface PictureEvent {
  type: PictureType;
  /** as the program gave it: plain data */
  data: any;
  /** likewise */
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
  /** what the program was given */
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
  /** 'RangeError'; '' of what is thrown and is no error */
  name: string;
  /** '' of a limit, which the page has words for */
  message: string;
  /** the limit that ended the program, if it was one */
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
  /** without an end */
  seconds: number;
  /** seconds of computing on the page's own thread without a pause */
  turn: number;
  /** bytes that the program holds */
  memory: number;
  /** that it prints */
  lines: number;
  /** characters that it prints */
  text: number;
  pictures: number;
  /** of a picture */
  numbers: number;
  controls: number;
}

export interface Program {
  code: string;
  /** what controls are set to, by their names */
  controls: Readonly<Record<string, number>>;
  /** what it may read, by their names */
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
