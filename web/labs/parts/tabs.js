/** Rows of tabs: their styles and their arrow keys. */

/** @import { LitElement } from 'lit' */

import { css, html } from 'lit';

export const tabStyles = css`
  [role='tablist'] {
    display: flex;
    flex-wrap: wrap;
  }
  [role='tab'] {
    min-height: 44px;
    border: 0;
    border-bottom: 2px solid transparent;
    border-radius: 0;
    background: none;
    color: var(--sd-muted);
    outline-offset: -4px;
  }
  [role='tab'][aria-selected='true'] {
    border-bottom-color: var(--sd-accent);
    color: var(--sd-ink);
    font-weight: 600;
  }
  [role='tabpanel'] {
    outline-offset: -2px;
  }
  @media (forced-colors: active) {
    [role='tab'] {
      border-bottom-color: Canvas;
    }
    [role='tab'][aria-selected='true'] {
      border-bottom-color: Highlight;
    }
  }
`;

/**
 * Returns the tab that a key leads to, or undefined.
 * @param {string} key
 * @param {number} index
 * @param {number} count
 */
function nextTab(key, index, count) {
  if (key === 'ArrowRight') return (index + 1) % count;
  if (key === 'ArrowLeft') return (index + count - 1) % count;
  if (key === 'Home') return 0;
  return key === 'End' ? count - 1 : undefined;
}

/**
 * @param {object} row
 * @param {LitElement} row.of  the element that renders it
 * @param {string} row.label
 * @param {readonly string[]} row.tabs
 * @param {string} row.chosen  one of them
 * @param {(tab: string) => string} row.nameOf
 * @param {(tab: string) => string} row.panelOf  the id of its panel
 * @param {(tab: string) => void} row.choose
 */
export function tabRow({ of, label, tabs, chosen, nameOf, panelOf, choose }) {
  const onKey = async (/** @type {KeyboardEvent} */ event) => {
    const next = nextTab(event.key, tabs.indexOf(chosen), tabs.length);
    if (next === undefined) return;
    event.preventDefault();
    choose(tabs[next]);
    await of.updateComplete;
    of.shadowRoot?.getElementById(`tab-${tabs[next]}`)?.focus();
  };
  return html`<div role="tablist" aria-label=${label} @keydown=${onKey}>
    ${tabs.map(
      (tab) =>
        html`<button
          type="button"
          role="tab"
          id="tab-${tab}"
          aria-controls=${panelOf(tab)}
          aria-selected=${tab === chosen ? 'true' : 'false'}
          tabindex=${tab === chosen ? '0' : '-1'}
          @click=${() => choose(tab)}
        >
          ${nameOf(tab)}
        </button>`,
    )}
  </div>`;
}
