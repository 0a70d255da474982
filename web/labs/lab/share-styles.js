/** The styles of the share dialog: two columns where there is space, one elsewhere. */
import { css } from 'lit';

export const shareStyles = css`
  dialog {
    width: min(76 * var(--sd-rem), calc(100% - 2 * var(--sd-2)));
    max-width: none;
    max-height: calc(100dvh - 2 * var(--sd-2));
    padding: 0;
    overflow: hidden auto;
    border: 1px solid var(--sd-rule);
    border-radius: 8px;
    background: var(--sd-paper);
    color: var(--sd-ink);
    box-shadow: 0 16px 48px rgb(0 0 0 / 0.24);
    overscroll-behavior: contain;
    scroll-padding-block-start: 64px;
  }
  dialog.tall {
    margin-block-start: var(--top);
    max-height: var(--room);
  }
  dialog::backdrop {
    background: rgb(0 0 0 / 0.4);
  }
  .top {
    display: flex;
    justify-content: space-between;
    align-items: center;
    gap: var(--sd-4);
    padding: var(--sd-3) var(--sd-4) 0;
    /* Keeps the close button in reach when the whole dialog scrolls. */
    position: sticky;
    top: 0;
    z-index: 1;
    background: var(--sd-paper);
  }
  .close {
    display: grid;
    place-items: center;
    flex: none;
    min-width: 40px;
    min-height: 40px;
    padding: 0;
  }
  .sides {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    gap: var(--sd-6);
    padding: 0 var(--sd-4) var(--sd-4);
  }
  .ways {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    align-content: start;
    gap: var(--sd-4);
  }
  [role='tablist'] {
    flex-wrap: wrap;
    border-bottom: 1px solid var(--sd-rule);
  }
  [role='tab'] {
    padding-inline: clamp(6px, 2.4vw, var(--sd-3));
  }
  textarea {
    display: block;
    width: 100%;
    padding: var(--sd-2) var(--sd-3);
    max-height: calc(14 * var(--sd-rem));
    resize: vertical;
    field-sizing: content;
    font-family: var(--sd-mono);
    font-size: var(--sd-size-s);
    line-height: 1.5;
    background: var(--sd-panel);
    overflow-wrap: anywhere;
  }
  .under {
    display: flex;
    justify-content: space-between;
    align-items: start;
    gap: var(--sd-3);
    margin-top: var(--sd-2);
    font-size: var(--sd-size-s);
  }
  .copy {
    flex: none;
  }
  .said {
    font-size: var(--sd-size-s);
    text-align: end;
    color: var(--sd-good);
  }
  .hint {
    font-size: var(--sd-size-s);
  }
  .code {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: var(--sd-3) var(--sd-4);
    margin-top: var(--sd-2);
  }
  .code > div {
    flex: 1 1 calc(10 * var(--sd-rem));
  }
  .code .hint {
    margin-bottom: var(--sd-2);
  }
  /* Cameras need dark on white, in every theme. */
  .qr {
    flex: none;
    max-width: 100%;
    height: auto;
    border: 1px solid var(--sd-rule);
    border-radius: var(--sd-radius);
    forced-color-adjust: none;
  }
  .frame {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: var(--sd-2) var(--sd-4);
    margin-top: var(--sd-2);
    font-size: var(--sd-size-s);
  }
  .frame input[type='number'] {
    width: calc(5.5 * var(--sd-rem));
  }
  .frame p {
    flex-basis: 100%;
  }
  fieldset {
    display: grid;
    grid-template-columns: repeat(auto-fill, minmax(min(100%, 8.5 * var(--sd-rem)), 1fr));
    gap: var(--sd-1) var(--sd-4);
    align-items: center;
    margin: 0;
    padding: 0;
    border: 0;
    font-size: var(--sd-size-s);
  }
  .options {
    grid-template-columns: repeat(auto-fill, minmax(min(100%, 12 * var(--sd-rem)), 1fr));
  }
  legend {
    margin-bottom: var(--sd-1);
    padding: 0;
    font-weight: 600;
  }
  label {
    display: inline-flex;
    align-items: center;
    gap: var(--sd-2);
    min-width: 0;
  }
  label input[type='checkbox'] {
    flex: none;
    margin: 0;
  }
  .select select {
    min-width: 0;
  }
  .what {
    display: flex;
    flex-wrap: wrap;
    gap: var(--sd-2) var(--sd-6);
  }
  .preview {
    height: min(70dvh, 34 * var(--sd-rem));
  }
  @media (min-width: 58rem) {
    dialog {
      height: min(48 * var(--sd-rem), calc(100dvh - 2 * var(--sd-4)));
      width: min(76 * var(--sd-rem), calc(100% - 2 * var(--sd-6)));
      max-height: none;
      overflow: hidden;
    }
    dialog.tall {
      height: min(48 * var(--sd-rem), var(--room));
    }
    dialog[open] {
      display: grid;
      grid-template-rows: auto minmax(0, 1fr);
    }
    .top {
      padding: var(--sd-4) var(--sd-4) 0 var(--sd-6);
    }
    .sides {
      grid-template-columns: minmax(calc(24 * var(--sd-rem)), calc(30 * var(--sd-rem))) minmax(
          0,
          1fr
        );
      gap: 0;
      min-height: 0;
      padding: 0;
    }
    .ways {
      padding: 0 var(--sd-6) var(--sd-6);
      overflow-y: auto;
      scrollbar-width: thin;
    }
    .preview {
      height: auto;
      padding: 0 var(--sd-6) var(--sd-4) 0;
    }
  }
  @media (pointer: coarse) {
    label:has(input[type='checkbox']) {
      min-height: 40px;
    }
  }
`;
