/** Words of the Scoring lab below its first picture and about its presets, in English. The others are in scoring.en.js. */
export default {
  'scoring.fallback':
    'A scoring function measures how well a query and a key match. The dot product depends on the angle between them and on both lengths; the scaled dot product is the same divided by √d_k. The cosine depends only on the angle and lies between −1 and 1. With n keys no weight can then be larger than e²/(e² + n − 1), unless a temperature lifts it. Additive attention asks a small network instead.',

  'scoring.short.dot': 'dot',
  'scoring.short.scaled': 'scaled',
  'scoring.short.cosine': 'cosine',
  'scoring.short.temperature': 'cosine / τ',
  'scoring.short.distance': 'distance',
  'scoring.short.general': 'general',
  'scoring.short.additive': 'additive',
  'scoring.short.location': 'location',

  'scoring.norms.title': 'Lengthen a key: what changes?',
  'scoring.norms.lead':
    'Make a key longer without turning it. Its dot product grows in proportion (or falls, if it points away from the query), and the weight follows; the cosine is unaffected.',
  'scoring.norms.lengths': 'Lengths of the keys',
  'scoring.norms.slider': 'length of {key}',
  'scoring.norms.figure': 'Weight of {key} against its length',
  'scoring.norms.x': 'length of {key}',
  'scoring.norms.y': 'weight of {key}',
  'scoring.norms.summary':
    'At length 1, {key} gets {dotOne} by dot product and {cosineOne} by cosine; at length {most}, {dotMost} and {cosineMost}.',
  'scoring.norms.note':
    'A squared distance favours one length, an additive score saturates, and a location-based one never looks at the key. At length 0 the cosine jumps: a vector without a direction has cosine 0 with everything, by definition. Dot products go to 0 smoothly.',

  'scoring.laws.title': 'The same random vectors, eight distributions',
  'scoring.laws.lead':
    'Every [[score]] has a [[distribution|law]] of its own when queries and keys are random. The wider it is, the sharper the [[softmax]].',
  'scoring.laws.raw': 'As they are',
  'scoring.laws.standard': 'In standard deviations',
  'scoring.laws.figure': 'Scores of random vectors, d_k = {dk}, n = {keys}',
  'scoring.laws.x': 'score',
  'scoring.laws.xStandard': 'standard deviations from the mean',
  'scoring.laws.normal': 'normal distribution',
  'scoring.laws.below': 'all below, mean {mean}',
  'scoring.laws.summary':
    'With d_k = {dk} the standard deviation is {dot} for the dot product, {scaled} for the scaled dot product, {additive} for the additive score and {cosine} for the cosine.',
  'scoring.laws.caption': 'Moments of the scores, and what softmax makes of them',
  'scoring.laws.column.mean': 'mean',
  'scoring.laws.column.std': 'standard deviation',
  'scoring.laws.column.kurtosis': 'kurtosis',
  'scoring.laws.column.topWeight': 'largest weight',
  'scoring.laws.column.effectiveKeys': 'effective keys',
  'scoring.laws.idle': '{draws} {draws:query|queries} drawn.',
  'scoring.laws.note':
    'If components have mean 0 and standard deviation 1, a cosine is a scaled dot product divided once more by about √d_k, so its standard deviation is near 1/√d_k. The parameters of general, additive and location-based are random, with variance 1 over the number of inputs, as at the start of training. The last two columns are medians; the number of effective keys is the exponential of the [[entropy]]. The normal distribution has [[kurtosis]] 3; where all scores are equal there is none (–).',

  'scoring.measure.topWeight': 'Largest weight',
  'scoring.measure.effectiveKeys': 'Effective keys',
  'scoring.bands.outer': '5 to 95% of queries',
  'scoring.bands.inner': '25 to 75%',
  'scoring.bands.median': 'median',
  'scoring.bands.mean': 'mean',
  'scoring.sharpness.title': 'Who stays sharp as d_k grows?',
  'scoring.sharpness.lead':
    'The same scores for d_k up to 1024. Dot products end up with a single key; divided by √d_k they keep their sharpness; cosines flatten out.',
  'scoring.sharpness.figure.topWeight': 'Largest weight against d_k, n = {keys}',
  'scoring.sharpness.figure.effectiveKeys': 'Effective keys against d_k, n = {keys}',
  'scoring.sharpness.ceiling': 'ceiling',
  'scoring.sharpness.idle': '{draws} {draws:query|queries} at each d_k.',
  'scoring.sharpness.summary.topWeight':
    'Largest of {keys} {keys:weight|weights} at d_k = {dk} (medians): {dot} dot product, {scaled} scaled, {additive} additive, {cosine} cosine (at most {ceiling}), {temperature} with temperature.',
  'scoring.sharpness.summary.effectiveKeys':
    'At d_k = {dk} the effective number of {keys} {keys:key|keys} is {dot} by dot product, {scaled} scaled, {additive} additive, {cosine} by cosine and {temperature} with its temperature (medians).',
  'scoring.sharpness.one':
    'With a single key there is nothing to share: it gets all the weight, whatever its score and whatever d_k.',
  'scoring.sharpness.note':
    'All of this holds for components with mean 0 and standard deviation 1; with very many keys the picture ends before d_k = 1024. The dashed line is the cosine’s ceiling, measured with one key along the query and all others opposite. QK-norm, as first published, learns a [[temperature]]. A temperature below 1 enlarges the cosine and raises the ceiling. Additive scores have a ceiling too: tanh lies between −1 and 1, whatever d_k is.',

  'scoring.stage.input': 'Input',
  'scoring.stage.normalized': 'After LayerNorm',
  'scoring.stage.gained': 'After gain and bias',
  'scoring.stage.projected': 'After W_q',
  'scoring.layernorm.title': 'Does LayerNorm make it a cosine?',
  'scoring.layernorm.lead':
    'For a moment, yes: after [[LayerNorm|layernorm]] all vectors have length √d, and the dot product divided by d *is* the cosine. A learned gain and bias, W_q and W_k follow, and the lengths differ again.',
  'scoring.layernorm.figure':
    'Lengths of {vectors} {vectors:vector|vectors} at four stages, d = {dk}',
  'scoring.layernorm.x': 'length',
  'scoring.layernorm.summary':
    'At first the lengths spread by {input} of their mean, after LayerNorm by {normalized}, after gain and bias by {gained}, and after W_q by {projected}. There dot product and cosine differ by up to {difference}.',
  'scoring.layernorm.capped':
    'W_q has d × d numbers. To stay quick, this picture stops at d = {most}; d_k is {dk}.',
  'scoring.layernorm.one':
    'With d = 1 nothing is left to normalise: a single number minus its mean is 0. So every vector is 0 after LayerNorm, and only the bias remains.',
  'scoring.layernorm.caption': 'Lengths at the four stages',
  'scoring.layernorm.column.length': 'mean length',
  'scoring.layernorm.column.spread': 'spread of the lengths',
  'scoring.layernorm.column.difference': 'largest |q·k/d − cos|',
  'scoring.layernorm.note':
    'Spread means standard deviation over mean. The cosine is that of the vectors minus their means. In a transformer LayerNorm stands before W_q and W_k, not after them; QK-norm, as first published, normalises after them, and only that makes attention a cosine.',

  'scoring.summary.title': 'All eight, side by side',
  'scoring.summary.lead':
    'Counted for {keys} {keys:query|queries} and {keys} {keys:key|keys} with d_k = {dk}, and {units} {units:hidden unit|hidden units} for the additive function.',
  'scoring.summary.formula': 'formula',
  'scoring.summary.range': 'range',
  'scoring.summary.sees': 'sees',
  'scoring.summary.parameters': 'parameters',
  'scoring.summary.multiplications': 'multiplications',
  'scoring.summary.origin': 'origin',
  'scoring.summary.note':
    'Work on a single query or key, not on a pair, is counted once. Cost is not speed: dot products of many queries and keys are one matrix product, which processors do fast. An additive score’s hidden layer needs a tanh for every pair and unit, which no matrix product can do.',
  'scoring.range.dot': 'all numbers',
  'scoring.range.scaled': 'all numbers',
  'scoring.range.cosine': '−1 … 1',
  'scoring.range.temperature': '−1/τ … 1/τ',
  'scoring.range.distance': '≤ 0',
  'scoring.range.general': 'all numbers',
  'scoring.range.additive': '−Σ|v| … Σ|v|',
  'scoring.range.location': 'all numbers',
  'scoring.sees.dot': 'angle, both lengths',
  'scoring.sees.scaled': 'angle, both lengths',
  'scoring.sees.cosine': 'angle only (content-based)',
  'scoring.sees.temperature': 'angle only',
  'scoring.sees.distance': 'distance',
  'scoring.sees.general': 'what it learned',
  'scoring.sees.additive': 'what it learned',
  'scoring.sees.location': 'query only',
  'scoring.column.function': 'function',
  'scoring.column.formula': 'formula',
  'scoring.column.range': 'range',
  'scoring.column.parameters': 'parameters',
  'scoring.column.multiplications': 'multiplications',
  'scoring.column.tangents': 'hyperbolic tangents',
  'scoring.column.origin': 'origin',

  'scoring.preset.cosine-is-dot.predict':
    'k₁ is the longest key; the direction of k₂ is closest to that of q. Which key gets most of the weight?',
  'scoring.preset.cosine-is-dot.choice.a': 'k₁, both by dot product and by cosine',
  'scoring.preset.cosine-is-dot.choice.b': 'k₁ by dot product, k₂ by cosine',
  'scoring.preset.cosine-is-dot.choice.c': 'k₂, both by dot product and by cosine',
  'scoring.preset.cosine-is-dot.explain':
    'By dot product {dotKey} wins with {dot}. By cosine {cosineKey} wins with {cosine}, and the longest key, {key}, gets {left}. The factor 1/(|q| |k|) differs from key to key, so it can change who wins, not only how clearly. It would be one factor only if all keys were equally long.',
  'scoring.preset.layernorm-cosine.predict':
    'Vectors pass LayerNorm, its learned gain and bias, then W_q and W_k. Are the dot products of the result cosines, up to a factor?',
  'scoring.preset.layernorm-cosine.choice.a': 'Yes, LayerNorm makes all lengths equal',
  'scoring.preset.layernorm-cosine.choice.b': 'Only before gain, bias and W_q',
  'scoring.preset.layernorm-cosine.choice.c': 'At no stage',
  'scoring.preset.layernorm-cosine.explain':
    'Right after LayerNorm the lengths spread by {normalized}: there the dot product divided by d is the cosine. After gain and bias they spread by {gained}, after W_q by {projected}, and dot product and cosine differ by up to {difference}. For a cosine, normalise after W_q and W_k, as the first QK-norm does.',
  'scoring.preset.additive-slower.predict':
    'Random vectors with d_k = 256, 8 keys, no scaling. How much weight does the best key get?',
  'scoring.preset.additive-slower.choice.a': 'The same by dot product and additive',
  'scoring.preset.additive-slower.choice.b': 'Nearly all by dot product, less by additive',
  'scoring.preset.additive-slower.choice.c': 'Nearly all by additive, less by dot product',
  'scoring.preset.additive-slower.explain':
    'With d_k = {dk} and n = {keys} the best key gets {dot} by dot product and {additive} by an additive score: tanh lies between −1 and 1, so these scores do not grow with d_k. Divided by √d_k the dot product gives {scaled}. Additive has {parameters} {parameters:parameter|parameters} of its own and needs {tangents} tanh and {multiplications} {multiplications:multiplication|multiplications}; the dot product needs {dotMultiplications}. So it is a different function, not just a slower one. The factor 1/√d_k was introduced so that the dot product could catch up with it.',
  'scoring.preset.ceiling.predict':
    'One of 64 keys points exactly where the query points, all others the opposite way. How much weight does softmax of the cosines give it?',
  'scoring.preset.ceiling.choice.a': 'nearly 1',
  'scoring.preset.ceiling.choice.b': 'about half',
  'scoring.preset.ceiling.choice.c': 'about a tenth',
  'scoring.preset.ceiling.explain':
    'With {keys} keys it gets {ceiling}; with 8 keys it would get {eight}. No vectors can do better: cosines lie between −1 and 1, and e²/(e² + n − 1) is all that softmax can make of that. Divided by a temperature of {temperature}, the same cosines give {lifted}; that is why QK-norm learns one.',
  'scoring.preset.zero-vector.predict': 'Let k₂ be the zero vector. What is its cosine with q?',
  'scoring.preset.zero-vector.choice.a': 'NaN: 0 divided by 0',
  'scoring.preset.zero-vector.choice.b': '0, by definition',
  'scoring.preset.zero-vector.choice.c': '1',
  'scoring.preset.zero-vector.explain':
    'The formula says 0/0, and a single NaN would make the whole row of weights NaN. So it is defined: the score is {score}, as in PyTorch’s `cosine_similarity`. k₂ keeps a weight of {weight}, more than a key that points away.',

  'scoring.rate': '{rate} {rate:query|queries}/s',
  'scoring.table.dk': 'd_k',
  'scoring.table.measure': 'measure',
  'scoring.table.mean': 'mean',
  'scoring.table.p05': '5%',
  'scoring.table.p25': '25%',
  'scoring.table.p50': 'median',
  'scoring.table.p75': '75%',
  'scoring.table.p95': '95%',
  'scoring.table.draws': 'queries',
  'scoring.table.stage': 'stage',
};
