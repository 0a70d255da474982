/** One matrix of several, without a frame of its own. */
import { html, unsafeStatic } from 'lit/static-html.js';
import { SdMatrix } from '../../charts/matrix.js';
import { innerTag } from './define.js';

/** @param {import('../../charts/matrix.js').Matrix} spec */
export function matrix(spec) {
  const tag = unsafeStatic(innerTag('sd-matrix', SdMatrix));
  return html`<${tag} .matrix=${spec}></${tag}>`;
}
