/** Builds the English page with a fifth game. */
import { pageIn } from '../../apps/web/vite.config.ts';
import { fifthGame } from './guide.ts';
import { overlay } from './overlay.ts';

const web = pageIn('en', async () => {});

export default { ...web, plugins: [...(web.plugins ?? []), overlay(fifthGame())] };
