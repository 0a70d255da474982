/** Words of the Training lab, in Simplified Chinese. */
export default {
  'training.title': '它对学习有影响吗？',
  'training.answer.waiting': '同一个小网络并排学习同一个任务好几遍，区别只在得分的规则。',
  'training.answer.soFar':
    '正在学习：{steps} 步中的第 {step} 步，用{one}时 {accuracy} 的回答正确，用{other}时 {otherAccuracy}。',
  'training.answer.soFarOne':
    '正在学习：{steps} 步中的第 {step} 步，用{one}时 {accuracy} 的回答正确。',
  'training.answer.only':
    '这里有影响：用{one}，网络在第 {at} 步达到 {goal} 的正确率；用{other}，到第 {step} 步仍只有 {otherAccuracy}。',
  'training.answer.never':
    '这里{other}胜出：第 {otherAt} 步达到 {goal} 的正确率；用{one}，到第 {step} 步是 {accuracy}。',
  'training.answer.sooner':
    '这里有帮助：用{one}在第 {at} 步达到 {goal} 的正确率，用{other}要到第 {otherAt} 步。',
  'training.answer.later':
    '这里{other}更快：第 {otherAt} 步达到 {goal} 的正确率，用{one}要到第 {at} 步。',
  'training.answer.ahead':
    '{step} 步之内两者都没有达到 {goal} 的正确率，但{one}领先：{accuracy}，而{other}是 {otherAccuracy}。',
  'training.answer.behind':
    '{step} 步之内两者都没有达到 {goal} 的正确率，但{other}领先：{otherAccuracy}，而{one}是 {accuracy}。',
  'training.answer.survived':
    '这里有影响：用{other}，训练在第 {otherAt} 步崩溃；用{one}，到第 {step} 步 {accuracy} 的回答正确。',
  'training.answer.diverged':
    '这里{other}胜出：用{one}，训练在第 {at} 步崩溃；用{other}，到第 {step} 步 {otherAccuracy} 的回答正确。',
  'training.answer.same.reached':
    '这里没有影响：用{one}在第 {at} 步达到 {goal} 的正确率，用{other}在第 {otherAt} 步，一次训练看不出差别。',
  'training.answer.same.short':
    '这里没有影响：到第 {step} 步，用{one}时 {accuracy} 的回答正确，用{other}时 {otherAccuracy}。两者都没有学会，差别在噪声之内。',
  'training.answer.same.near':
    '这里几乎没有影响：到第 {step} 步，用{one}时 {accuracy} 的回答正确，用{other}时 {otherAccuracy}，差别在噪声之内。',
  'training.answer.same.diverged':
    '两者的训练都崩溃了：用{one}在第 {at} 步，用{other}在第 {otherAt} 步。',
  'training.answer.one.reached':
    '用{one}，网络在第 {at} 步达到 {goal} 的正确率。再选一条规则来比较。',
  'training.answer.one.short':
    '用{one}，到第 {step} 步 {accuracy} 的回答正确。再选一条规则来比较。',
  'training.answer.one.diverged': '用{one}，训练在第 {at} 步崩溃。再选一条规则来比较。',
  'training.fallback':
    '一个小 Transformer 用同样的数据、同样的起点训练好几遍，区别只在得分的规则。d_k = 64 而没有因子时，从第一步起一个键就几乎独占全部权重，很少有梯度能穿过 softmax；用 1/√d_k 在 200 步里学会的东西，它 300 步也学不会。d_k 小、任务又容易时，则没有差别。步子大时 1/d_k 比 1/√d_k 学得好，步子小时学得差；余弦加一个学出来的因子，至少学得一样好。',

  'training.part.curves': '曲线',
  'training.part.maps': '学习时的注意力',
  'training.part.sharpness': '权重的尖锐程度',
  'training.part.scores': '得分的方差',
  'training.part.gradients': '梯度',
  'training.part.seeds': '其他种子',

  'training.group.main': '规则与任务',
  'training.group.model': '网络',
  'training.group.learning': '学习',
  'training.param.rules': '并排的规则（最多四条）',
  'training.param.task': '任务',
  'training.param.size': '任务的大小',
  'training.param.symbols': '不同符号的个数',
  'training.param.modelDim': '网络的宽度 d_model',
  'training.param.heads': '头数',
  'training.param.layers': '层数',
  'training.param.norm': '层归一化',
  'training.param.gain': 'W^Q 和 W^K 的初值乘以',
  'training.param.optimizer': '优化器',
  'training.param.learningRate': '学习率',
  'training.param.warmup': '预热步数',
  'training.param.clip': '梯度最长（0：不限）',
  'training.param.batch': '每步的样本数',
  'training.param.steps': '步数',
  'training.choice.rules.rsqrt': '1/√d_k',
  'training.choice.rules.none': '1（不缩放）',
  'training.choice.rules.inverse': '1/d_k',
  'training.choice.rules.cosine': '余弦',
  'training.choice.rules.alpha': '1/d_k 的 α 次方',
  'training.choice.rules.additive': '加性',
  'training.choice.task.recall': '回忆（找出键对应的值）',
  'training.choice.task.copy': '复制序列',
  'training.choice.task.reverse': '倒排序列',
  'training.choice.task.sort': '给序列排序',
  'training.choice.task.addition': '相加，以大小为模',
  'training.choice.task.dates': '日期转成 ISO（较久）',
  'training.choice.task.pronouns': '“it” 指什么？',
  'training.choice.norm.pre': '在每一部分之前（pre）',
  'training.choice.norm.post': '在每一部分之后（post，论文）',
  'training.choice.optimizer.adam': 'Adam',
  'training.choice.optimizer.adamw': 'AdamW',
  'training.choice.optimizer.sgd': '带动量的 SGD',

  'training.rule.rsqrt': '1/√d_k',
  'training.rule.none': '1（不缩放）',
  'training.rule.inverse': '1/d_k',
  'training.rule.cosine': '余弦',
  'training.rule.alpha': '1/d_k^{alpha}',
  'training.rule.additive': '加性',
  // Blanks stand about figures and signs.
  'training.with.rsqrt': ' 1/√d_k ',
  'training.with.none': '不缩放的得分',
  'training.with.inverse': ' 1/d_k ',
  'training.with.cosine': '余弦',
  'training.with.alpha': ' 1/d_k 的 {alpha} 次方',
  'training.with.additive': '加性得分',
  'training.optimizer.adam': 'Adam',
  'training.optimizer.adamw': 'AdamW',
  'training.optimizer.sgd': 'SGD',

  'training.formula.words':
    '各规则下查询 q 与键 k 的得分 z 及其因子：{rules}。每一步让参数 θ 沿损失梯度的反方向移动，学习率 η = {rate}。',

  'training.axis.step': '步',
  'training.column.rule': '规则',
  'training.column.step': '步',
  'training.column.seed': '种子',
  'training.column.head': '头',
  'training.column.at': '达到 90% 的步数',
  'training.column.file': '网络',
  'training.column.learningRate': '学习率',
  'training.column.trainLoss': '训练损失',
  'training.column.trainAccuracy': '训练正确率',
  'training.column.loss': '损失',
  'training.column.accuracy': '正确率',
  'training.column.exact': '整个样本都对',
  'training.column.query': '查询',
  'training.column.key': '键',
  'training.column.weight': '权重',

  'training.curves.title': '并排训练：同样的数据、种子和起点',
  'training.curves.figure': '在训练中从未出现的 {examples} 个样本上测量；任务：{task}',
  'training.curves.accuracy': '正确率',
  'training.curves.loss': '损失（对数刻度）',
  'training.curves.numbers': '各规则的数字',
  'training.curves.summary': '{steps} 步中的第 {step} 步，正确率为：{shares}。',
  'training.curves.share': '{rule}：{accuracy}',
  'training.curves.judged':
    '怎样判断：连续两次测量的正确率都达到 {goal} 时，其中的第一次算作学会。步数相差不到五分之一算作相同；正确率的差在 {examples} 个样本的两个标准误之内也算作相同。一个种子只是一次抽样：本页最后一幅图会试五个。',
  'training.at.short': '未达到',
  'training.at.diverged': '在第 {step} 步崩溃',
  'training.play': '训练',
  'training.continue': '继续',
  'training.pause': '暂停',
  'training.step.one': '1 步',
  'training.step.many': '{count} 步',
  'training.startOver': '从头开始',
  'training.status.training': '第 {step} 步，共 {steps} 步，每秒 {speed} 步',
  'training.status.paused': '第 {step} 步，共 {steps} 步',
  'training.status.patient': '在第 {step} 步暂停，共 {steps} 步：需要更久',
  'training.status.done': '完成：{steps} 步',
  'training.kept.label': '检查点',
  'training.kept.keep': '保留第 {step} 步',
  'training.kept.back': '回到步数',
  'training.kept.step': '{step}',
  'training.save.label': '把用{rule}的网络存为 .safetensors 文件',

  'training.rest.same': '用{rule}，与{other}相比，这次训练看不出差别（{accuracy}）。',
  'training.rest.sooner': '用{rule}比用{other}快：第 {at} 步就达到 {goal}，而不是第 {otherAt} 步。',
  'training.rest.later': '用{rule}比用{other}慢：第 {at} 步才达到 {goal}，而不是第 {otherAt} 步。',
  'training.rest.only': '用{rule}在第 {at} 步达到 {goal}，而用{other}没有达到。',
  'training.rest.never': '用{rule}没有达到：到第 {step} 步是 {accuracy}。',
  'training.rest.ahead': '用{rule}领先于{other}：{accuracy}，而不是 {otherAccuracy}。',
  'training.rest.behind': '用{rule}落后于{other}：{accuracy}，而不是 {otherAccuracy}。',
  'training.rest.survived': '用{rule}没有崩溃：到第 {step} 步是 {accuracy}。',
  'training.rest.diverged': '用{rule}，训练在第 {at} 步崩溃。',

  'training.block': '网络中的注意力',
  'training.block.encoder': '编码器第 {layer} 层',
  'training.block.decoder': '解码器第 {layer} 层',
  'training.block.context': '解码器看编码器，第 {layer} 层',
  'training.heads': '头',
  'training.head': '头 {head}',
  'training.summary': '第 {step} 步的{what}：{values}。',
  'training.summary.one': '{rule}：{value}',
  'training.measure.topWeight': '最大的权重（平均）',
  'training.measure.entropy': '权重的熵（100%：完全均匀）',
  'training.measure.scoreVariance': '得分的方差（对数刻度）',
  'training.measure.temperature': '余弦学到的因子',
  'training.measure.wq': 'W^Q 的梯度',
  'training.measure.wk': 'W^K 的梯度',
  'training.measure.layer': '第 {layer} 层的梯度',
  'training.measure.gradient': '全部参数的梯度',

  'training.maps.title': '学习时，它们在注意什么？',
  'training.maps.lead': '一个训练中没有出现过的样本。行是查询，列是键；颜色越深，权重越大。',
  'training.maps.figure': '第 {step} 步的注意力权重（{block}，头 {head}）',
  'training.maps.previous': '上一个',
  'training.maps.next': '下一个样本',
  'training.maps.example': '样本 {example}',
  'training.maps.answers': '样本与回答',
  'training.maps.read': '样本',
  'training.maps.wanted': '正确答案',
  'training.maps.right': '对',
  'training.maps.wrong': '错',
  'training.maps.weight': '权重',
  'training.maps.summary':
    '第 {step} 步，样本 {example}：正确答案是 {wanted}；各网络的回答：{answers}。',
  'training.maps.said': '{rule}：{answer}',
  'training.maps.note':
    '一行里只有一个深色的格子，说明它已经拿定主意。选的键对不对，看回答就知道。',

  'training.sharpness.title': '权重有多尖锐？',
  'training.sharpness.lead': '一开始就太尖锐，其他键就得不到梯度；始终不尖锐，就什么也找不到。',
  'training.sharpness.figure': '学习时在未见样本上的权重（{block}）',
  'training.sharpness.note': '对未见样本中至少能看到两个键的位置取平均，每个头一条线。',
  'training.scores.title': '得分相差多远？',
  'training.scores.lead':
    '起点处，没有因子时方差约为 d_k，用 1/√d_k 时约为 1：这就是本站的第一个问题。之后如何变化，由学习决定。',
  'training.scores.figure': '进入 softmax 的得分，在未见样本上测量（{block}）',
  'training.scores.note':
    '网络可以通过 W^Q 和 W^K 放大或缩小得分，余弦则通过它的因子。要多久，取决于从哪里开始。',
  'training.gradients.title': '有多少梯度能传过去？',
  'training.gradients.lead':
    '最近一步的梯度长度，裁剪之前。Adam 会除以这样的长度，普通的 SGD 不会。',
  'training.gradients.figure': '学习时梯度的长度（{block}）',
  'training.gradients.note':
    '梯度短不等于梯度消失：学会了任务的网络，梯度也短。要比较各规则，请看开头。',

  'training.seeds.title': '换种子还一样吗？',
  'training.seeds.lead':
    '一次训练只是起点和数据的一次抽样。用 {seeds} 个种子重做，就知道其中有多少是运气。',
  'training.seeds.start': '用 {seeds} 个种子训练',
  'training.seeds.figure': '各种子的正确率（已有 {seeds} 个种子）',
  'training.seeds.seed': '种子 {seed}',
  'training.seeds.one': '{seeds} 个种子中，用{rule}训练有 {reached} 次达到 {goal}。',
  'training.seeds.other':
    '用{rule}有 {reached} 次达到：比{other}好 {better} 次，差 {worse} 次，相同 {same} 次。',
  'training.seeds.summary': '{seeds} 个种子中正确率达到 {goal} 的次数：{rules}。',
  'training.seeds.reached': '{rule}：{reached}',

  'training.preset.decides.label': '训练自己会解决',
  'training.preset.decides.predict':
    'W^Q 和 W^K 是学出来的，缺了因子，网络也许能自己补上。d_k = 64 时，是这样吗？',
  'training.preset.decides.choice.a': '300 步之内不行',
  'training.preset.decides.choice.b': '行，只是晚一点',
  'training.preset.decides.choice.c': '行，没有差别',
  'training.preset.decides.explain':
    '没有因子时，得分的方差一开始约为 64：一个键几乎独占全部权重，W^Q 和 W^K 得到的梯度很少。本该补救的部分，恰恰学不动；得分反而越来越大，看下面第三幅图就知道。上面的回答里有这次训练的数字。',
  'training.preset.copy.label': '没有因子就学不会',
  'training.preset.copy.predict': '因子总是必需的吗？要复制六个符号，d_k = 8。没有因子会怎样？',
  'training.preset.copy.choice.a': '什么也学不会',
  'training.preset.copy.choice.b': '学得一样好',
  'training.preset.copy.choice.c': '慢得多',
  'training.preset.copy.explain':
    '方差为 8 的得分远没有方差为 64 的那么尖锐，而复制只需要看一个位置，总是同一个：起点尖锐并没有多大坏处。d_k 小、任务又容易时，没有人会想念这个因子。',
  'training.preset.inverse.label': '1/d_k 太小了',
  'training.preset.inverse.predict':
    '1/d_k 让随机起点的得分几乎相等，权重几乎均匀。d_k = 256、步子又大（学习率 0.01）时，与 1/√d_k 相比，它学得怎样？',
  'training.preset.inverse.choice.a': '更差',
  'training.preset.inverse.choice.b': '一样',
  'training.preset.inverse.choice.c': '更好',
  'training.preset.inverse.explain':
    '权重均匀没有坏处：每个键都有梯度。步子大，W^Q 和 W^K 增长得快，用 1/√d_k 时长向量的得分会冲过头；较小的因子正好约束它们。1/√d_k 适合起点，但并非对每个学习率都最好。',
  'training.preset.reverse.label': '那就总用 1/d_k',
  'training.preset.reverse.predict':
    '步子大时，1/d_k 学得最好。现在要倒排八个符号，d_k = 128，步子小（学习率 0.001）：它又会怎样？',
  'training.preset.reverse.choice.a': '比 1/√d_k 更久',
  'training.preset.reverse.choice.b': '还是更快',
  'training.preset.reverse.choice.c': '没有差别',
  'training.preset.reverse.explain':
    '要只看一个位置，权重就得变尖锐，得分就得变大。用 1/d_k 时得分从小得多的值开始，步子小就要走很久。所以最好的指数取决于学习率和任务；1/2 是对任何 d_k 起点都合适的那一个。',
  'training.preset.cosine.label': '余弦没有长度',
  'training.preset.cosine.predict':
    '无论 d_k 是多少，余弦最大只有 1，似乎得不到尖锐的权重。与 1/√d_k 相比，它学得怎样？',
  'training.preset.cosine.choice.a': '落在后面',
  'training.preset.cosine.choice.b': '至少一样好',
  'training.preset.cosine.choice.c': '完全学不会',
  'training.preset.cosine.explain':
    '它有一个因子，即 e 的 t 次方，每个头自己学，从 √d_k 开始：这时得分的方差是 1，与 1/√d_k 一样，之后学习要它到哪里，它就到哪里。余弦里的向量不会变长，所以得分容易失控的大模型会用它。',
};
