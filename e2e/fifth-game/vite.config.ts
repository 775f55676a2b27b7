/** Builds the English page with a fifth game; nobody compresses it. */
import { pageIn } from '../../apps/web/vite.config.ts';
import { fifthGame } from './guide.ts';
import { overlay } from './overlay.ts';

const web = pageIn('en', null);

export default { ...web, plugins: [...(web.plugins ?? []), overlay(fifthGame())] };
