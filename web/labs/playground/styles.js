/** Styles that only the Playground needs. */
import { css } from 'lit';

export const programStyles = css`
  .bar {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: var(--sd-2) var(--sd-3);
  }
  .experiment select {
    max-width: 100%;
  }
  .run {
    min-width: 6em;
  }
  .workspace {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    gap: var(--sd-4);
  }
  /* In a single column, Run stays in reach while the visitor edits. */
  @container (max-width: 759.98px) {
    .bar {
      position: sticky;
      top: 0;
      z-index: 2;
      margin-block: calc(-1 * var(--sd-2));
      padding-block: var(--sd-2);
      background: var(--sd-paper);
    }
  }
  @container (min-width: 760px) {
    .workspace {
      grid-template-columns: minmax(0, 1fr) minmax(0, 1fr);
      align-items: start;
    }
  }
  .said,
  .items,
  .written {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    gap: var(--sd-3);
    align-content: start;
  }
  /* As tall as a control, a picture and a few lines: what the first experiment prints and draws. */
  .expected {
    display: flex;
    flex-direction: column;
    min-height: calc(34.5 * var(--sd-rem));
  }
  .expected .items {
    flex: 1;
  }
  .expected .items:has(.empty) {
    align-content: stretch;
  }
  .expected .empty {
    display: grid;
    place-content: center;
  }
  .empty {
    margin: 0;
    padding: var(--sd-6) var(--sd-4);
    border: 1px dashed var(--sd-rule);
    border-radius: var(--sd-radius);
    color: var(--sd-muted);
    font-size: var(--sd-size-s);
    text-align: center;
  }
  .lines {
    max-height: calc(24 * var(--sd-rem));
    overflow: auto;
    white-space: pre-wrap;
    overflow-wrap: anywhere;
  }
  .lines samp {
    font-family: var(--sd-mono);
  }
  .lines .warn,
  .lines .error {
    color: var(--sd-warn);
  }
  .control {
    display: grid;
    grid-template-columns: auto minmax(0, 1fr) 5em;
    align-items: center;
    gap: var(--sd-3);
    min-height: 32px;
    font-size: var(--sd-size-s);
  }
  .control output {
    font-variant-numeric: tabular-nums;
  }
  .table {
    margin: 0;
  }
  .table figcaption {
    margin-bottom: var(--sd-1);
    font-weight: 600;
  }
  .table .scroll {
    max-height: calc(24 * var(--sd-rem));
    overflow: auto;
  }
  .table td.number {
    text-align: end;
    font-variant-numeric: tabular-nums;
  }
  .problem button {
    padding: 0;
    border: 0;
    text-decoration: underline;
  }
  .file {
    padding: 0;
    border: 0;
    font-size: var(--sd-size-s);
  }
  .files {
    display: flex;
    flex-wrap: wrap;
    align-items: baseline;
    gap: var(--sd-1) var(--sd-4);
    margin: 0;
    color: var(--sd-muted);
    font-size: var(--sd-size-s);
  }
  /* The program: a text field over its own coloured text, or the editor. */
  .editor {
    max-height: calc(34 * var(--sd-rem));
    overflow: hidden;
    border: 1px solid var(--sd-rule);
    border-radius: var(--sd-radius);
    background: var(--sd-panel);
  }
  .plain {
    display: grid;
    max-height: inherit;
    overflow: auto;
  }
  .plain > * {
    grid-area: 1 / 1;
    margin: 0;
    padding: var(--sd-3);
    border: 0;
    font-family: var(--sd-mono);
    font-size: calc(0.8125 * var(--sd-rem));
    line-height: 1.6;
    tab-size: 2;
    white-space: pre-wrap;
    overflow-wrap: anywhere;
  }
  .plain pre {
    overflow: visible;
    background: none;
  }
  .plain textarea {
    min-width: 100%;
    overflow: hidden;
    background: none;
    color: transparent;
    caret-color: var(--sd-ink);
    resize: none;
  }
  .editor:focus-within {
    outline: 2px solid var(--sd-focus);
    outline-offset: -1px;
  }
  .plain textarea:focus-visible {
    outline: none;
  }
  .coded,
  .editor[data-ready] .plain {
    display: none;
  }
  .editor[data-ready] .coded {
    display: block;
    max-height: inherit;
    font-size: calc(0.8125 * var(--sd-rem));
  }
  .plain .comment {
    color: var(--sd-muted);
    font-style: italic;
  }
  .plain .string {
    color: var(--sd-value);
  }
  .plain .number {
    color: var(--sd-key);
  }
  .plain .keyword {
    color: var(--sd-query);
  }
  @media (pointer: coarse) {
    .control,
    .run,
    .experiment select,
    .file {
      min-height: 44px;
    }
    /* Phones zoom in on a field with smaller type. */
    .plain > *,
    .editor[data-ready] .coded {
      font-size: 16px;
    }
  }
`;

export const galleryStyles = css`
  ul {
    display: grid;
    grid-template-columns: repeat(auto-fill, minmax(min(100%, 240px), 1fr));
    gap: var(--sd-3);
    margin: 0;
    padding: 0;
    list-style: none;
  }
  li {
    display: grid;
  }
  li button {
    display: grid;
    gap: var(--sd-1);
    align-content: start;
    height: auto;
    padding: var(--sd-3);
    text-align: start;
    white-space: normal;
  }
  li span {
    color: var(--sd-muted);
    font-size: var(--sd-size-s);
  }
  li button[aria-pressed='true'] {
    border-color: var(--sd-accent);
  }
`;
