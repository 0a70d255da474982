/** Styles that only the Training lab's pictures need. */
import { css } from 'lit';

export const trainingStyles = css`
  [aria-disabled='true'] {
    color: var(--sd-faint);
    cursor: default;
  }
`;

export const curvesStyles = css`
  .transport [data-action='play'] {
    min-width: calc(6 * var(--sd-rem));
  }
  .outcomes th,
  .outcomes td {
    padding-inline-end: clamp(var(--sd-2), 3cqi, var(--sd-6));
    white-space: nowrap;
  }
  .outcomes tbody :is(th, td) {
    vertical-align: baseline;
  }
  .outcomes tbody th {
    border-bottom-color: var(--sd-rule);
    color: var(--sd-ink);
    font-weight: 400;
  }
  .outcomes button {
    padding-inline: 0;
  }
`;

export const mapsStyles = css`
  .answers th,
  .answers td {
    vertical-align: baseline;
  }
  .answers th {
    border-bottom-color: var(--sd-rule);
    white-space: nowrap;
  }
  .answers .tokens {
    color: var(--sd-ink);
    font-size: var(--sd-size-m);
  }
  :host([slide]) .answers tbody {
    display: flex;
    flex-wrap: wrap;
    gap: 0 var(--sd-6);
  }
  :host([slide]) .answers tr {
    display: flex;
  }
  .answers .right {
    color: var(--sd-good);
  }
  .answers .wrong {
    color: var(--sd-warn);
  }
`;
