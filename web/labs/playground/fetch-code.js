/** Code that is loaded on use: the editor on first focus, the interpreter on the first run. */
export const fetchEditor = () => import('./editor.js');
export const fetchSession = () => import('../../playground/session.js');
