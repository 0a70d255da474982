/** Styles of the pictures below the main one. Fetched with them. */
import { css } from 'lit';

/** Styles of matrix names, in their colours. */
export const letterStyles = css`
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
`;

export const matricesStyles = css`
  .steps {
    gap: var(--sd-2);
  }
  .chain {
    display: flex;
    flex-wrap: wrap;
    gap: var(--sd-1);
  }
  .chain button {
    min-width: 40px;
    padding-inline: var(--sd-2);
  }
  /* Contains the sticky arithmetic, which so stays below the steps. */
  .work {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    gap: inherit;
  }
  .equations {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    gap: var(--sd-8);
  }
  .equation {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    gap: var(--sd-1);
  }
  .equation .note {
    max-width: var(--sd-measure);
    min-height: 2.6em;
  }
  .matrices {
    display: flex;
    flex-wrap: wrap;
    align-items: start;
    gap: var(--sd-2) 0;
    padding-block: var(--sd-2);
    overflow-x: auto;
  }
  .matrices[data-wrapped] {
    gap: var(--sd-3) 0;
  }
  .matrix {
    min-width: 0;
  }
  .caption {
    display: flex;
    gap: var(--sd-2);
    align-items: baseline;
    margin-inline-start: 2px;
    font-size: var(--sd-size-s);
    white-space: nowrap;
  }
  .caption .letter {
    font-size: var(--sd-size-l);
  }
  .caption .muted {
    font-size: var(--sd-size-xs);
  }
  .sign {
    align-self: center;
    min-width: 28px;
    padding-inline: var(--sd-2);
    color: var(--sd-muted);
    font-size: var(--sd-size-l);
    text-align: center;
    white-space: nowrap;
  }
  .sign[data-how='scale'],
  .sign[data-how='softmax'] {
    font-size: var(--sd-size-s);
  }
  .arithmetic {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    gap: var(--sd-2);
    min-height: calc(8.5 * var(--sd-rem));
    align-content: start;
    padding: var(--sd-3) var(--sd-4);
    border-radius: var(--sd-radius);
    background: var(--sd-panel);
  }
  /* The arithmetic stays in view, wherever its cell is. */
  .arithmetic {
    position: sticky;
    z-index: 1;
    /* Above a phone's strip of controls. A card or settings opened from the strip cover the arithmetic. */
    bottom: calc(var(--sd-2) + min(var(--sd-dock, 0px), 160px));
    max-height: 45vh;
    overflow-y: auto;
    outline: 1px solid var(--sd-rule);
  }
  /* On a slide everything is in view. */
  :host([slide]) .arithmetic {
    position: static;
    min-height: 0;
    padding-block: var(--sd-2);
    outline: none;
  }
  :host([slide]) :is(.equation, .arithmetic) .note {
    display: none;
  }
  @media print {
    .arithmetic {
      position: static;
      max-height: none;
    }
  }
  .arithmetic .place {
    font-weight: 600;
  }
  .arithmetic .letter {
    font-size: var(--sd-size-l);
  }
  /* A single figure is low enough to be seen with the text around it. */
  :host([single]) {
    & #title,
    & [data-action='all'],
    & .save {
      display: none;
    }
    & .equation {
      gap: 0;
    }
    & section > [data-action='embed'] {
      padding: var(--sd-2) var(--sd-4);
    }
    & .equation .note {
      min-height: 0;
    }
    & .matrices {
      padding-block: 0;
    }
    & .arithmetic {
      position: static;
      z-index: auto;
      min-height: 0;
      padding-block: var(--sd-2);
    }
  }
  .sum {
    font-variant-numeric: tabular-nums;
    line-height: 1.7;
  }
  .sum .term {
    white-space: nowrap;
  }
  .sum .result {
    font-size: var(--sd-size-l);
    font-weight: 650;
    white-space: nowrap;
  }
  .sum[data-left='q'] .left,
  .sum[data-right='wq'] .right {
    color: var(--sd-query);
  }
  .sum:is([data-right='k'], [data-right='wk']) .right {
    color: var(--sd-key);
  }
  .sum:is([data-right='v'], [data-right='wv']) .right {
    color: var(--sd-value);
  }
  .sum[data-left='weights'] .left {
    color: var(--sd-weight);
  }
  .sum .more {
    min-height: 24px;
    padding: 0 var(--sd-1);
  }
  .arithmetic .muted {
    font-size: var(--sd-size-s);
  }
  .arithmetic input {
    width: calc(8.5 * var(--sd-rem));
  }
  .save {
    display: inline-flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 0 var(--sd-3);
    margin-inline-start: auto;
  }
  .save button {
    min-width: 0;
    padding: 0;
    font-size: var(--sd-size-xs);
  }
  .edits {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: var(--sd-2) var(--sd-3);
    font-size: var(--sd-size-s);
  }
  @media (pointer: coarse) {
    .chain button,
    .save button,
    .sum .more {
      min-width: 44px;
      min-height: 44px;
    }
  }
`;

export const masksStyles = css`
  .masks {
    display: flex;
    flex-wrap: wrap;
    gap: var(--sd-4) var(--sd-4);
    align-items: start;
  }
  .masks .matrix {
    display: grid;
    gap: var(--sd-1);
  }
  .masks button.name {
    justify-self: start;
  }
  .meanings code {
    overflow-wrap: anywhere;
    white-space: normal;
  }
  .meanings td {
    min-width: calc(5.25 * var(--sd-rem));
  }
  .meanings td,
  .meanings th {
    vertical-align: top;
    white-space: normal;
  }
  .meanings tbody th {
    border-bottom-color: var(--sd-rule);
    color: var(--sd-ink);
    font-weight: 400;
  }
  .names {
    display: grid;
    grid-template-columns: minmax(calc(5 * var(--sd-rem)), max-content) minmax(
        0,
        calc(34 * var(--sd-rem))
      );
    gap: var(--sd-1) var(--sd-4);
    margin: 0;
    font-size: var(--sd-size-s);
  }
  .names dt {
    font-weight: 600;
  }
  .names dd {
    margin: 0;
    color: var(--sd-muted);
  }
`;

export const dataStyles = css`
  .drop {
    display: grid;
    gap: var(--sd-3);
    padding: var(--sd-4);
    border: 1.5px dashed var(--sd-faint);
    border-radius: var(--sd-radius);
  }
  .drop[data-over] {
    border-color: var(--sd-accent);
    background: var(--sd-panel);
  }
  .drop textarea {
    width: 100%;
    min-height: calc(7.5 * var(--sd-rem));
    padding: var(--sd-2) var(--sd-3);
    resize: vertical;
    font-family: var(--sd-mono);
    font-size: calc(0.8125 * var(--sd-rem));
    line-height: 1.5;
  }
  .choose {
    margin: 0;
  }
  .open .switch {
    flex-wrap: wrap;
  }
  .files {
    width: auto;
  }
  .files td,
  .files th {
    vertical-align: baseline;
  }
  .files th {
    border-bottom-color: var(--sd-rule);
    color: var(--sd-ink);
    font-weight: 400;
  }
  .files button {
    min-height: 28px;
    padding: 0 var(--sd-1);
    font-size: var(--sd-size-xs);
  }
  @media (pointer: coarse) {
    .files button {
      min-height: 44px;
    }
  }
`;
