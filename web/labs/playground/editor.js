/**
 * The editor: CodeMirror with completion and tooltips for the package's names, and errors at their line. Loaded on first focus.
 * Tab indents; Escape, then Tab, leaves the editor.
 */

/** @import { Failure } from './program-runner.js' */

import {
  autocompletion,
  closeBrackets,
  closeBracketsKeymap,
  completionKeymap,
} from '@codemirror/autocomplete';
import { defaultKeymap, history, historyKeymap, indentWithTab } from '@codemirror/commands';
import { javascriptLanguage } from '@codemirror/lang-javascript';
import {
  HighlightStyle,
  bracketMatching,
  indentOnInput,
  syntaxHighlighting,
} from '@codemirror/language';
import { lintGutter, setDiagnostics } from '@codemirror/lint';
import { Compartment, EditorState } from '@codemirror/state';
import {
  EditorView,
  drawSelection,
  highlightActiveLine,
  hoverTooltip,
  keymap,
  lineNumbers,
} from '@codemirror/view';
import { tags } from '@lezer/highlight';
import { constant } from '../../engine/border/constant.js';
import { completeNames, describe, nameAt } from './names.js';

/** @typedef {{program: string, fixed: boolean, failure: Failure | null, words: string, label: string}} Shown  words: text of the failure */

const colours = HighlightStyle.define([
  { tag: tags.comment, color: 'var(--sd-muted)', fontStyle: 'italic' },
  { tag: [tags.string, tags.special(tags.string)], color: 'var(--sd-value)' },
  { tag: [tags.number, tags.bool, tags.null], color: 'var(--sd-key)' },
  { tag: tags.keyword, color: 'var(--sd-query)' },
]);

const look = EditorView.theme({
  '&': { maxHeight: 'inherit', backgroundColor: 'var(--sd-panel)', color: 'var(--sd-ink)' },
  '.cm-scroller': { fontFamily: 'var(--sd-mono)', lineHeight: '1.6', overflow: 'auto' },
  '.cm-gutters': { backgroundColor: 'var(--sd-panel)', color: 'var(--sd-muted)', border: '0' },
  '.cm-activeLine': { backgroundColor: 'transparent', boxShadow: 'inset 2px 0 var(--sd-accent)' },
  '.cm-activeLineGutter': { backgroundColor: 'transparent', color: 'var(--sd-ink)' },
  '.cm-cursor': { borderLeftColor: 'var(--sd-ink)' },
  '&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground':
    {
      backgroundColor: 'color-mix(in srgb, var(--sd-accent) 25%, transparent)',
    },
  '&.cm-focused': { outline: 'none' },
  '.cm-tooltip': {
    border: '1px solid var(--sd-rule)',
    borderRadius: 'var(--sd-radius)',
    backgroundColor: 'var(--sd-paper)',
    color: 'var(--sd-ink)',
  },
  '.cm-tooltip.cm-tooltip-autocomplete > ul > li[aria-selected]': {
    backgroundColor: 'var(--sd-accent)',
    color: 'var(--sd-paper)',
  },
  '.cm-tooltip .about': {
    maxWidth: '26em',
    padding: 'var(--sd-2) var(--sd-3)',
    whiteSpace: 'normal',
  },
  '.cm-tooltip .about code': {
    display: 'block',
    fontFamily: 'var(--sd-mono)',
    overflowWrap: 'anywhere',
  },
});

/**
 * Chromium adds a style attribute to text typed over coloured text, which a strict content-security policy refuses and reports.
 * The editor therefore inserts all text that replaces a selection itself.
 */
const replacing = EditorView.domEventHandlers({
  beforeinput(event, view) {
    const { from, to, empty } = view.state.selection.main;
    const { data, inputType, isComposing } = event;
    if (view.state.readOnly || empty || isComposing || !data || inputType !== 'insertText')
      return false;
    event.preventDefault();
    const insert = () =>
      view.state.update(view.state.replaceSelection(data), {
        userEvent: 'input.type',
        scrollIntoView: true,
      });
    const handlers = view.state.facet(EditorView.inputHandler);
    if (!handlers.some((handle) => handle(view, from, to, data, insert))) view.dispatch(insert());
    return true;
  },
});

export class Editor {
  #view;
  #fixed = new Compartment();
  #label = new Compartment();
  /** @type {Failure | null} */
  #failure = null;
  /** Whether it is read-only, and its label, as last set. */
  #look = '';
  /** Whether the text is being set from outside. */
  #isSetting = false;

  /**
   * @param {HTMLElement} place
   * @param {{program: string, selection: readonly [number, number], changed: (text: string) => void}} options
   */
  constructor(place, { program, selection: [anchor, head], changed }) {
    const listener = EditorView.updateListener.of((update) => {
      if (update.docChanged && !this.#isSetting) changed(update.state.doc.toString());
    });
    const root = place.getRootNode();
    this.#view = new EditorView({
      parent: place,
      root: root instanceof ShadowRoot ? root : document,
      state: EditorState.create({
        doc: program,
        selection: { anchor, head },
        extensions: [
          ...[lineNumbers(), history(), drawSelection(), indentOnInput(), bracketMatching()],
          ...[
            closeBrackets(),
            highlightActiveLine(),
            lintGutter(),
            look,
            listener,
            EditorView.lineWrapping,
            replacing,
          ],
          ...[javascriptLanguage, syntaxHighlighting(colours)],
          autocompletion({ override: [completeNames] }),
          hoverTooltip((view, at) => aboutAt(view, at)),
          keymap.of(
            [
              ...closeBracketsKeymap,
              ...completionKeymap,
              ...historyKeymap,
              ...defaultKeymap,
              indentWithTab,
            ].filter(({ key }) => key !== 'Mod-Enter'),
          ),
          this.#fixed.of([]),
          this.#label.of([]),
        ],
      }),
    });
  }

  /** @param {Shown} shown */
  show({ program, fixed, failure, words, label }) {
    const { state } = this.#view;
    this.#set(state.doc.toString(), program);
    const look = `${fixed} ${label}`;
    if (look !== this.#look) {
      this.#look = look;
      const effects = [
        this.#fixed.reconfigure(EditorState.readOnly.of(fixed)),
        this.#label.reconfigure(
          EditorView.contentAttributes.of({
            ...{ 'aria-label': label, 'aria-describedby': 'hint', tabindex: '0' },
          }),
        ),
      ];
      this.#view.dispatch({ effects });
    }
    if (failure !== this.#failure) this.#mark(failure, words);
  }

  /** Replaces only the part that differs, so that a cursor elsewhere keeps its place. @param {string} now @param {string} program */
  #set(now, program) {
    if (now === program) return;
    let [from, end, insertEnd] = [0, now.length, program.length];
    while (from < end && from < insertEnd && now[from] === program[from]) from += 1;
    while (end > from && insertEnd > from && now[end - 1] === program[insertEnd - 1]) {
      end -= 1;
      insertEnd -= 1;
    }
    this.#isSetting = true;
    this.#view.dispatch({ changes: { from, to: end, insert: program.slice(from, insertEnd) } });
    this.#isSetting = false;
  }

  /** @param {Failure | null} failure @param {string} words */
  #mark(failure, words) {
    this.#failure = failure;
    const from = failure?.line ? this.#placeOf(failure.line, failure.column ?? 1) : null;
    const to = from === null ? 0 : this.#view.state.doc.lineAt(from).to;
    const found =
      failure && from !== null ? [{ from, to, severity: constant('error'), message: words }] : [];
    this.#view.dispatch(setDiagnostics(this.#view.state, found));
  }

  /** @param {number} line @param {number} column */
  #placeOf(line, column) {
    const { doc } = this.#view.state;
    const { from, to } = doc.line(Math.min(Math.max(1, line), doc.lines));
    return Math.min(from + Math.max(1, column) - 1, to);
  }

  /** @param {number} line @param {number} column */
  goTo(line, column) {
    this.#view.dispatch({
      selection: { anchor: this.#placeOf(line, column) },
      scrollIntoView: true,
    });
    this.focus();
  }

  focus() {
    this.#view.focus();
  }

  close() {
    this.#view.destroy();
  }
}

/** Returns a tooltip about the name under the pointer. @param {EditorView} view @param {number} at */
function aboutAt({ state }, at) {
  const { from, text } = state.doc.lineAt(at);
  const name = nameAt(text, at - from);
  const about = name && describe(name.path);
  if (!name || !about) return null;
  const create = () => {
    const dom = Object.assign(document.createElement('div'), { className: 'about' });
    dom.append(
      Object.assign(document.createElement('code'), { textContent: about.signature }),
      about.summary,
    );
    return { dom };
  };
  return { pos: from + name.from, end: from + name.to, above: true, create };
}
