/** Where the classic script lies; a page tells only while the script runs for the first time. */
export const address = globalThis.document
  ? /** @type {{src?: string} | null} */ (document.currentScript)?.src
  : globalThis.location?.href;
