/** Submits what was played offline, and shows a notice. Loaded only if something was. */
import type { Person } from '@same-deal/protocol';
import { offlineWords } from '../messages/offline.en.ts';
import type { Api } from '../net/api.ts';
import type { AppContext } from '../state/app.ts';
import { isForNow, nextRetryMs, RETRY_LEAST_MS } from '../net/back-off.ts';
import { changeOwner, formerGuests } from './change-owner.ts';
import { enterPlays } from './enter-plays.ts';
import { tellEntered } from './entered.ts';
import { hasUnsent } from './offline-plays.ts';

/** So long, or until the browser has a network again. */
const wait = (ms: number) =>
  new Promise<void>((resolve) => {
    const timer = setTimeout(go, ms);
    function go() {
      clearTimeout(timer);
      removeEventListener('online', go);
      resolve();
    }
    addEventListener('online', go);
  });

type Context = Pick<AppContext, 'transport'> & {
  /** Who sits here, which may change meanwhile. */
  readonly identity: { readonly person: Person | null };
  readonly api: Pick<Api, 'enterOffline' | 'call'>;
  readonly stage: Pick<AppContext['stage'], 'isTable'>;
  readonly notices: Pick<AppContext['notices'], 'say'>;
};

/** Asked for while it runs, the work runs once more: a table may have been left that was passed over as somebody sat at it. */
function oneAtATime(work: (app: Context) => Promise<void>): (app: Context) => Promise<void> {
  let underWay: Promise<void> | undefined;
  let isAskedAgain = false;
  async function untilNotAsked(app: Context): Promise<void> {
    try {
      do {
        isAskedAgain = false;
        // A table that was just left is released first.
        await wait(RETRY_LEAST_MS);
        await work(app);
      } while (isAskedAgain);
    } finally {
      underWay = undefined;
    }
  }
  return (app) => {
    if (underWay) isAskedAgain = true;
    return (underWay ??= untilNotAsked(app));
  };
}

const games = oneAtATime(enterGames);
const moves = oneAtATime(sendMoves);

/**
 * Until all is entered that can be: a line may be cut again while it is, and nobody asks again by themselves. Moves of a
 * ranked table wait for no game that the service does not take yet.
 */
export const enterAndSay = (app: Context): Promise<unknown> =>
  Promise.all([moves(app), games(app)]);

async function enterGames({ identity, api, notices }: Context): Promise<void> {
  let total = 0;
  let isRefused = false;
  for (let ms = RETRY_LEAST_MS; ; ms = nextRetryMs(ms)) {
    const { person } = identity;
    if (!person) break;
    const guests = await formerGuests(person, api);
    // By now somebody else may sit here, and be whom the answer is about.
    if (identity.person?.id !== person.id) {
      await wait(ms);
      continue;
    }
    const formers = guests.ok ? guests.data.ids : [];
    for (const id of formers) changeOwner(id, person);
    const unasked = guests.ok ? undefined : guests.error;
    const { count, refused, stopped = unasked } = await enterPlays(person, api.enterOffline);
    total += count;
    isRefused ||= refused !== undefined;
    if (count > 0 || refused || formers.length > 0) tellEntered();
    if (!stopped || !isForNow(stopped.code)) break;
    const until = performance.now() + (stopped.retryAfterMs ?? 0);
    // Somebody else who sits down here is not meant.
    do await wait(ms);
    while (identity.person?.id === person.id && performance.now() < until);
  }
  // The last one said is the one that is seen.
  if (total > 0) notices.say(offlineWords.entered(total));
  if (isRefused) notices.say(offlineWords.refused);
}

async function sendMoves({ identity, transport, stage, notices }: Context): Promise<void> {
  if (!identity.person || !hasUnsent()) return;
  // What cannot be fetched now is asked for with the next line.
  const part = await import('./send-kept.ts').catch(() => undefined);
  if (!part) return;
  const { sent, overtaken, late } = await part.sendKept(transport, () => stage.isTable);
  if (sent > 0) notices.say(offlineWords.sent);
  if (overtaken > 0) notices.say(offlineWords.overtaken);
  if (late > 0) notices.say(offlineWords.late);
}
