/** What `scaledot/charts` takes and gives: the same for its elements, its functions and the Playground. */

/** Numbers in a row. Where gaps are allowed, NaN, infinities and null are some. */
export type Numbers =
  | readonly (number | null)[]
  | Float64Array
  | Float32Array
  | Int32Array
  | Uint32Array
  | Int16Array
  | Uint16Array
  | Int8Array
  | Uint8Array
  | Uint8ClampedArray;

/** A tensor of the engine, or numbers with a shape from elsewhere. */
export interface TensorLike {
  data: Numbers;
  shape: readonly number[];
}

/** Colours by name: each is readable in the light and in the dark theme, and the page may choose its own. */
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

/** How a line is broken; true: short dashes. */
export type ChartDash = boolean | 'dots' | 'dash-dot' | 'long';

/** An axis, or its name alone. Names may hold light mathematics: "d_k", "d^{0.45}". */
export interface AxisOptions {
  label?: string;
  /** The ends; those of the data unless told. */
  domain?: readonly [number, number];
  /** Where numbers stand, thinned when there is no room; round values unless told. */
  ticks?: Numbers;
}

export interface ScaledAxisOptions extends AxisOptions {
  scale?: 'linear' | 'log';
}

/** What every chart may be told. */
export interface ChartOptions {
  /** The heading above the picture; by default the name of the chart. */
  title?: string;
  /** One sentence below the picture, also for screen readers; by default it gives the data's extremes. */
  summary?: string;
  /** The name of the files, without an extension. */
  name?: string;
  /** The address of an explanation; it is written into the files. */
  link?: string;
  /** The height of the picture, in px. */
  height?: number;
  /** The width of a picture that a function makes, in px; an element is as wide as its column. */
  width?: number;
  /** The language of default titles and summaries of a function; an element uses the language of the page. */
  lang?: 'en' | 'zh-Hans';
}

/** Counts in bins of one width, as statistics of the engine give them. */
export interface BinCounts {
  low: number;
  high: number;
  counts: Numbers;
  below?: number;
  above?: number;
}

/** A line over a histogram: x ascending. */
export interface HistogramCurve {
  label: string;
  x: Numbers;
  y: Numbers;
  color?: ChartColor;
  dash?: ChartDash;
}

/** A vertical line with a name. */
export interface HistogramMarker {
  x: number;
  label: string;
  color?: ChartColor;
  dash?: boolean;
}

/** A distance with a name, above the bars. */
export interface HistogramSpan {
  from: number;
  to: number;
  label: string;
  color?: ChartColor;
}

/** Values, which are counted in bins, or counts. */
export type HistogramData = Numbers | TensorLike | BinCounts;

/** How values are counted. */
export interface BinOptions {
  /** 1 to 1000; by default the square root of the number of values, at most 80. */
  bins?: number;
  /** Both ends are included; by default from the smallest value to the largest. */
  range?: readonly [number, number];
}

export interface HistogramOptions extends ChartOptions, BinOptions {
  /** What the values are. */
  x?: string | AxisOptions;
  /** The name of the heights. */
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

/** One line, or dots. */
export interface CurveData {
  label?: string;
  /** 0, 1, 2 ... unless told. */
  x?: Numbers;
  /** The line is broken where there is a gap. */
  y: Numbers;
  /** The lower ends of intervals; with `high`. */
  low?: Numbers;
  high?: Numbers;
  color?: ChartColor;
  dash?: ChartDash;
  /** Joins the points; true unless told. */
  line?: boolean;
  /** Marks the points; false unless told. */
  dots?: boolean;
}

/** Lines by their names, as a list, or one alone. */
export type CurvesData =
  CurveData | readonly CurveData[] | Readonly<Record<string, Omit<CurveData, 'label'> | Numbers>>;

/** A point that stands out. */
export interface CurveMark {
  x: number;
  y: number;
  label: string;
  color?: ChartColor;
}

export interface CurvesOptions extends ChartOptions {
  /** What x is. */
  x?: string | ScaledAxisOptions;
  /** What y is. */
  y?: string | ScaledAxisOptions;
  /** The position of a thin vertical line. */
  at?: number;
  /** Highlighted points: `{x, y, label, color}`. */
  marks?: readonly CurveMark[];
}

/** Bars one by one, as lists, or up to two series beside each other. Gaps have a cross. */
export type BarsData =
  | Numbers
  | readonly { label: string | number; value: number | null }[]
  | { labels?: readonly (string | number)[]; values: Numbers }
  | {
      labels?: readonly (string | number)[];
      series: readonly { label: string; values: Numbers; color?: ChartColor }[];
    };

export interface BarsOptions extends ChartOptions {
  /** What the bars stand for. */
  x?: string | { label?: string };
  /** What their heights are. */
  y?: string | AxisOptions;
  /** The colour of a single series; by default 'query'. */
  color?: ChartColor;
  /** Whether values are written at the bars where they fit; by default true. */
  numbers?: boolean;
}

/** Rows of numbers, from the top, or a tensor with two dimensions. Gaps stay paper. */
export type HeatData = readonly Numbers[] | TensorLike;

export interface HeatOptions extends ChartOptions {
  /** Names of the rows; by default 1, 2, 3 ... */
  rows?: readonly (string | number)[];
  /** Names of the columns; the default is the same as for rows. */
  columns?: readonly (string | number)[];
  /** What columns are. */
  x?: string | { label?: string };
  /** What rows are. */
  y?: string | { label?: string };
  /** What the numbers are; written at the colour scale. */
  values?: string;
  /** By default 'neutral', or 'diverging' if there are numbers below 0. */
  ramp?: 'query' | 'key' | 'value' | 'weight' | 'score' | 'neutral' | 'diverging';
  /** The ends of the colour scale; by default from 0 to the largest value, or symmetric about 0. */
  domain?: readonly [number, number];
  /** Whether numbers are written in the cells where they fit; by default true. */
  numbers?: boolean;
}

/** A line in the middle of a band, or of two. */
export interface BandData {
  label?: string;
  /** Ascending; 0, 1, 2 ... unless told. */
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
  /** What x is. */
  x?: string | ScaledAxisOptions;
  /** What y is. */
  y?: string | ScaledAxisOptions;
  /** The position of a thin vertical line. */
  at?: number;
  /** What line and bands are: "median", "5 to 95 %". */
  names?: { middle?: string; range?: string; inner?: string };
}

/** What stands behind a picture. */
export interface ChartTable {
  columns: readonly { key: string; label: string }[];
  rows: readonly Readonly<Record<string, string | number | null>>[];
}

/** A chart, and the files of it. */
export interface ChartPicture {
  title: string;
  summary: string;
  /** A file of its own, with title and summary; viewers that follow a dark system show it dark. */
  svg: string;
  table: ChartTable;
  csv: string;
  json: string;
}

/** A chart by its name: what the Playground's calls are told as. */
export type ChartCall =
  | { type: 'histogram'; data: HistogramData; options?: HistogramOptions }
  | { type: 'curves'; data: CurvesData; options?: CurvesOptions }
  | { type: 'bars'; data: BarsData; options?: BarsOptions }
  | { type: 'heat'; data: HeatData; options?: HeatOptions }
  | { type: 'bands'; data: BandsData; options?: BandsOptions };

/** The tag of an element, and what its properties are to be. */
export interface ChartProperties {
  tag: string;
  data: ChartCall['data'];
  options: ChartOptions;
}

/** The element of a chart. */
export interface ChartElement<Data, Options> extends HTMLElement {
  /** As an attribute it is JSON. A change is drawn when the property is set, not when the data changes inside. */
  data: Data | undefined;
  options: Options | undefined;
  lang: string;
  theme: 'auto' | 'light' | 'dark';
  /** Why there is no picture, in one sentence; '' where there is one. */
  readonly error: string;
  /** A file of what is shown; `width` in px (320 to 4096) for pictures. */
  exportFile(options?: { type?: 'svg' | 'png' | 'csv' | 'json'; width?: number }): Promise<Blob>;
  /** Resolves when the last change has been drawn. */
  readonly updateComplete: Promise<boolean>;
}

export interface ChartClass<Element> {
  new (): Element;
  readonly prototype: Element;
  /** The tag that define() registers it under unless told. */
  readonly tag: string;
}

export type ScaledotHistogram = ChartElement<HistogramData, HistogramOptions>;
export type ScaledotCurves = ChartElement<CurvesData, CurvesOptions>;
export type ScaledotBars = ChartElement<BarsData, BarsOptions>;
export type ScaledotHeat = ChartElement<HeatData, HeatOptions>;
export type ScaledotBands = ChartElement<BandsData, BandsOptions>;
