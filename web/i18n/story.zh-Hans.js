/** 故事首图之前的中文文字。d_k、*强调*和 `代码` 由 labs/parts/text.js 排版。 */
export default {
  'story.title': '为什么要除以 √d_k？',
  'story.answer.waiting': '{keys} 个键争夺一个查询的注意力。',
  'story.answer':
    '{keys} 个[[键|key]]中最大的[[权重|weight]]：不除时 {before}，除后 {after}；通常为 {typicalBefore} 和 {typicalAfter}{soFar}。',
  'story.answer.same':
    '{keys} 个[[键|key]]中最大的[[权重|weight]]是 {before}，除以 1 也一样；通常为 {typicalBefore}{soFar}。',
  'story.fallback':
    '得分是 d_k 个随机乘积之和，离散程度随 √d_k 增大。得分散得太开，softmax 就把几乎全部权重给一个键，查询和键几乎学不动。除以 √d_k 之后，无论 d_k 多大，标准差都是 1。',

  'story.dk': 'd_k',
  'story.drag': '拖动 d_k',
  'story.again': '换一组向量',
  'story.key': '键 {key}',
  'story.score': '得分',
  'story.weight': '权重',
  'story.link': '“{lab}”实验室',
  'story.guess': '你的猜测',

  'story.fan.title': '扇形',
  'story.fan.figure': '{keys} 个得分的随机游走，d_k = {dk}',
  'story.fan.text':
    '[[得分|score]]是 d_k 步的随机游走：步数越多，得分越分散，[[softmax]] 往往偏向一个键。除以 √d_k，扇形就收拢。',
  'story.fan.summary':
    '{keys} 条随机游走，各 {dk} 步。不除时最大权重为 {before}；除以 √d_k 后为 {after}。',
  'story.fan.column.key': '键',
  'story.fan.column.score': 'q·k',
  'story.fan.column.weight': '权重',
  'story.fan.column.scaled': 'q·k / √d_k',
  'story.fan.column.scaledWeight': '缩放后的权重',
};
