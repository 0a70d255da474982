/** The page: its header (labs, engine badge, language, theme) around one lab. The lab owns the state; the header shows it. */
import { html, nothing, render } from 'lit';
import { adopt, base, tokens } from '../charts/tokens.js';
import { formatters, languages } from '../i18n/index.js';
import { setSiteHome } from '../labs/parts/home.js';
import { engineText } from '../labs/lab/lab.js';
import { plain } from '../labs/parts/text.js';
import { followLab } from './page-lab.js';
import { keepForOffline } from './page-offline.js';
import { format, initialParams, tables } from '../tables/state.js';

/** @typedef {import('../labs/lab/lab.js').Lab} Lab */
/** @typedef {import('../i18n/index.js').Translate} Translate */

adopt(document, [tokens, base]);
setSiteHome(location.href);

const header = /** @type {HTMLElement} */ (document.querySelector('#tools'));
const footer = /** @type {HTMLElement} */ (document.querySelector('#footer'));

/** The lab now on the page. @type {Lab} */
let lab;
let shown = '';

/** A lab as it opens, in the present language and theme. @param {string} name */
function linkTo(name) {
  const { lang, theme } = lab.params;
  const look = format({ ...initialParams(name), lang, theme }, name);
  return look.startsWith('lab=') ? `#${look}` : `#lab=${name}${look && `&${look}`}`;
}

/** @param {Translate} t */
const labLinks = (t) =>
  html`<nav aria-label=${t('common.nav')}>
    <ul>
      ${Object.keys(tables).map(
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
  const format = formatters(t.language);
  if (!engineState) return html`<span class="badge muted">${t('common.engine.loading')}</span>`;
  const { variant, workers, speed } = engineState;
  const about = plain(t, speed ? 'common.engine.about' : 'common.engine.aboutSlow', {
    variant,
    workers: t(workers > 0 ? 'common.engine.workers' : 'common.engine.noWorkers', {
      count: workers,
    }),
    rate: speed ? format.compact(speed.perSecond) : '',
    dk: speed?.dk ?? '',
  });
  const refused = variant === 'fallback' ? ` ${t('common.engine.aboutFallback')}` : '';
  return html`<span class="badge" data-variant=${variant} title=${about + refused}
    ><span class="light" aria-hidden="true"></span>${engineText(engineState, t, format)}</span
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
      @change=${(/** @type {Event} */ event) => lab.setState({ theme: /** @type {HTMLSelectElement} */ (event.target).value })}
    >
      ${['auto', 'light', 'dark'].map(
        (theme) =>
          html`<option value=${theme} .selected=${lab.params.theme === theme}>
            ${t(`common.theme.${theme}`)}
          </option>`,
      )}
    </select></label
  >`;

function draw() {
  const { t } = lab.speech;
  document.documentElement.lang = t.language;
  document.documentElement.setAttribute('theme', String(lab.params.theme));
  document.title = `${lab.heading} · scaledot`;
  const skip = document.querySelector('.skip');
  if (skip) skip.textContent = t('common.skip');
  render(
    [
      labLinks(t),
      html`<div class="tools">${badge(t)} ${languageSwitch(t)} ${themeSwitch(t)}</div>`,
    ],
    header,
  );
  render(html`<p>${t('common.footer')}</p>`, footer);
}

// The skip link must not put its own fragment in the place of the state.
document.querySelector('.skip')?.addEventListener('click', (event) => {
  event.preventDefault();
  /** @type {HTMLElement} */ (document.querySelector('#main')).focus();
});

/** What has not been seen yet comes when there is nothing else to do. @param {Lab} present */
async function fetchRest(present) {
  await present.updateComplete;
  const whenIdle = globalThis.requestIdleCallback ?? setTimeout;
  whenIdle(() => present.fetchAll());
}

await followLab((present, name) => {
  if (!lab) {
    // What stands there in case no script runs.
    footer.replaceChildren();
    document.querySelectorAll('.unstarted').forEach((words) => words.remove());
  }
  lab = present;
  shown = name;
  lab.foot = false;
  lab.addEventListener('scaledot-change', draw);
  lab.addEventListener('scaledot-engine', draw);
  lab.addEventListener('scaledot-engine', () => void fetchRest(present), { once: true });
  draw();
});

keepForOffline();
