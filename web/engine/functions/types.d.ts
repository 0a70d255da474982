// Results of attention that workers send back.

export interface AttentionNumbers {
  /** in the order of returns */
  results: Float32Array[];
  /** as in ListedRows */
  fullyMasked: number[];
  nonFinite: number[];
}

export interface GradientNumbers {
  /** query, key, value and, if there is one, bias */
  results: Float32Array[];
  scale: number;
}
