/** The picture of `scaledot model`: the spread of q.k, with one cell for each head of each layer. */
import { svg } from 'lit';
import { heat, heatHeight } from '../charts/heat.js';
import { standaloneSvg } from '../charts/standalone.js';
import { commandLine } from './output.js';
import { numbers } from './text.js';

/** @import { Raster } from '../charts/types.js' */
/** @import { Run } from './model.js' */

const width = 760;

/** The cells of a raster as rectangles, because there is no canvas here. @param {Raster} raster */
function rectangles({ box, width: columns, height: rows, rgba }) {
  const pixels = new Uint8ClampedArray(4 * columns * rows);
  rgba(pixels, false);
  const [w, h] = [(box.right - box.left) / columns, (box.bottom - box.top) / rows];
  return Array.from({ length: columns * rows }, (_, i) => {
    const [red, green, blue, alpha] = pixels.subarray(4 * i, 4 * i + 4);
    const [x, y] = [box.left + (i % columns) * w, box.top + Math.floor(i / columns) * h];
    return svg`<rect x="${x}" y="${y}" width="${w}" height="${h}" fill="rgb(${red},${green},${blue})" fill-opacity="${alpha / 255}"></rect>`;
  });
}

/** @param {Run} run @param {string} summary */
export function picture({ model, layers }, summary) {
  const size = { rows: layers.length, columns: model.heads };
  const height = heatHeight(width, size);
  const drawn = heat({
    ...{ width, height, ...size, ramp: 'score' },
    domain: [0, Math.max(...layers.flatMap(({ heads }) => heads.map(({ scoreSd }) => scoreSd)))],
    values: Float64Array.from(layers.flatMap(({ heads }) => heads.map(({ scoreSd }) => scoreSd))),
    x: { label: 'head', tick: String },
    y: { label: 'layer', tick: (i) => String(layers[i].layer) },
    scale: { label: 'sd of q.k', read: (value) => numbers.number(value, 3) },
  });
  const cells = (drawn.rasters ?? []).map(rectangles);
  return standaloneSvg(
    { ...drawn, content: svg`${cells}${drawn.content}` },
    {
      ...{ width, height },
      title: `Standard deviation of q.k in ${model.layout}, d_k = ${model.headDim}`,
      summary,
      link: commandLine(),
    },
  );
}
