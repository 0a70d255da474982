/** The first script of the page inside a frame. */
import { startEarly } from './early.js';

startEarly(() => import('./page-embed.js'));
