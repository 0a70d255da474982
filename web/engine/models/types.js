/** What people give to and get from a model. */

/** @import { CrossEntropy, HeadStatistics, Tensor } from '../types.js' */

/**
 * @typedef {object} FileLike what a File or a Blob has; a Blob has no name
 * @property {string} [name]
 * @property {number} size
 * @property {(from: number, to: number) => {arrayBuffer: () => Promise<ArrayBuffer>}} slice
 *
 * @typedef {object} Overrides what a person knows better than the files
 * @property {number} [heads]
 * @property {number} [keyHeads]
 * @property {boolean} [transposed]
 * @property {Record<string, unknown>} [config] options that go before those of config.json
 *
 * @typedef {'relu' | 'gelu' | 'gelu-tanh' | 'silu'} Activation
 * @typedef {{base: number, rotated: number, stretch: 'none' | 'linear' | 'llama3', factor?: number, low?: number, high?: number, original?: number}} RotaryOptions
 *
 * @typedef {object} ModelConfig what is computed
 * @property {boolean} causal whether a token sees those up to itself alone
 * @property {'pre' | 'post'} placement of the norms
 * @property {'layer' | 'rms'} norm
 * @property {number} epsilon of the norms
 * @property {Activation} activation
 * @property {boolean} transposed whether matrices are [out, in]
 * @property {Readonly<RotaryOptions>} [rotary]
 *
 * @typedef {object} Assumption what is computed and no file says
 * @property {string} what
 * @property {Readonly<Record<string, string | number | boolean>>} values that its sentence has
 *
 * @typedef {'query' | 'key' | 'value' | 'scores' | 'weights' | 'hidden' | 'statistics'} LayerResultName
 *
 * @typedef {object} LayerResults of one layer
 * @property {Tensor} [query] [heads, L, headDim], as they are scored: normalised and rotated where the model does so
 * @property {Tensor} [key] [keyHeads, L, headDim]
 * @property {Tensor} [value] [keyHeads, L, headDim]
 * @property {Tensor} [scores] [heads, L, L]: q.k, before any factor
 * @property {Tensor} [weights] [heads, L, L]
 * @property {Tensor} [hidden] [L, width]: what the layer gives
 * @property {HeadStatistics[]} [statistics] of every head
 *
 * @typedef {LayerResultName | 'logits' | 'crossEntropy'} ModelResultName
 *
 * @typedef {object} ModelRunOptions
 * @property {readonly ModelResultName[]} [returns] ['weights']
 * @property {readonly number[]} [layers] whose results are wanted, from 0; all unless told. The pass ends behind the last of
 *   them, unless logits or crossEntropy are wanted
 * @property {readonly number[]} [places] of which tokens logits are wanted, from 0; of all unless told
 * @property {number | 'none'} [factor] 1; multiplies every score, beside what the model multiplies it by. 'none': scores stay q.k
 * @property {number} [bins] 0; of the histograms of statistics, 0: none
 * @property {AbortSignal} [signal] ends the pass; it is rejected with the signal's reason
 * @property {(done: {layer: number, layers: number, results: LayerResults}) => void} [onLayer] told of each layer that is wanted
 *   as soon as it is computed
 * @property {boolean} [keep] true; false: results of layers are given to onLayer alone, and may be of any number of layers
 *
 * @typedef {Omit<ModelRunOptions, 'returns' | 'keep' | 'places'>} ModelHeadStatisticsOptions
 *
 * @typedef {object} ModelRun
 * @property {{[layer: number]: LayerResults}} layers empty with keep: false
 * @property {Tensor} [hidden] [L, width], behind the last norm; where hidden of all layers is wanted
 * @property {Tensor} [logits] [places, vocabulary]
 * @property {CrossEntropy} [crossEntropy] how well each token foretells the next one
 *
 * @typedef {object} HeadMatrices of one head
 * @property {Tensor} query [width, headDim]: W_q, so that queries are x W_q of the rows x that the projection reads
 * @property {Tensor} key [width, headDim]: W_k
 *
 * @typedef {object} ModelRule what the model multiplies q.k by
 * @property {'rsqrt' | 'none' | 'other'} name 'rsqrt': 1/sqrt(d_k)
 * @property {number} scale of the first layer
 * @property {readonly number[]} scales of every layer
 */

export {};
