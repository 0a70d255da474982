/** Words of the story, in English, up to its first picture. d_k, *stress* and `code` are typeset by labs/parts/text.js. */
export default {
  'story.title': 'Why divide by √d_k?',
  'story.answer.waiting': '{keys} keys compete for one query’s attention.',
  'story.answer':
    'The top [[key]] of {keys} gets {before} of the [[weight]]; divided, {after}; typically {typicalBefore} and {typicalAfter}{soFar}.',
  'story.answer.same':
    'The top [[key]] of {keys} gets {before} of the [[weight]]; division by 1 changes nothing. Typically {typicalBefore}{soFar}.',
  'story.fallback':
    'A score is a sum of d_k random products, so its spread grows like √d_k. When scores spread widely, softmax gives one key nearly all the weight, and query and key hardly learn. Dividing by √d_k keeps the spread at 1 for every d_k.',

  'story.dk': 'd_k',
  'story.drag': 'Drag d_k',
  'story.again': 'Other vectors',
  'story.key': 'key {key}',
  'story.score': 'score',
  'story.weight': 'weight',
  'story.link': '{lab} lab',
  'story.guess': 'Your guess',

  'story.fan.title': 'The fan',
  'story.fan.figure': '{keys} scores as random walks, d_k = {dk}',
  'story.fan.text':
    'A [[score]] adds d_k random steps. With more steps scores spread, and [[softmax]] usually favours one key. Dividing by √d_k closes the fan.',
  'story.fan.summary':
    '{keys} random walks of {dk} steps. Without the division the largest weight is {before}; divided by √d_k it is {after}.',
  'story.fan.column.key': 'key',
  'story.fan.column.score': 'q·k',
  'story.fan.column.weight': 'weight',
  'story.fan.column.scaled': 'q·k / √d_k',
  'story.fan.column.scaledWeight': 'weight, scaled',
};
