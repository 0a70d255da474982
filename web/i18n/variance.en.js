/** Words of the Variance lab, in English. d_k, *stress* and `code` are typeset by labs/parts/text.js. */
export default {
  'variance.part.histogram': 'histogram',
  'variance.part.walks': 'random walk',
  'variance.part.growth': 'growth with d_k',
  'variance.part.derivation': 'derivation',
  'variance.part.replicate': 'replicate',
  'variance.part.blog': 'blog script',
  'variance.title': 'Why does q·k have variance d_k?',
  'variance.answer.waiting':
    'A [[score]] q·k is a sum of {dk} {dkCount:product|products}, and the [[variances|variance]] of independent products add up.',
  'variance.answer.scaled':
    'At d_k = {dk}, q·k has [[variance]] {before}{soFar}. The [[factor]] {factor} gives {after}.',
  'variance.answer.none':
    'At d_k = {dk}, q·k has [[variance]] {before}{soFar}. With no [[factor]], that is what [[softmax]] gets.',
  'variance.answer.one':
    'There is only one [[score]], {score}, and one number has no [[variance]]. Draw more queries or keys.',
  'variance.answer.same':
    'At d_k = {dk}, q·k has [[variance]] {before}{soFar}. The [[factor]] {factor} leaves it as it is.',

  'variance.formula.words':
    'The variance of the scaled score, {variance}, is the square of the factor {factor}, times d_k = {dk}, times the variance of one product, {perProduct}.',
  'variance.formula.wordsRelated':
    'The variance of the scaled score, {variance}, is the square of the factor {factor}, times d_k = {dk}, times the variance of one product, {perProduct}, which includes the correlation of q and k, {correlation}.',
  'variance.formula.related':
    'When q and k are correlated, the variance of one product depends on more than their means and variances.',

  'variance.histogram.title': 'All the scores, before and after the factor',
  'variance.histogram.view': 'Which scores to show',
  'variance.histogram.view.both': 'Both',
  'variance.histogram.view.before': 'Before',
  'variance.histogram.view.after': 'After',
  'variance.histogram.log': 'logarithmic (shows the tails)',
  'variance.histogram.figure.both': 'Scores before and after the factor, d_k = {dk}',
  'variance.histogram.figure.before': 'Scores q·k before the factor, d_k = {dk}',
  'variance.histogram.figure.after': 'Scores after the factor, d_k = {dk}',
  'variance.histogram.exact': 'exact',
  'variance.histogram.nearlyNormal': 'exact ≈ normal',
  'variance.histogram.normal': 'normal',
  'variance.histogram.sd': '±1 sd = ±{sd}',
  'variance.histogram.measured': 'measured',
  'variance.histogram.axis': 'score',
  'variance.histogram.density': 'density',
  'variance.histogram.density.before': 'density of q·k',
  'variance.histogram.density.after': 'density after the factor',
  'variance.histogram.summary':
    '{count} {count:score|scores}: variance {before} before the factor (theory {theoryBefore}), {after} after it (theory {theoryAfter}).',
  'variance.histogram.partly': '{count} {count:score|scores} so far, then stopped',
  'variance.histogram.caption.before': 'Before the factor: q·k',
  'variance.histogram.caption.after': 'After the factor {factor}',
  'variance.histogram.covers':
    'After the factor, the 95% [[interval]] of the variance runs from {low} to {high} and contains the theoretical {theory}.',
  'variance.histogram.misses':
    'After the factor, the 95% [[interval]] of the variance runs from {low} to {high} and misses the theoretical {theory}. One sample in twenty does: try another [[seed]].',
  'variance.histogram.sharedVectors':
    '{scores} {scores:score comes|scores come} from only {vectors} {vectors:vector|vectors}: they are not independent, and the interval allows for that.',
  'variance.histogram.freshPairs':
    'When q and k are correlated, every score has its own pair of vectors: one key cannot be correlated with many independent queries.',
  'variance.histogram.heavier':
    'The normal [[distribution|law]] is an approximation with the same mean and variance. The exact one has [[kurtosis]] {kurtosis} instead of 3: a sharper peak and heavier tails, most of all at small d_k.',
  'variance.histogram.lighter':
    'The normal [[distribution|law]] is an approximation with the same mean and variance. The exact one has [[kurtosis]] {kurtosis} instead of 3: lighter tails, most of all at small d_k.',
  'variance.histogram.heavy':
    'With Student t components the measured variance settles slowly, and its interval is uncertain.',
  'variance.histogram.one': 'One score has no variance. Draw more queries or keys.',
  'variance.histogram.few':
    'Fewer than {leastScores} scores are too few for an interval of the variance. Draw more queries or keys.',
  'variance.histogram.side.before': 'before the factor',
  'variance.histogram.side.after': 'after the factor',
  'variance.histogram.column.scores': 'scores',
  'variance.histogram.column.what': 'what',

  'variance.param.rows': 'rows',
  'variance.param.columns': 'columns',
  'variance.param.inner': 'inner size d_k',
  'variance.param.ddof': '`ddof`',
  'variance.param.value': 'your variance',
  'variance.param.draws': 'repetitions',
  'variance.param.numpySeed': 'NumPy seed',

  'variance.preset.two-by-two.label': 'The forum’s 2×2',

  'variance.preset.np-dot.label': 'np.dot or matmul?',

  'variance.preset.always-dk.label': 'Always d_k? Try q = k',

  'variance.preset.why-root.label': 'Divide by d_k instead',

  'variance.preset.which-d.label': 'Which d?',
  'variance.preset.blog-script.label': 'The blog’s script',
};
