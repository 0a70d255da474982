/** The possible content of a template. */

import type { noChange, nothing, TemplateResult } from 'lit';
import type { DirectiveResult } from 'lit/directive.js';

export type Content =
  | string
  | number
  | boolean
  | null
  | undefined
  | TemplateResult<1 | 2 | 3>
  | DirectiveResult
  | typeof nothing
  | typeof noChange
  | Node
  | readonly Content[];
