// Imported for its effect: every lab has its words in every language, as classes have them that somebody has drawn.
import { languages } from '../web/i18n/index.js';
import { words } from '../web/i18n/words.js';

for (const catalogue of Object.values(words))
  for (const language of /** @type {import('../web/i18n/index.js').Language[]} */ (
    Object.keys(languages)
  ))
    await catalogue.learn(language, true);
