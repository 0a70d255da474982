/**
 * openModel(): opens a checkpoint of any size by its headers. The forward pass reads weights when it needs them and
 * does not keep them.
 */

/** @import { Engine } from '../engine.js' */
/** @import { HeadStatistics, NumberList, Tensor } from '../types.js' */
/** @import { Network, StoredTensor } from './network.js' */
/** @import { RunOptions } from './call-options.js' */
/**
 * @import {
 *   FileLike, HeadMatrices, LayerResultName, ModelConfig, ModelHeadStatisticsOptions, ModelRule, ModelRun, ModelRunOptions,
 *   Overrides,
 * } from './types.js'
 */

import {
  checkNumber,
  checkObject,
  checkWholeNumbers,
  isObject,
  wrongThis,
  wrongType,
  wrongValue,
} from '../border/checks.js';
import { checkOptions } from '../border/option-table.js';
import { optionsNow } from '../border/snapshot.js';
import { checkTensor, describeShape } from '../border/tensor.js';
import { sentenceOf } from './assumptions.js';
import { checkLogits, checkResults, checkRows } from './bounds.js';
import {
  modelHeadStatisticsOptions,
  modelRunOptions,
  openModelOptions,
  wordNames,
} from './call-options.js';
import { sourcesOf } from './files.js';
import { readHead } from './heads.js';
import { readObject, readTensors } from './header.js';
import { keepInternals } from './internals.js';
import { checkOneModel } from './layouts.js';
import { modelLimits } from './limits.js';
import { networkOf } from './networks.js';
import { Pass } from './pass.js';
import { checkShapes } from './shapes.js';
import { rowsOf, Weights } from './weights.js';

/** @param {Network} network @returns {ModelRule} */
function ruleOf({ scale, headDim, layers }) {
  const all = Array.from({ length: layers }, (_, i) => scale(i));
  const isAll = (/** @type {number} */ value) =>
    all.every((each) => Math.abs(each / value - 1) < 1e-9);
  const other = isAll(1 / Math.sqrt(headDim)) ? 'rsqrt' : 'other';
  return { name: isAll(1) ? 'none' : other, scale: all[0], scales: Object.freeze(all) };
}

/** A model opened by openModel(). */
export class Model {
  #engine;
  #network;
  /** Undefined after close(). @type {ReadonlyMap<string, StoredTensor> | undefined} */
  #tensors;

  /**
   * Private: use openModel().
   *
   * @param {Engine} engine
   * @param {object} internals  not in the declarations
   */
  constructor(engine, internals) {
    const { network, tensors, metadata, left, unnamed } =
      /** @type {{network: Network, tensors: ReadonlyMap<string, StoredTensor>, metadata: Record<string, string>, left: string[], unnamed: string[]}} */ (
        internals
      );
    this.#engine = engine;
    this.#network = network;
    this.#tensors = tensors;
    keepInternals(this, () => ({ network, tensors: this.#tensors }));
    const { layout, family, assumed, layers, heads, keyHeads, headDim, width } = network;
    /**
     * The naming scheme of the tensors: 'GPT-2', 'BERT', 'T5', 'Llama', 'nn.TransformerEncoder', 'scaledot' or 'ViT'.
     * @readonly
     */
    this.layout = layout;
    /**
     * The model family; 'first layer' if unknown: then only queries and keys of the first layer are computed.
     * @readonly
     */
    this.family = family;
    /** Assumptions that no file states, in sentences. @readonly */
    this.assumed = Object.freeze(assumed.map(sentenceOf));
    /** The same by name, for translations. @readonly */
    this.assumptions = Object.freeze([...assumed]);
    /** @readonly */
    this.layers = layers;
    /** @readonly */
    this.heads = heads;
    /** If fewer than heads, several query heads share a key head. @readonly */
    this.keyHeads = keyHeads;
    /** d_k @readonly */
    this.headDim = headDim;
    /** d_model @readonly */
    this.width = width;
    /** The factor of q.k. @readonly */
    this.rule = Object.freeze(ruleOf(network));
    /** The computation. @readonly @type {Readonly<ModelConfig>} */
    this.config = Object.freeze({
      ...{ causal: network.causal, placement: network.placement, norm: network.norm },
      ...{
        epsilon: network.epsilon,
        activation: network.activation,
        transposed: network.transposed,
      },
      ...(network.rotary && { rotary: Object.freeze({ ...network.rotary }) }),
    });
    /** Size of its vocabulary; undefined without an embedding table: then run() takes rows. @readonly */
    this.vocabulary = tensors.get(network.tables.embedding ?? '')?.shape[0];
    /** Largest number of tokens in a text. @readonly */
    this.longest = longestOf(network, tensors);
    /** Whether run() can return logits. @readonly */
    this.predicts = network.head !== undefined && family !== 'first layer';
    /** The `__metadata__` of the files. @readonly @type {Readonly<Record<string, string>>} */
    this.metadata = Object.freeze({ ...metadata });
    const used = usedOf(network);
    /** Unused tensors of the files. @readonly */
    this.unused = Object.freeze(
      [...tensors.keys()].filter((name) => !used.has(name)).concat(unnamed),
    );
    const files = new Set([...used].map((name) => tensors.get(name)?.source.name));
    const all = [...left, ...[...tensors.values()].map(({ source }) => source.name)];
    /** Files without any used tensor. @readonly */
    this.unusedFiles = Object.freeze([...new Set(all)].filter((name) => !files.has(name)));
  }

  /** @param {Model} model @param {string} name */
  static #own(model, name) {
    if (!(#engine in Object(model)))
      throw wrongThis(name, model, 'the model that openModel() gives');
    return model;
  }

  /** @param {Model} model @param {string} name */
  static #open(model, name) {
    const own = Model.#own(model, name);
    const stored = own.#tensors;
    if (!stored) throw new Error(`${name}: the model was closed`);
    return { model: own, stored };
  }

  /**
   * Computes a forward pass.
   *
   * @param {NumberList | Tensor} input token ids, or the input rows [L, width] of the first layer
   * @param {ModelRunOptions} [options]
   * @returns {Promise<ModelRun>}
   */
  async run(input, options) {
    const { model, stored } = Model.#open(this, 'run');
    const given = checkOptions('run', options, modelRunOptions);
    const { returns, factor, bins, onLayer, signal, keep } = given;
    const layers = checkLayers(model, given);
    signal?.throwIfAborted();
    const network = model.#network;
    const weights = new Weights(model.#engine, stored, signal);
    const pass = new Pass(model.#engine, network, weights, factor, bins);
    const [wantsLogits, wantsLoss] = wordNames.map((name) => returns.some((own) => own === name));
    const wantsWords = wantsLogits || wantsLoss;
    const last = wantsWords ? network.layers - 1 : Math.max(...layers);
    checkShapes(network, stored, last, wantsWords);
    const start = checkInput(model, input);
    checkRows(network, stored, start.length);
    checkResults(network, returns, keep ? layers.length : 1, start.length);
    const places = checkPlaces(given.places, start.length);
    if (wantsLogits) checkLogits(network, stored, places.length);
    const ids = wantsLoss ? checkOrdered(network, start) : [];
    let x = 'ids' in start ? await pass.embed(start.ids) : start.rows;
    const own = returns.filter(
      /** @returns {name is LayerResultName} */ (name) => !wordNames.includes(name),
    );
    /** @type {ModelRun} */
    const run = { layers: {} };
    for (let i = 0; i <= last; ++i) {
      const isWanted = layers.includes(i);
      const goesOn = i < last || wantsWords || returns.includes('hidden');
      const done = await pass.layer(x, i, isWanted ? own : [], goesOn);
      x = done.x;
      if (!isWanted) continue;
      if (keep) run.layers[i] = done.results;
      onLayer?.({ layer: i, layers: network.layers, results: done.results });
    }
    if (last < network.layers - 1 || network.family === 'first layer') return run;
    const wantsHidden = returns.includes('hidden');
    if (!wantsWords && !wantsHidden) return run;
    const final = await pass.finish(x);
    if (wantsHidden) run.hidden = final;
    const { head } = network;
    if (wantsLogits && head) run.logits = await pass.logits(rowsOf(final, places), head);
    if (wantsLoss && head) run.crossEntropy = await pass.crossEntropy(final, head, ids);
    return run;
  }

  /**
   * Returns statistics of every head: the spread of q.k, and how sharp the weights are with the factor and without it.
   *
   * @param {NumberList | Tensor} input [L] or [L, width], as for run()
   * @param {ModelHeadStatisticsOptions} [options] as for run()
   * @returns {Promise<HeadStatistics[][]>} for each wanted layer, for each head
   */
  async headStatistics(input, options = {}) {
    Model.#open(this, 'headStatistics');
    const given = checkObject('headStatistics', options, Object.keys(modelHeadStatisticsOptions));
    const run = await this.run(input, { ...given, returns: ['statistics'] });
    return Object.values(run.layers).map(({ statistics }) => statistics ?? []);
  }

  /**
   * Returns W_q and W_k of one head in float32, always as [in, out]; if heads share keys, W_k of the head's group.
   * Biases, gains of norms and rotary positions are not included.
   *
   * @param {number} layer from 0
   * @param {number} head from 0
   * @returns {Promise<HeadMatrices>}
   */
  async headMatrices(layer, head) {
    const { model, stored } = Model.#open(this, 'headMatrices');
    checkNumber('layer', layer, { min: 0, max: model.layers - 1, whole: true });
    checkNumber('head', head, { min: 0, max: model.heads - 1, whole: true });
    return readHead(model.#network, new Weights(model.#engine, stored), layer, head);
  }

  /** Releases the files. Running calls of run() continue. */
  close() {
    Model.#own(this, 'close').#tensors = undefined;
  }
}

/** @param {Network} network @param {ReadonlyMap<string, StoredTensor>} tensors */
function longestOf({ tables, positions }, tensors) {
  const rows = tensors.get(tables.position ?? '')?.shape[0];
  if (rows === undefined) return modelLimits.tokens.max;
  const [first] = positions([-1]);
  return Math.min(modelLimits.tokens.max, rows - first);
}

/** Names of all tensors that are used. @param {Network} network */
function usedOf({ layerTensors, tables, head, relative }) {
  /** @type {Set<string>} */
  const used = new Set();
  const note = (/** @type {unknown} */ value) => {
    if (typeof value === 'string') used.add(value);
    else if (isObject(value)) Object.values(value).forEach(note);
  };
  [layerTensors, tables, head, relative].forEach(note);
  return used;
}

/** Returns the layers whose results are wanted. @param {Model} model @param {RunOptions} given @returns {number[]} */
function checkLayers(model, { returns: names, layers, keep, onLayer }) {
  const words = names.find((name) => wordNames.includes(name));
  if (words && !model.predicts)
    throw wrongValue('returns', words, 'other names: this model has nothing that gives logits');
  if (model.family === 'first layer' && names.some((name) => name === 'hidden' || name === 'value'))
    throw wrongValue(
      'returns',
      names.join(', '),
      'query, key, scores, weights or statistics of the first layer',
    );
  const all = Array.from({ length: model.layers }, (_, i) => i);
  const limit = { min: 0, max: model.layers - 1, whole: true };
  const checkCount = (/** @type {number} */ count) => {
    checkNumber('layers: count', count, { min: 0, max: model.layers, whole: true });
  };
  const wanted =
    layers === undefined
      ? all
      : [...new Set(checkWholeNumbers('layers', layers, limit, checkCount))];
  if (wanted.length === 0 && !words) throw wrongValue('layers', layers, 'at least one layer');
  if (!keep && onLayer === undefined)
    throw wrongValue('keep', keep, 'true, or onLayer, which is given the results');
  return wanted;
}

/**
 * @param {Model} model
 * @param {unknown} input
 * @returns {{ids: number[], length: number} | {rows: Tensor, length: number}}
 */
function checkInput(model, input) {
  const checkLength = (/** @type {number} */ length) => {
    checkNumber('input: tokens', length, { ...modelLimits.tokens, max: model.longest });
  };
  if (isObject(input) && 'data' in input) {
    const rows = checkTensor('input', input);
    if (rows.shape.length !== 2 || rows.shape[1] !== model.width)
      throw new RangeError(
        `input: got the shape ${describeShape(rows.shape)}; expected [tokens, ${model.width}]`,
      );
    checkLength(rows.shape[0]);
    return { rows: { data: rows.data.slice(), shape: [...rows.shape] }, length: rows.shape[0] };
  }
  if (model.vocabulary === undefined)
    throw wrongType(
      'input',
      input,
      `rows {data, shape: [tokens, ${model.width}]}: the files have no embeddings of tokens`,
    );
  const limit = { min: 0, max: model.vocabulary - 1, whole: true };
  const ids = [...checkWholeNumbers('input', input, limit, checkLength)];
  return { ids, length: ids.length };
}

/** Checks the tokens whose logits are wanted. @param {unknown} places @param {number} length */
function checkPlaces(places, length) {
  if (places === undefined) return Array.from({ length }, (_, i) => i);
  const limit = { min: 0, max: length - 1, whole: true };
  return [
    ...checkWholeNumbers('places', places, limit, (count) => {
      checkNumber('places: count', count, { min: 1, max: length, whole: true });
    }),
  ];
}

/**
 * Returns the tokens that the cross-entropy compares with the predictions. Throws where no prediction can be measured: for a
 * model that is not causal, for rows instead of tokens, and for a single token.
 *
 * @param {Network} network
 * @param {ReturnType<typeof checkInput>} start
 */
function checkOrdered({ causal }, start) {
  const wrong = (/** @type {string} */ why) =>
    wrongValue('returns', 'crossEntropy', `other names: ${why}`);
  if (!causal) throw wrong('this model sees the tokens that it would predict');
  if (!('ids' in start)) throw wrong('the tokens of given rows are unknown');
  if (start.length < 2) throw wrong('after a single token there is nothing to predict');
  return start.ids;
}

/** Whether a value is an engine, possibly of another copy of the package. @param {unknown} value */
const isEngine = (value) =>
  isObject(value) && ['linear', 'attention', 'headStatistics'].every((name) => name in value);

/**
 * Opens a checkpoint in .safetensors files, with config.json if there is one. Reads only the headers.
 *
 * @param {Engine} engine returned by load()
 * @param {FileLike | string | readonly (FileLike | string)[]} files File or Blob; in Node also paths, or a folder
 * @param {Overrides} [overrides] heads, keyHeads, transposed, and options that override those of config.json
 * @returns {Promise<Model>}
 */
export async function openModel(engine, files, overrides = {}) {
  if (!isEngine(engine)) throw wrongType('engine', engine, 'what load() gives');
  const now = optionsNow(overrides); // copied now, because they are read after the files
  const given = checkOptions('openModel', now, openModelOptions);
  const sources = await sourcesOf(files);
  const { tensors, metadata, indexed, left, unnamed } = await readTensors(sources);
  if (!indexed) checkOneModel(tensors);
  const file = sources.find(({ name }) => name === 'config.json');
  const config = file && (await readObject(file));
  const network = await networkOf(tensors, metadata, config, given);
  return new Model(engine, { network, tensors, metadata, left, unnamed });
}
