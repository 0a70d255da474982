/** Checks that the tensors of a model fit each other, before anything is computed. Errors name the tensor. */

/** @import { Head, Layer, Network, Pair, StoredTensor } from './network.js' */

import { describeShape } from '../border/tensor.js';
import { refused } from './header.js';
import { typeOf } from './weights.js';

/** A length, or a name for an arbitrary one. @typedef {number | string} Length */

class Shapes {
  #tensors;
  #transposed;

  /** @param {ReadonlyMap<string, StoredTensor>} tensors @param {boolean} transposed whether matrices are [out, in] */
  constructor(tensors, transposed) {
    this.#tensors = tensors;
    this.#transposed = transposed;
  }

  /** @param {string | undefined} name */
  of(name) {
    return this.#tensors.get(name ?? '')?.shape ?? [];
  }

  /** @param {string | undefined} name @param {readonly Length[]} expected */
  check(name, expected) {
    const tensor = this.#tensors.get(name ?? '');
    if (!tensor) return;
    typeOf(tensor);
    const { shape, source } = tensor;
    const fits = (/** @type {Length} */ length, /** @type {number} */ i) =>
      typeof length === 'number' ? shape[i] === length : shape[i] > 0;
    if (shape.length === expected.length && expected.every(fits)) return;
    throw refused(
      `${source.name}: ${tensor.name}`,
      `the shape ${describeShape(shape)}`,
      `[${expected.join(', ')}]`,
    );
  }

  /** @param {Pair | undefined} pair @param {Length} length */
  vector(pair, length) {
    for (const name of [pair?.weight, pair?.bias]) this.check(name, [length]);
  }

  /** @param {Pair | undefined} pair @param {Length} inner @param {Length} out @param {boolean} [transposed] */
  matrix(pair, inner, out, transposed = this.#transposed) {
    this.check(pair?.weight, transposed ? [out, inner] : [inner, out]);
    this.check(pair?.bias, [this.of(pair?.weight)[transposed ? 0 : 1]]);
  }

  /** The output width of a matrix. @param {Pair | undefined} pair */
  outOf(pair) {
    return this.of(pair?.weight)[this.#transposed ? 0 : 1];
  }
}

/**
 * Refuses the first tensor that does not fit those before it.
 *
 * @param {Network} network
 * @param {ReadonlyMap<string, StoredTensor>} tensors
 * @param {number} last layer that is computed
 * @param {boolean} wantsLogits
 */
export function checkShapes(network, tensors, last, wantsLogits) {
  const { width, transposed, tables, layerTensors, head, relative, heads } = network;
  const shapes = new Shapes(tensors, transposed);
  for (const table of [tables.embedding, tables.position, tables.tokenType])
    shapes.check(table, ['rows', width]);
  for (const norm of [tables.embeddingNorm, tables.finalNorm]) shapes.vector(norm, width);
  shapes.check(relative?.buckets, ['buckets', heads]);
  for (const layer of layerTensors.slice(0, last + 1)) checkLayer(shapes, network, layer);
  if (head && wantsLogits) checkHead(shapes, width, head);
}

/** @param {Shapes} shapes @param {Network} network @param {Layer} layer */
function checkLayer(shapes, { width, heads, keyHeads, headDim }, layer) {
  const [all, keys] = [heads * headDim, keyHeads * headDim];
  shapes.matrix(layer.fused, width, 3 * all);
  shapes.matrix(layer.query, width, all);
  shapes.matrix(layer.key, width, keys);
  shapes.matrix(layer.value, width, keys);
  checkHeadNorm(shapes, layer.queryNorm, headDim, all);
  checkHeadNorm(shapes, layer.keyNorm, headDim, keys);
  shapes.matrix(layer.output, all, width);
  shapes.vector(layer.attentionNorm, width);
  shapes.vector(layer.feedForwardNorm, width);
  shapes.matrix(layer.up, width, 'out');
  const inner = shapes.outOf(layer.up);
  shapes.matrix(layer.gate, width, inner);
  shapes.matrix(layer.down, inner, width);
}

/** Checks a norm of each head, or of all heads together. @param {Shapes} shapes @param {Pair | undefined} norm @param {number} headDim @param {number} all */
const checkHeadNorm = (shapes, norm, headDim, all) =>
  shapes.vector(norm, shapes.of(norm?.weight)[0] === all ? all : headDim);

/** @param {Shapes} shapes @param {number} width @param {Head} head */
function checkHead(shapes, width, { matrix, transposed, bias, dense, norm }) {
  shapes.matrix(dense, width, width);
  shapes.vector(norm, width);
  shapes.matrix({ weight: matrix, bias }, width, 'words', transposed);
}
