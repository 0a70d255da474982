/**
 * Returns a value with its literal type: a list of names as these names in this order, not as strings.
 * @template const T
 * @param {T} value
 * @returns {T}
 * @__NO_SIDE_EFFECTS__
 */
export const constant = (value) => value;
