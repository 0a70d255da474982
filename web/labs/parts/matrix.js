/** Renders one of several matrices, without a frame of its own. */

/** @import { Matrix } from '../../charts/matrix.js' */

import { html, unsafeStatic } from 'lit/static-html.js';
import { SdMatrix } from '../../charts/matrix.js';
import { innerTag } from './define.js';

/** @param {Matrix} spec */
export function matrix(spec) {
  const tag = unsafeStatic(innerTag('sd-matrix', SdMatrix));
  return html`<${tag} .matrix=${spec}></${tag}>`;
}
