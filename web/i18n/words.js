/**
 * The catalogues of the labs, in every language. Each is behind a literal import(), so only those in use are fetched.
 * Looking up a word is synchronous; call learn() for the language first.
 */

/** @import { Catalogue, Language } from './index.js' */

/** @typedef {Readonly<Record<Language, () => Promise<{default: Catalogue}>>>} Sources */

export class Words {
  #sources;
  #story;
  /** The languages whose story has been fetched. @type {Set<Language>} */
  #told = new Set();
  /** @type {Catalogue | undefined} */
  en;
  /** @type {Catalogue | undefined} */
  'zh-Hans';

  /** @param {Sources} sources @param {Sources} [story]  words below the first picture, and about presets */
  constructor(sources, story) {
    this.#sources = sources;
    this.#story = story;
  }

  /** Whether all words of this catalogue in a language have been fetched. @param {Language} language */
  tellsAll(language) {
    return this[language] !== undefined && (!this.#story || this.#told.has(language));
  }

  /**
   * Fetches the words of this catalogue in a language, once.
   * @param {Language} language
   * @param {boolean} [all]  includes the story, which is used after the first picture
   */
  async learn(language, all = false) {
    const story = all && !this.tellsAll(language) ? this.#story?.[language]() : undefined;
    story?.catch(() => {}); // reported below
    const first = (await this.#sources[language]()).default;
    this[language] ??= first; // another call may have learned more meanwhile
    if (!story) return;
    this[language] = { ...first, ...(await story).default };
    this.#told.add(language);
  }
}

/**
 * Words by lab. `common`: of all labs and pages. `glossary`: explanations of terms. `share`: the share dialog. `notes`:
 * about invalid values. `present`: the slides. `trained`: trained models.
 * @type {Readonly<Record<string, Words>>}
 */
export const words = Object.freeze({
  common: new Words({
    en: () => import('./common.en.js'),
    'zh-Hans': () => import('./common.zh-Hans.js'),
  }),
  glossary: new Words({
    en: () => import('./glossary.en.js'),
    'zh-Hans': () => import('./glossary.zh-Hans.js'),
  }),
  share: new Words({
    en: () => import('./share.en.js'),
    'zh-Hans': () => import('./share.zh-Hans.js'),
  }),
  notes: new Words({
    en: () => import('./notes.en.js'),
    'zh-Hans': () => import('./notes.zh-Hans.js'),
  }),
  story: new Words(
    {
      en: () => import('./story.en.js'),
      'zh-Hans': () => import('./story.zh-Hans.js'),
    },
    {
      en: () => import('./story.rest.en.js'),
      'zh-Hans': () => import('./story.rest.zh-Hans.js'),
    },
  ),
  present: new Words({
    en: () => import('./present.en.js'),
    'zh-Hans': () => import('./present.zh-Hans.js'),
  }),
  variance: new Words(
    {
      en: () => import('./variance.en.js'),
      'zh-Hans': () => import('./variance.zh-Hans.js'),
    },
    {
      en: () => import('./variance.story.en.js'),
      'zh-Hans': () => import('./variance.story.zh-Hans.js'),
    },
  ),
  softmax: new Words(
    {
      en: () => import('./softmax.en.js'),
      'zh-Hans': () => import('./softmax.zh-Hans.js'),
    },
    {
      en: () => import('./softmax.story.en.js'),
      'zh-Hans': () => import('./softmax.story.zh-Hans.js'),
    },
  ),
  scoring: new Words(
    {
      en: () => import('./scoring.en.js'),
      'zh-Hans': () => import('./scoring.zh-Hans.js'),
    },
    {
      en: () => import('./scoring.story.en.js'),
      'zh-Hans': () => import('./scoring.story.zh-Hans.js'),
    },
  ),
  attention: new Words(
    {
      en: () => import('./attention.en.js'),
      'zh-Hans': () => import('./attention.zh-Hans.js'),
    },
    {
      en: () => import('./attention.story.en.js'),
      'zh-Hans': () => import('./attention.story.zh-Hans.js'),
    },
  ),
  trained: new Words({
    en: () => import('./trained.en.js'),
    'zh-Hans': () => import('./trained.zh-Hans.js'),
  }),
  heads: new Words(
    {
      en: () => import('./heads.en.js'),
      'zh-Hans': () => import('./heads.zh-Hans.js'),
    },
    {
      en: () => import('./heads.story.en.js'),
      'zh-Hans': () => import('./heads.story.zh-Hans.js'),
    },
  ),
  training: new Words({
    en: () => import('./training.en.js'),
    'zh-Hans': () => import('./training.zh-Hans.js'),
  }),
  models: new Words(
    {
      en: () => import('./models.en.js'),
      'zh-Hans': () => import('./models.zh-Hans.js'),
    },
    {
      en: () => import('./models.story.en.js'),
      'zh-Hans': () => import('./models.story.zh-Hans.js'),
    },
  ),
  playground: new Words({
    en: () => import('./playground.en.js'),
    'zh-Hans': () => import('./playground.zh-Hans.js'),
  }),
});

/**
 * Fetches the words of a lab in a language.
 * @param {string} lab
 * @param {Language} language
 * @param {boolean} [all]  the words of all pictures instead of only the first
 */
export const learn = (lab, language, all = false) =>
  Promise.all([words.common.learn(language), words[lab].learn(language, all)]);
