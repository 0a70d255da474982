/**
 * The output of a chart for its frame, <sd-figure>: the marks, and the values that can be read from them. A chart is a
 * plain function of data and size. It knows nothing about attention and has no text of its own.
 *
 * Labels may contain light mathematics, "d_k" or "d^{0.45}"; see label.js.
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
  /** The place when it has a height as well (a cell of a matrix) */
  cell?: Box;
  /** The axes that the place belongs to, in a picture of several parts */
  box?: Box;
  /** Points to mark on the vertical through x */
  dots: Dot[];
  /** The same place in other parts of the picture */
  linkedStops?: { x: number; box: Box; cell?: Box; marks?: unknown; dots: Dot[] }[];
  /** Marks that are drawn only while the place is read; marks that they replace have the class `resting` */
  marks?: unknown;
  /** Whether the marks show all values, so that there is a readout for screen readers only */
  quiet?: boolean;
  /** Name of the place ("score 0.10 ... 0.15") */
  title: string;
  rows: Row[];
}

export interface Near {
  /** Index of the stop */
  index: number;
  /** Key of the series, if one is close */
  key?: string;
  /** The part of the picture, if it has parts: marks inside an element with this data-group */
  group?: string;
  /** Whether the pointer is on the name of a series, which selects the series but reads no stop */
  named?: boolean;
}

/** Lazy: nothing is formatted until a stop is read */
export interface Reader {
  /** How many stops there are, left to right */
  count: number;
  stop: (index: number, highlight?: string) => Stop;
  /** Returns the stop and series for a pointer */
  nearest: (x: number, y: number) => Near;
  /** The first stop (keyboard); the middle by default */
  start?: number;
  /** Series that Up and Down step through */
  keys?: string[];
  /** Returns the stop that an arrow, page, Home or End key leads to, if not along the row of all stops (a matrix has two directions) */
  step?: (index: number, key: string) => number | undefined;
}

/** A point where a handle can be grabbed */
export interface Grip {
  x: number;
  y: number;
  /** How far a pointer may be from the point, px horizontally and vertically */
  reach: readonly [number, number];
  /** Returns the value that dragging it to a position sets */
  value: (x: number, y: number) => number | readonly [number, number];
}

/** Something that can be dragged to change one number (or two, in a plane) of the page */
export interface Handle {
  /** Constant across drawings; several parts of a picture may show handles of one key */
  key: string;
  /** Reported by `sd-drag` */
  index: number;
  /** For screen readers, like `text`: "logit 3", "1.25" */
  label: string;
  text: string;
  /** Current value */
  value: number | readonly [number, number];
  /** Current value as one number between `min` and `max`, for screen readers */
  now: number;
  min: number;
  max: number;
  /** Whether the handle is one of several in a row: Tab focuses one of them, Left and Right move to the others */
  row?: boolean;
  /** Returns the value after an arrow, page, Home or End key, starting from `from` or the current value; `large` with Shift */
  step: (
    key: string,
    large: boolean,
    from?: number | readonly [number, number],
  ) => number | readonly [number, number] | undefined;
  grips: readonly Grip[];
}

/** Pixels under the marks, painted without SVG, which is fast enough to follow the pointer */
export interface Raster {
  /** Where the image is drawn, stretched to fit */
  box: Box;
  /** Pixels of the image */
  width: number;
  height: number;
  /** Painted again only when one of these (or the theme) changes */
  source: readonly unknown[];
  /** Writes four bytes per pixel, the top row first */
  rgba: (into: Uint8ClampedArray, dark: boolean) => void;
  /** Whether pixels stay squares; smooth by default */
  sharp?: boolean;
  /** A property, so that pictures without pixels do not load the function */
  paint: typeof paintRaster;
}

/** The rectangle inside the axes, in pixels */
export interface Box {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/** Positions of objects in a picture, or in one of its parts */
export interface PlotArea {
  /** Key of the part */
  key?: string;
  box: Box;
  /** Offset of the part in the picture, px */
  dx?: number;
  dy?: number;
  x?: Scale;
  y?: Scale;
  /** Returns the box of an object by its name; for a line, of its point at x = `at`, or of its end */
  of?: (name: string, at?: number) => Box | undefined;
}

export interface Picture {
  /** Content of an <svg> */
  content: SVGTemplateResult;
  box: Box;
  plotAreas?: readonly PlotArea[];
  handles?: readonly Handle[];
  rasters?: readonly Raster[];
  /** Whether the place of a dragged handle is read; true by default */
  follows?: boolean;
  /** Absent while there is nothing to read; the frame then shows that it is waiting */
  reader?: Reader;
}

/** How a chart names and numbers one of its axes */
export interface Axis {
  /** Written at the axis, also in exports */
  label: string;
  scale?: 'linear' | 'log';
  /** Taken from the data when absent */
  domain?: [number, number];
  /** Values with a number, thinned out if they do not fit; round values by default */
  ticks?: readonly number[];
  /** Preferred distance between numbers, px */
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
  /** Whether a line joins the points; true by default */
  line?: boolean;
  /** Whether the points have dots; false by default */
  dots?: boolean;
  dash?: Dash;
  thin?: boolean;
  /** Whether the series appears in the readout; true by default */
  read?: boolean;
  /** Name in the readout; `label` by default */
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
  /** Name of the files, without extension */
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
  /** Seed, written to files */
  seed?: number;
  /** Link with the state, written to files */
  link?: string;
  /** Version of scaledot, written to files */
  version?: string;
  /** 0..1 while the picture is still being refined */
  progress?: number | null;
  /** One sentence in place of the picture */
  error?: string;
  /** Drawn over the picture */
  prediction?: Prediction | null;
  /** Whether the text beside the figure says the same as the summary, which is then for screen readers and files only */
  hidesSummary?: boolean;
  /** Whether screen readers announce a changed summary once it stays unchanged; only for one figure of a page */
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
  /** Shown when a file could not be made */
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
  /** Height of a panel without its title, px; a function of its width for squares */
  height: number | ((width: number) => number);
  /** Smallest width of a panel, px; 220 by default */
  least?: number;
  /** Largest number of columns; 4 by default */
  most?: number;
  /** Additional height of the lowest panel of a column, for the name of its x axis, px; 18 by default */
  foot?: number;
  /** Number of lines of a title; 1 by default, 0 for panels without titles */
  lines?: number;
  /** Names of marks, above all panels */
  key?: readonly KeyEntry[];
  /** Scale of the colours that all panels share, drawn above them: sharedScale() of heat.js */
  scale?: { height: number; content: unknown; rasters: readonly Raster[] } | null;
}

export interface Place {
  width: number;
  height: number;
  /** Minimum left margin, px */
  left: number;
  /** Whether it is the first panel of its row */
  isFirst: boolean;
  /** Whether it is the last panel of its column */
  isLast: boolean;
  /** Left edge of the next panel, from that of this one, px; its own width if there is none */
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
  /** The box including the space under it */
  foot: Box;
  /** The x axis */
  front: unknown;
}

/**
 * A place in the units of the axes. x alone is a vertical line, y alone a horizontal one, both a ring. Two ends of x or y
 * are a bracket, two ends of both a predicted bar. Without x and y the whole part is outlined
 */
export interface Mark {
  /** Part of the picture; the first by default */
  in?: string;
  x?: number | readonly [number, number];
  y?: number | readonly [number, number];
  /** An object of the picture, which is outlined; for a line, its end */
  of?: string;
  /** Selects the point of the line at this x */
  at?: number;
  /** Extends the mark to this y */
  to?: number;
  /** Marks only this side of the object */
  edge?: 'x' | 'y';
  /** Width of the mark relative to the object */
  wide?: number;
}

export interface Prediction {
  /** The prediction in words, for files */
  words: string;
  /** Height of the text above a picture that has no place for the prediction, px */
  room: (width: number) => number;
  /** Its positions along x */
  xs: readonly number[];
  draw: (picture: Picture, width: number, height: number) => unknown;
  /** Moves its label to where it covers nothing, after drawing */
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
  /** Number of all values, including those outside [low, high]; the sum of counts, below and above by default */
  total?: number;
  /** Number of values below `low` */
  below?: number;
  above?: number;
  /** Name in the readout and the legend ("measured") */
  label?: string;
  /** For highlights; 'bars' by default */
  key?: string;
  /** Neutral when absent */
  color?: ColorName;
  /** Formats a count for the readout */
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
