/** What all pictures of the Attention lab need, and the lab itself. */
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
  .verdict.blind {
    padding-inline-start: var(--sd-3);
    border-inline-start: 3px solid var(--sd-warn);
  }
  .letter {
    font-family: Georgia, 'Times New Roman', 'Liberation Serif', serif;
    font-weight: 600;
    white-space: nowrap;
  }
  .letter i {
    font-style: normal;
  }
  .letter[data-letter='q'],
  .letter[data-letter='wq'] {
    color: var(--sd-query);
  }
  .letter:is([data-letter='k'], [data-letter='kt'], [data-letter='wk']) {
    color: var(--sd-key);
  }
  .letter:is([data-letter='v'], [data-letter='wv'], [data-letter='output']) {
    color: var(--sd-value);
  }
  .letter:is([data-letter='scores'], [data-letter='scaled'], [data-letter='masked']) {
    color: var(--sd-score);
  }
  .letter[data-letter='weights'] {
    color: var(--sd-weight);
  }
  h4 {
    margin: 0;
  }
`;

/** Of the lab itself. */
export const labStyles = css`
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
    color: var(--sd-warn);
  }
  .answer .assumed {
    display: block;
    color: var(--sd-muted);
    font-size: var(--sd-size-s);
    font-weight: 400;
  }
`;
