/**
 * A button that asks for files, labelled by the page. A browser's own button is in the browser's language, and says
 * that no file is chosen once its value has been cleared.
 */
import { css, html } from 'lit';

export const chooseStyles = css`
  .choose {
    display: flex;
    flex-wrap: wrap;
    gap: var(--sd-2) var(--sd-3);
    align-items: center;
    position: relative; /* contains the hidden input */
    overflow-wrap: anywhere;
  }
  .choose label {
    display: inline-flex;
    align-items: center;
    min-height: max(32px, 2.1em);
    padding: 0 var(--sd-3);
    border: 1px solid var(--sd-rule);
    border-radius: var(--sd-radius);
    background: var(--sd-paper);
    color: var(--sd-ink);
    cursor: pointer;
  }
  .choose label:hover {
    border-color: var(--sd-muted);
  }
  .choose :focus-visible + label {
    outline: 2px solid var(--sd-focus);
    outline-offset: 2px;
  }
  @media (pointer: coarse) {
    .choose label {
      min-height: 44px;
    }
  }
`;

/**
 * @param {{id: string, accept: string, label: string, beside: string, choose: (files: File[]) => void}}
 *   options  `beside`: the content beside the button
 */
export function renderChoice({ id, accept, label, beside, choose }) {
  const onChange = (/** @type {Event & {target: HTMLInputElement}} */ { target }) => {
    const files = [...(target.files ?? [])];
    target.value = ''; // so that the same file can be chosen again
    choose(files);
  };
  return html`<p class="choose">
    <input
      id=${id}
      class="visually-hidden"
      type="file"
      multiple
      accept=${accept}
      aria-describedby="${id}-chosen"
      @change=${onChange}
    />
    <label for=${id}>${label}</label>
    <span id="${id}-chosen">${beside}</span>
  </p>`;
}
