/** @import { Catalogue } from './index.js' */

/** English: notes about invalid values in a link, in an attribute or typed. Fetched with the first such note. @type {Catalogue} */
export default {
  'note.title': 'Some settings could not be used as given:',
  'note.dismiss': 'Dismiss',
  'note.more': 'and {count} more',
  'note.nothing': '(nothing)',
  'note.link': 'The link',
  'note.unknown': '“{key}” is not a parameter of this lab and is ignored.',
  'note.duplicate': '{key} is given twice; {value} is ignored.',
  'note.garbled': '“{value}” is not a readable part of a link and is ignored.',
  'note.notNumber': '{key}: “{value}” is not a number; {used} is used.',
  'note.notChoice': '{key}: “{value}” is not one of its choices; “{used}” is used.',
  'note.notWord': '{key}: “{value}” is not a list of plain words and is ignored.',
  'note.notNumbers': '{key}: “{value}” is not a list of numbers and is ignored.',
  'note.notPoints':
    '{key}: a vector is a pair of numbers, and there are two to six keys; {used} is used.',
  'note.notDivisor': '{key}: {value} does not divide the heads; {used} is used.',
  'note.tooMany': '{key}: there is room for {limit} numbers; the others are left out.',
  'note.tooManyChoices': '{key}: at most {limit} can be chosen; {used} is used.',
  'note.notEdits':
    '{key}: “{value}” is not a list of changed cells (matrix, head, row, column, value); what cannot be read is left out.',
  'note.clamped': '{key}: {value} is beyond the limit; {used} is used.',
  'note.rounded': '{key}: {value} is not a whole number; {used} is used.',
  'note.cut': '{key}: only the first {limit} characters are used.',
  'note.tooLong': '{key}: the text is too long and is ignored.',
  'note.notPacked': '{key}: “{value}” cannot be read and is ignored.',
  'note.adjusted': '{key}: a variance needs at least two entries; {used} is used.',
  'note.numpyLaws':
    'NumPy’s generator is reproduced only for normal and uniform components. scaledot’s own generator is used.',
  'note.ownCosine':
    'Scores of your own have no vectors, so they have no cosine. The sampled scores are used.',
  'note.numpyCorrelation':
    'NumPy’s generator is reproduced only for independent q and k. scaledot’s own generator is used.',
};
