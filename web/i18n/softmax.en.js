/** Words of the Softmax lab, in English. d_k, *stress* and `code` are typeset by labs/parts/text.js. */
export default {
  'softmax.title': 'What goes wrong without the factor?',
  'softmax.answer.waiting':
    '[[Softmax|softmax]] turns the [[scores|score]] of a [[query]] into [[weights|weight]].',
  'softmax.answer.scaled':
    'Without a [[factor]], the top [[key]] typically gets {before} of the [[weight]]{soFar}; with {factor}, {after}.',
  'softmax.answer.none':
    'Without a [[factor]], the top [[key]] typically gets {before} of the [[weight]]{soFar}. Choose a factor.',
  'softmax.answer.cosine':
    'Without a [[factor]], the top [[key]] typically gets {before} of the [[weight]]{soFar}; with cosines, {after}.',
  'softmax.answer.alone':
    'One visible [[key]] always gets all of the [[weight]], {before}. Show two to see what the [[factor]] does.',
  'softmax.answer.same':
    'The top [[key]] typically gets {before} of the [[weight]]{soFar}, with or without the [[factor]] {factor}.',
  'softmax.rest.scaled':
    'With d_k = {dk} and {keys} keys, {deadBefore} of queries get almost no [[gradient]] without a [[factor]]{soFar}, and {deadAfter} with it.',
  'softmax.rest.none':
    'With d_k = {dk} and {keys} keys, {deadBefore} of queries get almost no [[gradient]] without a [[factor]]{soFar}.',
  'softmax.rest.cosine':
    'With d_k = {dk} and {keys} keys, {deadBefore} of queries get almost no [[gradient]] without a [[factor]]{soFar}, and {deadAfter} with cosines.',
  'softmax.rest.same':
    'With d_k = {dk} and {keys} keys, {deadBefore} of queries get almost no [[gradient]]{soFar}, with or without the [[factor]].',
  'softmax.formula.words':
    'For the key with the most weight: the factor {factor} and the score {score} give the logit {logit}. Its weight {weight} is the exponential of the difference {logit} minus {logSum}. The Jacobian diag(a) − aaᵀ has norm {jacobianNorm}, and the gradient with respect to the logits has length {gradient}.',

  'softmax.part.one': 'one query',

  'softmax.param.keys': 'Keys n',
  'softmax.param.temperature': 'Temperature T',
  'softmax.param.shift': 'Added to every logit',
  'softmax.param.masked': 'Masked keys (the last ones)',
  'softmax.param.maskAs': 'A masked key',
  'softmax.param.draw': 'Query number',
  'softmax.param.draws': 'Queries drawn',
  'softmax.param.logits': 'Your own scores, with commas',
  'softmax.choice.scale.cosine': 'cosine instead of q·k',
  'softmax.choice.maskas.blocked': 'gets no weight',
  'softmax.choice.maskas.zero': 'gets score 0 (a common mistake)',
  'softmax.group.mask': 'Mask',

  'softmax.rule.none': 'the factor 1',
  'softmax.rule.rsqrt': '1/√d_k',
  'softmax.rule.inverse': '1/d_k',
  'softmax.rule.alpha': '1/d_k{alpha}',
  'softmax.rule.number': 'the factor {factor}',
  'softmax.rule.cosine': 'cosines',
  'softmax.key': 'key',
  'softmax.keyNumber': 'key {key}',
  'softmax.maskedKey': 'key {key}, masked',
  'softmax.logit': 'logit',
  'softmax.weight': 'weight',
  'softmax.without': 'no factor',
  'softmax.rate': '{rate} {rate:query|queries}/s',
  'softmax.stopped': '{count} {count:query|queries} so far, then stopped',
  'softmax.measure.topWeight': 'Largest weight',
  'softmax.measure.effectiveKeys': 'Effective number of keys',
  'softmax.measure.logitGradient': '|∂[[L]]/∂z|, the gradient that passes',
  'softmax.measure.jacobianNorm': 'Norm of the Jacobian',
  'softmax.measure.dead': 'Almost no gradient (below 0.001)',

  'softmax.one.title': 'One query: logits and weights',
  'softmax.one.figure': 'One query, d_k = {dk}, {keys} {keys:key|keys}',
  'softmax.one.logits.before': 'Logits without a factor',
  'softmax.one.logits.after': 'Logits with {rule}',
  'softmax.one.weights.before': 'Weights without a factor',
  'softmax.one.weights.after': 'Weights with {rule}',
  'softmax.one.next': 'Another query',
  'softmax.one.back': 'Back to the sampled scores',
  'softmax.one.hint': 'Drag a [[logit]] on the left.',
  'softmax.one.handle': 'Logit of key {key}',
  'softmax.one.summary':
    'Without a factor the largest weight is {before}; with {rule} it is {after}.',
  'softmax.one.own':
    'These [[scores|score]] are yours, so d_k, the seed and the number of keys do not change them. Scores of real vectors grow like √d_k; yours do not, so raising d_k here would wrongly seem to flatten the weights.',
  'softmax.one.this': 'This query (number {draw})',
  'softmax.one.these': 'Your scores',
  'softmax.one.many': 'Median of {draws} {draws:query|queries}',
  'softmax.one.note':
    'The effective number of keys is e to the power of the [[entropy]] of the weights: n if all weights are equal, 1 if one key has everything. ∂[[L]]/∂z is the gradient that [[softmax]] passes on when a gradient of standard normal components arrives at the weights.',
  'softmax.one.masked.blocked':
    'A [[masked|mask]] key has logit −∞ (a cross in the picture) and weight 0.',
  'softmax.one.masked.zero':
    'A [[masked|mask]] key with score 0 still gets a weight, taken from the others: e⁰ = 1, not 0.',
  'softmax.one.column.key': 'key',
  'softmax.one.column.score': 'score q·k',
  'softmax.one.column.logitBefore': 'logit, no factor',
  'softmax.one.column.weightBefore': 'weight, no factor',
  'softmax.one.column.logitAfter': 'logit, with {rule}',
  'softmax.one.column.weightAfter': 'weight, with {rule}',

  'softmax.alone':
    'Only one key can be seen here. It always has weight 1, whatever its score: there is nothing to choose from. The weights cannot move, so no gradient passes, with a factor or without. Take at least two keys to see what the factor does.',

  'softmax.part.bands': 'many queries',

  'softmax.part.jacobian': 'Jacobian',

  'softmax.part.exponent': 'the exponent',

  'softmax.part.vanish': 'vanishing gradients?',

  'softmax.preset.vanish.label': 'Gradients vanish?',

  'softmax.preset.why-root.label': 'Divide by d_k instead',

  'softmax.preset.overflow.label': 'Is it about overflow?',

  'softmax.preset.shift.label': 'Large logits saturate?',

  'softmax.preset.mask.label': 'Mask = score 0?',

  'softmax.preset.unit-variance.label': 'Output of variance 1?',
};
