// The trained models of the page, with all their settings. `npm run train` reproduces web/models/NAME.safetensors from them, bit for
// bit. Options are those of createTrainer() and of the metadata of a checkpoint (docs/training.md).

/**
 * @typedef {Record<string, string | number | boolean>} Options
 *
 * @typedef {object} Model
 * @property {string} title
 * @property {string} about the task and its data, for the model card
 * @property {string[]} limits
 * @property {string} [text] the text that the task text learns from
 * @property {Options} options
 */

// The options that all models share.
const common = {
  size: 8, // dates and pronouns do not use size and symbols, but store them
  symbols: 16,
  layers: 2,
  modelDim: 48,
  heads: 2,
  headDim: 32,
  norm: 'pre',
  activation: 'relu',
  rule: 'power', // scores are divided by headDim^alpha
  alpha: 0.5,
  optimizer: 'adamw',
  learningRate: 0.003,
  weightDecay: 0.1,
  clip: 1,
  schedule: 'cosine',
  finalRate: 0.02,
  batch: 64,
  seed: 1,
  every: 100, // affects only the progress that is shown
  heldOut: 256,
};

/** The options for tasks without a model here. @type {Options} */
export const otherTasks = {
  ...common,
  stack: 'decoder',
  feedForward: 96,
  warmup: 100,
  steps: 2000,
};

/** The number of held-out examples on which a finished model is measured; all for the task text. */
export const measured = 10_000;

/** @type {Record<string, Model>} */
export const models = {
  dates: {
    title: 'Dates to ISO 8601',
    about: `Reads a date letter by letter and writes it as \`YYYY-MM-DD\`. Examples are drawn while it trains: a date between
1900-01-01 and 2099-12-31, in one of the spellings that [src/learning/date_task.h](../../src/learning/date_task.h) lists. An eighth of all dates, chosen by a
hash of the day, is held out: no spelling of them occurs in training.`,
    limits: [
      'It knows the spellings of `src/learning/date_task.h` and English names only. To anything else, such as a date in words or a 31st of April, it still writes ten characters, which mean nothing.',
      'What is ambiguous has one meaning: `3/7/2024` is the 7th of March (the month first), `7.3.2024` and `07-03-2024` too (the day first); `24` is 2024, `70` is 1970.',
      'The day of the week is read but not needed; a wrong one changes nothing that can be relied on.',
    ],
    options: {
      task: 'dates',
      ...common,
      stack: 'encoder-decoder',
      feedForward: 128,
      warmup: 200,
      steps: 3000,
    },
  },
  pronouns: {
    title: 'What "it" stands for',
    about: `Reads a sentence such as "the animal did not cross the street because it was too tired" and names, at the pronoun, the noun
that it stands for: the property behind it decides, together with the verb. Examples are drawn while it trains, from the grammar of
[src/learning/pronoun_task.h](../../src/learning/pronoun_task.h); both answers are equally likely. An eighth of all combinations of both nouns, verb and
property, chosen by a hash, is held out, among them "animal, cross, street" with \`tired\` and with \`wide\`.`,
    limits: [
      'It knows 131 words and one kind of sentence. It is a picture of how attention can find an antecedent, not a reader of English.',
      'Which properties speak of which noun is a table that people wrote. Of a property that the table does not have with a verb, the answer is a guess.',
      'Every combination of determiners, adverbs and the like occurs in training; what is new in the held-out sentences is how nouns, verb and property go together.',
    ],
    options: {
      task: 'pronouns',
      ...common,
      stack: 'encoder',
      feedForward: 64,
      warmup: 100,
      steps: 2000,
    },
  },
  text: {
    title: 'What comes next in English prose',
    about: `Reads prose character by character and gives, behind each, the probabilities of the next one. It learned from one novel, Jane
Austen's *Persuasion*, whose source, licence and hash are in [scripts/texts](../../scripts/texts/README.md). The last tenth of the novel is held out: no character of
it occurs in training.`,
    limits: [
      'It has read one novel of 1817 and knows nothing else. What it would write looks like prose and means nothing.',
      'It sees 128 characters at once, and nothing of what was before them.',
      'It knows 76 characters: English letters, digits, blanks, line breaks and `! " & \' ( ) , - . : ; ?`. `X` never occurs in the novel, digits and `&` seldom.',
      'The held-out tenth is the end of the same novel, with the same people: other prose surprises it more.',
    ],
    text: 'scripts/texts/persuasion.txt',
    options: {
      task: 'text',
      ...common,
      size: 128,
      stack: 'decoder',
      modelDim: 96,
      heads: 4,
      headDim: 24,
      feedForward: 224,
      batch: 16,
      warmup: 100,
      steps: 4000,
      heldOut: 64,
    },
  },
};
