/**
 * Fetches everything around a lab's pictures: title, answer, formula, questions, settings and programs. Single pictures
 * have none of it.
 */
export const fetchLabShell = () => import('./lab-shell.js');
