/** Words of the Heads lab, in Simplified Chinese. d_k, *stress* and `code` are typeset by labs/parts/text.js. */
export default {
  'heads.title': '为什么用两个细长的矩阵，又为什么要多个头？',
  'heads.answer.waiting': '每个头都有两个细长的矩阵 W_i^Q 和 W_i^K。',
  'heads.answer.less': '两个 {modelDim} × {dk} 矩阵共有 {pair} 个数，它们的乘积有 {merged} 个。',
  'heads.answer.same':
    '两个 {modelDim} × {dk} 矩阵共有 {pair} 个数，与它们的乘积（{merged} 个）一样多。',
  'heads.answer.more':
    '两个 {modelDim} × {dk} 矩阵共有 {pair} 个数，比它们的乘积（{merged} 个）还多。',
  'heads.rest.rank': '乘积的秩是 {rank}。',
  'heads.rest.bound': '乘积的秩至多为 {rank}。',
  'heads.rest.rank.less': '乘积的秩是 {rank}：细长的一对用更少的数表达同样的内容。',
  'heads.rest.bound.less': '乘积的秩至多为 {rank}：细长的一对用更少的数表达同样的内容。',
  'heads.rest.heads.less': '{heads} 个头合起来有 {pairs} 个数，比一个与模型同宽的头还少。',
  'heads.rest.heads.same': '{heads} 个头合起来有 {pairs} 个数，与一个和模型同宽的头正好一样多。',
  'heads.rest.heads.more': '{heads} 个头合起来有 {pairs} 个数，比一个与模型同宽的头更多。',

  'heads.part.shapes': '矩阵',
  'heads.part.cost': '代价',
  'heads.part.even': '平衡点',
  'heads.part.spectrum': '奇异值',
  'heads.part.merged': '分开与合并',
  'heads.part.fold': '折叠',
  'heads.part.weights': '各头的权重',
  'heads.part.sum': '对头求和',

  'heads.group.main': '尺寸',
  'heads.group.sample': '随机的词元与矩阵',
  'heads.param.model': '模型尺寸',
  'heads.param.modelDim': '模型宽度 d_model',
  'heads.param.heads': '头数 h',
  'heads.param.tie': '头的宽度',
  'heads.param.dk': '头的宽度 d_k',
  'heads.param.shared': '共用一个键头的查询头数',
  'heads.param.length': '位置数 n',
  'heads.param.tokens': '图中的词元数',
  'heads.choice.model.base': '论文的基础模型',
  'heads.choice.model.bert': 'BERT-base',
  'heads.choice.model.gpt2': 'GPT-2（小）',
  'heads.choice.model.llama': 'Llama 3 8B（共用键）',
  'heads.choice.model.own': '自定尺寸',
  'heads.choice.tie.tied': '模型宽度 / 头数',
  'heads.choice.tie.free': '自定的数',

  'heads.formula.words':
    '第 i 个头的得分等于 X W Q 与 X W K 的转置之积，也等于 X、W 与 X 的转置之积，其中 W 是 W Q 与 W K 的转置之积。2 d_model d_k 为 {pair}，d_model 的平方为 {merged}；d_model = {modelDim}，d_k = {dk}。',
  'heads.narrowed': '完整大小的矩阵在这里要算太久：此图用 d_model = {used}、d_k = {dk} 计算。',

  'heads.column.matrix': '矩阵',
  'heads.column.rows': '行',
  'heads.column.columns': '列',
  'heads.column.numbers': '数的个数',
  'heads.column.quantity': '量',
  'heads.column.form': '形式',
  'heads.column.value': '值',
  'heads.column.query': '查询',
  'heads.column.key': '键',
  'heads.column.head': '头',
  'heads.column.weight': '权重',
  'heads.column.token': '词元',
  'heads.column.row': '行',

  'heads.shapes.title': '按比例画出的矩阵',
  'heads.shapes.figure': '一个头、查询与键、所有的头：d_model = {modelDim}，d_k = {dk}',
  'heads.shapes.two': '一个头与所有的头：d_model = {modelDim}，d_k = {dk}',
  'heads.shapes.numbers': '数的个数',
  'heads.shapes.rank': '秩 ≤ {rank}',
  'heads.shapes.summary':
    '全部 {heads} 个头的 W_i^Q 和 W_i^K 有 {pairs} 个数；加上 W_i^V 和 W^O，这一层有 {total} 个（不计偏置）。',
  'heads.shapes.names':
    '记号与论文相同：W_i^Q、W_i^K、W_i^V 属于第 i 个头，W_i^O 是 W^O 中与它对应的行，W_i 是 W_i^Q 与 W_i^K 转置的乘积。程序把各个头并排存放，如最下一行所示，并称之为 W_q、W_k、W_v 和 W_o；其他实验室也这样写。',
  'heads.shapes.single': '只有一个头，宽 {dk}。头更多、每个更细时，最下一行会被切成同样多的条。',
  'heads.shapes.mha':
    '最下一行中每一条是一个头，宽 {dk}；深色的是第一个头。{heads} 个细长的矩阵并排放在一起，就是一个宽矩阵。当 d_k = d_model/h 时，一对矩阵有 2 d_model²/h 个数，h 对合起来又是 2 d_model² 个。',
  'heads.shapes.gqa':
    '最下一行中每一条是一个头，宽 {dk}；深色的是第一个头。{heads} 个查询头使用 {keyHeads} 个键头，每 {shared} 个共用一个（分组查询注意力）：键和值的矩阵因此更窄。',
  'heads.shapes.mqa':
    '最下一行中每一条是一个头，宽 {dk}；深色的是第一个头。全部 {heads} 个查询头共用唯一的键头（多查询注意力）：键和值的矩阵只有一个头宽。',

  'heads.preset.which-d.label': '根号下是哪个 d？',
  'heads.preset.merge.label': '把两个矩阵合并',
  'heads.preset.more-heads.label': '头越多参数越多',
  'heads.preset.full-width.label': 'd_k = d_model',
  'heads.preset.shared-keys.label': '共用键的头',
};
