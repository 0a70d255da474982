// node src/require.cjs PROGRAM: the same with require().
const scaledot = require('scaledot');
const { adaptersAnswer, attentionAnswer, engineAnswer, toText } = require('./answers.js');

const programs = {
  engine: () => engineAnswer(scaledot),
  attention: () => attentionAnswer(require('scaledot/attention')),
  workers() {
    require('scaledot/worker'); // in no worker, it does nothing
    return engineAnswer(scaledot, { workers: 2 });
  },
  lean: () => engineAnswer(require('scaledot/lean')),
  adapters: () =>
    adaptersAnswer(scaledot, {
      torch: require('scaledot/torch'),
      onnx: require('scaledot/onnx'),
      models: require('scaledot/models'),
    }),
  elements: async () => {
    require('scaledot/elements/define');
    return { registered: require('scaledot/elements').labs.map(({ tag }) => tag) };
  },
  charts: async () => {
    require('scaledot/charts/define');
    return { csv: require('scaledot/charts').histogramPicture([1, 2, 2, 3, 3, 3, 4]).csv };
  },
};

programs[process.argv[2]]().then((answer) => console.log(toText(answer)));
