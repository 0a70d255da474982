/**
 * The story is read from top to bottom, so there is more space between its scenes than between the pictures of a lab.
 */
import { css } from 'lit';

export const storyStyles = css`
  .pictures:not([data-single]) {
    gap: calc(2 * var(--sd-12));
    margin-top: calc(2 * var(--sd-12));
  }
  .read {
    position: fixed;
    inset: 0 0 auto;
    height: 3px;
    transform: scaleX(var(--share, 0));
    transform-origin: 0 0;
    background: var(--sd-accent);
    z-index: 3;
  }
  @media print {
    .pictures:not([data-single]) {
      gap: var(--sd-4);
      margin-top: var(--sd-4);
    }
    .pictures > * {
      break-inside: avoid;
    }
    .read {
      display: none;
    }
  }
`;
