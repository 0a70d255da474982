/** 方差实验室的文字（简体中文）。d_k、*强调* 与 `代码` 由 labs/parts/text.js 排版。 */
export default {
  'variance.part.histogram': '直方图',
  'variance.part.walks': '随机游走',
  'variance.part.growth': '随 d_k 的变化',
  'variance.part.derivation': '推导',
  'variance.part.replicate': '复现结果',
  'variance.part.blog': '博客脚本',
  'variance.title': '为什么 q·k 的方差是 d_k？',
  'variance.answer.waiting':
    '[[得分|score]] q·k 是 {dk} 个乘积之和，而独立乘积的[[方差|variance]]可以相加。',
  'variance.answer.scaled':
    'd_k = {dk} 时，q·k 的[[方差|variance]]是 {before}{soFar}；乘以[[缩放因子|factor]] {factor} 后是 {after}。',
  'variance.answer.none':
    'd_k = {dk} 时，q·k 的[[方差|variance]]是 {before}{soFar}；不乘[[缩放因子|factor]]，[[softmax]] 得到的就是它。',
  'variance.answer.one':
    '这里只有一个[[得分|score]] {score}，而一个数没有[[方差|variance]]。请多取一些查询或键。',
  'variance.answer.same':
    'd_k = {dk} 时，q·k 的[[方差|variance]]是 {before}{soFar}，乘以[[缩放因子|factor]] {factor} 之后不变。',

  'variance.formula.words':
    '缩放后得分的方差 {variance} 等于缩放因子 {factor} 的平方，乘以 d_k = {dk}，再乘以单个乘积的方差 {perProduct}。',
  'variance.formula.wordsRelated':
    '缩放后得分的方差 {variance} 等于缩放因子 {factor} 的平方，乘以 d_k = {dk}，再乘以单个乘积的方差 {perProduct}；q 与 k 的相关系数 {correlation} 改变了最后这一项。',
  'variance.formula.related': 'q 与 k 相关时，单个乘积的方差不再只由两边的方差和均值决定。',

  'variance.histogram.title': '全部得分：缩放前与缩放后',
  'variance.histogram.view': '显示哪些得分',
  'variance.histogram.view.both': '两者',
  'variance.histogram.view.before': '缩放前',
  'variance.histogram.view.after': '缩放后',
  'variance.histogram.log': '对数纵轴（看清尾部）',
  'variance.histogram.figure.both': '缩放前与缩放后的得分，d_k = {dk}',
  'variance.histogram.figure.before': '缩放前的得分 q·k，d_k = {dk}',
  'variance.histogram.figure.after': '缩放后的得分，d_k = {dk}',
  'variance.histogram.exact': '精确分布',
  'variance.histogram.nearlyNormal': '精确 ≈ 正态',
  'variance.histogram.normal': '正态分布',
  'variance.histogram.sd': '±1 个标准差 = ±{sd}',
  'variance.histogram.measured': '实测',
  'variance.histogram.axis': '得分',
  'variance.histogram.density': '密度',
  'variance.histogram.density.before': 'q·k 的密度',
  'variance.histogram.density.after': '缩放后的密度',
  'variance.histogram.summary':
    '共 {count} 个得分：缩放前方差 {before}（理论值 {theoryBefore}），缩放后方差 {after}（理论值 {theoryAfter}）。',
  'variance.histogram.partly': '已算出 {count} 个得分，随后停止',
  'variance.histogram.caption.before': '缩放前：q·k',
  'variance.histogram.caption.after': '缩放后：缩放因子 {factor}',
  'variance.histogram.covers':
    '缩放后方差的 95% [[置信区间|interval]]是 {low} 到 {high}，包含理论值 {theory}。',
  'variance.histogram.misses':
    '缩放后方差的 95% [[置信区间|interval]]是 {low} 到 {high}，没有包含理论值 {theory}。平均每二十次抽样就会有一次这样；换个[[种子|seed]]再看看。',
  'variance.histogram.sharedVectors':
    '{scores} 个得分只来自 {vectors} 个向量，彼此并不独立；区间已经考虑了这一点。',
  'variance.histogram.freshPairs':
    'q 与 k 相关时，每个得分都用各自的一对向量，因为一个键不可能与许多独立的查询同样相关。',
  'variance.histogram.heavier':
    '正态[[分布|law]]只是近似：均值和方差相同，但精确分布的[[峰度|kurtosis]]是 {kurtosis} 而不是 3，峰更尖、尾更重，d_k 越小越明显。',
  'variance.histogram.lighter':
    '正态[[分布|law]]只是近似：均值和方差相同，但精确分布的[[峰度|kurtosis]]是 {kurtosis} 而不是 3，所以尾部更轻，d_k 越小越明显。',
  'variance.histogram.heavy':
    '自由度为 5 的 t 分布尾部很重，实测方差稳定得很慢，区间本身也不太可靠。',
  'variance.histogram.one': '一个得分没有方差。请多取一些查询或键。',
  'variance.histogram.few':
    '得分少于 {leastScores} 个，不足以给出方差的置信区间。请多取一些查询或键。',
  'variance.histogram.side.before': '缩放前',
  'variance.histogram.side.after': '缩放后',
  'variance.histogram.column.scores': '得分',
  'variance.histogram.column.what': '内容',

  'variance.param.rows': '行数',
  'variance.param.columns': '列数',
  'variance.param.inner': '内侧维度 d_k',
  'variance.param.ddof': '`ddof`',
  'variance.param.value': '你得到的方差',
  'variance.param.draws': '重复次数',
  'variance.param.numpySeed': 'NumPy 种子',

  'variance.preset.two-by-two.label': '论坛里的 2×2',

  'variance.preset.np-dot.label': 'np.dot 还是 matmul？',

  'variance.preset.always-dk.label': '总是 d_k 吗？试试 q = k',

  'variance.preset.why-root.label': '改为除以 d_k',

  'variance.preset.which-d.label': '到底是哪个 d？',
  'variance.preset.blog-script.label': '博客里的脚本',
};
