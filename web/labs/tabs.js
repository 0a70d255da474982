/** What rows of tabs have in common: their look, and where an arrow key leads. */
import { css } from 'lit';

export const tabStyles = css`
  [role='tablist'] {
    display: flex;
    flex-wrap: wrap;
  }
  [role='tab'] {
    min-height: 40px;
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

/** The tab a key leads to, if it leads to one. @param {string} key @param {number} index @param {number} count */
export function nextTab(key, index, count) {
  if (key === 'ArrowRight') return (index + 1) % count;
  if (key === 'ArrowLeft') return (index + count - 1) % count;
  if (key === 'Home') return 0;
  return key === 'End' ? count - 1 : undefined;
}
