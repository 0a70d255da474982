/**
 * Design tokens (colours, type, space) and the small shared style sheets (text, buttons, fields, tables).
 *
 * How themes work. Each colour is one `light-dark(light, dark)` value, so it is resolved where it is *used*, from the
 * inherited `color-scheme`. Any shadow root may adopt `tokens` again without losing the theme chosen further up:
 *
 * - a document that adopts `tokens` follows the reader's system (`color-scheme: light dark` on :root);
 * - `theme="light"` or `theme="dark"` on any element, or on a host whose root adopts `tokens`, applies to its contents;
 * - `theme="auto"` returns the choice to the system;
 * - without an attribute an embedded element inherits the scheme of the page around it.
 *
 * In forced-colors mode all tokens become system colours.
 *
 * Hosts override the properties `--scaledot-...` of docs/elements.md on the element or on any ancestor.
 *
 * Use in an element: `static styles = [tokens, base, css`...`]`. In a document: `adopt(document)`.
 */

/** @import { CSSResult } from 'lit' */

import { css } from 'lit';

/** Names that a chart spec may use as `color`; each is also the custom property `--sd-<name>`. */
export const colorNames = /** @type {const} */ ([
  'query',
  'key',
  'value',
  'weight',
  'score',
  'accent',
  'ink',
  'muted',
  'faint',
  'good',
  'warn',
]);

/** @typedef {(typeof colorNames)[number]} ColorName */

/** The type scale. A rule that sets --scaledot-size for its contents must repeat these, so that they use that size. */
export const sizes = css`
  /* Hosts that make their own rem tiny (62.5%) would make the text unreadable. */
  --sd-rem: var(--scaledot-size, max(1rem, 15px));
  --sd-size-xs: calc(0.75 * var(--sd-rem));
  --sd-size-s: calc(0.8125 * var(--sd-rem));
  --sd-size-m: calc(0.9375 * var(--sd-rem));
  --sd-size-l: calc(1.125 * var(--sd-rem));
  --sd-size-xl: calc(1.5 * var(--sd-rem));
  --sd-size-xxl: clamp(1.75 * var(--sd-rem), 1.3 * var(--sd-rem) + 1.6vw, 2.5 * var(--sd-rem));
`;

/** Colours, type scale and the 4/8 px rhythm, as inherited custom properties. */
export const tokens = css`
  :root {
    color-scheme: light dark;
  }
  :host([theme='light']),
  [theme='light'] {
    color-scheme: light;
  }
  :host([theme='dark']),
  [theme='dark'] {
    color-scheme: dark;
  }
  :host([theme='auto']),
  [theme='auto'] {
    color-scheme: light dark;
  }
  :root,
  :host {
    /* One accent per quantity, the same in pictures, formulas and code. A search chose the hues within their families:
       the largest distance between any two, also for colour-blind eyes, at 4.5:1 or more on paper and on panel. */
    --sd-query: var(--scaledot-query, light-dark(#22529e, #8ab8ff));
    --sd-key: var(--scaledot-key, light-dark(#bf4d08, #fda45b));
    --sd-value: var(--scaledot-value, light-dark(#017f6a, #62e6c8));
    --sd-weight: var(--scaledot-weight, light-dark(#8430dd, #ad78ff));
    --sd-score: var(--scaledot-score, light-dark(#861c42, #f0648c));
    --sd-accent: var(--scaledot-accent, light-dark(#22529e, #8ab8ff));
    --sd-good: var(--scaledot-good, light-dark(#017f6a, #62e6c8));
    --sd-warn: var(--scaledot-warn, light-dark(#a3480b, #fda45b));

    --sd-ink: var(--scaledot-ink, light-dark(#1b1e23, #e8eaed));
    --sd-muted: var(--scaledot-muted, light-dark(#5c636d, #a3abb6));
    --sd-faint: var(--scaledot-faint, light-dark(#8b929c, #747c87));
    --sd-rule: var(--scaledot-rule, light-dark(#dfe2e6, #2d3239));
    --sd-bar: light-dark(#d3dae3, #3a434e);
    --sd-paper: var(--scaledot-paper, light-dark(#ffffff, #14161a));
    --sd-panel: var(--scaledot-panel, light-dark(#f6f7f9, #1b1e23));
    --sd-focus: var(--sd-accent);

    /* Signs that a Latin font may lack, from labs/parts/math-font.js. In a Chinese font they are as wide as a character. */
    --sd-font-quotes: 'scaledot Quotes';
    /* DejaVu Sans, the last resort of many Linux machines, is a seventh wider than the others. Its condensed face is not. */
    --sd-font: var(
      --scaledot-font,
      -apple-system,
      BlinkMacSystemFont,
      'Segoe UI',
      Roboto,
      'Helvetica Neue',
      Inter,
      'Noto Sans',
      'Liberation Sans',
      Arial,
      Ubuntu,
      Cantarell,
      'DejaVu Sans Condensed',
      'scaledot Signs',
      var(--sd-font-quotes),
      'PingFang SC',
      'Hiragino Sans GB',
      'Microsoft YaHei',
      'Noto Sans CJK SC',
      'Noto Sans SC',
      'Source Han Sans SC',
      system-ui,
      sans-serif
    );
    --sd-mono: var(
      --scaledot-mono,
      ui-monospace,
      'SF Mono',
      'Cascadia Code',
      Menlo,
      Consolas,
      'Liberation Mono',
      'Noto Sans Mono',
      'DejaVu Sans Mono',
      monospace
    );
    ${sizes}
    --sd-leading: 1.55;
    /* Width of running text: 65 to 75 letters, or 34 Chinese characters. */
    --sd-measure: max(34em, 55ch);

    --sd-1: var(--scaledot-space, 4px);
    --sd-2: calc(2 * var(--sd-1));
    --sd-3: calc(3 * var(--sd-1));
    --sd-4: calc(4 * var(--sd-1));
    --sd-6: calc(6 * var(--sd-1));
    --sd-8: calc(8 * var(--sd-1));
    --sd-12: calc(12 * var(--sd-1));
    --sd-16: calc(16 * var(--sd-1));
    --sd-radius: var(--scaledot-radius, 4px);
  }
  :root:lang(zh),
  :host(:lang(zh)) {
    --sd-font-quotes: 'scaledot Signs';
  }
  @media (forced-colors: active) {
    :root,
    :host {
      --sd-query: LinkText;
      --sd-key: CanvasText;
      --sd-value: LinkText;
      --sd-weight: VisitedText;
      --sd-score: CanvasText;
      --sd-accent: LinkText;
      --sd-good: CanvasText;
      --sd-warn: CanvasText;
      --sd-ink: CanvasText;
      --sd-muted: CanvasText;
      --sd-faint: GrayText;
      --sd-rule: GrayText;
      --sd-bar: GrayText;
      --sd-paper: Canvas;
      --sd-panel: Canvas;
      --sd-focus: Highlight;
    }
  }
`;

/** Text, links, focus rings, buttons, fields, tables. Class names: .quiet .chip .primary .muted .number .visually-hidden */
export const base = css`
  *,
  *::before,
  *::after {
    box-sizing: border-box;
  }
  :host {
    font-family: var(--sd-font);
    font-size: var(--sd-size-m);
    line-height: var(--sd-leading);
    color: var(--sd-ink);
  }
  :host([hidden]),
  [hidden] {
    display: none !important;
  }
  h1,
  h2,
  h3 {
    margin: 0;
    font-weight: 600;
    line-height: 1.25;
    letter-spacing: -0.011em;
    text-wrap: balance;
  }
  h1 {
    font-size: var(--sd-size-xxl);
  }
  h2 {
    font-size: var(--sd-size-xl);
  }
  h3 {
    font-size: var(--sd-size-l);
  }
  p {
    margin: 0;
    text-wrap: pretty;
  }
  a {
    color: var(--sd-accent);
    text-decoration-thickness: 1px;
    text-underline-offset: 0.18em;
  }
  :focus-visible {
    outline: 2px solid var(--sd-focus);
    outline-offset: 2px;
    border-radius: var(--sd-radius);
  }
  .muted {
    color: var(--sd-muted);
  }
  .number,
  td,
  output {
    font-variant-numeric: tabular-nums;
  }
  .visually-hidden {
    position: absolute;
    width: 1px;
    height: 1px;
    margin: -1px;
    overflow: hidden;
    clip-path: inset(50%);
    white-space: nowrap;
  }
  button,
  select,
  input,
  textarea {
    font: inherit;
    color: inherit;
  }
  /* Keeps focused elements clear of the dock of a narrow lab. */
  :is(a, button, select, input, textarea, summary, [tabindex]) {
    scroll-margin-block-end: var(--sd-dock, 0);
  }
  button {
    min-height: max(32px, 2.1em);
    padding: 0 var(--sd-3);
    border: 1px solid var(--sd-rule);
    border-radius: var(--sd-radius);
    background: var(--sd-paper);
    cursor: pointer;
  }
  button:hover {
    border-color: var(--sd-muted);
  }
  button:disabled {
    color: var(--sd-faint);
    cursor: default;
  }
  button.primary {
    border-color: var(--sd-accent);
    background: var(--sd-accent);
    color: var(--sd-paper);
  }
  @media (forced-colors: active) {
    button.primary {
      forced-color-adjust: none;
      border-color: Highlight;
      background: Highlight;
      color: HighlightText;
    }
  }
  button.quiet {
    border-color: transparent;
    background: none;
    color: var(--sd-muted);
  }
  button.quiet:disabled {
    color: var(--sd-faint);
  }
  button.quiet:hover:enabled {
    color: var(--sd-ink);
    text-decoration: underline;
    text-underline-offset: 0.2em;
    text-decoration-thickness: 1px;
  }
  button.chip {
    border-radius: 2em;
  }
  button[aria-pressed='true'],
  button[aria-selected='true'] {
    color: var(--sd-accent);
    border-color: var(--sd-accent);
  }
  select,
  input[type='number'],
  input[type='text'],
  textarea {
    min-height: max(32px, 2.1em);
    padding: 0 var(--sd-2);
    border: 1px solid var(--sd-faint);
    border-radius: var(--sd-radius);
    background: var(--sd-paper);
    font-variant-numeric: tabular-nums;
  }
  input[type='range'],
  input[type='checkbox'],
  input[type='radio'] {
    accent-color: var(--sd-accent);
  }
  input:is([type='checkbox'], [type='radio']) {
    width: max(13px, 0.85em);
    height: max(13px, 0.85em);
  }
  table {
    border-collapse: collapse;
    font-size: var(--sd-size-s);
    font-variant-numeric: tabular-nums;
  }
  th {
    padding: var(--sd-1) var(--sd-3) var(--sd-1) 0;
    border-bottom: 1px solid var(--sd-muted);
    color: var(--sd-muted);
    font-weight: 500;
    text-align: start;
    vertical-align: bottom;
  }
  td {
    padding: var(--sd-1) var(--sd-3) var(--sd-1) 0;
    border-bottom: 1px solid var(--sd-rule);
  }
  th.numeric,
  td.numeric {
    text-align: end;
  }
  math {
    font-family:
      'scaledot Math', 'Cambria Math', 'STIX Two Math', 'Latin Modern Math', 'XITS Math',
      'STIX Math', 'Libertinus Math', 'TeX Gyre Termes Math', 'Noto Sans Math', math, serif;
  }
  code,
  pre {
    font-family: var(--sd-mono);
    font-size: 0.9em;
  }
  @media (pointer: coarse) {
    button,
    select,
    input[type='number'],
    input[type='text'],
    input[type='range'] {
      min-height: 44px;
    }
    button,
    summary {
      min-width: 44px;
    }
    summary {
      padding-block: var(--sd-3);
    }
  }
  /* Details are printed open, because paper cannot be unfolded. */
  @media print {
    ::details-content {
      content-visibility: visible;
      block-size: auto;
    }
    summary::marker {
      content: '';
    }
  }
  @media (prefers-reduced-motion: reduce) {
    *,
    *::before,
    *::after {
      transition: none !important;
      animation: none !important;
    }
  }
`;

/**
 * Adopts sheets into a document or a shadow root (constructed sheets are allowed by a strict content-security policy).
 * @param {Document | ShadowRoot} root
 * @param {CSSResult[]} sheets
 */
export function adopt(root, sheets = [tokens]) {
  for (const sheet of sheets) {
    const constructed = sheet.styleSheet;
    if (constructed && !root.adoptedStyleSheets.includes(constructed))
      root.adoptedStyleSheets.push(constructed);
  }
}
