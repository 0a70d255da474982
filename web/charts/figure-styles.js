/** Styles of a picture's frame: title, surface, readout, summary, tools, table. */
import { css } from 'lit';

export const frame = css`
  :host {
    display: block;
    min-width: 0;
  }
  figure {
    margin: 0;
  }
  .title {
    font-size: var(--sd-size-m);
    font-weight: 600;
    line-height: 1.35;
    text-wrap: balance;
  }
  sub,
  sup {
    font-size: 0.75em;
    line-height: 0;
  }
  .picture {
    position: relative;
    margin-top: var(--sd-4);
    transform-origin: 0 0;
  }
  .raster {
    position: absolute;
  }
  .raster[data-sharp] {
    image-rendering: pixelated;
  }
  /* Has the colour of the paper. The end of its transition reports a new theme, so reduced motion must not remove it. */
  .theme {
    position: absolute;
    color: var(--sd-paper);
    transition: color 1ms !important;
  }
  .picture > svg {
    position: relative;
    display: block;
    overflow: visible;
    font-family: var(--sd-font);
  }
  .picked {
    stroke: var(--sd-ink);
    stroke-width: 2;
  }
  /* The readout names the same series and may need the space. */
  .legend {
    transition: opacity 120ms;
  }
  [data-reading] .legend {
    opacity: 0;
  }
  /* Replaced by the marks of the place that is read. */
  [data-reading] .resting {
    visibility: hidden;
  }
  .hit {
    position: absolute;
    inset: 0;
    touch-action: pan-y pinch-zoom;
    cursor: crosshair;
  }
  .hit[data-grab] {
    cursor: grab;
  }
  .hit[data-grab]:active {
    cursor: grabbing;
  }
  .hit:focus-visible {
    outline-offset: 4px;
  }
  .picture > .handles {
    position: absolute;
    inset: 0;
    overflow: visible;
    pointer-events: none;
  }
  .handles [data-handle] {
    outline: none;
  }
  .ring {
    fill: none;
    stroke: none;
    stroke-width: 2px;
  }
  [data-handle]:focus-visible .ring {
    stroke: var(--sd-focus);
  }
  .readout {
    position: absolute;
    top: 0;
    left: 0;
    width: max-content;
    max-width: min(380px, 92%);
    padding: 0 var(--sd-2) var(--sd-1);
    border-radius: var(--sd-radius);
    background: color-mix(in srgb, var(--sd-paper) 94%, transparent);
    font-size: var(--sd-size-xs);
    line-height: 1.5;
    font-variant-numeric: tabular-nums;
    pointer-events: none;
  }
  .readout[data-card] {
    padding: var(--sd-1) var(--sd-2);
    outline: 1px solid var(--sd-rule);
    background: var(--sd-paper);
  }
  .readout .at {
    color: var(--sd-muted);
  }
  .readout dl {
    display: grid;
    grid-template-columns: auto auto;
    column-gap: var(--sd-3);
    margin: 0;
  }
  .readout dt {
    color: var(--c, var(--sd-ink));
  }
  .readout dd {
    margin: 0;
    text-align: end;
    white-space: nowrap;
  }
  .progress {
    position: absolute;
    inset: -10px 0 auto 0;
    height: 2px;
    background: var(--sd-rule);
  }
  .progress div {
    height: 100%;
    background: var(--sd-accent);
    transform-origin: left;
    transition: transform 120ms linear;
  }
  .message {
    position: absolute;
    inset: 0 0 42px;
    display: grid;
    place-items: center;
    padding: var(--sd-4);
    color: var(--sd-muted);
    font-size: var(--sd-size-s);
    text-align: center;
    pointer-events: none;
  }
  .message.empty {
    border-bottom: 1px solid var(--sd-rule);
  }
  .message.error {
    color: var(--sd-warn);
  }
  figcaption {
    margin-top: var(--sd-2);
    max-width: var(--sd-measure);
    text-wrap: pretty;
    font-size: var(--sd-size-s);
    color: var(--sd-muted);
    font-variant-numeric: tabular-nums;
  }
  .tools {
    display: flex;
    flex-wrap: wrap;
    gap: 0 var(--sd-4);
    align-items: center;
    margin-top: var(--sd-1);
  }
  /* One row for touch. Two would separate the picture from its controls. */
  @media (pointer: coarse) {
    .tools {
      flex-wrap: nowrap;
      gap: var(--sd-3);
      overflow-x: auto;
    }
  }
  .tools button {
    min-height: max(28px, 2.3em);
    padding: 0;
    border: 0;
    font-size: var(--sd-size-xs);
  }
  .tools .table::after {
    content: '';
    display: inline-block;
    width: 5px;
    height: 5px;
    margin: 0 0 2px 6px;
    border: solid currentColor;
    border-width: 0 1.25px 1.25px 0;
    transform: rotate(45deg);
    transition: transform 120ms;
  }
  .tools .table[aria-expanded='true']::after {
    transform: translateY(3px) rotate(225deg);
  }
  @media (pointer: coarse) {
    .tools button {
      min-height: 44px;
      text-align: start;
    }
  }
  .sheet {
    max-height: 360px;
    margin-top: var(--sd-2);
    overflow: auto;
  }
  .sheet table {
    min-width: min(100%, 480px);
  }
  .sheet td {
    white-space: nowrap;
  }
  .sheet thead th {
    position: sticky;
    z-index: 1;
    top: 0;
    background: var(--sd-paper);
    box-shadow: 0 1px var(--sd-muted);
    border: 0;
  }
  @media print {
    figure {
      break-inside: avoid;
    }
    .tools,
    .readout {
      display: none;
    }
    /* Paper may be narrower than the window. A picture with a raster keeps its size, because the raster does not shrink. */
    .picture:not(:has(> .raster)),
    .picture:not(:has(> .raster)) > svg {
      max-width: 100%;
      height: auto !important;
    }
    .picture {
      margin-top: var(--sd-2);
    }
  }
`;
