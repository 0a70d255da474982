/**
 * What a chart gives to its frame, <sd-figure>: the marks, and what can be read off them.
 * A chart is a plain function of data and size; it knows nothing of attention and holds no words of its own.
 *
 * Labels may hold light mathematics, "d_k" or "d^{0.45}"; see label.js.
 */

import type { SVGTemplateResult } from 'lit';
import type { Dash } from './axis.js';
import type { paintRaster } from './raster.js';
import type { Scale } from './scale.js';
import type { ColorName } from './tokens.js';

/** One line of a readout */
export interface Row {
  label: string;
  value: string;
  color?: ColorName;
  /** The series it belongs to */
  key?: string;
}

export interface Dot {
  y: number;
  color?: ColorName;
  key?: string;
}

/** A place in the picture where values can be read */
export interface Stop {
  /** Pixels from the left of the picture */
  x: number;
  /** The same place in the units of the x axis, or of both */
  value?: number | readonly [number, number];
  /** Left and right end of the place when it has a width (a bin) */
  span?: [number, number];
  /** The place when it has a height too (a cell of a matrix) */
  cell?: Box;
  /** The axes that the place belongs to, in a picture of several parts */
  box?: Box;
  /** Points to mark on the vertical through x */
  dots: Dot[];
  /** The same place in other parts of the picture */
  echoes?: { x: number; box: Box; cell?: Box; marks?: unknown; dots: Dot[] }[];
  /** What is drawn only while the place is read; what it replaces has the class `resting` */
  marks?: unknown;
  /** The marks tell all that is to be read: no readout beside them, but for screen readers */
  quiet?: boolean;
  /** What the place is ("score 0.10 ... 0.15") */
  title: string;
  rows: Row[];
}

export interface Near {
  /** Of the stop */
  index: number;
  /** Of the series, if one is close */
  key?: string;
  /** The part of the picture, if it has parts: marks inside an element with this data-group */
  group?: string;
  /** The pointer is on the name of a series: nothing to read, only the series is meant */
  named?: boolean;
}

/** Lazy: nothing is formatted until somebody looks */
export interface Reader {
  /** How many stops there are, left to right */
  count: number;
  stop: (index: number, highlight?: string) => Stop;
  /** What a pointer means */
  nearest: (x: number, y: number) => Near;
  /** The stop to begin with (keyboard); the middle by default */
  start?: number;
  /** Series that Up and Down walk through */
  keys?: string[];
  /** Where an arrow, page, Home or End key leads from a stop, if not along the row of all stops (a matrix has two directions) */
  step?: (index: number, key: string) => number | undefined;
}

/** Where a handle can be taken */
export interface Grip {
  x: number;
  y: number;
  /** How far from there a pointer may be, px to the side and up or down */
  reach: readonly [number, number];
  /** What dragging it there means */
  value: (x: number, y: number) => number | readonly [number, number];
}

/** What can be dragged; it changes one number (or two, in a plane) of the page */
export interface Handle {
  /** The same in every drawing; several parts of a picture may show handles of one key */
  key: string;
  /** Told with `sd-drag` */
  index: number;
  /** For screen readers, like `text`: "logit 3", "1.25" */
  label: string;
  text: string;
  /** As it is now */
  value: number | readonly [number, number];
  /** As one number, between `min` and `max`, for screen readers */
  now: number;
  min: number;
  max: number;
  /** One of many beside each other: Tab comes to one of them, Left and Right to the others */
  row?: boolean;
  /** What an arrow, page, Home or End key makes of the value, or of another; `large` with Shift */
  step: (
    key: string,
    large: boolean,
    from?: number | readonly [number, number],
  ) => number | readonly [number, number] | undefined;
  grips: readonly Grip[];
}

/** Pixels under the marks, painted without SVG: fast enough for the pointer */
export interface Raster {
  /** Where, stretched to fit */
  box: Box;
  /** Pixels of the image */
  width: number;
  height: number;
  /** Painted again only when one of these is another (or the theme has changed) */
  source: readonly unknown[];
  /** Writes four bytes a pixel, the top row first */
  rgba: (into: Uint8ClampedArray, dark: boolean) => void;
  /** Pixels stay squares; smooth by default */
  sharp?: boolean;
  /** Brought along, so that pictures without pixels do not fetch it */
  paint: typeof paintRaster;
}

/** The rectangle inside the axes, in pixels */
export interface Box {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/** Where things stand in a picture, or in one of its parts */
export interface Ground {
  /** Of the part */
  key?: string;
  box: Box;
  /** How far the part has been moved in the picture, px */
  dx?: number;
  dy?: number;
  x?: Scale;
  y?: Scale;
  /** Of a thing by its name; of a line where x is `at`, or its end */
  of?: (name: string, at?: number) => Box | undefined;
}

export interface Picture {
  /** The inside of an <svg> */
  content: SVGTemplateResult;
  box: Box;
  grounds?: readonly Ground[];
  handles?: readonly Handle[];
  rasters?: readonly Raster[];
  /** Whether what is dragged is read on its way; true by default */
  follows?: boolean;
  /** Absent when there is nothing to read yet; the frame then says that it waits */
  reader?: Reader;
}

/** How a chart names and numbers one of its axes */
export interface Axis {
  /** Printed at the axis, also in exports */
  label: string;
  scale?: 'linear' | 'log';
  /** Taken from the data when absent */
  domain?: [number, number];
  /** Places with a number, thinned when there is no room; round values by default */
  ticks?: readonly number[];
  /** Wanted distance of numbers, px */
  spacing?: number;
  /** Only whole numbers get a tick (linear axes) */
  whole?: boolean;
  /** Numbers at the ticks */
  format?: (value: number) => string;
  /** Numbers in readouts */
  read?: (value: number) => string;
}

/** low and high: ends of the interval */
export type Point = readonly [x: number, y: number, low?: number, high?: number];

export interface Series {
  /** Series of one key are highlighted together */
  key: string;
  /** Written at the right end of the line; '' for none (dots on a line that has a name) */
  label: string;
  /** Ascending in x */
  points: readonly Point[];
  color?: ColorName;
  /** Joins the points; true by default */
  line?: boolean;
  /** Marks the points; false by default */
  dots?: boolean;
  dash?: Dash;
  thin?: boolean;
  /** Takes part in the readout; true by default */
  read?: boolean;
  /** In the readout, where `label` is '' or another word is better */
  name?: string;
}

export type Cell = string | number | boolean | null | undefined;

export interface Column {
  label: string;
  key: string;
  /** For the table on the page; files carry full precision */
  format?: (value: any) => string;
}

export interface Table {
  columns: readonly Column[];
  rows: readonly Readonly<Record<string, Cell>>[];
}

export type FileKind = 'csv' | 'json' | 'svg' | 'png';

export interface Figure {
  /** Of the files, without ending */
  name: string;
  title: string;
  /** One sentence with the live numbers; describes the picture to screen readers */
  summary?: string;
  /** px; 320 by default */
  height?: number | ((width: number) => number);
  /** Called when the figure, its size or the highlight changes */
  draw?: ((width: number, height: number, highlight: string) => Picture) | null;
  /** A function is only called when the table is shown or saved */
  table?: Table | (() => Table);
  /** Added to the JSON file */
  data?: unknown;
  /** As its files carry it */
  seed?: number;
  /** The state link, as its files carry it */
  link?: string;
  /** Of scaledot, likewise */
  version?: string;
  /** 0..1 while the picture still sharpens */
  progress?: number | null;
  /** One sentence in place of the picture */
  error?: string;
  /** Drawn over the picture */
  prediction?: Prediction | null;
  /** The text beside it says as much as the summary, which is for screen readers and files then */
  told?: boolean;
  /** Speaks a changed summary once it rests; for one figure of a page */
  announce?: boolean;
}

/** In the language of the lab */
export interface Words {
  waiting: string;
  table: string;
  csv: string;
  json: string;
  svg: string;
  png: string;
  explore: string;
  progress: string;
  shown: (shown: number, all: number) => string;
  /** A file could not be made */
  failed: string;
}

export interface KeyEntry {
  key: string;
  label: string;
  color?: ColorName;
  /** Instead of a colour */
  category?: number;
  dash?: Dash;
  thin?: boolean;
  /** The mark that is named; a line by default */
  sample?: 'line' | 'bar' | 'range' | 'core' | 'dot' | 'swatch';
}

export interface PanelLayout {
  count: number;
  /** Of one panel without its title, px; a function of its width for squares */
  height: number | ((width: number) => number);
  /** Smallest width of a panel, px; 220 by default */
  least?: number;
  /** Columns; 4 by default */
  most?: number;
  /** More height for a panel with none below it, for the name of its x axis; 18 by default */
  foot?: number;
  /** Lines of a title; 1 by default, 0 for panels without titles */
  lines?: number;
  /** Names of marks, above all panels */
  key?: readonly KeyEntry[];
  /** Of colours that all panels share, above them: sharedScale() of heat.js */
  scale?: { height: number; content: unknown; rasters: readonly Raster[] } | null;
}

export interface Place {
  width: number;
  height: number;
  /** Least left margin */
  left: number;
  /** In its row */
  isFirst: boolean;
  /** In its column */
  isLast: boolean;
  /** Where the panel right of it begins, px; its own width if there is none */
  next: number;
}

export interface Panel {
  key: string;
  title: string;
  draw: (place: Place) => Picture;
}

export interface Plot {
  box: Box;
  x: Scale;
  y: Scale;
  /** Grid, numbers and name of the y axis */
  back: unknown;
  /** The box with the room under it */
  foot: Box;
  /** The x axis */
  front: unknown;
}

/**
 * A place in the units of the axes. x alone is a line down, y alone a line across, both a ring; with two ends it is a bracket,
 * with two of both a ghost bar; without any the whole part is outlined
 */
export interface Mark {
  /** Part of the picture; the first unless told */
  in?: string;
  x?: number | readonly [number, number];
  y?: number | readonly [number, number];
  /** A thing of the picture, which is outlined; of a line its end */
  of?: string;
  /** Of the line the point at this x */
  at?: number;
  /** From there to this y */
  to?: number;
  /** Only along this side of it */
  edge?: 'x' | 'y';
  /** So many times as wide as it is */
  wide?: number;
}

export interface Prediction {
  /** What was predicted, for the files */
  words: string;
  /** Height of the words over a picture in which it has no place, px */
  room: (width: number) => number;
  /** Its places along x */
  xs: readonly number[];
  draw: (picture: Picture, width: number, height: number) => unknown;
  /** Once drawn, moves its name to where it covers nothing */
  settle: (root: ParentNode) => void;
}

/** A vertical line */
export interface Marker {
  x: number;
  label: string;
  key?: string;
  color?: ColorName;
  dash?: boolean;
}

/** A dimension line between two x values */
export interface Span {
  from: number;
  to: number;
  label: string;
  key?: string;
  color?: ColorName;
}

export interface Bars {
  /** Left end of the first bin */
  low: number;
  /** Right end of the last bin */
  high: number;
  counts: ArrayLike<number>;
  /** Of all values, also those outside [low, high]; the sum of counts, below and above by default */
  total?: number;
  /** Values left of `low` */
  below?: number;
  above?: number;
  /** Name in the readout and the key ("measured") */
  label?: string;
  /** For highlights; 'bars' by default */
  key?: string;
  /** Neutral when absent */
  color?: ColorName;
  /** A count in the readout */
  read?: (count: number) => string;
}

/** A function sampled by the caller */
export interface Curve {
  key: string;
  label: string;
  /** Ascending */
  xs: ArrayLike<number>;
  /** Densities; Infinity is allowed (a pole) */
  ys: ArrayLike<number>;
  color?: ColorName;
  dash?: Dash;
  thin?: boolean;
}
