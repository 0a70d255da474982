/** Whether this document may use the clipboard at all. A refused request would log an error to the console. */
const allowed = () => Object(document).featurePolicy?.allowsFeature('clipboard-write') ?? true;

/**
 * Copies text. Where the clipboard is refused (a sandboxed frame, an insecure address), selects the text instead, so
 * that one key press copies it.
 * @param {string} text
 * @param {HTMLElement} shown  the element that shows the text
 * @returns {Promise<boolean>} true when it was copied
 */
export async function copyText(text, shown) {
  try {
    if (allowed()) {
      await navigator.clipboard.writeText(text);
      return true;
    }
  } catch {
    // The clipboard was refused after all: select the text.
  }
  shown.focus();
  if (shown instanceof HTMLTextAreaElement || shown instanceof HTMLInputElement) shown.select();
  else getSelection()?.selectAllChildren(shown);
  return false;
}
