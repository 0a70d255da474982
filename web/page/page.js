/** The page: one lab with a header (labs, engine badge, language, theme). The lab owns the state; the header shows it. */

/** @import { EventAt } from '../charts/events.js' */
/** @import { Translate } from '../i18n/index.js' */
/** @import { Lab } from '../labs/lab/lab.js' */

import { html, nothing, render } from 'lit';
import { adopt, base, tokens } from '../charts/tokens.js';
import { languages } from '../i18n/index.js';
import { setSiteHome } from '../labs/parts/home.js';
import { engineText, workersText } from '../labs/lab/engine-text.js';
import { icon } from '../labs/parts/icon.js';
import { plain } from '../labs/parts/text.js';
import { followLab, followLook } from './page-lab.js';
import { keepForOffline } from './page-offline.js';
import { openingLab, writeFragment } from '../tables/fragment.js';
import { differences, initialParams, labNames } from '../tables/params.js';

adopt(document, [tokens, base]);
setSiteHome(location.href);

/** @type {NodeListOf<HTMLElement>} */
const [header, footer] = document.querySelectorAll('#tools, #footer');

/** The current lab. @type {Lab} */
let lab;
let shown = '';

/** Returns the link of a lab in its initial state, with the current language and theme. @param {string} name */
function linkTo(name) {
  const { lang, theme } = lab.params;
  const look = differences({ ...initialParams(shown), lang, theme }, shown);
  return `#${writeFragment([['lab', name], ...look])}`;
}

/** @param {Translate} t */
const labLinks = (t) =>
  html`<nav aria-label=${t('common.nav')}>
    <ul>
      ${labNames.map(
        (name) =>
          html`<li>
            <a href=${linkTo(name)} aria-current=${name === shown ? 'page' : nothing}
              >${t(`common.lab.${name}`)}</a
            >
          </li>`,
      )}
    </ul>
  </nav>`;

/** @param {Translate} t */
function badge(t) {
  const { engineState } = lab;
  if (!engineState) return html`<span class="badge muted">${t('common.engine.loading')}</span>`;
  const { variant } = engineState;
  const about = plain(t, 'common.engine.about', { variant, workers: workersText(engineState, t) });
  const refused = variant === 'fallback' ? ` ${t('common.engine.aboutFallback')}` : '';
  return html`<span class="badge" data-variant=${variant} title=${about + refused}
    ><span class="light" aria-hidden="true"></span>${engineText(engineState, t)}</span
  >`;
}

/** @param {Translate} t */
const languageSwitch = (t) =>
  html`<div class="switch" role="group" aria-label=${t('common.language')}>
    ${Object.entries(languages).map(
      ([language, name]) =>
        html`<button
          type="button"
          lang=${language}
          aria-pressed=${language === t.language ? 'true' : 'false'}
          @click=${() => lab.setState({ lang: language })}
        >
          ${name}
        </button>`,
    )}
  </div>`;

/** @param {Translate} t */
const themeSwitch = (t) =>
  html`<label class="theme"
    >${t('common.theme')}
    <select
      @change=${(/** @type {EventAt<HTMLSelectElement>} */ { target }) => lab.setState({ theme: target.value })}
    >
      ${['auto', 'light', 'dark'].map(
        (theme) =>
          html`<option value=${theme} .selected=${lab.params.theme === theme}>
            ${t(`common.theme.${theme}`)}
          </option>`,
      )}
    </select></label
  >`;

let inView = '';

/**
 * Scrolls the current lab's link into view if the links overflow. Does so only when a name changes, and in an animation
 * frame, because it reads the layout.
 */
function showCurrent() {
  const names = `${shown} ${lab.speech.t.language}`;
  if (names === inView) return;
  inView = names;
  requestAnimationFrame(() => {
    const list = header.querySelector('nav');
    /** @type {HTMLElement | null} */
    const current = header.querySelector('[aria-current]');
    if (list && current) list.scrollLeft = current.offsetLeft - list.clientWidth / 3;
  });
}

function draw() {
  const { t } = lab.speech;
  document.title = `${lab.heading} · scaledot`;
  const skip = document.querySelector('.skip');
  if (skip) skip.textContent = t('common.skip');
  render(
    [
      labLinks(t),
      html`<button
          type="button"
          class="quiet menu"
          popovertarget="menu"
          aria-label=${t('common.menu')}
        >
          ${icon('M3 5h14M3 10h14M3 15h14')}
        </button>
        <div class="tools" id="menu" popover>
          ${languageSwitch(t)} ${themeSwitch(t)} ${badge(t)}
        </div>`,
    ],
    header,
  );
  showCurrent();
  render(html`<p>${t('common.footer')}</p>`, footer);
}

// The skip link must not replace the state in the fragment.
document.querySelector('.skip')?.addEventListener('click', (event) => {
  event.preventDefault();
  /** @type {HTMLElement | null} */
  const main = document.querySelector('#main');
  main?.focus();
});

/** Fetches the rest of the lab when the browser is idle. @param {Lab} present */
async function fetchRest(present) {
  await present.updateComplete;
  const whenIdle = globalThis.requestIdleCallback ?? setTimeout;
  whenIdle(() => present.fetchAll());
}

await followLab((present, name) => {
  if (!lab) {
    // Removes the content for browsers that run no scripts.
    footer.replaceChildren();
    document.querySelectorAll('.unstarted').forEach((words) => words.remove());
  }
  lab = present;
  shown = name;
  lab.foot = false;
  lab.addEventListener('scaledot-engine', () => void fetchRest(present), { once: true });
  followLook(lab, draw);
}, openingLab);

keepForOffline();
