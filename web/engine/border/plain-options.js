/** Copies of plain options, as they are at the call: whatever callers do with them afterwards changes nothing. */

/** @param {unknown} value */
function isPlain(value) {
  const kind = Object.getPrototypeOf(Object(value));
  return kind !== null && Object.getPrototypeOf(kind) === null;
}

/**
 * A copy of options. What is no plain object, or cannot be copied (a proxy), is left as it is: it may be something to refuse.
 *
 * @param {unknown} options
 */
export function optionsNow(options) {
  try {
    return isPlain(options) ? structuredClone(options) : options;
  } catch {
    return options;
  }
}
