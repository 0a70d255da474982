/**
 * The live formula of the Training lab: the score of a query and a key under every rule that is trained, below it the
 * current factors (for the cosine, the one that its heads have learned so far), and the learning rate of the last step.
 */

/** @import { Content } from '../parts/content.js' */
/** @import { Engine } from '../../engine/index.js' */
/** @import { Format, Translate } from '../../i18n/index.js' */
/** @import { Params } from '../../tables/types.js' */
/** @import { Rule } from '../../tables/training.js' */
/** @import { Pointing } from '../parts/types.js' */
/** @import { Run } from './run.js' */

import { html } from 'lit';
import { column, formulaFrame, marked, table } from '../parts/formula-frame.js';
import { dk, frac, id, num, op, parens, row, sqrt, subsup, sup, upright } from '../parts/math.js';
import { plain } from '../parts/text.js';
import { ruleText } from './words.js';

const q = id('q', 'q');
const k = id('k', 'k');
const product = row(q, op('\u00b7'), k);
const length = (/** @type {Content} */ of) => row(op('|'), of, op('|'));
const normed = (/** @type {Content} */ of) => row(upright('RMSNorm'), parens(of));
/** The start of W_q under rules that start it smaller. */
const smaller = row(subsup(id('W'), id('q'), parens(num('0'))), op('/'), sqrt(dk));
/** Whether a rule starts W_q smaller. @param {Rule} rule */
const isFolded = (rule) => rule === 'folded' || rule === 'doubled';

/** @param {Rule} rule @param {string} alpha */
function scoreOf(rule, alpha) {
  switch (rule) {
    case 'rsqrt':
    case 'doubled':
      return frac(product, sqrt(dk));
    case 'norm':
      return frac(row(normed(q), op('\u00b7'), normed(k)), sqrt(dk));
    case 'none':
    case 'folded':
      return product;
    case 'inverse':
      return frac(product, dk);
    case 'cosine':
      return row(sup(id('e'), id('t')), frac(product, row(length(q), length(k))));
    case 'alpha':
      return frac(product, sup(dk, num(alpha)));
    default:
      return row(id('v'), op('\u00b7'), upright('tanh'), parens(q, op('+'), k));
  }
}

/**
 * Returns the factor of a rule that has one. The engine computes it because powers in JavaScript differ between
 * browsers.
 * @param {Engine | null} engine
 * @param {Rule} rule
 * @param {Params} params
 */
function factorOf(engine, rule, params) {
  if (!engine || rule === 'cosine' || rule === 'additive') return NaN;
  const scale = scaleOf(rule, params);
  return engine.scoreTheory({ dk: Number(params.dk), scale }).scale;
}

/** @param {Rule} rule @param {Params} params */
function scaleOf(rule, { alpha }) {
  if (rule === 'alpha') return { alpha: Number(alpha) };
  if (rule === 'none' || rule === 'folded') return 'none';
  return rule === 'inverse' ? 'inverse' : 'rsqrt';
}

/**
 * @param {object} spec
 * @param {readonly Rule[]} spec.rules
 * @param {Run | null} spec.run
 * @param {Params} spec.params
 * @param {Engine | null} spec.engine
 * @param {Translate} spec.t
 * @param {Format} spec.format
 * @param {Pointing} spec.pointing
 */
export function trainingFormula({ rules, run, params, engine, t, format, pointing }) {
  const { lit } = pointing;
  const rows = run?.tracks.map((track) => track.rows[track.rows.length - 1]);
  const values = rules.map((rule, i) => {
    if (rule === 'cosine') return rows?.[i].blocks[0].heads[0].temperature ?? NaN;
    return factorOf(engine, rule, params);
  });
  const rate = rows?.[0].learningRate ?? Number(params.learningRate);
  const name = upright(t(`training.optimizer.${params.optimizer}`));
  return formulaFrame(
    {
      label: plain(t, 'training.formula.words', {
        rules: rules
          .map(
            (rule, i) => `${ruleText({ t, format, params }, rule)}: ${format.number(values[i], 3)}`,
          )
          .join('; '),
        rate: format.number(rate, 3),
      }),
      terms: [...rules, 'rate'],
      ...pointing,
    },
    html`${table(
      [column(row(id('z', 's'), op('=')), '')].concat(
        rules.flatMap((rule, i) => [
          ...(i > 0 ? [column(op(','), '')] : []),
          column(
            marked(rule, lit, scoreOf(rule, format.number(Number(params.alpha)))),
            marked(rule, lit, valueOf(rule, format.number(values[i], 3))),
          ),
        ]),
      ),
    )}
    ${table([
      column(id('\u03b8'), ''),
      column(op('\u2190'), ''),
      column(row(id('\u03b8'), op('\u2212')), ''),
      column(marked('rate', lit, id('\u03b7')), marked('rate', lit, num(format.number(rate, 3)))),
      column(
        row(name, parens(frac(row(op('\u2202'), id('L')), row(op('\u2202'), id('\u03b8'))))),
        '',
      ),
    ])}`,
  );
}

/** @param {Rule} rule @param {string} value */
function valueOf(rule, value) {
  if (rule === 'additive') return '';
  if (isFolded(rule)) return row(num(value), op(','), smaller);
  return rule === 'cosine' ? row(sup(id('e'), id('t')), op('='), num(value)) : num(value);
}
