/** Words of the Attention lab about trained models, in English. */
export default {
  'trained.part': 'a trained model',
  'trained.loading': 'The trained model is loading …',
  'trained.unfetched':
    'The trained model’s file could not be fetched. It is next to the page’s scripts. A page from a server may fetch it; a page opened from a disk may not.',
  'trained.failed': 'The trained model cannot be shown: {problem}',

  'trained.ask.dates': 'A date, in English or in numbers, written as you like',
  'trained.ask.pronouns': 'A sentence with “it”, in English words that the model knows',
  'trained.refused.once': 'The sentence must contain “it” exactly once.',
  'trained.refused.noun': 'The sentence needs a noun before “it”.',
  'trained.refused.word': 'The model does not know the word “{word}”.',
  'trained.refused.words': 'A sentence may have at most {count} words.',
  'trained.refused.letters':
    'Dates may contain digits, letters other than k, q, x and z, spaces and - / . ,',
  'trained.refused.letters.count': 'A date may have at most {count} characters.',
  'trained.refused.where': 'The words that it knows are listed below.',
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
  'trained.untrained.dates': 'not a date of the kind that it was trained on',
  'trained.untrained.other': 'not of the kind that it was trained on',
  'trained.untrained.pronouns': 'not a sentence of the kind that it was trained on',
  'trained.outside.pattern.dates': 'That means nothing: it never saw such dates.',
  'trained.outside.pattern.pronouns': 'That is a guess: it learned another pattern.',
  'trained.outside.years.dates': 'That means nothing: it learned {first} to {last} only.',
  'trained.outside.impossible.dates': 'That means nothing: there is no such day.',
  'trained.outside.weekday.dates': 'That is a guess: this day fell on another weekday.',
  'trained.outside.month.dates': 'That means nothing: there is no month {month}.',
  'trained.outside.unsaid.pronouns': 'That is a guess: it learned no such sentence.',
  'trained.outside.absent.pronouns': 'That is a guess: “{answer}” is not in the sentence.',
  'trained.rest.pattern.dates':
    'The model was trained on dates only, and this is not a date in a form that it has seen.',
  'trained.rest.pattern.pronouns':
    'The model was trained on one pattern only, “the … did not … the … because it was too …”.',
  'trained.rest.weekday.dates': 'In training the weekday was always right.',
  'trained.rest.monthFirst.dates': 'Between slashes the model learned to read the month first.',
  'trained.rest.dayFirst.dates': 'In this form the model learned to read the day first.',
  'trained.rest.yearFirst.dates': 'After a year the model learned to read the month first.',
  'trained.rest.unsaid.pronouns':
    'In training this property never appeared with this verb and these nouns.',
  'trained.rest.absent.pronouns':
    'The model was trained on one pattern only, “the … did not … the … because it was too …”.',
  'trained.rest.before': 'The picture shows what the model read last.',
  'trained.rest.head': 'The picture shows head {head} of “{block}”.',
  'trained.rest.looks':
    'In head {head} of “{block}”, “{query}” gives {weight} of its attention to “{key}”.',
  'trained.rest.measured':
    'Of {examples} held-out examples, which it has never seen, the model gets {share} right with this factor.',
  'trained.rest.sofar':
    'Of held-out examples, which it has never seen, the model has got {exact} of {examples} right with this factor so far.',
  'trained.rest.measuring':
    'Still measuring how many held-out examples it gets right with this factor.',
  'trained.cut': 'Only the first {count} characters are used.',
  'trained.blocks': 'Which attention',
  'trained.block.alone': 'Layer {layer}',
  'trained.block.encoder': 'Encoder {layer}: the date',
  'trained.block.decoder': 'Decoder {layer}: what is written',
  'trained.block.context': 'Decoder {layer}: looks back at the date',
  'trained.block.encoder.note': 'Encoder: the letters of the date look at each other.',
  'trained.block.decoder.note':
    'Decoder, self-attention: each written letter looks at those before it.',
  'trained.block.context.note':
    'Decoder, cross-attention: each written letter looks back at the letters of the date.',

  'trained.pointing':
    'Head {head} of “{block}” looks from “it” at the right noun in {hits} of {of} sentences that it has never seen. This head was found by trying all of them with the factor used in training.',
  'trained.found': 'Show that head',

  'trained.scale': 'Factor on the scores of all heads',
  'trained.factor.same': 'As it was trained',
  'trained.factor.times': 'Scores are {times} times as large as in training',
  'trained.accuracy.dates':
    '{exact} of {examples} dates that it has never seen are right, letter by letter',
  'trained.accuracy.other':
    '{exact} of {examples} examples that it has never seen are right in every place',
  'trained.accuracy.pronouns': '{exact} of {examples} sentences that it has never seen are right',
  'trained.stopped': 'stopped',
  'trained.edited':
    'The cells that you have changed affect this picture only. The model answers with its own.',
  'trained.about': 'What this model is',
  'trained.about.dates':
    'An encoder reads the date letter by letter, and a decoder writes it as year-month-day. To this model 3/7/2024 is March 7, and so is 7.3.24. The dates it is tested on never appeared in training.',
  'trained.about.other':
    'A model of your own. It is tested on examples of its task that never appeared in training.',
  'trained.about.pronouns':
    'An encoder reads the sentence and names the noun that “it” stands for. It is tested on combinations of nouns, verb and property that never appeared in training, though the words did.',
  'trained.about.sizes':
    'Layers per stack: {layers}, heads: {heads}, d_k = {dk}, d_model = {modelDim}; {parameters} parameters.',
  'trained.about.made': 'Trained on {examples} examples by `npm run train`, with this engine.',
  'trained.knows.dates': 'It knows English only. All it knows:',
  'trained.knows.other': 'All it knows:',
  'trained.knows.pronouns': 'It knows English only. All it knows:',
  'trained.save': 'Save {file}',

  'trained.answer.dates': 'A trained model reads {text} as {answer}.',
  'trained.answer.outside.dates': 'The model writes {answer}.',
  'trained.answer.other': 'A trained model reads {text} and answers {answer}.',
  'trained.answer.outside.other': 'The model answers {answer}.',
  'trained.answer.pronouns': 'A trained model says that “it” is the {answer}.',
  'trained.answer.outside.pronouns': 'The model says that “it” is the {answer}.',
  'trained.answer.here': 'Here “{query}” gives {weight} to “{key}”.',
  'trained.answer.none': 'No trained model can be shown; the reason is below.',

  'trained.curve.title': 'A trained model without its factor',
  'trained.curve.lead':
    'Nothing is retrained: the same network answers {heldOut} examples that it has never seen, with another factor on all scores, d_k to the power of −α. Click on the curve to use that factor.',
  'trained.curve.figure.dates': 'Dates written without a mistake, of {heldOut}, against the factor',
  'trained.curve.figure.other': 'Examples right in every place, of {heldOut}, against the factor',
  'trained.curve.figure.pronouns': 'Pronouns resolved, of {heldOut}, against the factor',
  'trained.curve.x': 'α, where the factor is d_k to the power of −α',
  'trained.curve.y': 'right',
  'trained.curve.right': 'right',
  'trained.curve.now': 'here {share}',
  'trained.curve.measuring': 'The points are measured one after the other.',
  'trained.curve.summary':
    'With 1/√d_k, {trained} are right. Without any factor every score is √d_k times as large, and {none} are right; with 1/d_k, {inverse}.',
  'trained.column.alpha': 'α',
  'trained.column.factor': 'factor',
  'trained.column.times': 'times the trained one',
  'trained.column.examples': 'examples',
  'trained.column.exact': 'right',
  'trained.column.share': 'share',
};
