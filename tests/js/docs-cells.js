/**
 * What stands in the tables of English pages that are made, and how Chinese pages say it (docs-chinese.test.js). # is a name in code, a
 * list of them, or a number; a name and a colon before a text stand for the mark.
 * @type {Record<string, string>}
 */
export const cells = {
  // charts.md
  option: '选项',
  type: '类型',
  what: '含义',
  'of #': '# 的选项',
  'Above the picture; the name of the chart unless told.': '图上方的文字；不指定时用图的名称。',
  "One sentence below the picture, also for screen readers; one with the data's extremes unless told.":
    '图下方的一句话，屏幕阅读器也会读；不指定时说明数据的最大和最小值。',
  'Of the files, without ending.': '文件名，不带扩展名。',
  'Where the picture is explained; written into its files.': '说明这张图的网址，写进文件里。',
  'Of the picture, in px.': '图的高度，单位是像素。',
  'Of the picture that a function makes, in px; an element has the width of its column.':
    '函数所作的图的宽度，单位是像素；元素的宽度等于所在的栏。',
  'Of titles and summaries that a function makes up; an element takes that of the page.':
    '函数自拟的标题和摘要所用的语言；元素用页面的语言。',
  '# to #; the square root of how many values there are, at most #, unless told.':
    '# 到 #；不指定时取数值个数的平方根，最多 #。',
  'Both ends belong to it; from the least value to the largest unless told.':
    '两端都算在内；不指定时从最小值到最大值。',
  'What the values are.': '数值是什么。',
  'How the heights are called.': '高度的名称。',
  "'density' unless told: the area of all bars is #, so that curves of laws fit over them.":
    "不指定时是 'density'：所有柱子的面积之和为 #，分布的曲线可以直接画在上面。",
  'The name of the bars.': '柱子的名称。',
  'Of the bars; neutral unless told.': '柱子的颜色；不指定时用中性色。',
  'Lines over the bars: #, x ascending.': '柱子上的曲线：#，x 从小到大。',
  'Vertical lines: #.': '竖线：#。',
  'Distances above the bars: #.': '柱子上方标出的距离：#。',
  'What x is.': 'x 是什么。',
  'What y is.': 'y 是什么。',
  'Where a thin vertical line stands.': '细竖线的位置。',
  'Points that stand out: #.': '突出的点：#。',
  'What the bars stand for.': '各个条形代表什么。',
  'What their heights are.': '条形的高度是什么。',
  "Of a single series; 'query' unless told.": "只有一组时的颜色；不指定时是 'query'。",
  'Values written at the bars where they fit; true unless told.':
    '放得下时在条形旁写出数值；不指定时为 true。',
  'Names of the rows; #, #, # ... unless told.': '各行的名称；不指定时是 #、#、#……',
  'Names of the columns, likewise.': '各列的名称，同上。',
  'What columns are.': '列是什么。',
  'What rows are.': '行是什么。',
  'What the numbers are, at the scale of the colours.': '数值是什么，写在色标旁。',
  "'neutral' unless told, 'diverging' where there are numbers below #.":
    "不指定时是 'neutral'，有小于 # 的数时是 'diverging'。",
  "The ends of the colours; from #, or even about #, to the data's unless told.":
    '颜色的两端；不指定时从 # 到数据的最大值，有负数时关于 # 对称。',
  'Numbers in the cells where they fit; true unless told.':
    '放得下时在格子里写出数值；不指定时为 true。',
  'What line and bands are: "median", "# to # %".': '中线和带是什么，例如“中位数”“# 到 # %”。',

  // bundlers.md
  'Node, import': 'Node，import',
  'Node, require()': 'Node，require()',
  'Node, in a worker': 'Node，工作线程中',
  'Vite #, build': 'Vite #，构建',
  'Vite #, development server': 'Vite #，开发服务器',
  'webpack #': 'webpack #',
  'Rollup #': 'Rollup #',
  esbuild: 'esbuild',
  'Next.js #, static export': 'Next.js #，静态导出',
  'no bundler, import map': '不打包，导入映射',
  'script tag': 'script 标签',
  'script tag, page from a disk': 'script 标签，从磁盘打开的网页',
  ok: '可用',
  'ok, no DOM': '可用，无 DOM',
  'ok, worker entry': '可用，worker 入口',
  'ok, wasm copied': '可用，复制 wasm',
  'ok, no workers': '可用，无工作线程',

  // elements.md
  attribute: 'HTML 属性',
  property: 'JS 属性',
  'properties: property': '自定义属性',
  values: '取值',
  'properties: values': '值',
  'at first': '初始值',
  'a whole number, # to #': '整数，# 到 #',
  'a number, # to #': '数，# 到 #',
  'numbers with commas, at most #, # to #': '用逗号隔开的数，最多 # 个，# 到 #',
  'a word': '一个词',
  'words with commas': '用逗号隔开的词',
  'at most # of #, with commas': '最多 # 个，取自 #，用逗号隔开',
  'letters that the lab packs': '实验室压缩成的字母',
  'one of the lab’s presets, by its name: its question is open':
    '实验室的一个预设，写它的名称：打开它的问题',
  'as the text around, else the browser’s, unless told':
    '不写时跟随所在的文字，没有时用浏览器的语言',
  '#: as the text around': '#：跟随所在的文字',
  'what is not shown': '不显示什么',
  'pictures that alone are shown, each with its controls': '只显示这些图，每张带自己的控件',
  'the slide that is shown to a class: the name of a picture; any other word is the first':
    '课堂上放映的幻灯片：图的名称；写别的词是第一张',
  'what cannot be changed': '不能改动什么',
  'whether a preset asks for a prediction before its change': '预设在改动之前是否先请人预测',
  'queries, in pictures, formulas and code': '查询，用于图、公式和代码',
  keys: '键',
  weights: '权重',
  scores: '得分',
  'what can be clicked, what is chosen, the ring of the focus':
    '可以点击的、已经选中的，以及焦点的外框',
  'a prediction that was right': '预测正确',
  'what is wrong, and notes': '出错之处和提示',
  'text and axes': '文字和坐标轴',
  'text that steps back': '次要的文字',
  'frames of fields, marks that step back': '输入框的边框，次要的标记',
  'lines between things': '分隔线',
  'the ground': '底色',
  'the ground of cards and programs': '卡片和程序的底色',
  "the system's": '系统的字体',
  text: '文字',
  programs: '程序',
  'what counts as one rem in a lab': '实验室里的 rem',
  'a quarter of the usual distance; all distances are multiples of it':
    '通常间距的四分之一；所有间距都是它的倍数',
  'corners of buttons, fields and cards': '按钮、输入框和卡片的圆角',
  part: '部件',
  'all of it': '整个实验室',
  'what could not be used as it came': '不能照用的值',
  'the question': '问题',
  'the button of the share dialog': '打开分享对话框的按钮',
  'the sentence with live numbers': '带有实时数字的句子',
  'the row of presets': '一排预设',
  'the open preset: its question, then its explanation': '打开的预设：先是问题，后是解释',
  'the controls': '控件',
  'the live formula': '实时的公式',
  'each picture with its title, text and tables': '每张图，带标题、文字和表格',
  'the programs': '程序',
  'engine and link, at the end': '末尾的引擎和链接',
  'Pictures: #; without a file: #. Presets: #.': '图：#；不能存成文件的：#。预设：#。',
  'Pictures: #; without a file: #. Presets: none.': '图：#；不能存成文件的：#。没有预设。',
  'Pictures: #; without a file: none. Presets: #.': '图：#；都能存成文件。预设：#。',
};
