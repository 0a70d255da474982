/** The first script of the open page. */
import { startEarly } from './early.js';

startEarly('story');
void import('./page.js');
