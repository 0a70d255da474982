/**
 * The catalogues of the labs, in every language. Only those are fetched that somebody speaks: each stands behind a literal
 * import(). Looking a word up needs no waiting; learn() a language first.
 */

/** @import { Catalogue, Language } from './index.js' */

/** @typedef {Readonly<Record<Language, () => Promise<{default: Catalogue}>>>} Sources */

export class Words {
  #sources;
  #story;
  /** The languages of which the story has come. @type {Set<Language>} */
  #told = new Set();
  /** @type {Catalogue | undefined} */
  en;
  /** @type {Catalogue | undefined} */
  'zh-Hans';

  /** @param {Sources} sources @param {Sources} [story]  what is said below the first picture, and of presets */
  constructor(sources, story) {
    this.#sources = sources;
    this.#story = story;
  }

  /** Whether all is there that this catalogue says in a language. @param {Language} language */
  tellsAll(language) {
    return this[language] !== undefined && (!this.#story || this.#told.has(language));
  }

  /**
   * Fetches what this catalogue says in a language, once.
   * @param {Language} language
   * @param {boolean} [all]  with the story, which comes after the first picture
   */
  async learn(language, all = false) {
    const story = all && !this.tellsAll(language) ? this.#story?.[language]() : undefined;
    story?.catch(() => {}); // told below
    const first = (await this.#sources[language]()).default;
    this[language] ??= first; // somebody else may have learned more meanwhile
    if (!story) return;
    this[language] = { ...first, ...(await story).default };
    this.#told.add(language);
  }
}

/** By lab; `common` is what all labs and pages say, `glossary` what terms mean, `share` what the share dialog does, `notes` what was wrong with what was given, `present` what is said in front of a class, `trained` what is said of trained models. @type {Readonly<Record<string, Words>>} */
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
 * Fetches what a lab says in a language.
 * @param {string} lab
 * @param {Language} language
 * @param {boolean} [all]  of all pictures, not only of the first
 */
export const learn = (lab, language, all = false) =>
  Promise.all([words.common.learn(language), words[lab].learn(language, all)]);
