/**
 * The live formula of the Models lab: the arithmetic of the selected head, and below it the spread of its
 * scores before and after the factor, and the average largest weight.
 */

/** @import { Content } from '../parts/content.js' */
/** @import { Format, Translate } from '../../i18n/index.js' */
/** @import { Pointing } from '../parts/types.js' */
/** @import { OpenedModel } from './opened.js' */

import { html, mathml } from 'lit';
import { column, both, formulaFrame, marked, table } from '../parts/formula-frame.js';
import { dk, dot, frac, id, num, op, parens, row, sqrt, sup, upright } from '../parts/math.js';
import { plain } from '../parts/text.js';
import { spread, statisticsOf } from './look.js';

const order = ['factor', 'score', 'weight'];

/**
 * @param {object} spec
 * @param {OpenedModel} spec.opened
 * @param {{layer: number, head: number}} spec.selected
 * @param {Translate} spec.t
 * @param {Format} spec.format
 * @param {Pointing} spec.pointing
 */
export function modelsFormula({ opened, selected, t, format, pointing }) {
  const { lit } = pointing;
  const { model, multiplier } = opened;
  const own = statisticsOf(opened.now, selected);
  const term = (/** @type {string} */ name, /** @type {Content[]} */ ...inside) =>
    marked(name, lit, ...inside);
  const number = spread(format);
  const shown = (/** @type {number | undefined} */ value) =>
    value === undefined ? '…' : number(value);
  const product = row(id('q', 'q'), dot, id('k', 'k'));
  const matrices = row(id('Q', 'q'), sup(id('K', 'k'), upright('⊤')));
  const scale = model?.rule.scales[selected.layer] ?? 1;
  const isRoot = model?.rule.name === 'rsqrt';
  const factor = multiplier === 'none' ? 1 / scale : multiplier;
  const isBare = Math.abs(factor * scale - 1) < 1e-12; // 1/√d_k times √d_k is rounded
  const times = factor === 1 ? '' : num(format.number(factor * (isRoot ? 1 : scale), 3), 'c');
  const scaled = isBare
    ? matrices
    : isRoot
      ? row(times, frac(matrices, sqrt(dk)))
      : row(factor === 1 && scale !== 1 ? num(number(scale), 'c') : times, matrices);
  const values = {
    sd: shown(own?.scoreSd),
    after: shown(own?.logitSd),
    top: own ? format.share(own.scaled.topWeight) : '…',
  };
  const sd = (/** @type {Content} */ of) => row(upright('sd'), parens(of));
  return formulaFrame(
    { label: plain(t, 'models.formula.words', values), terms: order, ...pointing },
    [
      html`<math display="block" aria-hidden="true"
        >${row(id('A'), op('='), upright('softmax'), parens(term('factor', scaled)), id('V', 'v'))}</math
      >`,
      table([
        column(term('score', sd(product)), term('score', num(values.sd, 's'))),
        both('→'),
        column(
          term('factor', mathml`<mtext>${t('models.formula.after')}</mtext>`),
          term('factor', num(values.after, 'c')),
        ),
        both('→'),
        column(
          term('weight', mathml`<mtext>${t('models.formula.top')}</mtext>`),
          term('weight', num(values.top, 'c')),
        ),
      ]),
    ],
  );
}
