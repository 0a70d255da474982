/** The first script of the open page. */
import { openingLab } from '../tables/fragment.js';
import { startEarly } from './early.js';

startEarly(() => import('./page.js'), openingLab);
