// The tensors that adapters take and give. Types and no interfaces, as in ../types.d.ts.

export type Floats = { data: Float32Array; shape: number[] };

/** not available in every JavaScript engine */
export type Halves = ArrayLike<number> & { readonly [Symbol.toStringTag]: 'Float16Array' };

/** float32, also of a file, or float16 in a Float16Array or, with that dtype, in a Uint16Array; as many numbers as the shape has */
export type FloatTensor =
  | { data: Float32Array | Halves; shape: readonly number[]; dtype?: string }
  | { data: Uint16Array; shape: readonly number[]; dtype: string };

/** in a Uint8Array, or in a Float32Array with the dtype 'bool' */
export type BooleanTensor = {
  data: Uint8Array | Float32Array;
  shape: readonly number[];
  dtype?: string;
};

/** of a file in a Float32Array */
export type IntegerTensor =
  | { data: BigInt64Array | Int32Array; shape: readonly number[]; dtype?: string }
  | { data: Float32Array; shape: readonly number[]; dtype: string };

export type Kind = 'float' | 'bool' | 'int';

/** a tensor of numbers, or of 0 and 1 */
export type Read = Floats & { kind: Kind };
