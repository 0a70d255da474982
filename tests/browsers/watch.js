// The first script of every page that the browsers open: hears what goes wrong there, and reads what a visitor sees, as text.
// Plain and without imports, so that a page of any kind can carry it; the tests call `watch.*`.
(() => {
  /** What went wrong, a line each. */
  const errors = [];
  const note = (...words) => errors.push(words.join(' ').slice(0, 500));
  addEventListener(
    'error',
    ({ message, target }) => {
      // Firefox says so of modules that are there already when they are asked for in advance.
      const isModule = target?.rel === 'modulepreload';
      // A size that changes while sizes are told of is told of in the next frame: nothing is lost.
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

  // Scroll bars are of another width in each browser, and pictures with them.
  const plain = new CSSStyleSheet();
  plain.replaceSync('html { scrollbar-width: none }');
  document.adoptedStyleSheets = [plain];

  const rest = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));

  /** Looks again until there is something. @param {() => unknown} look @param {string} what */
  async function until(look, what) {
    const end = performance.now() + 100_000; // a busy machine; nothing here measures time
    for (;;) {
      const found = look();
      if (found) return found;
      if (performance.now() > end) throw new Error(`waited in vain for ${what}`);
      await rest(30);
    }
  }

  /** What matches, in shadow trees too. @param {string} selector @param {ParentNode} [root] @returns {HTMLElement[]} */
  function all(selector, root = document) {
    const found = [];
    for (const element of root.querySelectorAll('*')) {
      if (element.matches(selector)) found.push(element);
      if (element.shadowRoot) found.push(...all(selector, element.shadowRoot));
    }
    return found;
  }

  /** Names of the machine and its speed, programs, which Node's tests run, and what is spoken after a rest. */
  const apart = 'style, script, pre, datalist, .badge, .rate, [data-speed], [role="status"]';

  /** All words and numbers below a node, those for screen readers too. @param {Node} node @returns {string} */
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

  /** The sentence that a lab opens with, once it stays. */
  async function answer() {
    await until(isSettled, 'an answer that stays');
    return lineOf(all('.answer')[0]);
  }

  /** Whether a picture still waits or sharpens. @param {ParentNode} picture */
  const isBusy = (picture) =>
    all('.message.empty:not(.error), .progress, progress, [data-provisional]', picture).length >
      0 || all('td', picture).some((cell) => cell.textContent.trim() === '…');

  /** Parts that are not there yet, but for what is folded away. */
  const places = () => all('.lazy').filter((place) => !place.closest('details:not([open])'));

  /** Scrolls to what is still to come, until all of it has. */
  async function bringAll() {
    await until(() => {
      const [place] = places();
      place?.scrollIntoView({ block: 'center' });
      return !place;
    }, 'all parts');
    scrollTo(0, 0);
  }

  /** Whether a visitor can do nothing with it: what is inert may lie in a link, which a click from here would follow. @param {Node} node */
  function isInert(node) {
    for (let at = node; at; at = at.assignedSlot ?? at.parentNode ?? at.host)
      if (at instanceof HTMLElement && at.inert) return true;
    return false;
  }

  /** Everything a picture says, once it has come to rest, with its tables open. @param {HTMLElement} picture */
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

  /** Looks at all that a lab has, as a visitor who only scrolls. */
  async function pass() {
    await answer();
    await bringAll();
  }

  /** Every sentence, number and table of a lab: its answer, a line for each picture, and then all of it. @param {string} name */
  async function lab(name) {
    // The story says what belongs to the part that is in view.
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
