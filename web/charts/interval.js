/** Half a 95 % interval in standard errors, for a nearly normal estimate. */
export const halfWidth = 1.96;
