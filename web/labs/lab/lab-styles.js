/**
 * The layout of a lab. It responds to the lab's own width, not the window's, because labs are embedded in columns of
 * any width.
 */

/** @import { CSSResult } from 'lit' */

import { css } from 'lit';
import { sizes } from '../../charts/tokens.js';
import { symbols } from '../parts/styles.js';

const frame = css`
  :host {
    display: block;
    background: var(--sd-paper);
  }
  /* A right-to-left page scrolls to content beyond its left edge, such as the controls' focus rings. */
  :host(:dir(rtl)) {
    padding-inline: var(--sd-2);
  }
  /* Rules of the host page such as * { ... } apply to the element itself, and win. From here on only the properties
     below that say "inherit" come from the page. */
  .lab {
    all: initial;
    color-scheme: inherit;
    visibility: inherit;
    pointer-events: inherit;
    user-select: inherit;
    box-sizing: border-box;
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    gap: var(--sd-3);
    container-type: inline-size;
    background: var(--sd-paper);
    font-family: var(--sd-font);
    font-size: var(--sd-size-m);
    line-height: var(--sd-leading);
    color: var(--sd-ink);
    --sd-given: var(--sd-rem);
  }
  /* In a column wider than that of an article, type and pictures grow. On the lab's own page, page.css does this. */
  .lab > * {
    ${sizes}
    font-size: var(--sd-size-m);
  }
  @container (min-width: 104em) {
    .lab > * {
      --scaledot-size: calc(1.2 * var(--sd-given));
    }
  }
  @container (min-width: 122em) {
    .lab > * {
      --scaledot-size: calc(1.4 * var(--sd-given));
    }
  }
  @container (min-width: 140em) {
    .lab > * {
      --scaledot-size: calc(1.6 * var(--sd-given));
    }
  }
  @container (min-width: 175em) {
    .lab > * {
      --scaledot-size: calc(2 * var(--sd-given));
    }
  }
  /* A lab that has not started is printed as the text inside its element, not as an empty frame. */
  .unstarted {
    display: none;
  }
  @media print {
    .unstarted {
      display: block;
    }
    .unstarted + .lab {
      display: none;
    }
  }
  .lab[theme='light'] {
    color-scheme: light;
  }
  .lab[theme='dark'] {
    color-scheme: dark;
  }
  /* A lab with its own background has padding. */
  .lab.apart {
    padding: var(--sd-3) var(--sd-4);
    border-radius: var(--sd-radius);
  }
  .pictures {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    align-content: start;
    gap: var(--sd-12);
    margin-top: var(--sd-8);
  }
  /* During a drag, content out of view is neither laid out nor painted. It keeps its last height. */
  .pictures > * {
    contain-intrinsic-size: auto 640px;
  }
  .pictures[data-dragging] > * {
    content-visibility: auto;
  }
  .failure {
    padding: var(--sd-4);
    border-inline-start: 3px solid var(--sd-warn);
    background: var(--sd-panel);
  }
  ::slotted(*) {
    max-width: var(--sd-measure);
  }
  /* Always in the document, so that the first note is announced. Takes no space without notes. */
  .notes-live:not(:has(.notes)) {
    position: absolute;
  }
  /* Not a share of the window, because a frame may be as tall as its content. */
  .lazy {
    min-height: 60rem;
    color: var(--sd-muted);
  }
  .failed {
    position: absolute;
    inset-block-start: calc(100% + var(--sd-1));
    inset-inline-end: 0;
    z-index: 1;
    width: max-content;
    max-width: min(20 * var(--sd-rem), 80vw);
    padding: var(--sd-2) var(--sd-3);
    border: 1px solid var(--sd-warn);
    border-radius: var(--sd-radius);
    background: var(--sd-paper);
    font-size: var(--sd-size-s);
  }
  /* Paper loads nothing more. */
  @media print {
    .sharing,
    .lazy {
      display: none;
    }
  }
`;

const notes = css`
  .notes {
    padding: var(--sd-3) var(--sd-4);
    border: 1px solid var(--sd-warn);
    border-radius: var(--sd-radius);
    font-size: var(--sd-size-s);
    overflow-wrap: anywhere;
  }
  .notes .quiet {
    padding: 0;
  }
  .notes ul {
    margin: var(--sd-1) 0;
    padding-inline-start: var(--sd-4);
  }
`;

const controls = css`
  .controls,
  .settings,
  .strip {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    align-content: start;
    gap: var(--sd-4);
    min-width: 0;
  }
  .controls {
    font-size: var(--sd-size-s);
  }
  .control {
    position: relative;
    min-width: 0;
  }
  .control::before {
    content: '';
    position: absolute;
    inset-block: 2px;
    inset-inline-start: -8px;
    width: 3px;
    border-radius: 2px;
  }
  .control[data-lit]::before {
    background: var(--sd-accent);
  }
  .control[data-lit] :is(label, .name) {
    color: var(--sd-ink);
  }
  .control :is(label, .name) {
    display: block;
    color: var(--sd-muted);
  }
  .control.checks .inputs {
    display: grid;
    grid-template-columns: repeat(auto-fill, minmax(calc(6.5 * var(--sd-rem)), 1fr));
    gap: 0 var(--sd-2);
    margin-top: var(--sd-1);
  }
  .control .check {
    display: flex;
    align-items: center;
    gap: var(--sd-2);
    min-height: max(28px, 2.1em);
    color: var(--sd-ink);
  }
  @media (pointer: coarse) {
    .control .check {
      min-height: 44px;
    }
  }
  .check input {
    flex: none;
    margin: 0;
  }
  .inputs {
    display: flex;
    align-items: center;
    gap: var(--sd-2);
  }
  .inputs input[type='range'] {
    flex: 1 1 auto;
    min-width: 0;
    height: max(32px, 2.1em);
    margin: 0;
  }
  .inputs input[type='number'] {
    flex: 0 0 auto;
    width: calc(5.75 * var(--sd-rem));
  }
  .control.number input[type='number'],
  .control.seed input[type='number'],
  .control.list input,
  .control.text input,
  .inputs select {
    flex: 1 1 auto;
    min-width: 0;
    width: 100%;
  }
  .new-seed {
    flex: none;
    white-space: nowrap;
  }
  .problem {
    display: block;
    color: var(--sd-warn);
  }
  .problem:empty {
    display: none;
  }
`;

/** Controls side by side in a strip. @param {CSSResult} strip */
export const rows = (strip) => css`
  ${strip} {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: var(--sd-1) var(--sd-4);
  }
  ${strip} .control {
    display: flex;
    align-items: center;
    gap: var(--sd-2);
    flex: 1 1 calc(12 * var(--sd-rem));
  }
  ${strip} .control :is(label, .name) {
    flex: none;
    max-width: 40%;
  }
  ${strip} .inputs {
    flex: 1 1 auto;
    min-width: 0;
  }
  ${strip} .inputs input[type='number'] {
    width: calc(4.5 * var(--sd-rem));
  }
  ${strip} .problem:not(:empty) {
    flex-basis: 100%;
  }
  ${strip} .inputs select {
    width: 100%;
  }
`;

/** Single pictures are close to the controls that drive them, at any width. */
const single = css`
  .single {
    gap: var(--sd-2);
  }
  .single > .sharing {
    position: fixed;
    z-index: 1;
    inset: auto var(--sd-4) calc(3 * var(--sd-rem)) auto;
  }
  .single > .pictures {
    gap: var(--sd-6);
    margin-top: 0;
  }
  ${rows(css`.single .strip`)}
  /* Narrow boxes. Three controls fit side by side in a text, with sliders long enough to drag. */
  .single .strip .inputs input[type='number'] {
    width: calc(3.75 * var(--sd-rem));
  }
  .single .strip .control :is(label, .name) {
    font-size: var(--sd-size-xs);
    line-height: 1.25;
  }
  .single .lazy {
    min-height: 24rem;
  }
  .lab .notes .lazy {
    min-height: 0;
  }
`;

export const labStyles = [frame, symbols, notes, controls, single];
