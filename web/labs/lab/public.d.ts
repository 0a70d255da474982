/** The public interface of the labs' elements. `Lab` and `ScaledotLab` implement it. */

/** The value of a parameter: a number, a word, or words separated by commas. */
export type Value = string | number | boolean;

/** A value that could not be used as given, and its replacement. */
export interface Note {
  /** Selects the sentence of the page that explains it. */
  reason: string;
  /** The parameter's name in links. */
  key: string;
  /** The given value, shortened. */
  value: string;
  /** The value used instead. */
  used?: string;
  /** The limit that was crossed. */
  limit?: string;
}

/** Options of exportImage(). */
export interface ImageOptions {
  /** Name of the picture. Default: the first that is shown. */
  picture?: string;
  /** Default: 'svg'. */
  type?: 'svg' | 'png';
  /** In CSS pixels, 320 to 4096. Default: as shown. A PNG has two by two pixels for each. */
  width?: number;
}

/** The methods and properties of every lab. */
export interface LabMethods<Params = Readonly<Record<string, Value>>> {
  /** The complete state. */
  readonly params: Readonly<Params>;
  /** The state as plain JSON. */
  getState(): { lab: string } & Readonly<Params>;
  /** Changes the given parameters. `undefined` changes nothing. Corrects impossible values; the returned notes say how. */
  setState(changes: Readonly<Record<string, unknown>>): readonly Note[];
  /** The state as the text after # of a link. */
  readonly query: string;
  /** The whole link. */
  readonly link: string;
  /** Returns a picture as a file with title, summary and link. Computes it first if necessary. */
  exportImage(options?: ImageOptions): Promise<Blob>;
  /** Resolves when the last change has been rendered. */
  readonly updateComplete: Promise<boolean>;
}

/** The events of a lab. All bubble and cross shadow roots. */
export interface LabEventMap extends HTMLElementEventMap {
  /** A change was rendered. */
  'scaledot-change': CustomEvent<{
    state: Readonly<Record<string, Value>>;
    link: string;
    query: string;
  }>;
  /** The engine could not start, the lab does not exist, or its words or another part could not be loaded. */
  'scaledot-error': CustomEvent<{ message: string }>;
  /**
   * An engine has started, its speed (scores per second at a d_k) was measured, or a worker was lost and others took
   * over its work.
   */
  'scaledot-engine': CustomEvent<{
    variant: string;
    version?: string;
    workers: number;
    lost?: true;
    speed?: { dk: number; perSecond: number };
  }>;
}

/** The element of a lab. */
export interface LabElement<Params> extends HTMLElement, LabMethods<Params> {
  /** As on every element; also accepts this element's events by name. */
  addEventListener<Name extends keyof LabEventMap>(
    type: Name,
    listener: (this: this, event: LabEventMap[Name]) => unknown,
    options?: boolean | AddEventListenerOptions,
  ): void;
  addEventListener(
    type: string,
    listener: EventListenerOrEventListenerObject,
    options?: boolean | AddEventListenerOptions,
  ): void;
  /** As on every element; also accepts this element's events by name. */
  removeEventListener<Name extends keyof LabEventMap>(
    type: Name,
    listener: (this: this, event: LabEventMap[Name]) => unknown,
    options?: boolean | EventListenerOptions,
  ): void;
  removeEventListener(
    type: string,
    listener: EventListenerOrEventListenerObject,
    options?: boolean | EventListenerOptions,
  ): void;
}

/** The class of a lab's element. */
export interface LabClass<Element extends HTMLElement = HTMLElement> {
  new (): Element;
  prototype: Element;
  /** The default tag. */
  readonly tag: string;
}
