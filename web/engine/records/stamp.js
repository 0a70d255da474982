// Made by `npm run border` from scripts/border/records.mjs.

/** An engine with another one reads other records. */
export const stamp = 3538640477;
/** Numbers before the arrays in the block. */
export const recordLength = 128;
