/** Styles that only the Heads lab needs. */
import { css } from 'lit';

export const labStyles = css`
  .formula .values mtd {
    padding-top: 6px;
  }
`;

export const headsStyles = css`
  .stepper {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: var(--sd-2) var(--sd-3);
    font-size: var(--sd-size-s);
  }
  .step {
    display: grid;
    gap: var(--sd-1);
    max-width: var(--sd-measure);
    padding-inline-start: var(--sd-4);
    border-inline-start: 2px solid var(--sd-accent);
  }
  [aria-disabled='true'] {
    color: var(--sd-faint);
    cursor: default;
  }
  .timing {
    width: auto;
  }
  .timing th,
  .timing td {
    padding-inline-end: clamp(var(--sd-1), 3cqi, var(--sd-6));
    white-space: nowrap;
  }
  .timing tbody :is(th, td) {
    vertical-align: baseline;
  }
  .timing .times {
    white-space: normal;
  }
  .times span {
    display: inline-block;
    white-space: nowrap;
  }
  .timing tbody th {
    border-bottom-color: var(--sd-rule);
    color: var(--sd-ink);
    font-weight: 400;
  }
`;
