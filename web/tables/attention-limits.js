/** The largest sizes of the visitor's own data with which the Attention lab stays smooth. */
export const attentionLimits = Object.freeze({ tokens: 512, heads: 16, width: 1024, layers: 12 });
