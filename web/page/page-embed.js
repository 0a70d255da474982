/** The page inside a frame: one lab, controlled by the fragment and optionally by the page around it. */
import { adopt, base, tokens } from '../charts/tokens.js';
import { setSiteHome } from '../labs/parts/home.js';
import { talkToHost } from './page-frame.js';
import { followLab, followLook } from './page-lab.js';

adopt(document, [tokens, base]);
setSiteHome(location.href);

const tellHost = talkToHost();

await followLab((lab, name) => {
  followLook(lab, () => void (document.title = lab.heading));
  tellHost(lab, name);
});
