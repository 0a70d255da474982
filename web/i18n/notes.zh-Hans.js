/** @import { Catalogue } from './index.js' */

/** 简体中文：链接、属性或输入中有何不妥，随第一条说明一起载入。 @type {Catalogue} */
export default {
  'note.title': '以下内容无法采用：',
  'note.dismiss': '知道了',
  'note.more': '另有 {count} 条',
  'note.nothing': '（空）',
  'note.link': '链接',
  'note.unknown': '“{key}”不是本实验室的参数，已忽略。',
  'note.duplicate': '{key} 出现了两次，忽略 {value}。',
  'note.garbled': '“{value}”不是可读的链接内容，已忽略。',
  'note.notNumber': '{key}：“{value}”不是数字，改用 {used}。',
  'note.notChoice': '{key}：“{value}”不是可选项，改用“{used}”。',
  'note.notWord': '{key}：“{value}”不是普通的词，已忽略。',
  'note.notNumbers': '{key}：“{value}”不是一列数字，已忽略。',
  'note.notPoints': '{key}：一个向量是一对数，键有二到六个；改用 {used}。',
  'note.notDivisor': '{key}：{value} 不能整除头数，改用 {used}。',
  'note.tooMany': '{key}：最多 {limit} 个数字，多出的已略去。',
  'note.tooManyChoices': '{key}：最多选 {limit} 个，改用“{used}”。',
  'note.notEdits': '{key}：“{value}”不是一列修改（矩阵、头、行、列、数值），读不懂的部分已略去。',
  'note.clamped': '{key}：{value} 超出范围，改用 {used}。',
  'note.rounded': '{key}：{value} 不是整数，改用 {used}。',
  'note.cut': '{key}：文字最多 {limit} 个字符，其余的已略去。',
  'note.tooLong': '{key}：文字太长，已忽略。',
  'note.notPacked': '{key}：“{value}”无法读取，已忽略。',
  'note.adjusted': '{key}：至少要有两个元素才能算方差，改用 {used}。',
  'note.numpyLaws': 'NumPy 的生成器只能复现正态分布与均匀分布，已改用 scaledot 自己的生成器。',
  'note.ownCosine': '自己给出的得分没有向量，无法取余弦；改用抽样得到的得分。',
  'note.numpyCorrelation':
    'NumPy 的生成器只能复现 q 与 k 独立的情形，已改用 scaledot 自己的生成器。',
};
