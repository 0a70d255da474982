/** Words of the Scoring lab, in Simplified Chinese. */
export default {
  'scoring.title': '点积、缩放点积、余弦、加性：区别在哪里？',
  'scoring.answer.waiting': '[[得分|score]]衡量一个[[查询|query]]与一个[[键|key]]有多匹配。',
  'scoring.answer':
    '按[[点积|dot]]，{dot}；按[[余弦|cosine]]（基于内容），{cosine}。两者中只有点积看长度。',
  'scoring.answer.longest': '最长的键 {key} ',
  'scoring.answer.tie': '并列最长的键 {key} ',
  'scoring.answer.rest': '{longest}按缩放点积得到 {scaled}，按加性[[得分|score]]得到 {additive}。',
  'scoring.answer.same':
    '无论哪种都是 {key} 胜出：按[[点积|dot]]得 {dot} 的[[权重|weight]]，按[[余弦|cosine]]（基于内容）得 {cosine}。两者中只有点积看长度。',
  'scoring.answer.wins': '{key} 以 {weight} 的[[权重|weight]]胜出',
  'scoring.answer.tied': '{keys} 并列，各得 {weight} 的[[权重|weight]]',
  'scoring.answer.random':
    '随机向量，d_k = {dk}、n = {keys} 时，得分最高的键通常得到：点积 {dot}，缩放点积 {scaled}，加性 {additive}，余弦 {cosine}{soFar}。',
  'scoring.fallback':
    '打分函数衡量一个查询与一个键有多匹配。点积取决于两个向量的夹角和各自的长度；缩放点积再除以 √d_k。余弦只看夹角，介于 −1 与 1 之间，所以有 n 个键时，若不用温度放大，任何权重都不会超过 e²/(e² + n − 1)。加性注意力则用一个小网络来打分。',

  'scoring.part.plane': '平面图',
  'scoring.part.norms': '长度',
  'scoring.part.laws': '得分的分布',
  'scoring.part.sharpness': '尖锐程度随 d_k 的变化',
  'scoring.part.layernorm': '层归一化',
  'scoring.part.table': '对照表',

  'scoring.group.functions': '打分函数',
  'scoring.group.main': '随机向量',
  'scoring.group.vectors': '平面上的向量',
  'scoring.group.layernorm': '层归一化',
  'scoring.param.q': '查询：x, y',
  'scoring.param.k': '键：x, y, x, y …',
  'scoring.param.pick': '打分函数',
  'scoring.param.temperature': '余弦的温度 τ',
  'scoring.param.units': '加性的隐藏单元数',
  'scoring.param.keys': '键的个数 n',
  'scoring.param.draws': '抽取的查询数',
  'scoring.param.lengthSpread': '长度的离散程度',
  'scoring.param.gainSd': '增益的离散程度',
  'scoring.param.biasSd': '偏置的离散程度',

  'scoring.function.dot': '点积',
  'scoring.function.scaled': '缩放点积',
  'scoring.function.cosine': '余弦',
  'scoring.function.temperature': '带温度 τ 的余弦',
  'scoring.function.distance': '平方距离',
  'scoring.function.general': '一般（双线性）',
  'scoring.function.additive': '加性',
  'scoring.function.location': '基于位置',
  'scoring.choice.pick.dot': '点积',
  'scoring.choice.pick.scaled': '缩放点积',
  'scoring.choice.pick.cosine': '余弦（基于内容）',
  'scoring.choice.pick.temperature': '带温度的余弦',
  'scoring.choice.pick.distance': '平方距离',
  'scoring.choice.pick.general': '一般（双线性）',
  'scoring.choice.pick.additive': '加性',
  'scoring.choice.pick.location': '基于位置',

  'scoring.formula.learned': '参数需学习，这里取随机值',
  'scoring.formula.words': '{name}：q 与 {key} 的得分是 {score}，权重是 {weight}。',

  'scoring.plane.title': '拖动 q 和各个键：哪个键在哪里胜出？',
  'scoring.plane.add': '添加一个键',
  'scoring.plane.query': '查询',
  'scoring.plane.key': '键 {key}',
  'scoring.plane.summary':
    '每一点的颜色是在那里胜出的键，按权重混合。{name}给这个查询的权重：{weights}。',
  'scoring.plane.zero':
    '{names}：长度为 0 的向量没有方向。它的点积都是 0，它的余弦在这里*规定*为 0；照公式算会是 0/0，得到 NaN。',
  'scoring.plane.equal':
    '{names} 是同一个向量：除了基于位置的函数，其余函数都给它们相同的权重。基于位置的函数从不看键，只看键排在第几个。',
  'scoring.plane.huge':
    '{names} 太长了，点积和距离通常会把全部权重给得分最高的键。[[softmax]] 先减去最大的得分，所以什么也不会溢出；余弦则毫无察觉。',
  'scoring.vectors.caption': '查询和键的数值',
  'scoring.vectors.vector': '向量',
  'scoring.vectors.x': 'x',
  'scoring.vectors.y': 'y',
  'scoring.vectors.length': '长度',
  'scoring.vectors.angle': '角度（°）',
  'scoring.vectors.remove': '移除 {name}',

  'scoring.table.function': '函数',
  'scoring.table.key': '键',
  'scoring.table.x': 'x',
  'scoring.table.y': 'y',
  'scoring.table.score': '得分',
  'scoring.table.weight': '权重',

  'scoring.preset.cosine-is-dot.label': '余弦 = 点积 × 系数？',
  'scoring.preset.layernorm-cosine.label': 'LayerNorm 之后就是余弦',
  'scoring.preset.additive-slower.label': '加性只是慢一些',
  'scoring.preset.ceiling.label': '在许多键中用余弦',
  'scoring.preset.zero-vector.label': '零向量的余弦',
};
