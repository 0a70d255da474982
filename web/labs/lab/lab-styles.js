/** The layout of a lab. It answers to its own width, not the window's, because it is embedded in columns of any width. */
import { css } from 'lit';
import { sizes } from '../../charts/tokens.js';
import { symbols } from '../parts/styles.js';

const frame = css`
  :host {
    display: block;
    background: var(--sd-paper);
  }
  /* There a page scrolls to what reaches beyond its left edge, as the controls' focus rings do. */
  :host(:dir(rtl)) {
    padding-inline: var(--sd-2);
  }
  /* Rules of the host's page reach the element itself (* { ... }), and win; from here on nothing of them is left but
     the light it stands in and whether it is seen. */
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
  /* In a column that is wider than any article's, type and pictures grow; on a page of its own they have (page.css). */
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
  /* Printed before it came near the window: the words that were put into the element, not an empty frame. */
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
  /* On a ground of its own it keeps away from its edge. */
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
  /* What is out of view is neither laid out nor painted while something is dragged; it keeps its last height. */
  .pictures > * {
    contain-intrinsic-size: auto 640px;
  }
  .pictures[data-dragging] > * {
    content-visibility: auto;
  }
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
  .failure {
    padding: var(--sd-4);
    border-inline-start: 3px solid var(--sd-warn);
    background: var(--sd-panel);
  }
  ::slotted(*) {
    max-width: var(--sd-measure);
  }
  @container (min-width: 57.6em) {
    .bench:has(> .dock:not(.lone)) {
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
      /* Room for focus rings and lit marks; none beyond the lab's own edge, where a page may end. */
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
  /* Lines of a Chinese title end where a clause does. */
  .title:lang(zh) {
    word-break: keep-all;
  }
  .share {
    flex: none;
  }
  .question .title {
    flex: 1 1 auto;
  }
  /* For large screens. */
  .question .present {
    display: none;
    flex: none;
  }
  @container (min-width: 57.6em) {
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
    /* Its words change while somebody drags: a page that held on to one of them would scroll. */
    overflow-anchor: none;
    max-width: calc(60 * var(--sd-rem));
    margin-top: var(--sd-1);
    font-size: clamp(var(--sd-rem), 0.9 * var(--sd-rem) + 0.5cqi, 1.1875 * var(--sd-rem));
    line-height: 1.45;
    font-variant-numeric: tabular-nums;
  }
  @container (min-width: 1500px) {
    .answer {
      max-width: var(--sd-measure);
    }
  }
  .answer strong {
    font-weight: 650;
    white-space: nowrap;
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
  /* Always there, so that its first words are announced; without words it takes no place. */
  .notes-live:not(:has(.notes)) {
    position: absolute;
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
  /* One row; what does not fit is scrolled to, and fades at the edge to say so. */
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
    .controls summary {
      padding-block: var(--sd-3);
    }
    .card .close {
      min-width: 44px;
    }
    .predict {
      padding-inline-end: var(--sd-6);
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
  @media (pointer: coarse) {
    .inputs input[type='range'] {
      height: 44px;
    }
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
  .reset {
    justify-self: start;
    padding-inline: 0;
  }
`;

/** A dock at the lower edge of the window, while pictures are in view. @param {import('lit').CSSResult} dock */
const edge = (dock) => css`
  ${dock} {
    position: sticky;
    bottom: 0;
    z-index: 2;
    margin-top: var(--sd-3);
  }
  /* Of no height, so that no gap is left where it would stand. */
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
  /* Within the box that it is sticky in: else it would cover the end of the last picture for good. */
  .bench:has(> ${dock}.pinned) > .pictures {
    padding-bottom: var(--sd-dock, 0);
  }
  ${dock} > .docked {
    display: flex;
    flex-direction: column;
    gap: var(--sd-2);
    padding-block: var(--sd-2);
    border-top: 1px solid var(--sd-rule);
    background: var(--sd-paper);
    /* The outline of a mark at the edge of a picture is not seen beside it. */
    box-shadow:
      -3px 0 var(--sd-paper),
      3px 0 var(--sd-paper);
  }
  ${dock}.pinned .card {
    max-height: 44dvh;
    overflow-y: auto;
  }
`;

/** A strip of controls beside each other. @param {import('lit').CSSResult} strip */
const rows = (strip) => css`
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

/**
 * In a narrow lab the dock is a strip of one or two rows; settings and the card of a preset open above it. Likewise where
 * there are no controls, and a card alone is no reason for a column.
 */
const strip = css`
  @container (min-width: 57.6em) {
    ${edge(css`.dock.lone`)}
  }
  @container (max-width: 57.59em) {
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
    .settings-toggle .words {
      display: none;
    }
  }
  @media print {
    .dock,
    .chips,
    .share {
      display: none;
    }
  }
`;

/** Single pictures stand close to the controls that drive them, at any width. */
const single = css`
  .single {
    gap: var(--sd-2);
  }
  .single > .pictures {
    gap: var(--sd-6);
    margin-top: 0;
  }
  ${rows(css`.single .strip`)}
  /* Three of them beside each other in a text, with sliders that can be dragged. */
  .single .strip .inputs input[type='number'] {
    width: calc(3.75 * var(--sd-rem));
  }
  .single .strip .control :is(label, .name) {
    font-size: var(--sd-size-xs);
    line-height: 1.25;
  }
  .single .coming {
    min-height: 24rem;
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
  /* A line of a mathematics font is so tall that its text would cover the terms above; their own boxes are tight. */
  .formula :is(mi, mn, mo, mtext) {
    pointer-events: none;
  }
  .formula [data-lit] {
    background: color-mix(in srgb, var(--sd-accent) 16%, transparent);
  }
  /* Dots are for numbers that have not settled. */
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
  /* No share of the window: a frame may be as tall as what is in it. */
  .coming {
    min-height: 60rem;
    color: var(--sd-muted);
  }
  .code .coming {
    min-height: 24rem;
  }
  /* Paper fetches nothing any more. */
  @media print {
    .coming {
      display: none;
    }
  }
`;

export const labStyles = [frame, head, symbols, notes, presets, controls, strip, formula, single];
