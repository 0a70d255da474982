/** The id that all files of one build of the package share. scripts/package.mjs writes it. Elsewhere there is only one build. */
export const build = '';
