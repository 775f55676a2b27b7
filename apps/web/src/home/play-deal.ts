import type { Failure } from '@same-deal/protocol';
import { newTable } from '../offline/practice.ts';
import type { AppContext } from '../state/app.ts';
import { begin } from '../state/begin.ts';
import { paths } from '../state/route.ts';

/** Begins practice on a given deal and goes to its table; without a line in this browser alone. */
export const playDeal = (
  app: AppContext,
  request: { readonly variant: string; readonly deal: string },
  onrefused: (failure: Failure) => void,
): Promise<void> =>
  begin({
    identity: app.identity,
    router: app.router,
    ask: () => newTable(app, 'play:create', request),
    alone: () => app.local.request('play:create', request),
    pathOf: ({ playId }) => paths.play(playId),
    onrefused,
  });
