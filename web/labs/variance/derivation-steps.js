/** The formulas of the derivation's six steps, with the current numbers. */
/** @import { Content } from '../parts/content.js' */

import {
  brackets,
  dk,
  dot,
  id,
  k,
  num,
  op,
  parens,
  q,
  row,
  sub,
  subsup,
  sum,
  sup,
  upright,
} from '../parts/math.js';

/**
 * @typedef {object} Symbols
 * @property {'all' | 'means' | 'independent' | 'identical'} off  The assumption that is dropped
 * @property {string} dk
 * @property {string} productMean
 * @property {string} productVariance
 * @property {string} sumMean
 * @property {string} sumVariance
 * @property {string} scaledVariance
 * @property {string} scale
 */

const i = id('i');
/** @param {...Content} of */
const mean = (...of) => row(upright('E'), brackets(...of));
/** @param {...Content} of */
const variance = (...of) => row(upright('Var'), parens(...of));
const product = row(q(i), k(i));
const score = row(id('q', 'q'), dot, id('k', 'k'));
const equals = op('=');
const times = op('\u00d7');
/** The mean (mu) and the variance (sigma squared) of a side. @param {'q' | 'k'} side */
const mu = (side) => sub(id('\u03bc'), id(side, side));
/** @param {'q' | 'k'} side */
const muSquared = (side) => subsup(id('\u03bc'), id(side, side), num(2));
/** @param {'q' | 'k'} side */
const sigmaSquared = (side) => subsup(id('\u03c3'), id(side, side), num(2));
const rho = row(id('\u03c1'), sub(id('\u03c3'), id('q', 'q')), sub(id('\u03c3'), id('k', 'k')));

/** @type {Readonly<Record<'component' | 'productMean' | 'productVariance' | 'sumMean' | 'sumVariance' | 'factor', (symbols: Symbols) => Content>>} */
export const formulas = Object.freeze({
  component: () =>
    row(
      mean(q(i)),
      equals,
      mu('q'),
      op(','),
      variance(q(i)),
      equals,
      sigmaSquared('q'),
      op(';'),
      mean(k(i)),
      equals,
      mu('k'),
      op(','),
      variance(k(i)),
      equals,
      sigmaSquared('k'),
    ),

  productMean: ({ off, productMean }) =>
    row(
      mean(product),
      equals,
      row(mean(q(i)), mean(k(i))),
      off === 'independent' ? row(op('+'), rho) : '',
      equals,
      num(productMean, 's'),
    ),

  productVariance: ({ off, productVariance }) =>
    off === 'independent'
      ? row(
          variance(product),
          equals,
          row(upright('E'), brackets(sup(parens(product), num(2)))),
          op('\u2212'),
          sup(mean(product), num(2)),
          equals,
          num(productVariance, 's'),
        )
      : row(
          variance(product),
          equals,
          parens(sigmaSquared('q'), op('+'), muSquared('q')),
          parens(sigmaSquared('k'), op('+'), muSquared('k')),
          op('\u2212'),
          muSquared('q'),
          muSquared('k'),
          equals,
          num(productVariance, 's'),
        ),

  sumMean: ({ dk: size, productMean, sumMean }) =>
    row(
      mean(score),
      equals,
      sum(row(i, equals, num(1)), dk, mean(product)),
      equals,
      num(size),
      times,
      num(productMean),
      equals,
      num(sumMean, 's'),
    ),

  sumVariance: ({ dk: size, productVariance, sumVariance }) =>
    row(
      variance(score),
      equals,
      sum(row(i, equals, num(1)), dk, variance(product)),
      equals,
      num(size),
      times,
      num(productVariance),
      equals,
      num(sumVariance, 's'),
    ),

  factor: ({ scale, sumVariance, scaledVariance }) =>
    row(
      variance(id('c', 'c'), score),
      equals,
      sup(id('c', 'c'), num(2)),
      variance(score),
      equals,
      sup(num(scale, 'c'), num(2)),
      times,
      num(sumVariance),
      equals,
      num(scaledVariance, 's'),
    ),
});
