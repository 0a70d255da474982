/** What is fetched when it is used: the editor with the first focus, the interpreter with the first run. */
export const fetchEditor = () => import('./editor.js');
export const fetchSession = () => import('../../playground/session.js');
