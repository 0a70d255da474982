/** Styles of the Attention lab and of all its pictures. */
import { css } from 'lit';

export const attentionStyles = css`
  .beside {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    gap: var(--sd-6) var(--sd-8);
    align-items: start;
  }
  @container (min-width: 46.93em) {
    .beside {
      grid-template-columns: minmax(0, 1.15fr) minmax(0, 1fr);
    }
    .beside[data-several] {
      grid-template-columns: minmax(0, 1fr) minmax(0, 1fr);
    }
  }
  .verdict.warning {
    padding-inline-start: var(--sd-3);
    border-inline-start: 3px solid var(--sd-warn);
  }
  h4 {
    margin: 0;
  }
`;

/** Delays messages about a text until typing has ended, because half a word is not a word. */
export const lateStyles = css`
  .late {
    animation: late 700ms step-end;
  }
  @keyframes late {
    from {
      visibility: hidden;
    }
  }
`;

/** Styles of the lab itself. */
export const labStyles = css`
  ${lateStyles}
  .formula .definition {
    align-self: center;
  }
  .formula .v {
    color: var(--sd-value);
  }
  .formula .values mtd {
    padding-top: 8px;
  }
  .answer .problem {
    display: inline;
    color: var(--sd-warn);
  }
`;
