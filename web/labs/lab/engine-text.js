/** The text about the engine. */

/** @import { Translate } from '../../i18n/index.js' */
/** @import { EngineState } from './lab.js' */

/**
 * "C++ engine, SIMD · workers: 2". Leaves out the speed, which varies with the machine's load and tells a visitor
 * nothing.
 * @param {EngineState | null} state
 * @param {Translate} t
 */
export function engineText(state, t) {
  if (!state) return t('common.engine.loading');
  const texts = [t(`common.engine.${state.variant}`), workersText(state, t)];
  return [...texts, ...(state.lost ? [t('common.engine.lost')] : [])].join(' · ');
}

/** @param {EngineState} state @param {Translate} t */
export const workersText = ({ workers }, t) =>
  t(workers > 0 ? 'common.engine.workers' : 'common.engine.noWorkers', { count: workers });
