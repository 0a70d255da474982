// Shared types of the engine's checks and workers.

export type Limit = {
  /** smallest value allowed */
  min: number;
  /** largest value allowed */
  max: number;
  /** whole numbers only */
  whole?: boolean;
};

export interface Option<Value> {
  /** returns the value for the core; throws the error that the caller reads */
  check: (name: string, value: unknown) => Value;
  /** the default */
  initial?: unknown;
  /** only of a number */
  limit?: Readonly<Limit>;
}

export type Table = Readonly<Record<string, Option<unknown>>>;

export type Checked<Of extends Table> = {
  [Name in keyof Of]: Of[Name] extends Option<infer Value> ? Value : never;
};

export interface Port {
  /** transfers the buffers in transfer */
  post: (message: unknown, transfer: ArrayBuffer[]) => void;
  /** whether the worker keeps a Node process alive */
  hold: (busy: boolean) => void;
  close: () => void;
}
