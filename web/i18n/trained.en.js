/** What the Attention lab says of trained models, in English. */
export default {
  'trained.part': 'a trained model',
  'trained.loading': 'The trained model is on its way …',
  'trained.unfetched':
    'The file of the trained model could not be fetched. It lies beside the scripts of the page; a page from a server may fetch it, one opened from a disk may not.',
  'trained.failed': 'The trained model cannot be shown: {problem}',

  'trained.ask.dates': 'A date, in English or in numbers, as you would write it',
  'trained.ask.pronouns': 'A sentence with “it”, in English, of the words that the model knows',
  'trained.refused': 'The model cannot read this; the answer to what it read before stands here.',
  'trained.tries': 'Examples',
  'trained.never.dates': 'It has never seen these dates:',
  'trained.never.other': 'It has never seen these examples:',
  'trained.never.pronouns': 'It has never seen these sentences:',
  'trained.others': 'Others',
  'trained.reads': 'It reads',
  'trained.answers.dates': 'and writes',
  'trained.answers.other': 'and answers',
  'trained.answers.pronouns': 'and says that “it” is',
  'trained.right': 'right',
  'trained.wrong': 'wrong: {wanted}',
  'trained.unchecked.dates': 'It writes a date whatever it reads, also where there is none.',
  'trained.unchecked.pronouns': 'It names a noun whatever it reads, also where none fits.',
  'trained.blocks': 'Which attention',
  'trained.block.alone': 'Layer {layer}',
  'trained.block.encoder': 'Encoder {layer}: the date',
  'trained.block.decoder': 'Decoder {layer}: what is written',
  'trained.block.context': 'Decoder {layer}: back to the date',

  'trained.pointing':
    'Found by looking, with the factor it was trained with: head {head} of “{block}” gives its largest weight from “it” to what “it” stands for in {hits} of {of} sentences that it has never seen.',
  'trained.found': 'Show that head',

  'trained.scale': 'Factor on the scores of all its heads',
  'trained.factor.same': 'As it was trained',
  'trained.factor.times': 'Its scores are {times} times what it was trained with',
  'trained.accuracy.dates':
    '{exact} of {examples} dates that it has never seen are right, letter by letter',
  'trained.accuracy.other':
    '{exact} of {examples} examples that it has never seen are right in every place',
  'trained.accuracy.pronouns': '{exact} of {examples} sentences that it has never seen are right',
  'trained.stopped': 'stopped',
  'trained.edited':
    'The cells that you have changed change this picture alone: the answer of the model is computed from its own.',
  'trained.about': 'What this model is',
  'trained.about.dates':
    'An encoder reads the date letter by letter, a decoder writes it as year-month-day. 3/7/2024 is March 7 to it and 7.3.24 as well. The dates it is tested on never came in training.',
  'trained.about.other':
    'A model that you have brought. Its examples are of its own task, with what never comes in training.',
  'trained.about.pronouns':
    'An encoder reads the sentence and names the noun that “it” stands for. What it is tested on are combinations of nouns, verb and property that never came in training; the words did.',
  'trained.about.sizes':
    'Layers of each stack: {layers}, heads: {heads}, d_k = {dk}, d_model = {modelDim}; {parameters} parameters.',
  'trained.about.made': 'Trained on {examples} examples by `npm run train`, with this engine.',
  'trained.knows.dates': 'It knows English only. All it knows:',
  'trained.knows.other': 'All it knows:',
  'trained.knows.pronouns': 'It knows English only. All it knows:',
  'trained.save': 'Save {file}',

  'trained.answer.dates': 'A trained model reads {text} and writes {answer}.',
  'trained.answer.other': 'A trained model reads {text} and answers {answer}.',
  'trained.answer.pronouns': 'A trained model reads {text} and says that “it” is the {answer}.',
  'trained.answer.none': 'There is no trained model to show; below is why.',
  'trained.answer.points':
    'From {query}, head {head} of “{block}” gives {weight} of its attention to {key}, which “it” stands for.',
  'trained.answer.looks':
    'At {query}, head {head} of “{block}” gives {weight} of its attention to {key}.',
  'trained.answer.measured':
    'With this factor it is right on {share} of {examples} examples that it has never seen.',
  'trained.answer.measuring': 'How often it is right with this factor is being measured.',

  'trained.curve.title': 'A trained model without its factor',
  'trained.curve.lead':
    'Nothing is trained anew: the same weights answer {heldOut} examples they have never seen, with another factor on all scores, d_k to the power of −α. A click on the curve takes that factor.',
  'trained.curve.figure.dates': 'Dates written without a mistake, of {heldOut}, against the factor',
  'trained.curve.figure.other': 'Examples right in every place, of {heldOut}, against the factor',
  'trained.curve.figure.pronouns': 'Pronouns resolved, of {heldOut}, against the factor',
  'trained.curve.x': 'α, where the factor is d_k to the power of −α',
  'trained.curve.y': 'right',
  'trained.curve.right': 'right',
  'trained.curve.now': 'here {share}',
  'trained.curve.measuring': 'The points are being measured, one after the other.',
  'trained.curve.summary':
    'With 1/√d_k, {trained} are right; without any factor, where every score is √d_k times as large, {none}; with 1/d_k, {inverse}.',
  'trained.column.alpha': 'α',
  'trained.column.factor': 'factor',
  'trained.column.times': 'times the trained one',
  'trained.column.examples': 'examples',
  'trained.column.exact': 'right',
  'trained.column.share': 'share',
};
