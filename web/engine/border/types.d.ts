// What the checks of the engine share, and its workers.

export type Limit = {
  /** smallest value allowed */
  min: number;
  /** largest value allowed */
  max: number;
  /** whole numbers only */
  whole?: boolean;
};

export interface Option<Value> {
  /** what the core takes; throws what a caller reads */
  check: (name: string, value: unknown) => Value;
  /** what a call without the option means */
  initial?: unknown;
  /** of a number */
  limit?: Readonly<Limit>;
}

export type Table = Readonly<Record<string, Option<unknown>>>;

export type Checked<Of extends Table> = {
  [Name in keyof Of]: Of[Name] extends Option<infer Value> ? Value : never;
};

export interface Port {
  /** hands over the buffers in transfer */
  post: (message: unknown, transfer: ArrayBuffer[]) => void;
  /** whether the worker keeps a Node process alive */
  hold: (busy: boolean) => void;
  close: () => void;
}
