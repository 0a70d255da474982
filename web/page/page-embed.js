/** The page inside a frame: one lab, told everything by the fragment and, if it likes, by the page around it. */
import { adopt, base, tokens } from '../charts/tokens.js';
import { setSiteHome } from '../labs/parts/home.js';
import { talkToHost } from './page-frame.js';
import { followLab } from './page-lab.js';

adopt(document, [tokens, base]);
setSiteHome(location.href);

const tellHost = talkToHost();

await followLab((lab, name) => {
  /** The document speaks the lab's language and wears its theme. */
  const follow = () => {
    document.documentElement.lang = lab.language;
    document.documentElement.setAttribute('theme', String(lab.params.theme));
    document.title = lab.heading;
  };
  lab.addEventListener('scaledot-change', follow);
  follow();
  tellHost(lab, name);
});
