// Import this module for its effect: every lab then has its words in every language, as a drawn lab has.
import { languages } from '../web/i18n/index.js';
import { words } from '../web/i18n/words.js';

for (const catalogue of Object.values(words))
  for (const language of /** @type {import('../web/i18n/index.js').Language[]} */ (
    Object.keys(languages)
  ))
    await catalogue.learn(language, true);
