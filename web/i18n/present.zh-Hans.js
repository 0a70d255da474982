/** @import { Catalogue } from './index.js' */

/** 简体中文：课堂放映时的文字，随放映一起取来。占位符写在花括号里。 @type {Catalogue} */
export default {
  'present.slides': '幻灯片',
  'present.previous': '上一页',
  'present.next': '下一页',
  'present.at': '{at} / {all}',
  'present.spoken': '第 {at} 页，共 {all} 页：{title}',
  'present.full': '全屏（F）',
  'present.leave': '结束放映（Esc）',

  'present.phones': '手机扫码',
  'present.qr': '当前设置的二维码',
  'present.qrHint': '用手机相机扫码，打开同样的设置。',
  'present.qrOwn': '本页在你自己的电脑上运行，手机打不开。',
  'present.qrLong': '当前设置太长，放不进手机能读的二维码。',

  'present.ask': '让大家猜',
  'present.which': '问哪一题？',
  'present.raiseHands': '请举手！每有一人举手，点一下。',
  'present.votes': '选“{choice}”的人数',
  'present.more': '“{choice}”加一人',
  'present.fewer': '“{choice}”减一人',
  'present.reveal': '看结果',
  'present.right': '这个是对的',
  'present.most': '全班：{all} 人中 {votes} 人',
  'present.some': '{all} 人中 {votes} 人',
  'present.guess': '全班的预测：{choices}。',
  'present.choice': '{choice}（{votes} 人）',
};
