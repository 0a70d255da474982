/**
 * Copies text; where the clipboard is refused (a sandboxed frame, an insecure address) the text is selected instead,
 * so that one key press copies it. Tells which of the two happened.
 * @param {string} text
 * @param {HTMLElement} shown  the element that shows the text
 * @returns {Promise<boolean>} true when it was copied
 */
export async function copyText(text, shown) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    shown.focus();
    if (shown instanceof HTMLTextAreaElement || shown instanceof HTMLInputElement) shown.select();
    else getSelection()?.selectAllChildren(shown);
    return false;
  }
}
