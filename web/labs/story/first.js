/** The first content of the story: the fan, and the answer with its numbers. */

/** @import { ScaledotStory } from '../scaledot-story.js' */

import { keys, vectorsOf } from '../../tables/story.js';
import { live, soFar } from '../parts/provisional.js';
import { rich } from '../parts/text.js';
import { oneFan } from './fan.js';

export { StoryFan as picture } from './fan.js';

/** @param {ScaledotStory} lab */
export function answer(lab) {
  const { t, format } = lab.speech;
  const { engine, params } = lab;
  if (!engine) return rich(t, 'story.answer.waiting', { keys });
  const { before, after } = oneFan(engine, vectorsOf(params));
  const many = lab.results.fan;
  const provisional = lab.isProvisional('fan');
  const share = (/** @type {string} */ name, /** @type {number | undefined} */ weight) =>
    live(weight === undefined ? '–' : format.share(weight), {
      name: `answer-${name}`,
      kind: 'c',
      provisional: provisional && name.startsWith('typical'),
    });
  // Divided by 1, nothing changes.
  return rich(t, params.dk === 1 ? 'story.answer.same' : 'story.answer', {
    keys,
    before: share('before', before.topWeight),
    after: share('after', after.topWeight),
    typicalBefore: share('typical-before', many?.topWeight.quantiles.p50),
    typicalAfter: share('typical-after', many?.compare[0].topWeight.quantiles.p50),
    soFar: soFar(t, provisional),
  });
}
