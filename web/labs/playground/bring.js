/** What is fetched when it is used: the editor with the first focus, the interpreter with the first run. */
export const bringEditor = () => import('./editor.js');
export const bringSession = () => import('../../playground/session.js');
