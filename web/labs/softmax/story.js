/** The pictures of the Softmax lab below the main one, by tag. */
import { SoftmaxExponent } from './exponent.js';
import { SoftmaxBands } from './bands.js';
import { SoftmaxJacobian } from './jacobian.js';
import { SoftmaxVanish } from './vanish.js';

/** @type {Readonly<Record<string, CustomElementConstructor>>} */
export const sections = Object.freeze({
  'sd-softmax-jacobian': SoftmaxJacobian,
  'sd-softmax-bands': SoftmaxBands,
  'sd-softmax-exponent': SoftmaxExponent,
  'sd-softmax-vanish': SoftmaxVanish,
});
