/** The first script of the page in a frame. */
import { prestart } from './prestart.js';

prestart(() => import('./page-embed.js'));
