/** The options of a configuration: implemented, assumed and reported, or refused by name. */

/** @import { Activation, Assumption } from './types.js' */

import { describe } from '../border/checks.js';
import { refused } from './header.js';

/** @type {ReadonlyMap<unknown, Activation>} */
const activationNames = new Map(
  Object.entries({
    gelu: 'gelu',
    gelu_new: 'gelu-tanh',
    gelu_fast: 'gelu-tanh',
    gelu_pytorch_tanh: 'gelu-tanh',
    relu: 'relu',
    silu: 'silu',
    swish: 'silu',
  }),
);

/** Reads a configuration, and records what it does not state. */
export class Options {
  /**
   * @param {Record<string, unknown>} config
   * @param {boolean} bare whether the files have no configuration: options that a caller gives instead only state
   *   themselves, and imply no other option's default
   * @param {(name: string) => string} [nameOf] the name of an option in config.json, where it may be in a part
   */
  constructor(config, bare, nameOf = (name) => name) {
    this.config = config;
    this.bare = bare;
    this.nameOf = nameOf;
    /** @type {Assumption[]} */
    this.assumed = [];
  }

  /** model_type, or '' if it is not a string. */
  get type() {
    const { model_type: type } = this.config;
    return typeof type === 'string' ? type : '';
  }

  /** @param {string} name */
  has(name) {
    return this.config[name] !== undefined && this.config[name] !== null;
  }

  /** The location of an option, for errors. @param {string} name */
  where(name) {
    return `config.json: ${this.nameOf(name)}`;
  }

  /** @param {string} what name in assumptions.js @param {Assumption['values']} [values] */
  assume(what, values = {}) {
    this.assumed.push(Object.freeze({ what, values: Object.freeze(values) }));
  }

  /**
   * @param {readonly string[]} names names of the option
   * @param {number | undefined} fallback
   * @param {{whole?: boolean, min?: number, silent?: boolean}} [how] silent: the fallback is the family's own default
   * @returns {number}
   */
  number(names, fallback, { whole = false, min = 0, silent = false } = {}) {
    const name = names.find((each) => this.has(each));
    if (name === undefined) {
      if (fallback === undefined) throw refused('config.json', `no ${names[0]}`, 'it, a number');
      if (!silent || this.bare) this.assume('option', { name: names[0], value: fallback });
      return fallback;
    }
    const value = this.config[name];
    const fits = typeof value === 'number' && Number.isFinite(value) && value >= min;
    if (!fits || (whole && !Number.isInteger(value)))
      throw refused(
        this.where(name),
        describe(value),
        `a ${whole ? 'whole ' : ''}number from ${min} on`,
      );
    return value;
  }

  /** Returns a positive number, or undefined without the option. @param {string} name */
  optional(name) {
    return this.has(name) ? this.number([name], undefined, { min: 1e-6 }) : undefined;
  }

  /** @param {string} name @param {boolean} fallback */
  flag(name, fallback) {
    if (!this.has(name)) return fallback;
    const value = this.config[name];
    if (typeof value !== 'boolean')
      throw refused(this.where(name), describe(value), 'true or false');
    return value;
  }

  /** @param {readonly string[]} names @param {Activation} fallback @returns {Activation} */
  activation(names, fallback) {
    const name = names.find((each) => this.has(each));
    if (name === undefined) {
      this.assume('activation', { name: fallback });
      return fallback;
    }
    const own = activationNames.get(this.config[name]);
    if (!own) throw this.unsupported(name, [...activationNames.keys()].join(', '));
    return own;
  }

  /** @param {string} name @param {string} expected */
  unsupported(name, expected) {
    return refused(this.where(name), describe(this.config[name]), expected);
  }

  /** Refuses an option, by its name, if the configuration has it with another value than `off`. @param {string} name @param {string | number | boolean | null | undefined} off */
  only(name, off) {
    if (this.has(name) && this.config[name] !== off)
      throw this.unsupported(
        name,
        `${off === undefined ? 'none' : describe(off)}: nothing else is computed`,
      );
  }
}
