/** How marks in pictures look, by class and by data-color; adopted by <sd-figure>. */
import { css, unsafeCSS } from 'lit';
import { colorNames } from './tokens.js';

/** [data-color='query'] { --c: var(--sd-query) } and so on. The names are ours: nothing foreign gets in. */
const colors = unsafeCSS(
  colorNames.map((name) => `[data-color='${name}'] { --c: var(--sd-${name}); }`).join('\n'),
);

export const marks = css`
  ${colors}
  text {
    fill: var(--c, var(--sd-muted));
    font-size: 12px;
    font-variant-numeric: tabular-nums;
  }
  text.name {
    fill: var(--sd-muted);
  }
  text.note {
    fill: var(--sd-muted);
    font-size: 11px;
  }
  text.strong {
    font-weight: 600;
  }
  text.halo {
    paint-order: stroke;
    stroke: var(--sd-paper);
    stroke-width: 4px;
    stroke-linejoin: round;
  }
  tspan.letter {
    font-style: italic;
  }
  tspan.small {
    font-size: 9px;
  }
  path {
    fill: none;
  }
  .rule,
  .tick {
    stroke: var(--sd-faint);
  }
  .grid {
    stroke: var(--sd-rule);
  }
  .guide {
    stroke: var(--sd-faint);
    stroke-dasharray: 2 3;
  }
  .bars {
    fill: var(--c, var(--sd-bar));
  }
  .band {
    fill: var(--sd-bar);
    fill-opacity: 0.4;
  }
  .fill,
  .shade {
    fill: var(--c, var(--sd-bar));
  }
  .fill {
    fill-opacity: 0.7;
  }
  .line {
    stroke: var(--c, var(--sd-ink));
    stroke-width: 2px;
    stroke-linejoin: round;
    stroke-linecap: round;
  }
  .line[data-thin] {
    stroke-width: 1.25px;
  }
  .line.marker {
    stroke-width: 1px;
    stroke-linecap: butt;
  }
  .line[data-dash] {
    stroke-dasharray: 5 4;
    stroke-linecap: butt;
  }
  .line.marker[data-dash] {
    stroke-dasharray: 3 3;
  }
  .interval {
    stroke: var(--c, var(--sd-ink));
    stroke-width: 1.25px;
  }
  .dot {
    fill: var(--c, var(--sd-ink));
    stroke: var(--sd-paper);
    stroke-width: 1.5px;
  }
  .mark {
    fill: var(--sd-paper);
    stroke: var(--c, var(--sd-ink));
    stroke-width: 2.5px;
  }
  .specks {
    stroke: var(--c, var(--sd-ink));
    stroke-width: 2.5px;
    stroke-linecap: round;
    stroke-opacity: 0.5;
  }
  .crosshair {
    stroke: var(--sd-muted);
  }
  .place {
    fill: var(--sd-ink);
    fill-opacity: 0.16;
  }
  @media (forced-colors: active) {
    .bars,
    .fill,
    .grid {
      fill-opacity: 0.5;
      stroke-opacity: 0.5;
    }
  }
  [data-key] {
    transition: opacity 120ms;
  }
  [data-dim]:not([data-steady]) {
    opacity: 0.28;
  }
`;
