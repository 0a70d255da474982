/**
 * The page inside a frame: one lab, told everything by the fragment. Tells the page around it how tall it is, for
 * hosts that want to fit the frame: message {type: 'scaledot-height', height}.
 */
import { adopt, base, tokens } from './charts/tokens.js';
import { setSiteHome } from './labs/home.js';
import { followLab } from './page-lab.js';

adopt(document, [tokens, base]);
setSiteHome(location.href);

await followLab((lab) => {
  /** The document speaks the lab's language and wears its theme. */
  const follow = () => {
    document.documentElement.lang = lab.language;
    document.documentElement.setAttribute('theme', String(lab.params.theme));
    document.title = lab.heading;
  };
  lab.addEventListener('scaledot-change', follow);
  follow();
});

if (parent !== window) {
  new ResizeObserver(() => {
    const height = Math.ceil(document.documentElement.getBoundingClientRect().height);
    parent.postMessage({ type: 'scaledot-height', height }, '*');
  }).observe(document.documentElement);
}
