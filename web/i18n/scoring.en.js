/** Words of the Scoring lab, in English. d_k, *stress* and `code` are typeset by labs/text.js. */
export default {
  'scoring.title': 'Dot, scaled, cosine, additive: what is the difference?',
  'scoring.answer.waiting': 'A [[score]] tells how well a [[query]] and a [[key]] match.',
  'scoring.answer':
    'By [[dot product|dot]] {dot}; by [[cosine]] (content-based) {cosine}. Of the two, only the dot product depends on length.',
  'scoring.answer.longest': 'The longest key, {key},',
  'scoring.answer.tie': '{key}, as long as any key,',
  'scoring.answer.rest':
    '{longest} gets {scaled} by scaled dot product and {additive} by an additive [[score]].',
  'scoring.answer.same':
    '{key} wins either way: with [[weight]] {dot} by [[dot product|dot]] and {cosine} by [[cosine]] (content-based). Of the two, only the dot product depends on length.',
  'scoring.answer.wins': '{key} wins with [[weight]] {weight}',
  'scoring.answer.tied': '{keys} tie with [[weight]] {weight} each',
  'scoring.answer.random':
    'For random vectors with d_k = {dk} and n = {keys}, the best key typically gets {dot} by dot product, {scaled} scaled, {additive} additive and {cosine} by cosine{soFar}.',
  'scoring.fallback':
    'A scoring function tells how well a query and a key match. The dot product depends on the angle between them and on both lengths; the scaled dot product is the same divided by √d_k. The cosine depends on the angle alone and lies between −1 and 1. With n keys no weight can then be larger than e²/(e² + n − 1), unless a temperature lifts it. Additive attention asks a small network instead.',

  'scoring.part.plane': 'planes',
  'scoring.part.norms': 'length',
  'scoring.part.laws': 'laws of the scores',
  'scoring.part.sharpness': 'sharpness against d_k',
  'scoring.part.layernorm': 'layer normalisation',
  'scoring.part.table': 'table',

  'scoring.group.functions': 'Scoring functions',
  'scoring.group.main': 'Random vectors',
  'scoring.group.vectors': 'Vectors of the planes',
  'scoring.group.layernorm': 'Layer normalisation',
  'scoring.param.q': 'Query: x, y',
  'scoring.param.k': 'Keys: x, y, x, y …',
  'scoring.param.pick': 'Function',
  'scoring.param.temperature': 'Temperature τ of the cosine',
  'scoring.param.units': 'Hidden units of additive',
  'scoring.param.keys': 'Keys n',
  'scoring.param.draws': 'Queries drawn',
  'scoring.param.lengthSpread': 'Spread of the lengths',
  'scoring.param.gainSd': 'Spread of the gain',
  'scoring.param.biasSd': 'Spread of the bias',

  'scoring.function.dot': 'Dot product',
  'scoring.function.scaled': 'Scaled dot product',
  'scoring.function.cosine': 'Cosine',
  'scoring.function.temperature': 'Cosine with τ',
  'scoring.function.distance': 'Squared distance',
  'scoring.function.general': 'General (bilinear)',
  'scoring.function.additive': 'Additive',
  'scoring.function.location': 'Location-based',
  'scoring.choice.pick.dot': 'dot product',
  'scoring.choice.pick.scaled': 'scaled dot product',
  'scoring.choice.pick.cosine': 'cosine (content-based)',
  'scoring.choice.pick.temperature': 'cosine with temperature',
  'scoring.choice.pick.distance': 'squared distance',
  'scoring.choice.pick.general': 'general (bilinear)',
  'scoring.choice.pick.additive': 'additive',
  'scoring.choice.pick.location': 'location-based',

  'scoring.formula.learned': 'learned; random here',
  'scoring.formula.words': '{name}: the score of q with {key} is {score}, its weight {weight}.',

  'scoring.plane.title': 'Drag q and the keys: who wins where?',
  'scoring.plane.add': 'Add a key',
  'scoring.plane.query': 'query',
  'scoring.plane.key': 'key {key}',
  'scoring.plane.summary':
    'Each point is coloured by the keys that win there, mixed by weight. {name} gives the query {weights}.',
  'scoring.plane.zero':
    '{names}: a vector of length 0 has no direction. Its dot products are 0. Its cosine is *defined* as 0 here, where 0/0 would give NaN.',
  'scoring.plane.equal':
    '{names} are the same vector: every function gives them the same weight, except the location-based one, which looks only at a key’s place in the row.',
  'scoring.plane.huge':
    '{names}: so long that dot products and distances usually give the best key all the weight. The [[softmax]] subtracts the largest score first, so nothing overflows; the cosine does not notice.',
  'scoring.vectors.caption': 'Query and keys as numbers',
  'scoring.vectors.vector': 'vector',
  'scoring.vectors.x': 'x',
  'scoring.vectors.y': 'y',
  'scoring.vectors.length': 'length',
  'scoring.vectors.angle': 'angle, °',
  'scoring.vectors.remove': 'Remove {name}',

  'scoring.table.function': 'function',
  'scoring.table.key': 'key',
  'scoring.table.x': 'x',
  'scoring.table.y': 'y',
  'scoring.table.score': 'score',
  'scoring.table.weight': 'weight',

  'scoring.preset.cosine-is-dot.label': 'Cosine = dot × a factor?',
  'scoring.preset.layernorm-cosine.label': 'LayerNorm makes it a cosine',
  'scoring.preset.additive-slower.label': 'Additive is just slower',
  'scoring.preset.ceiling.label': 'Cosine among many keys',
  'scoring.preset.zero-vector.label': 'Cosine of a zero vector',
};
