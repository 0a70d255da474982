/**
 * <sd-training-seeds>: whether other seeds agree.
 *
 * One run is one draw. On request, the same experiment runs with five seeds. The visitor sees the curves of each rule
 * under all five, and in how many of them the rules compare as the verdict above says.
 */
import { html, nothing } from 'lit';
import { curves } from '../../charts/curves.js';
import { panels, panelsHeight } from '../../charts/panels.js';
import { constant } from '../../engine/border/constant.js';
import { lookOf } from '../../pictures/rule-lines.js';
import { goal, signOf, verdictOf } from '../../pictures/verdict.js';
import { rulesOf, trainerOptions } from '../../tables/training.js';
import { plain, rich } from '../parts/text.js';
import { fitted } from '../parts/figure.js';
import { columns, picture } from '../parts/picture.js';
import { source } from '../parts/source.js';
import { measuredOf } from './curves.js';
import { Run } from './run.js';
import { curvesStyles, trainingStyles } from './styles.js';
import { ruleName, ruleText, ruleWords } from './words.js';

/** @import { Params, Section } from '../parts/section.js' */
/** @import { Track } from './types.js' */

/** @typedef {{seed: number, every: number, tracks: readonly Track[]}} Made */
/** @typedef {{made: readonly Made[], now: Made | null}} Trained  made: the finished seeds; now: the one in training */
/** @typedef {ReturnType<typeof tallyOf>} Tally */

/** Number of seeds: the page's own and those after it. */
export const seedCount = 5;

export const TrainingSeeds = picture({
  name: 'training-seeds',
  byHand: true,
  styles: [trainingStyles, curvesStyles],
  results: {
    trained: source({
      byHand: true,
      needs: (params) => rulesOf(params).map((rule) => trainerOptions(params, rule)),
      async compute(engine, _, { signal, partial, progress, view: { params } }) {
        /** @type {Made[]} */
        const made = [];
        while (made.length < seedCount) {
          const before = [...made];
          const seed = params.seed + made.length;
          const run = new Run(engine, { ...params, seed });
          const own = () => ({ seed, every: run.every, tracks: run.tracks });
          signal.addEventListener('abort', () => run.dispose(), { once: true });
          run.addEventListener('change', () => {
            const done = (before.length + run.step / run.goal) / seedCount;
            progress({ done, seconds: 0 });
            partial({ made: before, now: run.isReady ? own() : null });
          });
          run.play();
          await run.settled;
          run.dispose();
          signal.throwIfAborted();
          if (run.failure) throw new Error(run.failure);
          made.push(own());
        }
        return { made, now: null };
      },
    }),
  },

  title: ({ t, count, results, computation }) =>
    plain(t, 'training.seeds.figure', {
      seeds: count(shownOf(results.trained, computation('trained').running).length),
    }),
  height: (width, view) => panelsHeight(width, fitted(view, layoutOf(view.params))),
  progress: 'trained',
  lead: ({ t, count }) => rich(t, 'training.seeds.lead', { seeds: count(seedCount) }),

  shows(view, { trained }) {
    const { t, computation } = view;
    const shown = shownOf(trained, computation('trained').running);
    const tally = trained.made.length > 0 ? tallyOf(trained.made) : null;
    return {
      shown,
      draw: (width) => drawn(view, shown, width),
      summary: tally ? summaryOf(view, trained.made.length, tally) : undefined,
      table: () => ({
        columns: columns(t, 'training.column', ['seed', 'rule', 'step', 'loss', 'accuracy']),
        rows: shown.flatMap(({ seed, tracks }) =>
          tracks.flatMap(({ rule, rows }) =>
            rows.map(({ step, loss, accuracy }) => ({
              seed: String(seed),
              rule: ruleText(view, rule),
              ...{ step, loss, accuracy },
            })),
          ),
        ),
      }),
      below: tally ? verdict(view, trained.made, tally) : nothing,
    };
  },

  layout({ t, count, status, computation }, { head, figure, problem, shown }) {
    const { running, start } = computation('trained');
    const words = t('training.seeds.start', { seeds: count(seedCount) });
    return [
      head,
      html`<div class="choices">
        ${status('trained', { once: true })}
        ${running ? nothing : html`<button type="button" data-action="seeds" @click=${start}>${words}</button>`}
      </div>`,
      shown?.shown.length ? figure : nothing,
      ...[problem, shown?.below],
    ];
  },
});

/** @param {Trained | null} trained @param {boolean} running */
function shownOf(trained, running) {
  const { made, now } = trained ?? { made: [], now: null };
  return now && running ? [...made, now] : made;
}

/** @param {Params} params */
const layoutOf = (params) => ({
  ...{ count: rulesOf(params).length, height: 170, least: 220, most: 4, foot: 22 },
});

/** @param {Section} view @param {readonly Made[]} shown @param {number} width */
function drawn(view, shown, width) {
  const { t, params, count, format } = view;
  return panels(
    width,
    fitted(view, layoutOf(params)),
    rulesOf(params).map((rule, at) => ({
      key: rule,
      title: ruleText(view, rule),
      draw: ({ width: own, height, left, isLast }) =>
        curves({
          ...{ width: own, height, left },
          series: shown.map(({ seed, tracks }) => ({
            key: `seed${seed}`,
            label: '',
            name: t('training.seeds.seed', { seed: String(seed) }),
            thin: true,
            color: lookOf(rule).color,
            points: tracks[at].rows.flatMap(({ step, accuracy }) =>
              Number.isFinite(accuracy) ? [[step, accuracy]] : [],
            ),
          })),
          x: {
            label: isLast ? t('training.axis.step') : '',
            domain: [0, params.steps],
            whole: true,
            format: count,
            read: count,
          },
          y: {
            label: '',
            domain: [0, 1],
            format: (value) => format.percent(value, 0),
            read: (value) => format.share(value),
          },
        }),
    })),
  );
}

/** Counts in how many seeds each rule did better or worse than the first rule of the verdict. @param {readonly Made[]} made */
function tallyOf(made) {
  const verdicts = made.map(({ tracks, every }) => verdictOf(tracks, measuredOf({ every })));
  const [{ one, outcomes }] = verdicts;
  return outcomes.map(({ rule }, i) => {
    const relations = verdicts.map(({ other, relation, rest }) => {
      if (rule === one.rule) return 0;
      // The answer compares the first rule with the other; the rest compares each further rule with the first.
      if (rule === other.rule) return -signOf(relation);
      return signOf(rest.find(({ of }) => of.rule === rule)?.relation ?? 'same');
    });
    const count = (/** @type {number} */ sign) => relations.filter((each) => each === sign).length;
    return {
      rule,
      isOne: rule === one.rule,
      reached: verdicts.filter((each) => each.outcomes[i].end === 'reached').length,
      better: count(1),
      worse: count(-1),
      same: count(0),
    };
  });
}

/**
 * Says in how many seeds the answer's two rules compare as they mostly do, and draws every rule's counts.
 * @param {Section} view
 * @param {readonly Made[]} made
 * @param {Tally} tally
 */
function verdict(view, made, tally) {
  const { t, format, count } = view;
  const { one, other } = verdictOf(made[0].tracks, measuredOf(made[0]));
  const words = (/** @type {string} */ rule) => ruleWords(view, rule);
  const [own] = tally.filter(({ rule }) => rule === other.rule);
  const [kind, most] = mostOf(own);
  const values = {
    one: words(one.rule),
    other: words(other.rule),
    seeds: count(made.length),
    count: count(one === other ? own.reached : most),
    goal: format.percent(goal, 0),
  };
  const numbers = constant(['reached', 'better', 'same', 'worse']);
  return html`<p class="verdict" role="status">
      ${rich(t, `training.seeds.${one === other ? 'alone' : kind}`, values)}
    </p>
    <div class="scroll" tabindex="0" role="group" aria-label=${t('training.seeds.numbers')}>
      <table class="outcomes">
        <thead>
          <tr>
            <th scope="col">${t('training.column.rule')}</th>
            ${numbers.map((name) => html`<th scope="col" class="numeric">${rich(t, `training.seeds.column.${name}`, values)}</th>`)}
          </tr>
        </thead>
        <tbody>
          ${tally.map(
            (each) =>
              html`<tr data-rule=${each.rule}>
                <th scope="row">${ruleName(view, each.rule)}</th>
                ${numbers.map((name) => html`<td class="numeric" data-value=${name}>${each.isOne && name !== 'reached' ? '–' : count(each[name])}</td>`)}
              </tr>`,
          )}
        </tbody>
      </table>
    </div>`;
}

/** @param {Section} view @param {number} seeds @param {Tally} tally */
function summaryOf(view, seeds, tally) {
  const { t, count, format } = view;
  return plain(t, 'training.seeds.summary', {
    seeds: count(seeds),
    goal: format.percent(goal, 0),
    rules: format.list(
      tally.map(({ rule, reached }) =>
        t('training.seeds.reached', { rule: ruleText(view, rule), reached: count(reached) }),
      ),
    ),
  });
}

/**
 * Returns how a rule mostly compares with another, and how often.
 * @param {{better: number, same: number, worse: number}} tally
 */
function mostOf(tally) {
  const kinds = constant(['better', 'same', 'worse']);
  return kinds
    .map((kind) => constant([kind, tally[kind]]))
    .reduce((most, each) => (each[1] > most[1] ? each : most));
}
