/** The styles of every section of a lab: a title, a sentence, a picture, small tables of numbers, muted notes. */
import { css } from 'lit';
import { base, tokens } from '../../charts/tokens.js';

const layout = css`
  :host {
    display: block;
    min-width: 0;
    container-type: inline-size;
    scroll-margin-top: var(--sd-4);
  }
  :host([hidden]) {
    display: none;
  }
  section {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    gap: var(--sd-3);
  }
  /* The text around a single figure introduces it. */
  :host([single]) .lead {
    display: none;
  }
  :host([single]) section {
    position: relative;
    gap: var(--sd-2);
  }
  /* Longer lines, for which a single figure as wide as its text has space. */
  :host([single]) :is(section, .figure) {
    --sd-measure: 46em;
  }
  :host([single]) .choices {
    gap: var(--sd-1) var(--sd-2);
    & button {
      padding-inline: var(--sd-2);
      font-size: var(--sd-size-s);
    }
  }
  /* Like the buttons of a figure. */
  [data-action='embed'] {
    justify-self: start;
    min-height: max(28px, 2.3em);
    padding: 0;
    border: 0;
    font-size: var(--sd-size-xs);
  }
  /* In a single figure, at the end of the last line, which is never that long. */
  @container (min-width: 480px) {
    :host([single]) section > [data-action='embed'] {
      position: absolute;
      inset: auto 0 0 auto;
      min-height: 0;
      line-height: 20px;
    }
  }
  @media (pointer: coarse) {
    [data-action='embed'] {
      min-height: 44px;
      text-align: start;
    }
  }
  @media print {
    [data-action='embed'] {
      display: none;
    }
  }
  h4 {
    margin: 0;
    font-size: var(--sd-size-m);
    font-weight: 600;
  }
  .why,
  .numpy {
    max-width: calc(44 * var(--sd-rem));
  }
  .lead,
  .note,
  .verdict,
  .notes {
    max-width: var(--sd-measure);
  }
  .note,
  .notes,
  .status {
    font-size: var(--sd-size-s);
    color: var(--sd-muted);
  }
  .more > summary {
    width: fit-content;
    cursor: pointer;
    font-size: var(--sd-size-s);
    color: var(--sd-muted);
  }
  .more > summary:hover {
    color: var(--sd-ink);
  }
  .more > .note {
    margin-top: var(--sd-2);
  }
  .notes {
    display: grid;
    gap: var(--sd-2);
    margin: 0;
    padding-inline-start: var(--sd-4);
  }
  .problem {
    padding: var(--sd-2) var(--sd-3);
    border-inline-start: 3px solid var(--sd-warn);
    background: var(--sd-panel);
    overflow-wrap: anywhere;
  }
  /* Stays in the document when empty, so that the next problem is announced. */
  .problem:empty {
    padding: 0;
    border: 0;
  }
  .choices {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: var(--sd-2) var(--sd-3);
    margin: 0;
    padding: 0;
    border: 0;
    min-width: 0;
  }
  .choices[slot='controls'] {
    margin-top: var(--sd-2);
  }
  .switch,
  .slide {
    display: inline-flex;
    align-items: center;
    gap: var(--sd-2);
    min-height: 32px;
    font-size: var(--sd-size-s);
  }
  .slide {
    flex-wrap: wrap;
  }
  .slide input {
    width: min(220px, 38vw);
  }
  .status {
    display: inline-flex;
    flex-wrap: wrap;
    align-items: center;
    gap: var(--sd-2) var(--sd-3);
    min-height: 32px;
  }
  .status progress {
    width: 120px;
    height: 6px;
    accent-color: var(--sd-accent);
  }
  .why,
  .numpy {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    gap: var(--sd-2);
  }
  pre {
    margin: 0;
    padding: var(--sd-3);
    overflow-x: auto;
    border-radius: var(--sd-radius);
    background: var(--sd-panel);
    font-size: var(--sd-size-s);
    line-height: 1.5;
  }
  @media (pointer: coarse) {
    .switch,
    .status button {
      min-height: 44px;
    }
  }
`;

/** Letters and numbers in the colours of what they represent. */
export const symbols = css`
  .symbol {
    white-space: nowrap;
  }
  /* In a Chinese font the dot would be as wide as a character. */
  .symbol:lang(zh) {
    font-family: 'scaledot Quotes', var(--sd-font);
  }
  .symbol i,
  .symbol sub,
  .symbol sup,
  var {
    font-family: Georgia, 'Times New Roman', 'Liberation Serif', serif;
    font-style: italic;
  }
  sub,
  sup {
    font-size: 0.72em;
    line-height: 0;
  }
  /* A number that may still change. */
  [data-provisional] {
    text-decoration-line: underline;
    text-decoration-style: dotted;
    text-decoration-thickness: 2px;
    text-underline-offset: 0.2em;
  }
  .so-far {
    color: var(--sd-muted);
  }
  .q {
    color: var(--sd-query);
  }
  .k {
    color: var(--sd-key);
  }
  .s {
    color: var(--sd-score);
  }
  .c {
    color: var(--sd-weight);
  }
`;

const formulas = css`
  math {
    font-size: 1.05em;
  }
  /* A formula is read as a whole, so in a narrow column it is smaller instead of cut. */
  .display math {
    font-size: min(1.05em, 3.8cqi);
  }
  .display {
    max-width: 100%;
    padding-block: 4px;
    overflow-x: auto;
    overflow-y: hidden;
  }
  .s {
    font-weight: 600;
  }
`;

const numbers = css`
  .pair {
    display: flex;
    flex-wrap: wrap;
    gap: var(--sd-4) var(--sd-12);
  }
  .moments {
    flex: 1 1 260px;
    max-width: 380px;
  }
  /* Seventeen digits fit in one line, because they are smaller in a narrow column. */
  .moments.digits {
    max-width: calc(30 * var(--sd-rem));
    width: 100%;
    font-size: min(var(--sd-size-s), 4.2cqi);
  }
  .moments.digits td {
    line-height: 1.35;
  }
  .moments thead td {
    border-bottom-color: var(--sd-muted);
  }
  .moments caption {
    padding-bottom: var(--sd-1);
    font-weight: 600;
    text-align: start;
  }
  .moments tbody th {
    vertical-align: baseline;
    border-bottom-color: var(--sd-rule);
    font-weight: 400;
  }
  .moments td:last-child,
  .moments th:last-child {
    padding-inline-end: 0;
  }
  .moments td {
    white-space: nowrap;
    vertical-align: baseline;
  }
  .moments strong {
    font-size: var(--sd-size-l);
    font-weight: 650;
  }
  .theory {
    color: var(--sd-muted);
  }
  /* An edge with more content beyond it has a shadow. At the end, a gradient that scrolls with the content covers it. */
  .scroll {
    --shade: color-mix(in srgb, var(--sd-ink) 18%, transparent);
    max-width: 100%;
    overflow-x: auto;
    background:
      linear-gradient(to right, var(--sd-paper) 40%, transparent) 0 0 / 36px 100% local,
      linear-gradient(to left, var(--sd-paper) 40%, transparent) 100% 0 / 36px 100% local,
      linear-gradient(to right, var(--shade), transparent) 0 0 / 12px 100%,
      linear-gradient(to left, var(--shade), transparent) 100% 0 / 12px 100%;
    background-repeat: no-repeat;
  }
`;

const form = css`
  .fields {
    display: grid;
    grid-template-columns: repeat(auto-fill, minmax(112px, 1fr));
    gap: var(--sd-3);
    align-items: end;
    max-width: calc(44 * var(--sd-rem));
  }
  .fields .choices {
    grid-column: 1 / -1;
  }
  :host([single]) .fields {
    grid-template-columns: repeat(auto-fill, minmax(72px, 1fr));
    gap: var(--sd-2);
  }
  .field {
    display: grid;
    gap: var(--sd-1);
    font-size: var(--sd-size-s);
    color: var(--sd-muted);
  }
  .field input {
    width: 100%;
    min-width: 0;
    color: var(--sd-ink);
    font-size: var(--sd-size-m);
  }
`;

export const sectionStyles = [tokens, base, layout, symbols, formulas, numbers, form];
