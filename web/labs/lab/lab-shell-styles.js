/** The layout of a whole lab. Single pictures use lab-styles.js. */

/** @import { CSSResult } from 'lit' */

import { css } from 'lit';
import { rows } from './lab-styles.js';

/** Minimum width of a lab with its controls beside its pictures, in em: 900 px at a type size of 15. */
export const wide = 60;

/** The parts around the pictures. */
const around = css`
  .main {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    gap: var(--sd-3);
  }
  .title:focus {
    outline: none;
  }
  .pictures > .formula + * {
    margin-top: calc(var(--sd-3) - var(--sd-12));
  }
  .foot {
    display: flex;
    flex-wrap: wrap;
    justify-content: space-between;
    gap: var(--sd-2) var(--sd-4);
    padding-top: var(--sd-3);
    border-top: 1px solid var(--sd-rule);
    font-size: var(--sd-size-s);
  }
  @container (min-width: ${wide}em) {
    .body:has(> .dock:not(.lone)) {
      display: grid;
      grid-template: auto 1fr / minmax(0, 1fr) calc(17 * var(--sd-rem));
      column-gap: var(--sd-12);
    }
    .dock:not(.lone) {
      grid-area: 1 / 2 / span 2;
      align-self: start;
      position: sticky;
      top: var(--sd-2);
      max-height: calc(100dvh - 2 * var(--sd-2));
      /* Space for focus rings and highlighted marks, except at the lab's own edge, where a page may end. */
      margin: calc(-1 * var(--sd-2)) 0 calc(-1 * var(--sd-2)) calc(-1 * var(--sd-2));
      padding: var(--sd-2) var(--sd-1) var(--sd-2) var(--sd-2);
      overflow-y: auto;
      scrollbar-width: thin;
    }
    .dock:not(.lone) .docked {
      display: grid;
      gap: var(--sd-4);
    }
    .settings-toggle {
      display: none;
    }
  }
`;

const head = css`
  .question {
    display: flex;
    justify-content: space-between;
    align-items: start;
    gap: var(--sd-4);
  }
  .question .title {
    min-width: 0;
    overflow-wrap: break-word;
  }
  /* Chinese titles break only between clauses. */
  .title:lang(zh) {
    word-break: keep-all;
  }
  .sharing {
    position: relative;
    flex: none;
  }
  .question .title {
    flex: 1 1 auto;
  }
  /* Slides are offered on large screens only. */
  .question .present {
    display: none;
    flex: none;
  }
  @container (min-width: ${wide}em) {
    .question .present {
      display: inline-block;
    }
  }
  .question .title {
    font-size: clamp(1.375 * var(--sd-rem), 1.1 * var(--sd-rem) + 1.4cqi, 2 * var(--sd-rem));
    letter-spacing: -0.02em;
  }
  .question .title:lang(zh) {
    font-size: clamp(1.25 * var(--sd-rem), var(--sd-rem) + 1.4cqi, 2 * var(--sd-rem));
  }
  .answer {
    /* The answer changes during a drag. As a scroll anchor, it would make the page scroll. */
    overflow-anchor: none;
    max-width: calc(60 * var(--sd-rem));
    margin-top: var(--sd-1);
    font-size: clamp(var(--sd-rem), 0.9 * var(--sd-rem) + 0.5cqi, 1.1875 * var(--sd-rem));
    line-height: 1.45;
    font-variant-numeric: tabular-nums;
  }
  /* Space for two lines. The pictures below then stay in place when a note about a running measurement disappears. */
  @container not (min-width: ${wide}em) {
    .answer {
      min-height: calc(2 * 1.45em);
    }
  }
  /* On a phone these words would make a third line for a moment. The numbers' dots and the screen reader still tell. */
  @container (max-width: 28em) {
    .answer .so-far {
      position: absolute;
      clip-path: inset(50%);
    }
  }
  @container (min-width: 1500px) {
    .answer {
      max-width: var(--sd-measure);
    }
  }
  .rest {
    overflow-anchor: none;
    max-width: var(--sd-measure);
    color: var(--sd-muted);
    font-variant-numeric: tabular-nums;
  }
  .answer strong,
  .rest strong {
    font-weight: 650;
    white-space: nowrap;
  }
`;

const presets = css`
  .chips {
    display: flex;
    align-items: center;
    gap: var(--sd-3);
    font-size: var(--sd-size-s);
  }
  .chips > .muted {
    flex: none;
  }
  /* One row that scrolls. It fades at its edge to show that there are more chips. */
  .chips ul {
    display: flex;
    gap: var(--sd-2);
    min-width: 0;
    margin: 0;
    padding: 3px 28px 3px 3px;
    overflow-x: auto;
    scrollbar-width: none;
    list-style: none;
    mask-image: linear-gradient(to right, black calc(100% - 28px), transparent);
  }
  .chips li {
    flex: none;
  }
  .chip[aria-pressed='true'] {
    background: var(--sd-accent);
    border-color: var(--sd-accent);
    color: var(--sd-paper);
  }
  .chip[aria-pressed='true'] * {
    color: inherit;
  }
  @media (forced-colors: active) {
    .chip[aria-pressed='true'] {
      forced-color-adjust: none;
      background: Highlight;
      border-color: Highlight;
      color: HighlightText;
    }
  }
  .card {
    position: relative;
    box-sizing: border-box;
    padding: var(--sd-3) var(--sd-8) var(--sd-3) var(--sd-3);
    font-size: var(--sd-size-s);
    border-radius: var(--sd-radius);
    background: var(--sd-panel);
  }
  .card .close {
    position: absolute;
    inset-block-start: var(--sd-2);
    inset-inline-end: var(--sd-2);
    display: grid;
    place-items: center;
    min-width: 32px;
    padding: 0;
  }
  .predict {
    font-weight: 600;
  }
  .choices {
    display: flex;
    flex-wrap: wrap;
    gap: var(--sd-2);
    margin-top: var(--sd-3);
  }
  .explanation:focus {
    outline: none;
  }
  .explanation {
    display: grid;
    justify-items: start;
    gap: var(--sd-2);
    margin-top: var(--sd-2);
  }
  .verdict {
    font-weight: 600;
    color: var(--sd-warn);
  }
  .verdict.right {
    color: var(--sd-good);
  }
`;

const settings = css`
  .group {
    display: grid;
    gap: var(--sd-3);
    min-width: 0;
  }
  fieldset {
    margin: 0;
    padding: 0;
    border: 0;
  }
  legend {
    margin-bottom: var(--sd-2);
    padding: 0;
    font-weight: 600;
  }
  fieldset.query legend {
    color: var(--sd-query);
  }
  fieldset.key legend {
    color: var(--sd-key);
  }
  fieldset.query input {
    accent-color: var(--sd-query);
  }
  fieldset.key input {
    accent-color: var(--sd-key);
  }
  details.group {
    display: block;
    padding-top: var(--sd-3);
    border-top: 1px solid var(--sd-rule);
  }
  details.group > fieldset {
    margin-top: var(--sd-4);
  }
  details.group > .control {
    margin-top: var(--sd-3);
  }
  summary {
    cursor: pointer;
    font-weight: 600;
  }
  .reset {
    justify-self: start;
    padding-inline: 0;
  }
  @media (pointer: coarse) {
    .card .close {
      min-width: 44px;
    }
    .predict {
      padding-inline-end: var(--sd-6);
    }
  }
`;

/** A dock at the lower edge of the window while pictures are in view. @param {CSSResult} dock */
const edge = (dock) => css`
  ${dock} {
    position: sticky;
    bottom: 0;
    z-index: 2;
    margin-top: var(--sd-3);
  }
  /* Has no height, so that it leaves no gap. */
  ${dock}.pinned {
    top: 100dvh;
    height: 0;
    margin: 0;
  }
  ${dock}.pinned:not(.near) {
    visibility: hidden;
  }
  ${dock}.pinned > .docked {
    position: absolute;
    inset: auto 0 0;
    padding: var(--sd-2) 0 max(var(--sd-2), env(safe-area-inset-bottom));
  }
  /* Space inside the container that the dock is sticky in. Without it, the dock would always cover the end of the last
     picture. */
  .body:has(> ${dock}.pinned) > .pictures {
    padding-bottom: var(--sd-dock, 0);
  }
  ${dock} > .docked {
    display: flex;
    flex-direction: column;
    gap: var(--sd-2);
    padding-block: var(--sd-2);
    border-top: 1px solid var(--sd-rule);
    background: var(--sd-paper);
    /* Covers outlines of marks at the edge of a picture, which would show beside the dock. */
    box-shadow:
      -3px 0 var(--sd-paper),
      3px 0 var(--sd-paper);
  }
  ${dock}.pinned .card {
    max-height: 44dvh;
    overflow-y: auto;
  }
`;

/**
 * In a narrow lab the dock is a strip of one or two rows. Settings and the card of a preset open above it. A lab
 * without controls has the same strip at any width, because a card alone does not justify a column.
 */
const strip = css`
  @container (min-width: ${wide}em) {
    ${edge(css`.dock.lone`)}
  }
  @container not (min-width: ${wide}em) {
    ${edge(css`.dock`)}
    .controls {
      display: flex;
      flex-direction: column-reverse;
      gap: var(--sd-2);
    }
    .settings {
      display: none;
    }
    .settings.open {
      display: grid;
      grid-template-columns: repeat(auto-fit, minmax(min(100%, calc(17 * var(--sd-rem))), 1fr));
      gap: var(--sd-4) var(--sd-8);
      padding: var(--sd-2) var(--sd-2) var(--sd-3);
    }
    .pinned .settings.open {
      max-height: 44dvh;
      overflow-y: auto;
    }
    ${rows(css`.strip`)}
    .settings-toggle {
      display: inline-flex;
      flex: none;
      align-items: center;
      gap: var(--sd-2);
    }
  }
  @container (max-width: 40em) {
    .strip .control {
      flex-basis: calc(14 * var(--sd-rem));
    }
  }
  /* The symbol is enough where sliders need the space. */
  @container (max-width: 48em) {
    .settings-toggle .words {
      display: none;
    }
  }
  @media print {
    .dock,
    .chips {
      display: none;
    }
  }
`;

const formula = css`
  .formula {
    display: flex;
    flex-wrap: wrap;
    align-items: start;
    gap: var(--sd-2) var(--sd-8);
    margin: 0;
    padding: var(--sd-1) 0;
    overflow-x: auto;
    overflow-y: hidden;
    border-block: 1px solid var(--sd-rule);
  }
  :is(.formula, .card) .lazy {
    min-height: 0;
  }
  .formula.room {
    min-height: calc(5.5 * var(--sd-rem));
    box-sizing: border-box;
  }
  .formula p {
    align-self: center;
    font-size: var(--sd-size-s);
  }
  .formula math {
    display: inline-block;
    flex: none;
    font-size: clamp(0.75 * var(--sd-rem), 3.8cqi, 1.0625 * var(--sd-rem));
  }
  .formula mtd {
    padding: 2px 0.22em;
  }
  .formula .values {
    color: var(--sd-muted);
    font-size: 0.94em;
  }
  .formula [data-term] {
    cursor: pointer;
  }
  /* Lines of a mathematics font are so tall that their text would cover the terms above. The terms' boxes are tight. */
  .formula :is(mi, mn, mo, mtext) {
    pointer-events: none;
  }
  .formula [data-lit] {
    background: color-mix(in srgb, var(--sd-accent) 16%, transparent);
  }
  /* A solid line, because dots mark numbers that have not settled. */
  .answer [data-term] {
    border-bottom: 1px solid var(--sd-rule);
  }
  .answer [data-lit] {
    background: color-mix(in srgb, var(--sd-accent) 16%, transparent);
  }
  .code > summary > h3 {
    display: inline;
  }
  .code > * + * {
    margin-top: var(--sd-2);
  }
  .code .lazy {
    min-height: 24rem;
  }
`;

export const labShellStyles = [around, head, presets, settings, strip, formula];
