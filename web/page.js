/** The page: its header (labs, engine badge, language, theme) around one lab. The lab owns the state; the header shows it. */
import { html, nothing, render } from 'lit';
import { adopt, base, tokens } from './charts/tokens.js';
import { define, labs } from './elements.js';
import { formatters, languages, translator } from './i18n/index.js';
import en from './i18n/common.en.js';
import zhHans from './i18n/common.zh-Hans.js';
import { setSiteHome } from './labs/home.js';
import { engineText } from './labs/lab.js';
import { plain } from './labs/text.js';
import { labElement } from './page-lab.js';
import { connectLink } from './page-link.js';
import { labOf } from './state.js';

adopt(document, [tokens, base]);
setSiteHome(location.href);
labs.forEach((each) => define(each));

const common = { en, 'zh-Hans': zhHans };
const lab = labElement(document);
const kind = /** @type {typeof import('./labs/lab.js').Lab} */ (lab.constructor);
const header = /** @type {HTMLElement} */ (document.querySelector('#tools'));
const footer = /** @type {HTMLElement} */ (document.querySelector('#footer'));

// What stands there in case no script runs.
footer.replaceChildren();
document.querySelectorAll('.unstarted').forEach((words) => words.remove());
lab.alone = true;
lab.foot = false;
connectLink(lab);

/** @param {import('./i18n/index.js').Translate} t */
const labLinks = (t) =>
  html`<nav aria-label=${t('common.nav')}>
    <ul>
      ${labs.map((each) => {
        const words = translator(t.language, common, each.words);
        return html`<li>
          <a href="#lab=${each.lab}" aria-current=${each === kind ? 'page' : nothing}
            >${words(`${each.lab}.name`)}</a
          >
        </li>`;
      })}
    </ul>
  </nav>`;

/** @param {import('./i18n/index.js').Translate} t */
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

/** @param {import('./i18n/index.js').Translate} t */
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

/** @param {import('./i18n/index.js').Translate} t */
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
  const { language } = lab;
  const t = translator(language, common, kind.words);
  document.documentElement.lang = language;
  document.documentElement.setAttribute('theme', String(lab.params.theme));
  document.title = `${plain(t, `${kind.lab}.title`)} · scaledot`;
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
lab.addEventListener('scaledot-change', draw);
lab.addEventListener('scaledot-engine', draw);
// Another lab is another page: the link is followed with a fresh start.
addEventListener('hashchange', () => {
  if (labOf(location.hash) !== kind.lab) location.reload();
});
draw();
