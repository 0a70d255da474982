/** What the labs' elements are to those who use them; `Lab` and `ScaledotLab` implement it. */

/** The value of a parameter: a number, a word, or words with commas between them. */
export type Value = string | number | boolean;

/** What could not be used as it came, and what is used instead. */
export interface Note {
  /** Which sentence of the page tells it. */
  reason: string;
  /** The name in the link. */
  key: string;
  /** What came, shortened. */
  value: string;
  /** What is used instead. */
  used?: string;
  /** The bound that was crossed. */
  limit?: string;
}

/** Which picture, and how. */
export interface ImageOptions {
  /** Its name; the first that is shown unless told. */
  picture?: string;
  /** 'svg' unless told. */
  type?: 'svg' | 'png';
  /** In CSS pixels, 320 to 4096; as it is shown unless told. A PNG has two by two pixels for each. */
  width?: number;
}

/** What every lab can do. */
export interface LabMethods<Params = Readonly<Record<string, Value>>> {
  /** The complete state. */
  readonly params: Readonly<Params>;
  /** The state as plain JSON. */
  getState(): { lab: string } & Readonly<Params>;
  /** Changes the state; what is not given stays. Impossible values are corrected; the notes say how. */
  setState(changes: Readonly<Record<string, unknown>>): readonly Note[];
  /** The state as the text after # of a link. */
  readonly query: string;
  /** The whole link. */
  readonly link: string;
  /** A picture as a file, with title, summary and link in it; computed first if need be. */
  exportImage(options?: ImageOptions): Promise<Blob>;
  /** Resolves when the last change has been drawn. */
  readonly updateComplete: Promise<boolean>;
}

/** What a lab tells of; all of it bubbles and crosses shadow roots. */
export interface LabEventMap extends HTMLElementEventMap {
  /** A change was drawn. */
  'scaledot-change': CustomEvent<{
    state: Readonly<Record<string, Value>>;
    link: string;
    query: string;
  }>;
  /** There is no engine, or no lab. */
  'scaledot-error': CustomEvent<{ message: string }>;
  /** An engine has started, its speed (scores per second at a d_k) was measured, or a worker was lost: others do its work. */
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

/** The class of such an element. */
export interface LabClass<Element extends HTMLElement = HTMLElement> {
  new (): Element;
  prototype: Element;
  /** The tag it is registered under unless another is asked for. */
  readonly tag: string;
}
