/** The first script of the open page. */
import { startEarly } from './early.js';

startEarly();
void import('./page.js');
