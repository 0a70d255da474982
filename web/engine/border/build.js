/** What files of one build of the package have in common: scripts/package.mjs writes it. Elsewhere there is no other to take them for. */
export const build = '';
