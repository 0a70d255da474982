/** @import { Catalogue } from './index.js' */

/** 简体中文：分享对话框，随对话框一起载入。 @type {Catalogue} */
export default {
  'share.title': '分享或嵌入',
  'share.what': '内容',
  'share.what.lab': '整个实验室',
  'share.what.figure': '一张图',
  'share.what.slides': '课堂幻灯片',
  'share.what.story': '故事',
  'share.figure': '图',
  'share.ways': '分享方式',
  'share.link': '链接',
  'share.linkHint': '打开这个页面，设置与数字都与现在完全一致。',
  'share.tooLong':
    '程序太长，链接装不下，这里没有它。请复制“元素”，其中有完整的程序，或用程序下方的“另存为”。',
  'share.local': '本页在你自己的电脑上运行，这个链接在别处打不开。',
  'share.frame': 'iframe',
  'share.frameHint': '凡是允许 iframe 的页面都能用，不需要你写任何脚本。',
  'share.fitHint': '后面的脚本让 iframe 与内容一样高；不允许脚本的页面，去掉它即可。',
  'share.address': '网址',
  'share.addressHint': '用于只接受网址的地方，例如 Notion。',
  'share.element': '元素',
  'share.elementHint': '成为你页面的一部分：可通过 HTML 属性、JavaScript 属性和事件来控制。',
  'share.packageHint':
    '用于以 npm 包 scaledot 和打包工具制作的页面。在别处请去掉第一行，像本页一样载入实验室。',
  'share.package': 'npm',
  'share.packageJsx':
    '用于打包工具制作的页面（Next.js、Docusaurus、VitePress）：npm install scaledot。import 一行放在文件开头。',
  'share.json': 'JSON',
  'share.jsonHint': '供程序使用的完整状态：由元素的 getState() 给出，可交给 setState()。',

  'share.qr': '链接的二维码',
  'share.qrHint': '用手机相机扫一扫，即可打开链接。',
  'share.qrSave': '二维码（{kind}）',
  'share.qrLong':
    '没有二维码：这个链接有 {length} 个字符，而手机能从屏幕上读出的二维码大约只容得下 {most} 个。',

  'share.height': '高度（像素）',
  'share.fit': '用脚本自动调整高度',
  'share.tall': '在预览中，高 {height} 像素。',

  'share.hide': '隐藏',
  'share.part.controls': '参数',
  'share.part.presets': '试一试',
  'share.part.formula': '公式',
  'share.part.code': '代码',
  'share.part.share': '分享按钮',
  'share.part.badge': '底部信息',
  'share.options': '选项',
  'share.lock': '锁定参数',
  'share.predict': '“试一试”不先提问',
  'share.theme': '主题',
  'share.lang': '语言',
  'share.langAuto': '跟随读者',

  'share.preview': '预览',
  'share.previewHint': '读者看到的样子：随你的选择而变，在这里不能操作。',
  'share.widths': '预览的宽度',
  'share.width.phone': '手机',
  'share.width.article': '文章',
  'share.width.page': '宽页面',
  'share.seen': '显示在宽 {width} 像素的版面中。',
  'share.noPreview': '故事是单独的一页：打开链接即可看到。',
  'share.seenHidden': '已隐藏：{parts}。',
  'share.seenLocked': '参数已锁定。',
};
