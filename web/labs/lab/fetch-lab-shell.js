/** What a lab has around its pictures: its title, answer, formula, questions, settings and programs. Single pictures have none of it. */
export const fetchLabShell = () => import('./lab-shell.js');
