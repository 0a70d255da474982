/**
 * A picture of a lab is a declaration: what it needs, how that is computed, what it draws, its table and its summary.
 * picture() turns it into an element. This file and source.js decide when to compute, and keep track of what is running
 * or was stopped.
 */
import { html, noChange, nothing } from 'lit';
import { plainLabel } from '../../charts/label.js';
import { plain, rich } from './text.js';
import { figure } from './figure.js';
import { renderProgress } from './progress.js';
import { Section, settle } from './section.js';
import { Computation } from './source.js';

/** @import { Content } from './content.js' */
/** @import { CSSResultGroup } from 'lit' */
/** @import { Figure } from '../../charts/types.js' */
/** @import { Engine } from '../../engine/index.js' */
/** @import { Translate } from '../../i18n/index.js' */
/** @import { Pointed, Source, StatusWords, View } from './types.js' */

/** @typedef {{value?: number, index?: number, key: string}} Clicked  a clicked place, as a chart reports it */

/**
 * The presentation of results.
 * @typedef {object} Shown
 * @property {Figure['draw']} [draw]
 * @property {Figure['height']} [height]  if it depends on the results
 * @property {string} [summary]  the picture in a sentence
 * @property {Figure['table']} [table]
 * @property {boolean} [hidesSummary]  whether the text beside the figure says the same as the summary
 * @property {Content} [verdict]  its conclusion, in a paragraph below it
 * @property {Content} [below]  content below the verdict
 * @property {Content} [more]  details, folded under "More"
 */

/**
 * @template {Record<string, any>} R  results by name
 * @template {object} S
 * @template {Shown} V
 * @template {Section} Base
 * @typedef {object} Declaration
 * @property {string} name  lab and picture, 'variance-walks'; the keys of its words begin with 'variance.walks.'
 * @property {string} [words]  another start of the keys of its words: 'trained.curve'
 * @property {string} [file]  name of its files, if it differs
 * @property {{[Name in keyof R]: Source<any, R[Name]>}} [results]
 * @property {S} [state]  initial values of what the visitor can choose in the picture
 * @property {readonly CSSResultGroup[]} [styles]
 * @property {(view: View<NoInfer<R>, NoInfer<S>, Base>) => string} [label]  its name for screen readers, in place of heading and lead
 * @property {boolean} [hideTitle]  whether the heading is for screen readers only
 * @property {boolean} [byHand]  whether there is no figure until the visitor asks for one
 * @property {(view: View<NoInfer<R>, NoInfer<S>, Base>) => string} [title]  the title of the figure; without it there is no figure
 * @property {Figure['hidesSummary']} [hidesSummary]
 * @property {number | ((width: number, view: View<NoInfer<R>, NoInfer<S>, Base>) => number)} [height]  the height of the figure, px
 * @property {keyof R & string} [progress]  the result whose progress is drawn into the figure
 * @property {(view: View<NoInfer<R>, NoInfer<S>, Base>) => unknown} [lead]  instead of the words '...lead'
 * @property {(view: View<NoInfer<R>, NoInfer<S>, Base>) => unknown} [above]  content between lead and figure
 * @property {(view: View<NoInfer<R>, NoInfer<S>, Base>) => unknown} [controls]  controls in the figure, below the picture
 * @property {(view: View<NoInfer<R>, NoInfer<S>, Base>, results: R) => V} [shows]  called when all results are available
 * @property {(view: View<NoInfer<R>, NoInfer<S>, Base>) => unknown} [below]  content below the figure, with or without results
 * @property {(view: View<NoInfer<R>, NoInfer<S>, Base>) => unknown} [more]  details, folded under "More"
 * @property {(view: View<NoInfer<R>, NoInfer<S>, Base>, parts: Parts<V>) => unknown} [layout]  puts the parts in an order that is not the usual one
 * @property {(term: string, view: View<NoInfer<R>, NoInfer<S>, Base>) => string} [driven]  keys of the marks that a term of the formula drives
 * @property {(pointed: Pointed, view: View<NoInfer<R>, NoInfer<S>, Base>) => string} [termOf]  the term that drives the mark under the pointer
 * @property {(place: Clicked, view: View<NoInfer<R>, NoInfer<S>, Base>) => void} [picked]  called when a place was clicked
 * @property {Readonly<Record<string, (detail: any, view: View<NoInfer<R>, NoInfer<S>, Base>) => void>>} [on]  listeners to events from inside the picture, by name
 * @property {(view: View<NoInfer<R>, NoInfer<S>, Base>) => (() => void) | void} [connect]  called when it is added to a page; may return a function to call when it is removed
 */

/**
 * The parts that a layout puts in order.
 * @template V
 * @typedef {object} Parts
 * @property {Content} head  heading and lead
 * @property {Content} figure
 * @property {Content} problem
 * @property {Content} verdict
 * @property {Content} more
 * @property {V | null} shown  null while results are missing
 */

/**
 * Returns the element class of a picture.
 * @template {Record<string, any>} [R={}]
 * @template {object} [S={}]
 * @template {Shown} [V=Shown]
 * @template {Section} [Base=Section]
 * @param {Declaration<R, S, V, Base>} declaration
 * @param {{new (): Base}} [Kind]  its base class, with properties that its lab sets
 */
export function picture(declaration, Kind = /** @type {any} */ (Section)) {
  const { name, words = name.replace('-', '.'), results: sources = {}, styles = [] } = declaration;
  const Parent = /** @type {typeof Section} */ (/** @type {unknown} */ (Kind));

  class Picture extends Parent {
    static styles = /** @type {any} */ ([Parent.styles, styles]);
    static pictured = Boolean(declaration.title);

    /** @type {Readonly<Record<string, Computation<any, any>>>} */
    #computations = Object.fromEntries(
      Object.entries(sources).map(([each, of]) => [each, new Computation(of, this)]),
    );
    /** @type {(() => void) | void} */ #disconnect = undefined;
    /** @type {any} */ state = { ...declaration.state };
    /** Time of the last render. */ #drawn = -settle;
    /** @type {ReturnType<typeof setTimeout> | undefined} */ #rest = undefined;

    /** @param {object} changes */
    change = (changes) => {
      this.state = { ...this.state, ...changes };
      this.redraw();
    };

    constructor() {
      super();
      for (const [event, act] of Object.entries(declaration.on ?? {}))
        this.addEventListener(event, (given) =>
          act(/** @type {CustomEvent} */ (given).detail, this.view),
        );
    }

    get view() {
      return /** @type {View<R, S, Base>} */ (/** @type {unknown} */ (this));
    }

    get results() {
      return Object.fromEntries(
        Object.entries(this.#computations).map(([each, { result }]) => [each, result]),
      );
    }

    get refused() {
      const refused = Object.values(this.#computations).find(({ problem }) => problem);
      return refused?.problem ?? super.refused;
    }

    /** @param {string} each */
    computation = (each) => this.#computations[each];

    connectedCallback() {
      super.connectedCallback();
      this.#disconnect = declaration.connect?.(this.view);
    }

    disconnectedCallback() {
      super.disconnectedCallback();
      clearTimeout(this.#rest);
      this.#disconnect?.();
    }

    /** @param {Engine} engine */
    follow(engine) {
      super.follow(engine); // results shared by the pictures of a lab
      for (const each of Object.values(this.#computations)) each.follow(engine);
    }

    begin() {
      for (const each of Object.values(this.#computations)) {
        if (each.source.byHand && !each.running && (each.stopped || !each.result)) each.start();
      }
    }

    forget() {
      for (const each of Object.values(this.#computations)) each.forget();
    }

    /** @param {string} term */
    driven(term) {
      return declaration.driven?.(term, this.view) ?? '';
    }

    /** @param {Pointed} pointed */
    termOf(pointed) {
      return declaration.termOf?.(pointed, this.view) ?? '';
    }

    /** @param {Clicked} place */
    picked(place) {
      declaration.picked?.(place, this.view);
    }

    /** Returns what there is to show, or null while a result is missing. @returns {V | null} */
    #shown() {
      const { results, view } = this;
      const missing = Object.entries(this.#computations).some(
        ([each, { source }]) => results[each] === null && !source.optional,
      );
      if (missing) return null;
      return declaration.shows?.(view, /** @type {R} */ (results)) ?? /** @type {V} */ ({});
    }

    render() {
      const shown = this.#shown();
      const { view } = this;
      const label = declaration.label?.(view);
      const verdict = shown?.verdict ? html`<p class="verdict">${shown.verdict}</p>` : nothing;
      const parts = {
        head: label === undefined ? this.#head() : nothing,
        figure: declaration.title ? this.#figure(shown) : nothing,
        // A missing picture shows the problem in its place.
        problem:
          declaration.title && !declaration.byHand && !shown?.draw ? nothing : this.renderProblem(),
        verdict,
        more: this.#more([declaration.more?.(view), shown?.more]),
        shown,
      };
      const usual = () => [
        ...[parts.head, declaration.above?.(view), parts.figure, parts.problem, verdict],
        ...[declaration.below?.(view), shown?.below, parts.more],
      ];
      return html`<section
        role="group"
        aria-label=${label ?? nothing}
        aria-labelledby=${label === undefined ? 'title' : nothing}
      >
        ${declaration.layout?.(view, parts) ?? usual()}
        ${declaration.title && !declaration.byHand ? nothing : this.renderEmbed(this.#name())}
      </section>`;
    }

    /** The text of the heading. */
    #name() {
      const { t } = this;
      return t.has(`${words}.title`) ? plain(t, `${words}.title`) : '';
    }

    #head() {
      const { t, view } = this;
      const lead =
        declaration.lead?.(view) ?? (t.has(`${words}.lead`) ? rich(t, `${words}.lead`) : nothing);
      // A single figure has its own title.
      const isHidden =
        declaration.hideTitle || (this.single && declaration.title && !declaration.byHand);
      return [
        html`<h3 id="title" class=${isHidden ? 'visually-hidden' : nothing}>
          ${rich(t, `${words}.title`)}
        </h3>`,
        lead === nothing ? nothing : html`<p class="lead">${lead}</p>`,
        // Without a figure to draw it into, the prediction is a sentence.
        this.prediction && !declaration.title
          ? html`<p class="note prediction">${this.prediction.words}</p>`
          : nothing,
      ];
    }

    /**
     * Updates folded content only after the visitor pauses: otherwise it would slow down every move of a slider.
     * @param {readonly unknown[]} given
     */
    #more(given) {
      if (this.renderRoot.querySelector('.more:not([open])') && this.#isMoving()) return noChange;
      const blocks = given.filter((each) => each !== undefined && each !== nothing);
      if (blocks.length === 0) return nothing;
      return html`<details class="more" @toggle=${this.redraw}>
        <summary>${this.t('common.more')}</summary>
        ${blocks.map((block) => html`<div class="note">${block}</div>`)}
      </details>`;
    }

    /** Whether the last render was only a moment ago. If so, renders once more after a pause. */
    #isMoving() {
      const now = performance.now();
      const isMoving = now - this.#drawn < settle;
      this.#drawn = now;
      clearTimeout(this.#rest);
      if (isMoving) this.#rest = setTimeout(() => this.redraw(), settle);
      return isMoving;
    }

    /** @param {V | null} shown */
    #figure(shown) {
      const { height = 320, progress, title, controls, hidesSummary } = declaration;
      const { view } = this;
      const verdict = Boolean(shown?.verdict);
      const spec = {
        title: title?.(view),
        height:
          typeof height === 'function'
            ? (/** @type {number} */ width) => height(width, view)
            : height,
        progress: progress ? this.#computations[progress].share : null,
        prediction: this.prediction,
        hidesSummary: hidesSummary || (this.single && verdict),
        ...shown,
      };
      const embed = declaration.byHand
        ? nothing
        : this.renderEmbed(plainLabel(spec.title ?? ''), 'tools');
      return this.figureOf(spec, [controls?.(view), embed]);
    }

    /** @param {Partial<Figure>} spec @param {Content} [controls] */
    figureOf = (
      { draw, summary = this.problem ? '' : this.t('common.waiting'), table, ...spec },
      controls = nothing,
    ) =>
      figure(
        this,
        {
          name: declaration.file ?? name,
          title: '',
          ...spec,
          draw: draw ?? null,
          error: draw ? '' : this.problem,
          summary: [summary, spec.prediction?.words].filter(Boolean).join(' '),
          table: table ?? (() => ({ columns: [], rows: [] })),
        },
        controls,
      );

    /** @param {string} each @param {StatusWords} [words] */
    status = (each, { idle, partly, per, once } = {}) => {
      const { running, stopped, broken, progress, stop, start } = this.#computations[each];
      return renderProgress(this, {
        ...{ running, progress, stop, per },
        again: (stopped || broken) && !once ? start : null,
        idle: stopped ? (partly ?? idle) : idle,
      });
    };
  }
  return Picture;
}

/**
 * Returns the columns of a table, labelled by the words KEY.NAME.
 * @param {Translate} t
 * @param {string} key
 * @param {readonly string[]} names
 * @param {Parameters<typeof plain>[2]} [values]
 */
export const columns = (t, key, names, values) =>
  names.map((name) => ({ key: name, label: plain(t, `${key}.${name}`, values) }));
