/** Words of the story, in English, as far as its first picture. d_k, *stress* and `code` are typeset by labs/parts/text.js. */
export default {
  'story.title': 'Why divide by √d_k?',
  'story.answer.waiting': 'Here {keys} keys compete for one query.',
  'story.answer':
    'Largest [[weight]] of {keys} [[keys|key]]: {before} undivided, {after} divided; typically {typicalBefore} and {typicalAfter}{soFar}.',
  'story.answer.same':
    'Largest [[weight]] of {keys} [[keys|key]]: {before}, with or without the division by 1. Typically {typicalBefore}{soFar}.',
  'story.fallback':
    'A score is a sum of d_k products, so its spread grows like √d_k. Softmax turns widely spread scores into one weight near 1, and a query whose weights are like that hardly learns. Dividing by √d_k keeps the spread at 1 for every d_k.',

  'story.dk': 'd_k',
  'story.drag': 'Drag d_k',
  'story.again': 'Other vectors',
  'story.key': 'key {key}',
  'story.score': 'score',
  'story.weight': 'weight',
  'story.door': '{lab} lab',
  'story.guess': 'Your guess',

  'story.fan.title': 'The fan',
  'story.fan.figure': '{keys} scores as random walks, d_k = {dk}',
  'story.fan.text':
    'More dimensions, longer walks: [[scores|score]] drift apart, and [[softmax]] usually crowns one key. Dividing by √d_k folds the fan back.',
  'story.fan.summary':
    '{keys} random walks of {dk} steps. Without the division the largest weight is {before}; divided by √d_k it is {after}.',
  'story.fan.column.key': 'key',
  'story.fan.column.score': 'q·k',
  'story.fan.column.weight': 'weight',
  'story.fan.column.scaled': 'q·k / √d_k',
  'story.fan.column.scaledWeight': 'weight, scaled',
};
