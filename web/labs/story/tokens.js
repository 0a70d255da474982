/**
 * <sd-story-tokens>: the words of a sentence, joined by the attention weights of one head of a trained model. It is the
 * model of the Attention lab on its first held-out sentence, and the head that points from the pronoun to its noun.
 */
import { links, linksHeight, queryMark } from '../../charts/links.js';
import { bestOf } from '../attention/model.js';
import { shipped } from '../parts/shipped.js';
import { pointingOf, rowOf } from '../attention/trained.js';
import { initialParams } from '../../tables/params.js';
import '../../tables/attention.js'; // the sentence
import { columns } from '../parts/picture.js';
import { source } from '../parts/source.js';
import { plain, rich } from '../parts/text.js';
import { scene } from './scene.js';

/** @import { Engine } from '../../engine/index.js' */
/** @import { Section } from '../parts/section.js' */

/** @typedef {Awaited<ReturnType<typeof read>>} Sentence */

/** @param {Engine} engine */
async function read(engine) {
  const trainer = await engine.createTrainer({ checkpoint: await shipped.pronouns() });
  try {
    const { block, head } = await pointingOf(trainer);
    const text = String(initialParams('attention').sentence);
    const { blocks, tokens, pronoun } = await trainer.attention({ text });
    const { weights } = blocks[block];
    const rows = tokens.map((_, query) => rowOf(weights, head, query));
    return { tokens, pronoun: pronoun ?? 0, rows };
  } finally {
    trainer.dispose();
  }
}

/** Returns the tapped word, or the pronoun. @param {Sentence} sentence @param {Section['params']} params */
const shownOf = ({ tokens, pronoun }, { token }) =>
  token >= 0 && token < tokens.length ? Number(token) : pronoun;

export const StoryTokens = scene({
  name: 'story-tokens',
  results: {
    sentence: source({ needs: () => 'sentence', compute: read, lazy: true }),
  },
  title: ({ t }) => t('story.tokens.figure'),
  height: 260,

  act: ({ t }) => t('story.tokens.hint'),
  opens: ({ token }) => ({
    ...{ lab: 'attention', source: 'pronouns' },
    ...(token >= 0 && { token: Number(token) + 1 }),
  }),

  shows(view, { sentence }) {
    const { t, format, params } = view;
    const { tokens, rows } = sentence;
    const at = shownOf(sentence, params);
    const best = bestOf(rows[at]);
    const words = {
      word: tokens[at],
      other: tokens[best],
      weight: format.share(rows[at][best], 0),
    };
    const spec = {
      query: { label: t('story.tokens.query'), tokens },
      key: { label: t('story.tokens.key'), tokens },
      heads: [{ label: '', weights: Float32Array.from(rows.flatMap((row) => [...row])) }],
      read: (/** @type {number} */ weight) => format.share(weight, 0),
    };
    return {
      height: (width) => linksHeight(width, spec),
      draw: (width) => links({ ...spec, width }),
      summary: plain(t, 'story.tokens.said', words),
      verdict: rich(t, 'story.tokens.said', words),
      table: () => ({
        columns: columns(t, 'story.tokens.column', ['query', 'key', 'weight']),
        rows: tokens.flatMap((query, i) =>
          tokens.map((key, j) => ({ query, key, weight: rows[i][j] })),
        ),
      }),
    };
  },

  driven(_term, { results: { sentence }, params }) {
    return sentence ? queryMark(shownOf(sentence, params)) : '';
  },

  picked(/** @type {{value?: unknown}} */ { value }, { set, results: { sentence } }) {
    if (!Array.isArray(value) || !sentence) return;
    // A word in the upper row is the query. For a word in the lower row, the query with the largest weight on it is
    // chosen.
    const [side, index] = value;
    set({ token: side === 0 ? index : bestOf(sentence.rows.map((row) => row[index])) });
  },
});
