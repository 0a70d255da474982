// Where there is no DOM the labs can be imported, and registering them does no harm.
import 'scaledot/elements/define';
import { labs } from 'scaledot/elements';

export default () => ({ registered: labs.map(({ tag }) => tag) });
