/**
 * A forward pass, layer by layer, with weights that are read when needed. The engine computes all numbers. This module
 * only orders the calls.
 *
 *   pre   x = x + attention(norm(x)) W_o    x = x + down(activation(up(norm(x))))     (Xiong et al. 2020)
 *   post  x = norm(x + attention(x) W_o)    x = norm(x + down(activation(up(x))))     (Vaswani et al. 2017)
 *
 * With a gate: activation(gate(x)) up(x) (Shazeer 2020).
 */

/** @import { Engine } from '../engine.js' */
/** @import { CrossEntropy, Tensor } from '../types.js' */
/** @import { Head, Layer, Network, Pair } from './network.js' */
/** @import { LayerResultName, LayerResults } from './types.js' */
/** @import { Weights } from './weights.js' */

import { constant } from '../border/constant.js';
import { columnsOf, rowsOf } from './weights.js';

/** Most logits kept in memory for cross-entropy, 16 MiB, unless a single row has more. */
const mostHeld = 2 ** 22;

/** [L, heads * d] to [heads, L, d]. @param {Tensor} rows @param {number} heads @returns {Tensor} */
function splitHeads({ data, shape: [length, width] }, heads) {
  const dim = width / heads;
  const own = new Float32Array(data.length);
  for (let h = 0; h < heads; ++h) {
    for (let i = 0; i < length; ++i) {
      const from = i * width + h * dim;
      own.set(data.subarray(from, from + dim), (h * length + i) * dim);
    }
  }
  return { data: own, shape: [heads, length, dim] };
}

/** Inverse of splitHeads(). @param {Tensor} heads @returns {Tensor} */
function mergeHeads({ data, shape: [heads, length, dim] }) {
  const own = new Float32Array(data.length);
  for (let h = 0; h < heads; ++h) {
    for (let i = 0; i < length; ++i) {
      const from = (h * length + i) * dim;
      own.set(data.subarray(from, from + dim), (i * heads + h) * dim);
    }
  }
  return { data: own, shape: [length, heads * dim] };
}

export class Pass {
  #engine;
  #network;
  #weights;
  #factor;
  #bins;
  /** @type {{cosine: Tensor, sine: Tensor} | undefined} */
  #angles;
  /** @type {Tensor | undefined} biases of T5, which the first layer and all others share */
  #bias;

  /**
   * @param {Engine} engine
   * @param {Network} network
   * @param {Weights} weights
   * @param {number | 'none'} factor multiplies every score, in addition to the model's own factor; 'none': scores stay q.k
   * @param {number} bins bins of the histograms of statistics, or 0 for none
   */
  constructor(engine, network, weights, factor, bins) {
    this.#engine = engine;
    this.#network = network;
    this.#weights = weights;
    this.#factor = factor;
    this.#bins = bins;
  }

  /** Computes the input of the first layer. @param {readonly number[]} ids @returns {Promise<Tensor>} [L, width] */
  async embed(ids) {
    const { embedding, position, tokenType, embeddingNorm } = this.#network.tables;
    const rows = await this.#weights.rows(/** @type {string} */ (embedding), ids);
    let x = this.#engine.pointwise(rows, { scale: this.#network.embeddingScale ?? 1 });
    const add = async (/** @type {string} */ name, /** @type {number[]} */ rows) => {
      x = this.#engine.pointwise(x, { add: await this.#weights.rows(name, rows) });
    };
    if (tokenType)
      await add(
        tokenType,
        ids.map(() => 0),
      );
    if (position) await add(position, this.#network.positions(ids));
    return embeddingNorm ? this.#norm(x, embeddingNorm) : x;
  }

  /**
   * @param {Tensor} x
   * @param {Pair | undefined} pair
   * @param {{norm: 'layer' | 'rms', epsilon: number}} [kind]
   * @returns {Promise<Tensor>} x itself if there is no norm
   */
  async #norm(x, pair, { norm, epsilon } = this.#network) {
    if (!pair) return x;
    const { shifted } = this.#network;
    const read = await this.#weights.whole(pair.weight);
    const weight = shifted ? { ...read, data: read.data.map((value) => 1 + value) } : read;
    if (norm === 'rms') return this.#engine.rmsNorm(x, { weight, epsilon }).output;
    const bias = pair.bias && (await this.#weights.whole(pair.bias));
    return this.#engine.layerNorm(x, { weight, epsilon, ...(bias && { bias }) }).output;
  }

  /** @param {Tensor} x @param {Pair} pair @param {Tensor} [add] @param {boolean} [transposed] */
  async #linear(x, pair, add, transposed = this.#network.transposed) {
    const bias = pair.bias ? await this.#weights.whole(pair.bias) : undefined;
    return this.#weights.linear(x, pair.weight, { transposed, bias, add });
  }

  /** @param {Tensor} x @param {Layer} layer @returns {Promise<Tensor[]>} query, key and value, split into heads */
  async #project(x, layer) {
    const { heads, keyHeads, headDim } = this.#network;
    if (layer.fused) {
      const all = await this.#linear(x, layer.fused);
      const width = heads * headDim;
      return [0, 1, 2].map((i) => splitHeads(columnsOf(all, i * width, (i + 1) * width), heads));
    }
    const parts = [
      layer.query,
      layer.key,
      ...(this.#network.family === 'first layer' ? [] : [layer.value]),
    ];
    /** @type {Tensor[]} */
    const found = [];
    for (const pair of parts) {
      if (!pair)
        throw new RangeError(
          'files: got no projections of queries, keys and values; expected all three',
        );
      const rows = await this.#linear(x, pair);
      found.push(splitHeads(rows, found.length === 0 ? heads : keyHeads));
    }
    return found;
  }

  /** QK-norm: of each head (Qwen 3), or of all heads together (OLMo 2). @param {Tensor} heads @param {Pair | undefined} norm */
  async #normHeads(heads, norm) {
    const { headNorm } = this.#network;
    if (!norm || this.#weights.sizeOf(norm.weight) === heads.shape[2])
      return this.#norm(heads, norm, headNorm);
    return splitHeads(await this.#norm(mergeHeads(heads), norm, headNorm), heads.shape[0]);
  }

  /** QK-norm, then positions. @param {Tensor} heads @param {Pair | undefined} norm @returns {Promise<Tensor>} */
  async #placed(heads, norm) {
    const engine = this.#engine;
    const normed = await this.#normHeads(heads, norm);
    const { rotary } = this.#network;
    if (!rotary) return normed;
    this.#angles ??= engine.rotaryTable({ positions: heads.shape[1], ...rotary });
    return engine.rotaryEmbedding(normed, this.#angles);
  }

  /** @param {number} length */
  async #options(length, /** @type {number} */ i) {
    const { scale, window, causal, softcap, relative } = this.#network;
    const seen = window(i);
    if (relative && !this.#bias) {
      const table = await this.#weights.whole(relative.buckets);
      const { maxDistance } = relative;
      this.#bias = this.#engine.relativeBias(table, { queries: length, keys: length, maxDistance });
    }
    return {
      scale: this.#factor === 'none' ? 1 : scale(i) * this.#factor,
      ...(causal && { causal: constant('upper-left') }),
      ...(seen !== undefined && {
        window: { before: seen - 1, after: causal ? Infinity : seen - 1 },
      }),
      ...(softcap !== undefined && { softcap }),
      ...(this.#bias && { mask: { bias: this.#bias } }),
    };
  }

  /**
   * Computes one layer.
   *
   * @param {Tensor} x [L, width]
   * @param {number} i
   * @param {readonly LayerResultName[]} returns
   * @param {boolean} goesOn whether the output of the layer is wanted
   * @returns {Promise<{x: Tensor, results: LayerResults}>}
   */
  async layer(x, i, returns, goesOn) {
    const { placement, layerTensors } = this.#network;
    const layer = layerTensors[i];
    const input = placement === 'pre' ? await this.#norm(x, layer.attentionNorm) : x;
    const [q, k, value] = await this.#project(input, layer);
    const query = await this.#placed(q, layer.queryNorm);
    const key = await this.#placed(k, layer.keyNorm);
    const options = await this.#options(x.shape[0], i);
    const wants = (/** @type {LayerResultName} */ name) => returns.includes(name);
    const named = constant(['scores', 'weights']).filter(wants);
    const output = goesOn ? constant(['output']) : [];
    const own = value ?? { data: new Float32Array(0), shape: [...key.shape.slice(0, 2), 0] };
    const attended = this.#engine.attention(query, key, own, {
      ...options,
      returns: [...named, ...output],
    });
    /** @type {LayerResults} */
    const results = {
      ...(wants('query') && { query }),
      ...(wants('key') && { key }),
      ...(wants('value') && { value }),
      ...Object.fromEntries(named.map((name) => [name, attended[name]])),
      ...(wants('statistics') && {
        statistics: this.#engine.headStatistics(query, key, { ...options, bins: this.#bins }),
      }),
    };
    if (!attended.output) return { x, results };
    const after = await this.#feedForward(x, attended.output, layer);
    if (wants('hidden')) results.hidden = after;
    return { x: after, results };
  }

  /** The part of a layer after attention. @param {Tensor} x @param {Tensor} heads @param {Layer} layer @returns {Promise<Tensor>} */
  async #feedForward(x, heads, { output, attentionNorm, feedForwardNorm, up, gate, down }) {
    if (!output || !up || !down)
      throw new RangeError('files: got a layer with missing matrices; expected all of them');
    const isPost = this.#network.placement === 'post';
    const { activation } = this.#network;
    let sum = await this.#linear(mergeHeads(heads), output, x);
    if (isPost) sum = await this.#norm(sum, attentionNorm);
    const input = isPost ? sum : await this.#norm(sum, feedForwardNorm);
    const upProjected = await this.#linear(input, up);
    const inner = gate
      ? this.#engine.pointwise(await this.#linear(input, gate), { activation, gate: upProjected })
      : this.#engine.pointwise(upProjected, { activation });
    const next = await this.#linear(inner, down, sum);
    return isPost ? this.#norm(next, feedForwardNorm) : next;
  }

  /** The norm after the last layer. @param {Tensor} x */
  async finish(x) {
    const { finalNorm } = this.#network.tables;
    return this.#norm(x, finalNorm);
  }

  /** @param {Tensor} x [L, width], after the last norm @param {Head} head @returns {Promise<Tensor>} [L, vocabulary] */
  async logits(
    x,
    { matrix, transposed, bias, dense, norm, activation = this.#network.activation },
  ) {
    let input = x;
    if (dense) {
      const transformed = await this.#linear(x, dense);
      input = await this.#norm(this.#engine.pointwise(transformed, { activation }), norm);
    }
    return this.#linear(input, { weight: matrix, bias }, undefined, transposed);
  }

  /**
   * How well each token predicts the next one. The logits of all tokens may exceed the memory, so they are computed in
   * blocks of tokens. The matrix is read again for each block.
   *
   * @param {Tensor} x as for logits()
   * @param {Head} head
   * @param {readonly number[]} ids
   * @returns {Promise<CrossEntropy>}
   */
  async crossEntropy(x, head, ids) {
    const step = Math.max(
      1,
      Math.floor(mostHeld / this.#weights.outOf(head.matrix, head.transposed)),
    );
    const places = ids.slice(1).map((_, i) => i);
    /** @type {CrossEntropy | undefined} */
    let found;
    for (let from = 0; from < places.length; from += step) {
      const some = places.slice(from, from + step);
      const logits = await this.logits(rowsOf(x, some), head);
      const labels = some.map((place) => ids[place + 1]);
      const before = found && { loss: found.loss, rows: from };
      found = this.#engine.crossEntropy(logits, labels, { before });
    }
    return /** @type {CrossEntropy} */ (found);
  }
}
