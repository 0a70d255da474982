/** Styles of the derivation's steps. */
import { css } from 'lit';

export const stepperStyles = css`
  .steps {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    max-width: calc(52 * var(--sd-rem));
    margin: 0;
    padding: 0;
    list-style: none;
  }
  .step {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    gap: var(--sd-1);
    padding: var(--sd-2) 0 var(--sd-2) var(--sd-4);
    border-inline-start: 2px solid var(--sd-rule);
  }
  /* A slide shows one step at a time. */
  :host([slide]) .step:not(.current) {
    display: none;
  }
  :host([slide]) .step {
    gap: var(--sd-3);
    font-size: 1.12em;
  }
  :host([slide]) .step math {
    font-size: 1.5em;
  }
  :host([slide]) :is(.steps, .words) {
    max-width: none;
  }
  .step.current {
    border-inline-start-color: var(--sd-accent);
  }
  .step.broken {
    border-inline-start: 4px double var(--sd-warn);
  }
  .step > button {
    justify-self: start;
    padding: 0;
    text-align: start;
  }
  .step.current > button {
    color: var(--sd-ink);
    font-weight: 600;
  }
  .step .index {
    display: inline-block;
    min-width: 1.2em;
    color: var(--sd-muted);
  }
  .mark {
    margin-inline-start: var(--sd-2);
    color: var(--sd-warn);
    font-weight: 600;
  }
  .numbers {
    display: flex;
    flex-wrap: wrap;
    gap: 0 var(--sd-6);
    margin: 0;
    font-size: var(--sd-size-s);
  }
  .numbers > div {
    display: flex;
    flex-wrap: wrap;
    gap: 0 var(--sd-3);
  }
  .numbers dt {
    color: var(--sd-muted);
  }
  .numbers dd {
    margin: 0;
    white-space: nowrap;
  }
  .words {
    display: grid;
    gap: var(--sd-2);
    max-width: var(--sd-measure);
  }
  .breaks {
    padding-inline-start: var(--sd-3);
    border-inline-start: 3px solid var(--sd-warn);
  }
`;
