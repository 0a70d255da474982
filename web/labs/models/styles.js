/** Styles that only the Models lab needs. */
import { css } from 'lit';

/** Styles of the lab itself. */
export const labStyles = css`
  .formula .values mtd {
    padding-top: 8px;
  }
  .answer .problem {
    color: var(--sd-warn);
  }
  .opening {
    display: grid;
    gap: var(--sd-2);
    padding: var(--sd-3);
    border: 1px dashed var(--sd-muted);
    border-radius: var(--sd-radius, 6px);
    font-size: var(--sd-size-s);
  }
  .opening[data-over] {
    border-color: var(--sd-accent);
    background: color-mix(in srgb, var(--sd-accent) 8%, transparent);
  }
  .opening p {
    margin: 0;
    max-width: var(--sd-measure);
  }
  .opened {
    margin: 0;
    max-width: var(--sd-measure);
    color: var(--sd-muted);
    font-size: var(--sd-size-s);
  }
`;

export const wildStyles = css`
  .wild th,
  .wild td {
    text-align: start;
    vertical-align: baseline;
  }
  .wild tbody th {
    border-bottom-color: var(--sd-rule);
    color: var(--sd-ink);
    font-weight: 600;
  }
  .wild td {
    min-width: 8em;
  }
  /* A link in a row of its own is easier to touch. */
  @media (pointer: coarse) {
    .wild a {
      display: block;
      width: fit-content;
      padding-block: var(--sd-3);
    }
  }
  .file {
    margin-inline-end: var(--sd-2);
    padding: 0;
    border: 0;
    font-size: var(--sd-size-xs);
  }
  :host([single]) .wild :is(th, td) {
    padding-block: 1px;
    font-size: var(--sd-size-xs);
    line-height: 1.25;
  }
`;
