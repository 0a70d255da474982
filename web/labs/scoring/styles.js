/** Styles of the Scoring lab's pictures only. */
import { css, unsafeCSS } from 'lit';
import { categories } from '../../charts/categories.js';

const swatches = unsafeCSS(
  categories.map((color, i) => `.swatch[data-key='k${i}'] { fill: ${color}; }`).join('\n'),
);

/** Styles of the lab itself. */
export const labStyles = css`
  .formula .values mtd {
    padding-top: 8px;
  }
`;

export const planeStyles = css`
  ${swatches}
  .slide input {
    width: min(200px, 36vw);
  }
  :host([single]) .slide input {
    width: min(200px, max(64px, 12cqi));
  }
  .swatch {
    fill: var(--sd-query);
    stroke: var(--sd-ink);
    stroke-width: 1px;
    forced-color-adjust: none;
  }
  .swatch[data-key='q'] {
    stroke: none;
  }
  .vectors {
    width: auto;
  }
  .vectors th svg {
    margin-inline-end: var(--sd-2);
    vertical-align: -1px;
  }
  .vectors th,
  .vectors td {
    padding-block: 2px;
    white-space: nowrap;
    border: 0;
    font-weight: 400;
    vertical-align: middle;
  }
  .vectors tbody th {
    color: var(--sd-ink);
  }
  .vectors input {
    width: calc(5.5 * var(--sd-rem));
    min-width: 0;
    min-height: 30px;
    padding-block: 2px;
  }
  .vectors button {
    min-width: 30px;
    min-height: 30px;
    padding: 0;
    border: 0;
  }
  @container (max-width: 480px) {
    /* As wide as the available space, so that the buttons at the end are in view. */
    .vectors {
      table-layout: fixed;
      width: 100%;
      min-width: calc(18.5 * var(--sd-rem));
    }
    .vectors thead :first-child {
      width: calc(3.25 * var(--sd-rem));
    }
    .vectors thead :last-child {
      width: 34px;
    }
    @media (pointer: coarse) {
      .vectors thead :last-child {
        width: 44px;
      }
    }
    .vectors input {
      width: 100%;
      padding-inline: 4px;
      /* The arrows of a number box would cover its last digits. */
      appearance: textfield;
    }
    .vectors input::-webkit-inner-spin-button {
      display: none;
    }
    .vectors th,
    .vectors td {
      padding-inline: 2px;
    }
  }
  @media (pointer: coarse) {
    .vectors input,
    .vectors button {
      min-width: 44px;
      min-height: 44px;
    }
  }
`;

export const scoringStyles = css`
  .moments.wide {
    max-width: none;
    width: auto;
  }
  .moments.wide th,
  .moments.wide td {
    padding-inline-end: var(--sd-4);
  }
  .moments.wide thead th:not(:first-child),
  .moments.wide td {
    text-align: end;
  }
  .functions th,
  .functions td {
    vertical-align: middle;
    text-align: start;
  }
  .functions tbody th {
    border-bottom-color: var(--sd-rule);
    color: var(--sd-ink);
    font-weight: 600;
    white-space: nowrap;
  }
  .functions td.number {
    white-space: nowrap;
  }
  /* Chinese words stay in one piece. */
  .moments.wide th {
    word-break: keep-all;
  }
  .functions td:nth-child(3),
  .functions td:nth-child(4) {
    min-width: 6em;
  }
  .functions td:last-child {
    white-space: nowrap;
    line-height: 1.35;
  }
  .functions .muted {
    font-size: var(--sd-size-xs);
  }
  /* Like the buttons of a picture. */
  .file {
    margin-inline-end: var(--sd-4);
    padding: 0;
    border: 0;
    font-size: var(--sd-size-xs);
  }
  :host([single]) .functions :is(th, td) {
    padding-block: 1px;
    font-size: var(--sd-size-s);
    line-height: 1.25;
  }
  .functions [data-picked] {
    background: color-mix(in srgb, var(--sd-accent) 8%, transparent);
  }
`;
