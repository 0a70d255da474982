/** The pictures of the Softmax lab, by tag. */
import { SoftmaxExponent } from './exponent.js';
import { SoftmaxBands } from './bands.js';
import { SoftmaxOne } from './one.js';
import { SoftmaxJacobian } from './jacobian.js';
import { SoftmaxVanish } from './vanish.js';

/** @type {Readonly<Record<string, CustomElementConstructor>>} */
export const sections = Object.freeze({
  'sd-softmax-one': SoftmaxOne,
  'sd-softmax-jacobian': SoftmaxJacobian,
  'sd-softmax-bands': SoftmaxBands,
  'sd-softmax-exponent': SoftmaxExponent,
  'sd-softmax-vanish': SoftmaxVanish,
});
