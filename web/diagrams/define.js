/** Registers the five charts under their own tags: `import 'scaledot/charts/define'`. */
import { define } from '../labs/parts/define.js';
import { charts } from './elements.js';

for (const chart of charts) define(chart.tag, chart);
