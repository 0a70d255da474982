/**
 * The opened model. Fetches it or opens the visitor's files, splits the input into tokens, and passes them through all
 * layers, once with the model's own scores and once with the page's. Each layer is shown as soon as it is computed. A
 * change ends the pass under way, and only the last change is computed.
 */

/** @import { Engine } from '../../engine/index.js' */
/** @import { Model } from '../../engine/models/index.js' */
/** @import { HeadStatistics, Tensor } from '../../engine/types.js' */
/** @import { Params } from '../../tables/types.js' */
/** @import { Matrices, Multiplier, Pass } from './types.js' */

import { constant } from '../../engine/border/constant.js';
import { multiplierOf, readsText, tokenLimits } from '../../tables/models.js';
import { numbersOf } from '../../tables/params.js';
import { openModel, openTokenizer } from '../../engine/models/index.js';
import { piecesOf, vocabularyOf } from '../../engine/models/vocabulary.js';
import { messageOf } from '../parts/refusal.js';
import { shipped } from '../parts/shipped.js';
import { pause } from '../parts/source.js';
import { selectedHead } from './look.js';

/**
 * @typedef {object} Tokens
 * @property {readonly number[]} ids  with rows: their indices
 * @property {readonly string[]} words
 * @property {number} beyond  number of tokens left out at the end
 * @property {Tensor} [rows]  [tokens, width], the input if the files have no embeddings
 */

/** Bins of the histogram of each head's scores. */
const scoreBins = 60;

/** Largest number of matrix entries to keep of a pass: 16 MiB. */
const mostKept = 2 ** 22;

let count = 0;

export class OpenedModel {
  /** @type {Engine} */
  #engine;
  /** @type {() => void} */
  #redraw;
  /** @type {Params | null} */
  #params = null;
  /** @type {readonly File[]} */
  #files = [];
  /** The open or loading source. @type {unknown[]} */
  #of = [];
  /** The requested input. */
  #asked = '';
  /** The pass under way. @type {AbortController | null} */
  #work = null;
  /** @type {{encode(text: string): {ids: number[], tokens: string[]}, decode(ids: readonly number[]): string} | null} */
  #tokenizer = null;
  /** Whether everything that reading needs is loaded. The tokenizer is loaded after the model. */
  #isReady = false;
  /** The tokens by their ids, if the file has them. @type {readonly string[] | null} */
  #names = null;
  #opening = 0;

  /** @type {Model | null} */
  model = null;
  /** @type {Tokens | null} */
  tokens = null;
  /** The pass with the model's own scores. @type {Pass | null} */
  base = null;
  /** The pass with the page's scores. @type {Pass | null} */
  now = null;
  /** Number of layers that the pass under way has computed; null if there is none. @type {number | null} */
  done = null;
  /** Why there is no model, or no tokens, in one sentence. */
  failure = '';
  /** Whether the failure is that the file could not be fetched. */
  unfetched = false;
  /** Key of a note on the input; '' for none. */
  note = '';
  /** Why the visitor's tokenizer.json cannot be used, in one sentence. */
  tokenizerFailure = '';
  /** Whether the visitor ended the pass. */
  stopped = false;
  /** Grows with every visible change. */
  version = 0;
  /** A different number for every model and text. */
  number = 0;
  /** The file that the lab has fetched. @type {Uint8Array<ArrayBuffer> | null} */
  bytes = null;

  /** @param {Engine} engine @param {() => void} redraw */
  constructor(engine, redraw) {
    this.#engine = engine;
    this.#redraw = redraw;
  }

  /** Returns an id for the needs of pictures: a different one for every model and text. */
  toJSON() {
    return this.number;
  }

  /** Key of the message about what is missing; '' if everything requested is loaded or loading. */
  get lacks() {
    const isOwn = this.#params?.source === 'own';
    if (isOwn && (this.#files.length === 0 || (this.failure && !this.model)))
      return 'models.waiting.own';
    if (this.failure) return 'models.failed';
    if (this.tokens && this.tokens.ids.length < tokenLimits.min) return 'models.tooShort';
    return this.stopped && !this.now?.whole ? 'models.stopped' : '';
  }

  /** Whether text can be read. */
  get reads() {
    return this.#tokenizer !== null || this.#names !== null;
  }

  /** @param {Params} params @param {readonly File[]} files  of the visitor */
  ask(params, files) {
    const own = params.source === 'own';
    /** @type {unknown[]} */
    const of = own ? [files, params.ownHeads, params.orientation] : [params.source];
    this.#params = params;
    this.#files = files;
    if (of.length !== this.#of.length || of.some((each, i) => each !== this.#of[i])) {
      this.#of = of;
      void this.#open();
    } else this.#read();
  }

  /** Opens the model again after a failure. */
  retry() {
    void this.#open();
  }

  stop() {
    this.#work?.abort();
    this.#work = null;
    [this.stopped, this.done] = [true, null];
    this.#changed();
  }

  resume() {
    this.stopped = false;
    this.#failed = '';
    void this.#run();
  }

  dispose() {
    this.#opening++;
    this.#work?.abort();
    this.#work = null;
    this.model?.close();
    this.model = null;
    this.#of = [];
    this.#params = null;
  }

  #changed() {
    this.version++;
    this.#redraw();
  }

  /** @param {unknown} error */
  #fail(error) {
    this.failure = messageOf(error);
    this.unfetched ||=
      error instanceof Error && 'code' in error && error.code === 'ERR_NOT_FETCHED';
    this.#changed();
  }

  // ---- opening it -------------------------------------------------------------------------------------------------

  async #open() {
    const own = ++this.#opening;
    this.#work?.abort();
    this.model?.close();
    this.model = null;
    [this.failure, this.note, this.tokenizerFailure] = ['', '', ''];
    [this.unfetched, this.stopped] = [false, false];
    [this.base, this.now, this.tokens, this.done, this.bytes] = [null, null, null, null, null];
    [this.#asked, this.#aimed, this.#tokenizer, this.#names] = ['', '', null, null];
    this.#isReady = false;
    this.#changed();
    const params = this.#params;
    if (!params) return;
    const source = String(params.source);
    if (source === 'own' && this.#files.length === 0) return;
    try {
      const files = source === 'own' ? this.#files : [await this.#bring(source, own)];
      if (own !== this.#opening) return;
      const model = await openModel(this.#engine, files, overridesOf(params));
      if (own !== this.#opening) return model.close();
      this.model = model;
      if (source === 'own' && files.some(({ name }) => name === 'tokenizer.json'))
        await this.#openTokenizer(files, own);
      if (own !== this.#opening) return;
      this.#names = vocabularyOf(model);
      this.#isReady = true;
      this.#read();
    } catch (error) {
      if (own === this.#opening) this.#fail(error);
    }
  }

  /** Opens the visitor's tokenizer. Ids and random tokens do not need it. @param {readonly File[]} files @param {number} own */
  async #openTokenizer(files, own) {
    try {
      const tokenizer = await openTokenizer(files);
      if (own === this.#opening) this.#tokenizer = tokenizer;
    } catch (error) {
      if (own === this.#opening) this.tokenizerFailure = messageOf(error);
    }
  }

  /** @param {string} name @param {number} own */
  async #bring(name, own) {
    try {
      const bytes = await shipped[name]();
      if (own === this.#opening) this.bytes = bytes;
      return new File([bytes], `${name}.safetensors`);
    } catch (error) {
      this.unfetched = own === this.#opening;
      throw error;
    }
  }

  // ---- reading ----------------------------------------------------------------------------------------------------

  #read() {
    const { model } = this;
    const params = this.#params;
    if (!model || !params || !this.#isReady) return;
    const { source, text, input, ids, tokens, seed } = params;
    const asked = JSON.stringify([this.#opening, source, text, input, ids, tokens, seed]);
    if (asked === this.#asked) return this.#goOn();
    this.#asked = asked;
    this.#work?.abort(); // its input is outdated
    [this.#work, this.done] = [null, null];
    try {
      this.tokens = this.#tokensOf(model, params);
      this.failure = '';
    } catch (error) {
      this.tokens = null;
      this.failure = messageOf(error);
    }
    [this.base, this.now, this.stopped] = [null, null, false];
    this.number = ++count;
    this.#changed();
    this.#goOn();
  }

  /** @param {Model} model @param {Params} params @returns {Tokens} */
  #tokensOf(model, params) {
    this.note = '';
    const most = Math.min(tokenLimits.max, model.longest);
    if (model.vocabulary === undefined) return this.#rowsOf(model.width, most, params);
    const listed = numbersOf(params, 'ids');
    if (readsText(params) && this.reads) return this.#textOf(String(params.text), most);
    if (params.input === 'ids' && listed.length > 0) {
      const ids = listed.slice(0, most);
      return { ids, words: ids.map((id) => this.#word(id)), beyond: listed.length - ids.length };
    }
    if (params.input === 'ids') this.note = 'models.noIds';
    else if (params.input !== 'random')
      this.note = `models.${this.tokenizerFailure ? 'badTokenizer' : 'noTokenizer'}`;
    const length = Math.min(most, Number(params.tokens));
    // Drawn in the same way as on the command line
    const numbers = this.#engine.numpyRandom(Number(params.seed));
    const ids = [...numbers.randint(0, model.vocabulary, length)];
    return { ids, words: ids.map((id) => this.#word(id)), beyond: 0 };
  }

  /** Draws a random row for each requested token. @param {number} width @param {number} most @param {Params} params @returns {Tokens} */
  #rowsOf(width, most, { tokens, seed }) {
    this.note = 'models.noEmbeddings';
    const length = Math.min(most, Number(tokens));
    const ids = Array.from({ length }, (_, i) => i);
    const rows = this.#engine.randomTensor([length, width], { seed: Number(seed) });
    return { ids, words: ids.map((i) => String(i + 1)), beyond: 0, rows };
  }

  /** @param {string} text @param {number} most @returns {Tokens} */
  #textOf(text, most) {
    const names = this.#names;
    if (!names) {
      const found = this.tokenizer?.encode(text) ?? { ids: [] };
      const ids = found.ids.slice(0, most);
      const words = ids.map((id) => this.#word(id));
      return { ids, words, beyond: found.ids.length - ids.length };
    }
    const pieces = piecesOf(names, text);
    const known = pieces.filter((piece) => names.includes(piece));
    if (known.length < pieces.length) this.note = 'models.unknown';
    const words = known.slice(0, most);
    return {
      ids: words.map((word) => names.indexOf(word)),
      words,
      beyond: known.length - words.length,
    };
  }

  get tokenizer() {
    return this.#tokenizer;
  }

  /** Returns a token as it is written; its number if its text is unknown. @param {number} id */
  #word(id) {
    return this.#names?.[id] ?? this.#tokenizer?.decode([id]) ?? String(id);
  }

  /** Returns the same for pictures, with blanks visible. @param {number} id */
  word(id) {
    return shownWord(this.#word(id));
  }

  // ---- passes -----------------------------------------------------------------------------------------------------

  /** The page's factor relative to the model's. */
  get multiplier() {
    return this.model && this.#params ? multiplierOf(this.#params, this.model.rule) : 1;
  }

  #goOn() {
    if (!this.model || !this.tokens || this.tokens.ids.length < tokenLimits.min) return;
    const { multiplier } = this;
    if (this.now?.multiplier !== multiplier) this.now = multiplier === 1 ? this.base : null;
    const isDone = this.base?.whole && this.now?.whole;
    const isUnderWay = this.#work !== null && this.#aim === this.#aimed;
    if (isDone || isUnderWay || this.stopped || this.#failed === this.#aim) return;
    void this.#run();
  }

  /** Text and factor of the passes under way. */
  #aimed = '';
  /** Text and factor of a pass that failed. It would fail again. */
  #failed = '';

  get #aim() {
    return `${this.number} ${this.multiplier}`;
  }

  /** Runs the passes. The one with the model's own factor comes first. */
  async #run() {
    this.#work?.abort();
    const isFirst = this.#aimed === '';
    this.#aimed = this.#aim;
    const work = (this.#work = new AbortController());
    this.failure = '';
    try {
      // A visitor's file may be large, and is read again.
      if (this.#params?.source === 'own' && !isFirst) await pause(work.signal);
      for (const multiplier of new Set([1, this.multiplier])) {
        const pass =
          this.#kept(multiplier) ??
          (await this.#pass(multiplier, work.signal, (partial) => this.#show(partial)));
        if (work.signal.aborted) return;
        this.#show(pass);
      }
      this.done = null;
      this.#work = null;
      this.#changed();
    } catch (error) {
      if (work.signal.aborted) return;
      this.done = null;
      this.#work = null;
      this.#failed = this.#aimed;
      this.#fail(error);
    }
  }

  /** @param {Pass} pass */
  #show(pass) {
    if (pass.multiplier === 1) this.base = pass;
    if (pass.multiplier === this.multiplier) this.now = pass;
    this.done = pass.whole ? null : pass.heads.length;
    this.#changed();
  }

  /** Returns a complete pass from the kept ones. @param {Multiplier} multiplier */
  #kept(multiplier) {
    return [this.base, this.now].find((pass) => pass?.whole && pass.multiplier === multiplier);
  }

  /** The model and the input of a pass. Throws without a model. */
  get #inputs() {
    const { model, tokens } = this;
    if (!model || !tokens) throw new Error('there is no model');
    return { model, ids: tokens.ids, input: tokens.rows ?? tokens.ids };
  }

  /**
   * Runs all layers with every score multiplied.
   * @param {Multiplier} multiplier
   * @param {AbortSignal} signal
   * @param {(partial: Pass) => void} partial  called after every layer
   * @returns {Promise<Pass>}
   */
  async #pass(multiplier, signal, partial) {
    const { model, ids, input } = this.#inputs;
    const { length } = ids;
    const places = [...new Set([this.place, length - 1])];
    const size = model.heads * length * length;
    const keepsAll = model.layers * size <= mostKept;
    /** @type {HeadStatistics[][]} */
    const heads = [];
    /** @type {Matrices[]} */
    const matrices = [];
    const isSelected = (/** @type {number} */ layer) => {
      const of = multiplier === 1 ? { heads } : this.base;
      return this.#params !== null && selectedHead(this.#params, of).layer === layer;
    };
    const run = await model.run(input, {
      factor: multiplier,
      bins: scoreBins,
      signal,
      returns: [
        'statistics',
        ...(size <= mostKept ? constant(['weights']) : []),
        ...(model.predicts ? constant(['logits']) : []),
        ...(this.predictsNext ? constant(['crossEntropy']) : []),
      ],
      places,
      keep: false,
      onLayer: ({ layer, results }) => {
        heads.push(results.statistics ?? []);
        if (results.weights && (keepsAll || isSelected(layer))) {
          if (!keepsAll) matrices.length = 0;
          matrices[layer] = { weights: results.weights };
        }
        partial({
          multiplier,
          heads: [...heads],
          mean: this.#engine.meanOfHeads(heads.flat()),
          matrices: [...matrices],
          predicted: null,
          whole: false,
        });
      },
    });
    const { logits, crossEntropy: { perplexity } = { perplexity: NaN } } = run;
    const predicted = logits
      ? { perplexity, probabilities: this.#probabilities(logits, places) }
      : null;
    const mean = this.#engine.meanOfHeads(heads.flat());
    return { multiplier, heads, mean, matrices, predicted, whole: true };
  }

  /**
   * The position whose answer is shown: the last one or, in a text that is read as a whole, that of the mask or of the
   * pronoun "it", which stands for another word.
   */
  get place() {
    const words = this.tokens?.words ?? [];
    const last = Math.max(0, words.length - 1);
    if (this.model?.config.causal !== false) return last;
    const masked = words.findIndex((word) => /^(\[MASK\]|<mask>)$/.test(word));
    const asked = masked < 0 ? words.indexOf('it') : masked;
    return asked < 0 ? last : asked;
  }

  /** Whether words are predicted one after the other. Rows have no known words. */
  get predictsNext() {
    const { model, tokens } = this;
    return Boolean(model?.predicts && model.config.causal && tokens && !tokens.rows);
  }

  /** @param {Tensor} logits  [places, vocabulary] @param {readonly number[]} places */
  #probabilities(logits, places) {
    const { data, shape } = this.#engine.softmax(logits);
    const words = shape[1];
    return new Map(places.map((place, i) => [place, data.slice(i * words, (i + 1) * words)]));
  }

  /** Computes the perplexity of the text under a factor. @param {Multiplier} multiplier @param {AbortSignal} signal @returns {Promise<number>} */
  async perplexityAt(multiplier, signal) {
    const kept = this.#kept(multiplier)?.predicted;
    if (kept) return kept.perplexity;
    const { model, input } = this.#inputs;
    const { crossEntropy } = await model.run(input, {
      ...{ factor: multiplier, signal, layers: [] },
      returns: ['crossEntropy'],
    });
    return crossEntropy?.perplexity ?? NaN;
  }

  /** Returns W_q and W_k of one head. Layer and head count from 0. @param {number} layer @param {number} head */
  headMatrices(layer, head) {
    return this.#inputs.model.headMatrices(layer, head);
  }

  /** Returns the weights of a layer if they are computed. They may be before the pass has ended. @param {number} layer @param {Multiplier} multiplier */
  matricesAt(layer, multiplier) {
    const passes = [this.base, this.now].filter((pass) => pass?.multiplier === multiplier);
    return passes.map((pass) => pass?.matrices[layer]).find(Boolean);
  }

  /**
   * Returns the weights of one layer, kept or computed.
   * @param {number} layer
   * @param {Multiplier} multiplier
   * @param {AbortSignal} signal
   * @returns {Promise<Matrices>}
   */
  async matricesOf(layer, multiplier, signal) {
    const found = this.matricesAt(layer, multiplier);
    if (found) return found;
    const { model, input } = this.#inputs;
    const { layers } = await model.run(input, {
      ...{ factor: multiplier, signal, layers: [layer] },
      returns: ['weights'],
    });
    const { weights } = layers[layer];
    if (!weights) throw new Error('there are no weights');
    return { weights };
  }
}

/** Makes blanks and line ends visible. @param {string} word */
export const shownWord = (word) =>
  word === '' ? '∅' : word.replaceAll(' ', '␣').replaceAll('\n', '⏎');

/** @param {Params} params */
export function overridesOf({ source, ownHeads, orientation }) {
  if (source !== 'own') return {};
  return {
    ...(Number(ownHeads) > 0 && { heads: Number(ownHeads) }),
    ...(orientation !== 'assumed' && { transposed: orientation === 'out-in' }),
  };
}
