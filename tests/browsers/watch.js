// The first script of every page that the browsers open: records what goes wrong, and reads what a visitor sees as text.
// Plain and without imports, so that any page can include it. The tests call `watch.*`.
(() => {
  /** What went wrong, one line each. */
  const errors = [];
  const note = (...words) => errors.push(words.join(' ').slice(0, 500));
  addEventListener(
    'error',
    ({ message, target }) => {
      // Firefox reports this error for modules that are already loaded when they are preloaded.
      const isModule = target?.rel === 'modulepreload';
      // A resize during the observer's own callbacks is delivered in the next frame, so nothing is lost.
      const isLate = /^ResizeObserver loop completed/.test(message ?? '');
      if (!isModule && !isLate) note('error', message ?? target?.outerHTML);
    },
    true,
  );
  addEventListener('unhandledrejection', ({ reason }) =>
    note('rejection', reason?.stack ?? reason),
  );
  addEventListener('securitypolicyviolation', (event) => {
    note('policy', event.violatedDirective, event.blockedURI, event.sourceFile, event.lineNumber);
  });
  for (const kind of ['error', 'warn']) {
    const own = console[kind];
    console[kind] = (...words) => {
      note(`console.${kind}`, ...words);
      own.apply(console, words);
    };
  }

  // Scroll bars have different widths in each browser, and so would the pictures.
  const plain = new CSSStyleSheet();
  plain.replaceSync('html { scrollbar-width: none }');
  document.adoptedStyleSheets = [plain];

  const rest = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));

  /** Repeats `look` until it finds something. @param {() => unknown} look @param {string} what */
  async function until(look, what) {
    const end = performance.now() + 100_000; // a busy machine; nothing here measures time
    for (;;) {
      const found = look();
      if (found) return found;
      if (performance.now() > end) throw new Error(`waited in vain for ${what}`);
      await rest(30);
    }
  }

  /** Returns all matches, including those in shadow trees. @param {string} selector @param {ParentNode} [root] @returns {HTMLElement[]} */
  function all(selector, root = document) {
    const found = [];
    for (const element of root.querySelectorAll('*')) {
      if (element.matches(selector)) found.push(element);
      if (element.shadowRoot) found.push(...all(selector, element.shadowRoot));
    }
    return found;
  }

  /** Left out: the names of machine and speed, programs (Node's tests run them), and what is announced after a pause. */
  const apart = 'style, script, pre, datalist, .badge, .rate, [data-speed], [role="status"]';

  /** Returns all words and numbers below a node, including those for screen readers. @param {Node} node @returns {string} */
  function textOf(node) {
    if (node.nodeType === Node.TEXT_NODE) return node.data;
    if (node.nodeType !== Node.ELEMENT_NODE && node.nodeType !== Node.DOCUMENT_FRAGMENT_NODE)
      return '';
    if (node.nodeType === Node.ELEMENT_NODE && node.matches(apart)) return '';
    const inside = [...(node.shadowRoot?.childNodes ?? []), ...node.childNodes];
    return [node.getAttribute?.('aria-label') ?? '', ...inside.map(textOf)].join(' ');
  }
  const lineOf = (node) => textOf(node).replace(/\s+/g, ' ').trim();

  const answers = () => all('.answer [data-value^="answer"]');
  const isSettled = () => answers().length > 0 && all('.answer [data-provisional]').length === 0;

  /** Returns the sentence that a lab opens with, once it no longer changes. */
  async function answer() {
    await until(isSettled, 'an answer that stays');
    return lineOf(all('.answer')[0]);
  }

  /** Whether a picture is still waiting or being refined. @param {ParentNode} picture */
  const isBusy = (picture) =>
    all('.message.empty:not(.error), .progress, progress, [data-provisional]', picture).length >
      0 || all('td', picture).some((cell) => cell.textContent.trim() === '…');

  /** Returns the parts that are not there yet, except folded ones. */
  const places = () => all('.lazy').filter((place) => !place.closest('details:not([open])'));

  /** Scrolls to each missing part until all are there. */
  async function bringAll() {
    await until(() => {
      const [place] = places();
      place?.scrollIntoView({ block: 'center' });
      return !place;
    }, 'all parts');
    scrollTo(0, 0);
  }

  /** Whether a node takes no input. Inert content may be inside a link, which a scripted click would follow. @param {Node} node */
  function isInert(node) {
    for (let at = node; at; at = at.assignedSlot ?? at.parentNode ?? at.host)
      if (at instanceof HTMLElement && at.inert) return true;
    return false;
  }

  /** Returns everything that a picture says, once it has settled, with its tables open. @param {HTMLElement} picture */
  async function read(picture) {
    const root = picture.shadowRoot;
    const atRest = () => {
      picture.scrollIntoView({ block: 'start' });
      return root.childElementCount > 0 && !isBusy(root);
    };
    await until(atRest, `${picture.localName} at rest`);
    for (const button of all('.tools .table', root)) {
      if (isInert(button)) continue;
      if (button.ariaExpanded !== 'true') button.click();
      await until(() => all('table', root).length > 0, `the table of ${picture.localName}`);
    }
    let text = '';
    let calm = 0;
    await until(() => {
      const now = lineOf(root);
      calm = now === text && atRest() ? calm + 1 : 0;
      text = now;
      return calm > 5;
    }, `${picture.localName} to stay as it is`);
    return `${picture.localName}: ${text}`;
  }

  /** Scrolls through everything in a lab, as a visitor who only scrolls. */
  async function pass() {
    await answer();
    await bringAll();
  }

  /** Returns every sentence, number and table of a lab: its answer, a line for each picture, and then the whole lab. @param {string} name */
  async function lab(name) {
    // The story's answer depends on the part in view.
    scrollTo(0, 0);
    await rest(300);
    const lines = [await answer()];
    await bringAll();
    const pictures = all('*').filter(({ localName }) => localName.startsWith(`sd-${name}-`));
    for (const picture of pictures) lines.push(await read(picture));
    for (const rest of all('.rest')) {
      await until(() => all('[data-provisional]', rest).length === 0, 'the rest of the answer');
      lines.push(lineOf(rest));
    }
    // The rest of the lab: its live formula, controls, questions.
    lines.push(lineOf(document.querySelector('#lab')));
    return lines;
  }

  globalThis.watch = { errors, until, all, lineOf, answer, read, pass, lab };
})();
