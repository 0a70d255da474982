/** In the classic script, the Playground's editor and interpreter stay files beside it. */
import { address } from './address.js';

/** @param {string} name */
const beside = (name) => import(/* @vite-ignore */ new URL(`./${name}`, address).href);

export const bringEditor = () => beside('editor.js');
export const bringSession = () => beside('session.js');
