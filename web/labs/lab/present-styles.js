/** The styles of slides: the frame around a picture, and what a picture leaves out on a slide. */
import { css } from 'lit';
import { sizes } from '../../charts/tokens.js';

export const presentStyles = css`
  dialog.present {
    position: fixed;
    inset: 0;
    width: 100%;
    max-width: none;
    height: 100%;
    max-height: none;
    margin: 0;
    padding: 0;
    border: 0;
    overflow: hidden;
    background: var(--sd-paper);
    color: var(--sd-ink);
  }
  /* All sizes are shares of the window, so that a slide looks the same on every projector. */
  .stage {
    --slide: max(13px, min(2vw, 3.556vh));
    --scaledot-size: var(--slide);
    ${sizes}
    --scaledot-space: calc(var(--slide) / 6);
    --sd-1: var(--scaledot-space);
    --sd-2: calc(2 * var(--sd-1));
    --sd-3: calc(3 * var(--sd-1));
    --sd-4: calc(4 * var(--sd-1));
    --sd-6: calc(6 * var(--sd-1));
    --sd-8: calc(8 * var(--sd-1));
    container-type: size;
    position: relative;
    display: grid;
    grid-template: auto minmax(0, 1fr) auto / minmax(0, 1fr);
    box-sizing: border-box;
    width: 100%;
    height: 100%;
    padding: var(--sd-6) var(--sd-8) var(--sd-4);
    background: var(--sd-paper);
    font-size: var(--sd-size-m);
  }
  .stage:focus,
  .stage .explanation:focus {
    outline: none;
  }
  .stage .head {
    margin-bottom: var(--sd-3);
    grid-row: 1;
  }
  .stage .middle {
    grid-row: 2;
  }
  .stage .slide-controls {
    grid-row: 3;
  }
  .stage .title {
    max-width: calc(100% - 10em);
    font-size: calc(1.35 * var(--sd-rem));
    letter-spacing: -0.02em;
  }
  .stage .answer {
    max-width: none;
    margin-top: var(--sd-1);
    font-size: calc(0.92 * var(--sd-rem));
    line-height: 1.35;
    text-wrap: pretty;
  }
  .stage .middle {
    display: grid;
    grid-template: minmax(0, 1fr) / minmax(0, 1fr);
    gap: var(--sd-8);
    min-height: 0;
  }
  .stage .middle.divided {
    --corner: 0px;
    grid-template-columns: minmax(0, 1fr) minmax(0, 36%);
  }
  .stage .room {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    align-content: start;
    min-height: 0;
    overflow: hidden auto;
    scrollbar-width: thin;
    /* Space for the outline of a mark at the edge of a picture. */
    margin-inline: calc(-1 * var(--sd-2));
    padding-inline: var(--sd-2);
  }
  .stage .room[data-fitting] {
    overflow: hidden;
  }
  .stage .room[data-fitting] > * {
    opacity: 0;
  }
  .stage .room > [part='picture'] {
    align-self: start;
    contain-intrinsic-size: none;
  }
  .stage .room .lazy {
    min-height: 0;
  }
  .stage .slide-controls {
    display: flex;
    align-items: end;
    justify-content: space-between;
    gap: var(--sd-2) var(--sd-8);
    margin-top: var(--sd-3);
  }
  .stage .controls {
    flex: 1 1 auto;
    --scaledot-size: calc(0.72 * var(--slide));
    ${sizes}
    max-width: calc(58 * var(--sd-rem));
    font-size: var(--sd-size-m);
  }
  .stage .strip {
    gap: var(--sd-1) var(--sd-6);
  }
  .stage .strip .control {
    flex-basis: calc(12.5 * var(--sd-rem));
    max-width: calc(22 * var(--sd-rem));
  }
  /* Four or more controls share one row, with their names above them. */
  .stage .strip:has(> .control:nth-child(4)) {
    flex-wrap: nowrap;
    gap: var(--sd-4);
  }
  .stage .strip:has(> .control:nth-child(4)) > .control {
    flex: 1 1 0;
    flex-direction: column;
    align-items: stretch;
    gap: 0;
  }
  .stage .strip:has(> .control:nth-child(4)) > .control :is(label, .name) {
    max-width: none;
    white-space: nowrap;
  }
  .stage .strip .inputs input[type='number'] {
    width: calc(4.5 * var(--sd-rem));
  }
  .stage .controls :is(input, select, button) {
    min-height: 44px;
  }
  .stage .strip input[type='range'] {
    height: 44px;
  }
  .stage .steps,
  .stage .corner {
    display: flex;
    flex: none;
    align-items: center;
    gap: var(--sd-2);
    font-size: calc(0.72 * var(--slide));
  }
  .stage .steps {
    margin-inline-start: auto;
  }
  .stage .steps button,
  .stage .corner button,
  .stage .card button {
    min-width: max(44px, 1.6 * var(--slide));
    min-height: max(44px, 1.6 * var(--slide));
  }
  .stage :is(.steps, .corner, .card) button svg {
    width: max(20px, 0.7 * var(--slide));
    height: max(20px, 0.7 * var(--slide));
  }
  .stage .steps button:has(svg),
  .stage .corner button:has(svg),
  .stage .counter button {
    display: grid;
    place-items: center;
    padding: 0;
  }
  .stage .steps button[aria-disabled='true'] {
    color: var(--sd-faint);
    cursor: default;
  }
  .stage .steps .ask {
    margin-inline-end: var(--sd-3);
    white-space: nowrap;
  }
  .stage .at {
    min-width: 3.2em;
    font-variant-numeric: tabular-nums;
    text-align: center;
  }
  .stage .corner {
    position: absolute;
    inset-block-start: var(--sd-3);
    inset-inline-end: var(--sd-4);
    gap: 0;
  }
  .stage .card {
    align-self: start;
    display: grid;
    gap: var(--sd-3);
    max-height: calc(100% - var(--sd-8));
    margin-top: var(--sd-8);
    padding: var(--sd-4);
    overflow: auto;
    font-size: calc(var(--card, 0.82) * var(--slide));
    line-height: 1.4;
  }
  .stage .explanation {
    display: block;
    margin: 0;
  }
  .stage .card .predict {
    padding-inline-end: 44px;
  }
  .stage .card .primary {
    justify-self: start;
  }
  .stage .tally,
  .stage .questions {
    display: grid;
    gap: var(--sd-3);
    margin: 0;
    padding: 0;
    list-style: none;
  }
  .stage .questions button {
    width: 100%;
    height: auto;
    padding-block: var(--sd-2);
    text-align: start;
  }
  .stage .tally li {
    display: grid;
    grid-template-columns: minmax(0, 1fr) auto;
    align-items: center;
    gap: var(--sd-1) var(--sd-3);
  }
  .stage .tally progress {
    grid-column: 1 / -1;
    width: 100%;
    height: calc(0.3 * var(--slide));
    accent-color: var(--sd-accent);
  }
  .stage .tally .right strong {
    color: var(--sd-good);
  }
  .stage .counter {
    display: flex;
    align-items: center;
    gap: var(--sd-1);
  }
  .stage .counter input {
    width: 3.2em;
    min-height: 44px;
    padding: 0;
    text-align: center;
    appearance: textfield;
  }
  .stage .counter input::-webkit-inner-spin-button {
    display: none;
  }
  .stage .count {
    font-size: 1.2em;
    font-weight: 650;
    font-variant-numeric: tabular-nums;
  }
  .stage .code-card .qr {
    width: min(100%, 48cqh);
    height: auto;
  }
  .stage .address {
    overflow-wrap: anywhere;
    font-size: 0.72em;
    color: var(--sd-muted);
  }
  @media print {
    .stage .steps,
    .stage .corner {
      display: none;
    }
  }
`;

/** A picture on a slide. The slide has its title; details are left out. */
export const slideStyles = css`
  :host([slide='part']) #title {
    position: static;
    width: auto;
    height: auto;
    margin: 0;
    max-width: calc(100% - var(--corner, 9em));
    overflow: visible;
    clip-path: none;
    white-space: normal;
    font-size: calc(1.35 * var(--slide));
    line-height: 1.2;
    letter-spacing: -0.02em;
    text-wrap: balance;
  }
  :host([slide]) :is(.more, .lead, [data-aside], [data-action='embed']) {
    display: none;
  }
  :host([slide]) :is(.verdict, .note) {
    max-width: none;
  }
`;

/** Hides files and tables, which are for readers. */
export const figureStyles = css`
  .tools {
    display: none;
  }
  figcaption {
    max-width: none;
  }
  /* The answer says the same. */
  :host([data-answered]) #summary {
    position: absolute;
    width: 1px;
    height: 1px;
    overflow: hidden;
    clip-path: inset(50%);
    white-space: nowrap;
  }
`;
