/** What the Attention lab says of trained models, in Simplified Chinese. */
export default {
  'trained.part': '训练好的模型',
  'trained.loading': '正在取来训练好的模型……',
  'trained.unfetched':
    '取不到训练好的模型的文件。它放在页面脚本旁边：来自服务器的页面可以取它，从磁盘打开的页面不可以。',
  'trained.failed': '无法显示训练好的模型：{problem}',

  'trained.ask.dates': '一个日期，用英文或数字，照你平时的写法',
  'trained.ask.pronouns': '一个含 “it” 的英文句子，只用模型认识的词',
  'trained.refused': '模型读不懂这段文字；这里仍是它上一次读到的内容和答案。',
  'trained.tries': '例子',
  'trained.never.dates': '它从未见过这些日期：',
  'trained.never.other': '它从未见过这些例子：',
  'trained.never.pronouns': '它从未见过这些句子：',
  'trained.others': '换一批',
  'trained.reads': '它读到',
  'trained.answers.dates': '写出',
  'trained.answers.other': '回答',
  'trained.answers.pronouns': '认为 “it” 指的是',
  'trained.right': '正确',
  'trained.wrong': '错误，应为 {wanted}',
  'trained.untrained.dates': '不是它训练过的那种日期',
  'trained.untrained.other': '不是它训练过的那种输入',
  'trained.untrained.pronouns': '不是它训练过的那种句子',
  'trained.outside.pattern.dates': '这个答案没有意义：模型只学过日期，而它没有见过这种写法的日期。',
  'trained.outside.pattern.pronouns':
    '这只是猜测：模型只学过一种句型，即“the … did not … the … because it was too …”。',
  'trained.outside.years.dates': '这个答案没有意义：模型只学过 1900 年到 2099 年。',
  'trained.outside.impossible.dates': '这个答案没有意义：没有这一天。',
  'trained.outside.weekday.dates': '这只是猜测：这一天不是那个星期几，而训练时星期总是对的。',
  'trained.outside.monthFirst.dates':
    '这个答案没有意义：用斜线分隔时，模型学的是先读月份，而没有 {month} 月。',
  'trained.outside.dayFirst.dates':
    '这个答案没有意义：这种写法，模型学的是先读日子，而没有 {month} 月。',
  'trained.outside.yearFirst.dates':
    '这个答案没有意义：年份之后，模型学的是先读月份，而没有 {month} 月。',
  'trained.outside.unsaid.pronouns':
    '这只是猜测：训练时，这个形容词从未与这个动词和这些名词一起出现。',
  'trained.outside.absent.pronouns':
    '这只是猜测：{answer} 根本不是句子里的词。模型只学过一种句型，即“the … did not … the … because it was too …”。',
  'trained.cut': '文字最多 {count} 个字符，其余的被略去。',
  'trained.blocks': '看哪一处注意力',
  'trained.block.alone': '第 {layer} 层',
  'trained.block.encoder': '编码器第 {layer} 层：看日期',
  'trained.block.decoder': '解码器第 {layer} 层：看已写的',
  'trained.block.context': '解码器 {layer}：回看日期',
  'trained.block.encoder.note': '编码器：日期里的字符互相看。',
  'trained.block.decoder.note': '解码器的自注意力：写出的每个字符看它前面写出的字符。',
  'trained.block.context.note': '解码器的交叉注意力：写出的每个字符回头看日期里的字符。',

  'trained.pointing':
    '用训练时的缩放因子逐个看过所有的头：在 {of} 个从未见过的句子中，“{block}”的第 {head} 个头有 {hits} 次从 “it” 看向它所指的词。',
  'trained.found': '看那个头',

  'trained.scale': '所有头的得分所乘的缩放因子',
  'trained.factor.same': '与训练时相同',
  'trained.factor.times': '它的得分是训练时的 {times} 倍',
  'trained.accuracy.dates': '在它从未见过的 {examples} 个日期中，有 {exact} 个逐字正确',
  'trained.accuracy.other': '在它从未见过的 {examples} 个例子中，有 {exact} 个处处正确',
  'trained.accuracy.pronouns': '在它从未见过的 {examples} 个句子中，有 {exact} 个正确',
  'trained.stopped': '已停止',
  'trained.edited': '你改动的单元格只改变这幅图：模型的答案用的是它自己的数。',
  'trained.about': '这个模型是什么',
  'trained.about.dates':
    '编码器逐字读日期，解码器写成 年-月-日。对它来说 3/7/2024 是 3 月 7 日，7.3.24 也是。用来测试的日期在训练中从未出现。',
  'trained.about.other': '你带来的模型。例子出自它自己的任务，训练中从不出现。',
  'trained.about.pronouns':
    '编码器读句子，并说出 “it” 指哪个名词。用来测试的是训练中从未出现过的名词、动词和性质的组合；词本身都出现过。',
  'trained.about.sizes':
    '每个堆叠 {layers} 层，{heads} 个头，d_k = {dk}，d_model = {modelDim}；共 {parameters} 个参数。',
  'trained.about.made': '由本引擎用 `npm run train` 在 {examples} 个例子上训练而成。',
  'trained.knows.dates': '它只懂英文。它认识的全部：',
  'trained.knows.other': '它认识的全部：',
  'trained.knows.pronouns': '它只懂英文。它认识的全部：',
  'trained.save': '保存 {file}',

  'trained.answer.dates': '训练好的模型读到 {text}，写出 {answer}。',
  'trained.answer.other': '训练好的模型读到 {text}，回答 {answer}。',
  'trained.answer.pronouns': '训练好的模型读到 {text}，认为 “it” 指的是 {answer}。',
  'trained.answer.none': '没有可以显示的训练好的模型；原因见下方。',
  'trained.answer.points':
    '从 {query} 出发，“{block}” 的第 {head} 个头把 {weight} 的注意力给了 {key}，也就是 “it” 所指的词。',
  'trained.answer.looks':
    '在 {query} 处，“{block}” 的第 {head} 个头把 {weight} 的注意力给了 {key}。',
  'trained.answer.measured': '用这个缩放因子，它在 {examples} 个从未见过的例子上有 {share} 正确。',
  'trained.answer.sofar':
    '用这个缩放因子，到目前为止，在从未见过的 {examples} 个例子里答对 {exact} 个。',
  'trained.answer.measuring': '正在测量它用这个缩放因子时有多少正确。',

  'trained.curve.title': '训练好的模型没有了缩放因子',
  'trained.curve.lead':
    '不重新训练：同样的权重，所有得分换一个缩放因子，即 d_k 的 −α 次方，回答 {heldOut} 个它从未见过的例子。点击曲线即可采用那个缩放因子。',
  'trained.curve.figure.dates': '{heldOut} 个日期中写得完全正确的比例与缩放因子的关系',
  'trained.curve.figure.other': '{heldOut} 个例子中处处正确的比例与缩放因子的关系',
  'trained.curve.figure.pronouns': '{heldOut} 个句子中代词判断正确的比例与缩放因子的关系',
  'trained.curve.x': 'α，缩放因子是 d_k 的 −α 次方',
  'trained.curve.y': '正确',
  'trained.curve.right': '正确',
  'trained.curve.now': '这里 {share}',
  'trained.curve.measuring': '正在逐点测量。',
  'trained.curve.summary':
    '用 1/√d_k，{trained} 正确；没有缩放因子时每个得分都是 √d_k 倍，{none} 正确；用 1/d_k，{inverse} 正确。',
  'trained.column.alpha': 'α',
  'trained.column.factor': '缩放因子',
  'trained.column.times': '与训练时之比',
  'trained.column.examples': '例子',
  'trained.column.exact': '正确',
  'trained.column.share': '比例',
};
