/** Styles of marks in pictures, by class and by data-color. <sd-figure> adopts them. */
import { css, unsafeCSS } from 'lit';
import { categories } from './categories.js';
import { colorNames } from './tokens.js';

/** [data-color='query'] { --c: var(--sd-query) } and so on. unsafeCSS is safe here because the names are constants. */
const colors = unsafeCSS(
  colorNames.map((name) => `[data-color='${name}'] { --c: var(--sd-${name}); }`).join('\n'),
);

/** The same for categories, whose marks have an ink outline. */
const kinds = unsafeCSS(
  categories.map((color, i) => `[data-category='${i}'] { --fill: ${color}; }`).join('\n'),
);

export const marks = css`
  ${colors} ${kinds}
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
  text.title {
    fill: var(--sd-ink);
    font-size: 13px;
    font-weight: 600;
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
  text.over {
    stroke-width: 3px;
    stroke-opacity: 0.75;
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
  .grid.cross-hair {
    stroke: var(--sd-ink);
    stroke-opacity: 0.25;
  }
  .guide {
    stroke: var(--sd-faint);
    stroke-dasharray: 2 3;
  }
  .bars {
    fill: var(--c, var(--sd-bar));
  }
  .cross {
    stroke: var(--sd-faint);
    stroke-width: 1.5px;
    stroke-linecap: round;
  }
  .band {
    fill: var(--sd-bar);
    fill-opacity: 0.4;
  }
  .range,
  .core,
  .fill,
  .shade {
    fill: var(--c, var(--sd-bar));
  }
  .range {
    fill-opacity: 0.14;
  }
  .core {
    fill-opacity: 0.3;
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
  .line[data-crowd] {
    opacity: 0.4;
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
  .line[data-dash='dots'] {
    stroke-dasharray: 1.5 3;
  }
  .line[data-dash='dash-dot'] {
    stroke-dasharray: 10 3 2 3;
  }
  .line[data-dash='long'] {
    stroke-dasharray: 12 4;
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
  .point {
    fill: var(--fill, var(--c, var(--sd-ink)));
    stroke: var(--sd-paper);
    stroke-width: 2px;
  }
  .point[data-category] {
    stroke: var(--sd-ink);
    stroke-width: 1.5px;
  }
  .link {
    stroke: var(--fill, var(--c, var(--sd-ink)));
  }
  .swatch {
    fill: var(--fill, var(--c, var(--sd-ink)));
  }
  text.token {
    font-size: 13px;
  }
  text.tight {
    font-size: 10px;
  }
  .line.vector {
    stroke-width: 1.5px;
    stroke-opacity: 0.65;
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
  /* Text on a colour is black or white. data-ink has the choice for the light and for the dark theme. */
  text.inside {
    fill: light-dark(#000, #fff);
    font-size: 11px;
    forced-color-adjust: none;
  }
  text.inside[data-ink='white-white'] {
    fill: #fff;
  }
  text.inside[data-ink='black-black'] {
    fill: #000;
  }
  text.inside[data-ink='white-black'] {
    fill: light-dark(#fff, #000);
  }
  .frame {
    stroke: var(--sd-rule);
  }
  /* Matrices: the sign between two, and the seams within one. */
  text.sign {
    fill: var(--sd-ink);
    font-size: 18px;
  }
  .seam {
    stroke: var(--sd-paper);
  }
  /* A line above panels that belong together. */
  .group {
    stroke: var(--fill, var(--sd-faint));
    stroke-width: 3px;
    forced-color-adjust: none;
  }
  .crosshair {
    stroke: var(--sd-muted);
  }
  .cell {
    stroke: var(--sd-ink);
    stroke-width: 2px;
    paint-order: stroke;
  }
  .crossed {
    stroke: var(--sd-faint);
  }
  .lane {
    fill: var(--sd-ink);
    fill-opacity: 0.05;
    stroke: var(--c, var(--sd-ink));
    stroke-width: 2px;
  }
  .changed {
    stroke: var(--sd-warn);
    stroke-width: 1.5px;
  }
  .place {
    fill: var(--sd-ink);
    fill-opacity: 0.16;
  }
  .place[data-wide] {
    fill-opacity: 0.07;
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
