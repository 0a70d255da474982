/** The first script of the page inside a frame. */
import { prestart } from './prestart.js';

prestart(() => import('./page-embed.js'));
