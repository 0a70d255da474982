/** Whether this document may ask for the clipboard at all; asking in vain would only write an error to the console. */
const allowed = () => Object(document).featurePolicy?.allowsFeature('clipboard-write') ?? true;

/**
 * Copies text; where the clipboard is refused (a sandboxed frame, an insecure address) the text is selected instead,
 * so that one key press copies it. Tells which of the two happened.
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
    // Refused all the same: select.
  }
  shown.focus();
  if (shown instanceof HTMLTextAreaElement || shown instanceof HTMLInputElement) shown.select();
  else getSelection()?.selectAllChildren(shown);
  return false;
}
