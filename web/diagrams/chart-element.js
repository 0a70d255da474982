/**
 * The base class of the chart elements. `data` and `options` are properties, or attributes with JSON. The chart has the
 * same frame as the pictures of the labs. Changes are drawn at most once per animation frame.
 */
import { css, LitElement, nothing } from 'lit';
import { html, unsafeStatic } from 'lit/static-html.js';
import { imageWidths, SdFigure } from '../charts/figure.js';
import { base, tokens } from '../charts/tokens.js';
import { chooseLanguage } from '../i18n/index.js';
import { languageAround } from '../labs/lab/element-context.js';
import { innerTag } from '../labs/parts/define.js';
import { figureOf, speechIn } from './diagram.js';
import { checkChoice, checkNumber, fieldsOf } from './read.js';

/** @import { Figure, FileKind, Words } from '../charts/types.js' */
/** @import { Language } from '../i18n/index.js' */
/** @import { Kind } from './diagram.js' */
/** @import { Diagram } from './types.js' */

/** The value of an attribute that is not JSON. */
class Unreadable {
  /** @param {string} name @param {string} text */
  constructor(name, text) {
    const shown = JSON.stringify(text.length > 40 ? `${text.slice(0, 40)}...` : text);
    this.message = `${name}: got ${shown}; expected JSON`;
  }
}

/** @param {string} name */
const asJson = (name) => ({
  attribute: name,
  converter: (/** @type {string | null} */ text) => {
    if (text === null) return undefined;
    try {
      return JSON.parse(text);
    } catch {
      return new Unreadable(name, text);
    }
  },
});

const look = css`
  :host {
    display: block;
    background: var(--sd-paper);
  }
  /* Rules of the host page such as * { ... } apply to the element itself. Nothing inside inherits from them. */
  .chart {
    all: initial;
    color-scheme: inherit;
    visibility: inherit;
    box-sizing: border-box;
    display: block;
    font-family: var(--sd-font);
    font-size: var(--sd-size-m);
    line-height: var(--sd-leading);
    color: var(--sd-ink);
  }
`;

/** @type {Partial<Record<Language, Words>>} */
const known = {};

/** Returns the words of the frame. One object per language, so that the same words do not trigger an update. @param {Language} language */
function wordsIn(language) {
  const { t } = speechIn(language);
  return (known[language] ??= {
    waiting: t('charts.waiting'),
    table: t('charts.table'),
    csv: 'CSV',
    json: 'JSON',
    svg: 'SVG',
    png: 'PNG',
    explore: t('charts.explore'),
    progress: t('charts.progress'),
    shown: (shown, all) => t('charts.shown', { shown, all }),
    failed: t('charts.failed'),
  });
}

/** @type {readonly FileKind[]} */
const fileKinds = ['svg', 'png', 'csv', 'json'];

export class ChartElement extends LitElement {
  static tag = '';
  /** Reads the data. @type {Kind} */
  static kind = () => {
    throw new Error('a chart of no kind');
  };

  static properties = {
    data: asJson('data'),
    options: asJson('options'),
    lang: { reflect: true },
    theme: { reflect: true },
    lit: { state: true },
  };

  static styles = [tokens, base, look];

  constructor() {
    super();
    /** @type {any} */
    this.data = undefined;
    /** @type {any} */
    this.options = undefined;
    this.lang = '';
    this.theme = 'auto';
    /** Key of the highlighted marks: those of the series under the pointer. */
    this.lit = '';
    this.error = '';
    /** @type {Diagram | null} */
    this.diagram = null;
    /** @type {Language | ''} */
    this.spoken = '';
    /** @type {Figure | null} */
    this.figure = null;
  }

  /** The requested language, otherwise that of the surrounding text, otherwise that of the browser. @returns {Language} */
  get language() {
    return chooseLanguage(
      this.lang || this.diagram?.common.lang || languageAround(this),
      ...(globalThis.navigator?.languages ?? []),
    );
  }

  /** @param {Map<string, unknown>} changed */
  willUpdate(changed) {
    const isNew = changed.has('data') || changed.has('options');
    if (isNew) this.read();
    const { language } = this;
    if (!isNew && language === this.spoken) return;
    this.spoken = language;
    this.figure = this.figureIn(language);
  }

  read() {
    const { data, options } = this;
    const { kind } = this.constructor;
    [this.diagram, this.error] = [null, ''];
    try {
      for (const given of [data, options]) if (given instanceof Unreadable) throw given;
      if (data !== undefined) this.diagram = kind(data, options);
    } catch (error) {
      this.error = Object(error).message;
      this.dispatchEvent(
        new CustomEvent('scaledot-error', {
          detail: { message: this.error },
          bubbles: true,
          composed: true,
        }),
      );
    }
  }

  /** @param {Language} language @returns {Figure} */
  figureIn(language) {
    const { tag } = this.constructor;
    if (this.diagram) return { ...figureOf(this.diagram, language), announce: true };
    const { t } = speechIn(language);
    const kind = tag.slice(tag.indexOf('-') + 1);
    return { name: kind, title: t(`charts.${kind}.title`), error: this.error || undefined };
  }

  render() {
    const tag = unsafeStatic(innerTag('sd-figure', SdFigure));
    const language = this.spoken || 'en';
    return html`<div class="chart" lang=${language}>
      <${tag}
        .figure=${this.figure}
        .words=${wordsIn(language)}
        highlight=${this.lit || nothing}
        @sd-highlight=${this.point}
      ></${tag}>
    </div>`;
  }

  /** @param {CustomEvent<{key?: string}>} event */
  point({ detail }) {
    this.lit = detail.key ?? '';
  }

  /** @returns {SdFigure} */
  get frame() {
    /** @type {NodeListOf<SdFigure>} */
    const [frame] = this.renderRoot.querySelectorAll('.chart > *');
    return frame;
  }

  /**
   * Exports the chart as a file.
   * @param {{type?: FileKind, width?: number}} [options]
   * @returns {Promise<Blob>}
   */
  async exportFile(options) {
    const given = fieldsOf('exportFile', options, ['type', 'width']);
    const type = fileKinds[checkChoice('type', given.type ?? 'svg', fileKinds)];
    const width =
      given.width === undefined ? undefined : checkNumber('width', given.width, imageWidths);
    await this.updateComplete;
    if (!this.isConnected || !this.diagram)
      throw new Error(
        this.error ||
          'exportFile: got a chart that is not drawn; expected one with data, on a page',
      );
    return type === 'svg' || type === 'png' ? this.frame.image(type, width) : this.frame.file(type);
  }
}
