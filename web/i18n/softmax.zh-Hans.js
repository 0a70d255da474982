/** Words of the Softmax lab, in Simplified Chinese. */
export default {
  'softmax.title': '没有缩放因子会怎样？',
  'softmax.answer.waiting': '[[softmax]] 把一个[[查询|query]]的[[得分|score]]变成[[权重|weight]]。',
  'softmax.answer.scaled':
    '不缩放时，得分最高的[[键|key]]通常占 {before} 的[[权重|weight]]{soFar}；乘以[[缩放因子|factor]] {factor} 后是 {after}。',
  'softmax.answer.none':
    '不缩放时，得分最高的[[键|key]]通常占 {before} 的[[权重|weight]]{soFar}。选一个[[缩放因子|factor]]试试。',
  'softmax.answer.cosine':
    '不乘[[缩放因子|factor]]时，得分最高的[[键|key]]通常占 {before} 的[[权重|weight]]{soFar}；改用余弦后是 {after}。',
  'softmax.answer.alone':
    '只看得到一个[[键|key]]时，它总是得到全部[[权重|weight]] {before}。显示两个，就能看出[[缩放因子|factor]]的作用。',
  'softmax.answer.same':
    '得分最高的[[键|key]]通常占 {before} 的[[权重|weight]]{soFar}，乘不乘[[缩放因子|factor]] {factor} 都一样。',
  'softmax.rest.scaled':
    'd_k = {dk}、{keys} 个键时，不缩放则有 {deadBefore} 的查询几乎得不到[[梯度|gradient]]{soFar}；乘以[[缩放因子|factor]]后是 {deadAfter}。',
  'softmax.rest.none':
    'd_k = {dk}、{keys} 个键时，不乘[[缩放因子|factor]]则有 {deadBefore} 的查询几乎得不到[[梯度|gradient]]{soFar}。',
  'softmax.rest.cosine':
    'd_k = {dk}、{keys} 个键时，不乘[[缩放因子|factor]]则有 {deadBefore} 的查询几乎得不到[[梯度|gradient]]{soFar}；改用余弦后是 {deadAfter}。',
  'softmax.rest.same':
    'd_k = {dk}、{keys} 个键时，{deadBefore} 的查询几乎得不到[[梯度|gradient]]{soFar}，乘不乘[[缩放因子|factor]]都一样。',
  'softmax.formula.words':
    '以权重最大的键为例：缩放因子 {factor}，得分 {score}，logit 是 {logit}；权重 {weight}，即 {logit} 减 {logSum} 的指数。雅可比矩阵 diag(a) − aaᵀ 的范数是 {jacobianNorm}，对 logit 的梯度长度是 {gradient}。',

  'softmax.part.one': '一个查询',

  'softmax.param.keys': '键的个数 n',
  'softmax.param.temperature': '温度 T',
  'softmax.param.shift': '每个 logit 都加上',
  'softmax.param.masked': '被遮蔽的键数（从末尾算起）',
  'softmax.param.maskAs': '被遮蔽的键',
  'softmax.param.draw': '查询的编号',
  'softmax.param.draws': '抽取的查询数',
  'softmax.param.logits': '自己给出的得分，用逗号分开',
  'softmax.choice.scale.cosine': '用余弦代替 q·k',
  'softmax.choice.maskas.blocked': '权重为 0',
  'softmax.choice.maskas.zero': '得分为 0（常见错误）',
  'softmax.group.mask': '掩码',

  // Digits and signs end with a space, because text follows.
  'softmax.rule.none': '因子为 1 ',
  'softmax.rule.rsqrt': '因子为 1/√d_k ',
  'softmax.rule.inverse': '因子为 1/d_k ',
  'softmax.rule.alpha': '因子为 1/d_k{alpha} ',
  'softmax.rule.number': '因子为 {factor} ',
  'softmax.rule.cosine': '改用余弦',
  'softmax.key': '键',
  'softmax.keyNumber': '键 {key}',
  'softmax.maskedKey': '键 {key}（被遮蔽）',
  'softmax.logit': 'logit',
  'softmax.weight': '权重',
  'softmax.without': '不缩放',
  'softmax.rate': '每秒查询数 {rate}',
  'softmax.stopped': '算到 {count} 个查询时停止',
  'softmax.measure.topWeight': '最大权重',
  'softmax.measure.effectiveKeys': '有效键数',
  'softmax.measure.logitGradient': '|∂[[L]]/∂z|，传过去的梯度',
  'softmax.measure.jacobianNorm': '雅可比矩阵的范数',
  'softmax.measure.dead': '几乎没有梯度（小于 0.001）',

  'softmax.one.title': '一个查询：logit 与权重',
  'softmax.one.figure': '一个查询，d_k = {dk}，{keys} 个键',
  'softmax.one.logits.before': '不缩放的 logit',
  'softmax.one.logits.after': '{rule}的 logit',
  'softmax.one.weights.before': '不缩放的权重',
  'softmax.one.weights.after': '{rule}的权重',
  'softmax.one.next': '换一个查询',
  'softmax.one.back': '恢复抽样得到的得分',
  'softmax.one.hint': '可以拖动左边的 [[logit]]。',
  'softmax.one.handle': '键 {key} 的 logit',
  'softmax.one.summary': '不缩放时，最大权重是 {before}；{rule}时是 {after}。',
  'softmax.one.own':
    '这些[[得分|score]]是你自己给的，不随 d_k、种子和键数改变。真实向量的得分会随 √d_k 增长，你的则不会，所以在这里增大 d_k，权重看起来会变平，实际并非如此。',
  'softmax.one.this': '这个查询（编号 {draw}）',
  'softmax.one.these': '你的得分',
  'softmax.one.many': '{draws} 个查询的中位数',
  'softmax.one.note':
    '有效键数是 e 的 H 次方，H 是权重的[[熵|entropy]]：权重全都相等时为 n，一个键独占时为 1。到达权重处的梯度取标准正态随机数，∂[[L]]/∂z 就是 [[softmax]] 往回传的那一部分。',
  'softmax.one.masked.blocked': '被[[遮蔽|mask]]的键，logit 是 −∞（图中的小叉），权重是 0。',
  'softmax.one.masked.zero':
    '把得分设为 0 来[[遮蔽|mask]]的键照样有权重，而且是从别的键那里分走的：e⁰ = 1，不是 0。',
  'softmax.one.column.key': '键',
  'softmax.one.column.score': '得分 q·k',
  'softmax.one.column.logitBefore': '不缩放的 logit',
  'softmax.one.column.weightBefore': '不缩放的权重',
  'softmax.one.column.logitAfter': '{rule}的 logit',
  'softmax.one.column.weightAfter': '{rule}的权重',

  'softmax.alone':
    '这里只看得到一个键，不论得分多少，它的权重总是 1：没有别的可选。权重动不了，所以有没有缩放因子都没有梯度通过。至少取两个键，才能看出缩放因子的作用。',

  'softmax.part.bands': '许多查询',

  'softmax.part.jacobian': '雅可比矩阵',

  'softmax.part.exponent': '指数',

  'softmax.part.vanish': '梯度消失？',

  'softmax.preset.vanish.label': '梯度会消失？',

  'softmax.preset.why-root.label': '改为除以 d_k',

  'softmax.preset.overflow.label': '是为了防止溢出吗？',

  'softmax.preset.shift.label': 'logit 太大会饱和？',

  'softmax.preset.mask.label': '掩码 = 得分 0？',

  'softmax.preset.unit-variance.label': '输出的方差是 1？',
};
