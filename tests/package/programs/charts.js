// A chart as text and, where there is a page, as an element: both hold the same numbers.
import { histogramPicture } from 'scaledot/charts';
import 'scaledot/charts/define';

const data = [1, 2, 2, 3, 3, 3, 4];

export default async () => {
  const { csv } = histogramPicture(data);
  if (!globalThis.document) return { csv };
  const chart = document.createElement('scaledot-histogram');
  Object.assign(chart, { data, lang: 'en' });
  document.body.append(chart);
  const [table, picture] = await Promise.all(
    ['csv', 'svg'].map(async (type) => (await chart.exportFile({ type })).text()),
  );
  return { csv, table, picture };
};
