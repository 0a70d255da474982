/** Styles that only the trained models' pictures need. */
import { css } from 'lit';
import { lateStyles } from './styles.js';

/** Keeps room for progress, which comes and goes without moving the content below. */
export const roomStyles = css`
  .room {
    min-height: 40px;
  }
`;

export const panelStyles = css`
  ${lateStyles}
  .ask {
    display: grid;
    gap: var(--sd-1);
    max-width: calc(44 * var(--sd-rem));
  }
  .ask label,
  .slider label {
    font-size: var(--sd-size-s);
    color: var(--sd-muted);
  }
  .ask input {
    width: 100%;
    min-height: 40px;
    font-size: var(--sd-size-m);
  }
  .late[hidden] {
    display: none;
  }
  .offer {
    display: contents;
  }
  .offer .chip,
  .choices[lang] .chip {
    text-align: start;
  }
  .reading {
    display: flex;
    flex-wrap: wrap;
    align-items: baseline;
    gap: var(--sd-1) var(--sd-2);
    margin: 0;
  }
  .reading .written {
    font-size: var(--sd-size-l);
  }
  .reading q {
    overflow-wrap: anywhere;
  }
  .reading .verdict {
    font-size: var(--sd-size-s);
  }
  .scale {
    display: flex;
    flex-wrap: wrap;
    align-items: start;
    gap: var(--sd-4) var(--sd-8);
  }
  .slider {
    display: grid;
    flex: 1 1 280px;
    gap: var(--sd-1);
    max-width: 420px;
    min-width: 0;
  }
  .slider input {
    width: 100%;
    margin: 0;
  }
  .ends {
    display: flex;
    justify-content: space-between;
    font-size: var(--sd-size-s);
    color: var(--sd-muted);
  }
  .accuracy {
    display: grid;
    flex: 1 1 240px;
    align-content: start;
    gap: var(--sd-1);
    min-width: 0;
  }
  .accuracy strong {
    font-size: var(--sd-size-xl);
    line-height: 1.1;
  }
  details button {
    margin-top: var(--sd-2);
  }
`;
