/** The first script of the open page. */
import { openingLab } from '../tables/fragment.js';
import { prestart } from './prestart.js';

prestart(() => import('./page.js'), openingLab);
