/** The site's elements.js: registers the labs for pages elsewhere, with links back to the site it came from. */
import { define, labs } from './elements.js';
import { setSiteHome } from './labs/home.js';

setSiteHome(import.meta.url);
labs.forEach((lab) => define(lab));
