// Made by `npm run border` from scripts/border/records.mjs.

/** An engine with another stamp reads other records. */
export const stamp = 3492466985;
/** Numbers before the arrays in the block. */
export const recordLength = 128;
