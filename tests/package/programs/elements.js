import 'scaledot/elements/define';
import { labs } from 'scaledot/elements';
import { shown } from './shown.js';

export default () => shown(labs);
