/** Explanations of terms, in English: one or two sentences, shown when a visitor points at [[term]] (labs/parts/text.js). */
export default {
  'glossary.score': 'A score says how well a key matches a query. Usually it is their dot product.',
  'glossary.logit': 'A logit is a number that enters the softmax: here a score times its factor.',
  'glossary.factor':
    'The factor multiplies every score before the softmax. The paper (Vaswani et al. 2017) uses 1/√(head width).',
  'glossary.rule': 'A rule says how scores are made, or which factor they are multiplied by.',
  'glossary.law': 'A probability distribution says how likely each value of a random number is.',
  'glossary.L':
    'L is the loss: one number that says how wrong the output is. Training makes it smaller.',
  'glossary.softmax':
    'The softmax turns scores into weights: positive numbers that add up to 1. The largest score gets the largest weight.',
  'glossary.weight':
    'A weight says how much of a token’s value enters the output. The weights of a query add up to 1.',
  'glossary.query': 'The query is the vector that a token searches with.',
  'glossary.key': 'The key is the vector that a token is found by.',
  'glossary.value':
    'The value is the vector that a token passes on. The output is the sum of all values, each times its weight.',
  'glossary.token':
    'A token is a piece of text that the network treats as one unit: here a word or a character.',
  'glossary.mask': 'A mask says which keys a query may see. A hidden key gets weight 0.',
  'glossary.dot':
    'The dot product of two vectors multiplies them component by component and adds the products up.',
  'glossary.cosine':
    'The cosine of two vectors is their dot product divided by both lengths. It depends only on the angle between them.',
  'glossary.temperature':
    'The temperature divides every score before the softmax. A low one makes the weights sharper.',
  'glossary.layernorm':
    'LayerNorm subtracts the mean of a vector’s components and divides by their standard deviation.',
  'glossary.variance':
    'The variance says how widely numbers spread: it is the mean of their squared distances from their mean.',
  'glossary.kurtosis':
    'The kurtosis says how heavy the tails of a distribution are. For the normal distribution it is 3.',
  'glossary.interval':
    'A 95% interval is made so that it contains the true value in about 95 of 100 samples.',
  'glossary.entropy':
    'The entropy says how evenly the weights are shared: 0 if one key has everything, ln n if n keys have equal weights.',
  'glossary.jacobian':
    'The Jacobian is the matrix of derivatives: how each weight changes with each logit.',
  'glossary.head':
    'A head is one attention mechanism with its own matrices. A layer has several, side by side.',
  'glossary.rank': 'The rank of a matrix is the number of independent directions among its rows.',
  'glossary.gradient':
    'The gradient says how the loss changes with each number. Training steps against it.',
  'glossary.heldOut': 'Held-out examples are kept apart: the network never sees them in training.',
  'glossary.seed':
    'The seed starts the random generator. The same seed gives the same numbers again.',
};
