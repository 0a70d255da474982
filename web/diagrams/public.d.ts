/** Types of `scaledot/charts`, shared by its elements, its functions and the Playground. */

/** A list of finite numbers. */
export type Numbers =
  | readonly number[]
  | Float64Array
  | Float32Array
  | Int32Array
  | Uint32Array
  | Int16Array
  | Uint16Array
  | Int8Array
  | Uint8Array
  | Uint8ClampedArray;

/** A list of numbers with gaps, which are NaN, infinities and null. */
export type NumbersWithGaps = Numbers | readonly (number | null)[];

/** The types that tensors of the engine have. */
export type TensorType =
  | 'bool'
  | 'float16'
  | 'bfloat16'
  | 'float32'
  | 'float64'
  | 'int8'
  | 'int16'
  | 'int32'
  | 'int64'
  | 'uint8'
  | 'uint16'
  | 'uint32'
  | 'uint64';

/** A tensor of the engine, or any numbers with a shape. */
export interface TensorLike {
  data: NumbersWithGaps;
  shape: readonly number[];
  /** 'bool' for booleans, which charts draw as 0 and 1; of a file: the type there. */
  dtype?: TensorType;
}

/** Colours by name. Each is readable in the light and the dark theme, and the page may override it. */
export type ChartColor =
  | 'query'
  | 'key'
  | 'value'
  | 'weight'
  | 'score'
  | 'accent'
  | 'ink'
  | 'muted'
  | 'faint'
  | 'good'
  | 'warn';

/** Dash pattern of a line; true: short dashes. */
export type ChartDash = boolean | 'dots' | 'dash-dot' | 'long';

/** An axis, or only its name. Names may contain light mathematics: "d_k", "d^{0.45}". */
export interface AxisOptions {
  label?: string;
  /** The ends; those of the data by default. */
  domain?: readonly [number, number];
  /** Numbered values, thinned out if they do not fit; round values by default. */
  ticks?: Numbers;
}

export interface ScaledAxisOptions extends AxisOptions {
  scale?: 'linear' | 'log';
}

/** Options of every chart. */
export interface ChartOptions {
  /** The heading above the picture; by default the name of the chart. */
  title?: string;
  /** One sentence below the picture, also for screen readers; by default it gives the data's extremes. */
  summary?: string;
  /** The name of the files, without an extension. */
  name?: string;
  /** The address of an explanation; it is written into the files. */
  link?: string;
  /** The height of the picture, in px: 120 to 4096. */
  height?: number;
  /** The width of a picture that a function makes, in px: 120 to 4096; an element is as wide as its column. */
  width?: number;
  /** The language of default titles and summaries of a function; an element uses the language of the page. */
  lang?: 'en' | 'zh-Hans';
}

/** Counts in bins of equal width, as in the engine's statistics. */
export interface BinCounts {
  low: number;
  high: number;
  counts: Numbers;
  below?: number;
  above?: number;
}

/** A line over a histogram: x ascending. */
export interface HistogramCurve {
  label?: string;
  x: Numbers;
  /** The line is broken at gaps. */
  y: NumbersWithGaps;
  color?: ChartColor;
  dash?: ChartDash;
}

/** A vertical line with a label. */
export interface HistogramMarker {
  x: number;
  label?: string;
  color?: ChartColor;
  dash?: boolean;
}

/** A distance with a label, above the bars. */
export interface HistogramSpan {
  from: number;
  to: number;
  label?: string;
  color?: ChartColor;
}

/** Values, which are counted in bins, or the counts themselves. */
export type HistogramData = NumbersWithGaps | TensorLike | BinCounts;

/** Options for counting values. */
export interface BinOptions {
  /** 1 to 1000; by default the square root of the number of values, at most 80. Not with counts. */
  bins?: number;
  /** Both ends are included; by default from the smallest value to the largest. Not with counts. */
  range?: readonly [number, number];
}

export interface HistogramOptions extends ChartOptions, BinOptions {
  /** The name of the values, or their axis. */
  x?: string | AxisOptions;
  /** The name of the heights, or their axis. */
  y?: string | ScaledAxisOptions;
  /** By default 'density': the area of all bars is 1, so that density curves fit over them. */
  heights?: 'density' | 'count';
  /** The name of the bars. */
  label?: string;
  /** The colour of the bars; by default neutral. */
  color?: ChartColor;
  /** Lines over the bars: `{label, x, y, color, dash}`, x ascending. */
  curves?: readonly HistogramCurve[];
  /** Vertical lines: `{x, label, color, dash}`. */
  markers?: readonly HistogramMarker[];
  /** Distances above the bars: `{from, to, label, color}`. */
  spans?: readonly HistogramSpan[];
}

/** A line, or dots. */
export interface CurveData {
  label?: string;
  /** 0, 1, 2 ... by default. */
  x?: Numbers;
  /** The line is broken at gaps. */
  y: NumbersWithGaps;
  /** The lower ends of intervals; both ends or none. */
  low?: NumbersWithGaps;
  high?: NumbersWithGaps;
  color?: ChartColor;
  dash?: ChartDash;
  /** Whether a line joins the points; true by default. */
  line?: boolean;
  /** Whether the points have dots; false by default. */
  dots?: boolean;
}

/** Lines by name, a list of lines, or a single line. */
export type CurvesData = CurveData | readonly CurveData[] | NamedCurves;

/** Lines by name. Numbers under the name "y" are those of a single line. */
export type NamedCurves = Readonly<Record<string, Omit<CurveData, 'label'> | NumbersWithGaps>> & {
  readonly y?: Omit<CurveData, 'label'>;
};

/** A highlighted point. */
export interface CurveMark {
  x: number;
  y: number;
  label?: string;
  color?: ChartColor;
}

export interface CurvesOptions extends ChartOptions {
  /** The name of x, or its axis. */
  x?: string | ScaledAxisOptions;
  /** The name of y, or its axis. */
  y?: string | ScaledAxisOptions;
  /** The position of a thin vertical line. */
  at?: number;
  /** Highlighted points: `{x, y, label, color}`. */
  marks?: readonly CurveMark[];
}

/** A list of bars, lists of labels and values, or up to two series side by side. Gaps are drawn as crosses. */
export type BarsData =
  | NumbersWithGaps
  | readonly { label?: string | number; value: number | null }[]
  | { labels?: readonly (string | number)[]; values: NumbersWithGaps }
  | {
      labels?: readonly (string | number)[];
      series: readonly { label?: string | number; values: NumbersWithGaps; color?: ChartColor }[];
    };

export interface BarsOptions extends ChartOptions {
  /** The name of the categories. */
  x?: string | { label?: string };
  /** The name of the heights, or their axis. */
  y?: string | AxisOptions;
  /** The colour of a single series; by default 'query'. */
  color?: ChartColor;
  /** Whether values are written at the bars where they fit; by default true. */
  numbers?: boolean;
}

/** Rows of numbers, from the top, or a tensor with two dimensions. Gaps have the colour of the paper. */
export type HeatData = readonly NumbersWithGaps[] | TensorLike;

export interface HeatOptions extends ChartOptions {
  /** Names of the rows; by default 1, 2, 3 ... */
  rows?: readonly (string | number)[];
  /** Names of the columns; the default is the same as for rows. */
  columns?: readonly (string | number)[];
  /** The name of the columns. */
  x?: string | { label?: string };
  /** The name of the rows. */
  y?: string | { label?: string };
  /** The name of the values, shown at the colour scale. */
  values?: string;
  /** By default 'neutral', or 'diverging' if there are numbers below 0. */
  ramp?: 'query' | 'key' | 'value' | 'weight' | 'score' | 'neutral' | 'diverging';
  /** The ends of the colour scale; by default the range of the values and 0, or symmetric about 0 with 'diverging'. */
  domain?: readonly [number, number];
  /** Whether numbers are written in the cells where they fit; by default true. */
  numbers?: boolean;
}

/** A line in the middle of one band or two. */
export interface BandData {
  label?: string;
  /** Ascending; 0, 1, 2 ... by default. */
  x?: Numbers;
  low: Numbers;
  middle: Numbers;
  high: Numbers;
  /** The ends of a narrower band; both or none. */
  innerLow?: Numbers;
  innerHigh?: Numbers;
  color?: ChartColor;
}

export type BandsData = BandData | readonly BandData[];

export interface BandsOptions extends ChartOptions {
  /** The name of x, or its axis. */
  x?: string | ScaledAxisOptions;
  /** The name of y, or its axis. */
  y?: string | ScaledAxisOptions;
  /** The position of a thin vertical line. */
  at?: number;
  /** Names of the line and the bands: "median", "5 to 95 %". */
  names?: { middle?: string; range?: string; inner?: string };
}

/** The data of a picture as a table. */
export interface ChartTable {
  columns: readonly { key: string; label: string }[];
  rows: readonly Readonly<Record<string, string | number | null>>[];
}

/** A chart and its files. */
export interface ChartPicture {
  title: string;
  summary: string;
  /** A self-contained file with title and summary. Viewers that follow a dark system theme show it dark. */
  svg: string;
  table: ChartTable;
  csv: string;
  json: string;
}

/** A chart by its type, as in calls of the Playground. */
export type ChartCall =
  | { type: 'histogram'; data: HistogramData; options?: HistogramOptions }
  | { type: 'curves'; data: CurvesData; options?: CurvesOptions }
  | { type: 'bars'; data: BarsData; options?: BarsOptions }
  | { type: 'heat'; data: HeatData; options?: HeatOptions }
  | { type: 'bands'; data: BandsData; options?: BandsOptions };

/** The tag of an element, and its properties. */
export interface ChartProperties {
  tag: string;
  data: ChartCall['data'];
  options: ChartOptions;
}

/** Events of a chart. They bubble and cross shadow roots. */
export interface ChartEventMap extends HTMLElementEventMap {
  /** The data or the options are unusable. */
  'scaledot-error': CustomEvent<{ message: string }>;
}

/** The element of a chart. */
export interface ChartElement<Data, Options> extends HTMLElement {
  /** As on every element; also accepts this element's events by name. */
  addEventListener<Name extends keyof ChartEventMap>(
    type: Name,
    listener: (this: this, event: ChartEventMap[Name]) => unknown,
    options?: boolean | AddEventListenerOptions,
  ): void;
  addEventListener(
    type: string,
    listener: EventListenerOrEventListenerObject,
    options?: boolean | AddEventListenerOptions,
  ): void;
  /** As on every element; also accepts this element's events by name. */
  removeEventListener<Name extends keyof ChartEventMap>(
    type: Name,
    listener: (this: this, event: ChartEventMap[Name]) => unknown,
    options?: boolean | EventListenerOptions,
  ): void;
  removeEventListener(
    type: string,
    listener: EventListenerOrEventListenerObject,
    options?: boolean | EventListenerOptions,
  ): void;
  /** JSON as an attribute. Setting the property draws the chart again; changing the data in place does not. */
  data: Data | undefined;
  options: Options | undefined;
  lang: string;
  theme: 'auto' | 'light' | 'dark';
  /** Why there is no picture, in one sentence; '' if there is one. */
  readonly error: string;
  /** Exports the chart as a file; `width` in px (320 to 4096) for pictures. */
  exportFile(options?: { type?: 'svg' | 'png' | 'csv' | 'json'; width?: number }): Promise<Blob>;
  /** Resolves when the last change has been drawn. */
  readonly updateComplete: Promise<boolean>;
}

export interface ChartClass<Element> {
  new (): Element;
  readonly prototype: Element;
  /** The tag under which define() registers it by default. */
  readonly tag: string;
}

export type ScaledotHistogram = ChartElement<HistogramData, HistogramOptions>;
export type ScaledotCurves = ChartElement<CurvesData, CurvesOptions>;
export type ScaledotBars = ChartElement<BarsData, BarsOptions>;
export type ScaledotHeat = ChartElement<HeatData, HeatOptions>;
export type ScaledotBands = ChartElement<BandsData, BandsOptions>;
