/**
 * The catalogues of the labs, in every language. Only those are fetched that somebody speaks: each stands behind a literal
 * import(). Looking a word up needs no waiting; learn() a language first.
 */

/** @typedef {import('./index.js').Language} Language */
/** @typedef {import('./index.js').Catalogue} Catalogue */
/** @typedef {Readonly<Record<Language, () => Promise<{default: Catalogue}>>>} Sources */

export class Words {
  /** @type {Sources} */
  #sources;
  /** @type {Catalogue | undefined} */
  en;
  /** @type {Catalogue | undefined} */
  'zh-Hans';

  /** @param {Sources} sources */
  constructor(sources) {
    this.#sources = sources;
  }

  /** Fetches what this catalogue says in a language, once. @param {Language} language */
  async learn(language) {
    this[language] ??= (await this.#sources[language]()).default;
  }
}

/** By lab; `common` is what all labs and pages say, `glossary` what terms mean, `share` what the share dialog does, `trained` what is said of trained models. @type {Readonly<Record<string, Words>>} */
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
  variance: new Words({
    en: () => import('./variance.en.js'),
    'zh-Hans': () => import('./variance.zh-Hans.js'),
  }),
  softmax: new Words({
    en: () => import('./softmax.en.js'),
    'zh-Hans': () => import('./softmax.zh-Hans.js'),
  }),
  scoring: new Words({
    en: () => import('./scoring.en.js'),
    'zh-Hans': () => import('./scoring.zh-Hans.js'),
  }),
  attention: new Words({
    en: () => import('./attention.en.js'),
    'zh-Hans': () => import('./attention.zh-Hans.js'),
  }),
  trained: new Words({
    en: () => import('./trained.en.js'),
    'zh-Hans': () => import('./trained.zh-Hans.js'),
  }),
  heads: new Words({
    en: () => import('./heads.en.js'),
    'zh-Hans': () => import('./heads.zh-Hans.js'),
  }),
  training: new Words({
    en: () => import('./training.en.js'),
    'zh-Hans': () => import('./training.zh-Hans.js'),
  }),
});

/** Fetches all that a lab says in a language. @param {string} lab @param {Language} language */
export const learn = (lab, language) =>
  Promise.all([words.common.learn(language), words[lab].learn(language)]);
